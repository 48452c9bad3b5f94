//! Writes `../src/messages/` from `messages.proto`: what each generator of Protocol Buffers code makes of it, and the
//! descriptors for the peer that works without generated code. Run it in its own folder after a change of the messages
//! or of a version: `cargo run`. What it writes is checked in, so that the lab builds without it and without protoc.

use std::error::Error;
use std::fs;
use std::path::Path;

use protox::prost::Message;
use protox::prost_reflect::prost_types::FileDescriptorSet;

const PROTO: &str = "messages.proto";

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let out = Path::new("../src/messages");
    fs::create_dir_all(out)?;
    let descriptors = protox::compile([PROTO], ["."])?;
    let descriptor_file = out.join("messages.binpb");
    fs::write(&descriptor_file, descriptors.encode_to_vec())?;

    prost(descriptors, &out.join("prost.rs"))?;
    buffa(&fs::read(&descriptor_file)?, &out.join("buffa.rs"))?;
    micropb(&descriptor_file, &out.join("micropb.rs"))?;
    quick_protobuf(&out.join("quick.rs"), false)?;
    quick_protobuf(&out.join("quick_owned.rs"), true)
}

/// prost-build, with the derives and attributes by which serde reads and writes the JSON of the payloads.
fn prost(descriptors: FileDescriptorSet, file: &Path) -> Outcome {
    let mut config = prost_build::Config::new();
    config.message_attribute(".", "#[derive(serde::Serialize, serde::Deserialize)]");
    for transparent in ["Users", "Packets", "Packet"] {
        config.message_attribute(transparent, "#[serde(transparent)]");
    }
    config.enum_attribute(
        "Packet.packet",
        "#[derive(serde::Serialize, serde::Deserialize)]\n#[serde(tag = \"type\", rename_all = \"lowercase\")]",
    );
    for field in ["User.role", "Typed.role", "Typed.status"] {
        config.field_attribute(field, "#[serde(with = \"crate::payloads::role::number\")]");
    }
    config.field_attribute(
        "Typed.createdAt",
        "#[serde(rename = \"createdAt\", with = \"crate::payloads::date::milliseconds\")]",
    );
    config.field_attribute("Event.at", "#[serde(with = \"crate::payloads::date::milliseconds\")]");
    for number in 0..20 {
        config.field_attribute(format!("Sparse.f{number}"), "#[serde(skip_serializing_if = \"Option::is_none\")]");
    }
    let module = prost_build::Module::from_protobuf_package_name("lab");
    let file_descriptor = descriptors.file.into_iter().next().ok_or("no file")?;
    let mut code = config.generate(vec![(module.clone(), file_descriptor)])?;
    write(file, "prost-build 0.14.6", &code.remove(&module).ok_or("no code")?)
}

/// buffa's generator: messages and their borrowed views.
fn buffa(descriptors: &[u8], file: &Path) -> Outcome {
    use buffa::Message as _;
    let set = buffa_codegen::generated::descriptor::FileDescriptorSet::decode_from_slice(descriptors)?;
    let mut config = buffa_codegen::CodeGenConfig::default();
    config.file_per_package = true;
    config.generate_with_setters = false;
    config.emit_register_fn = false;
    let files = buffa_codegen::generate(&set.file, &[PROTO.to_owned()], &config)?;
    let [code] = files.as_slice() else {
        return Err("more than one file of buffa".into());
    };
    write(file, "buffa-codegen 0.9.2", &code.content)
}

/// micropb's generator, for `String` and `Vec`.
fn micropb(descriptors: &Path, file: &Path) -> Outcome {
    let mut generator = micropb_gen::Generator::new();
    generator.use_container_std();
    generator.configure(".", micropb_gen::Config::new().no_accessors(true));
    generator.compile_fdset_file(descriptors, file)?;
    write(file, "micropb-gen 0.7.0", &fs::read_to_string(file)?)
}

/// pb-rs, the generator of quick-protobuf: structs that borrow (`Cow`), or that own their strings.
fn quick_protobuf(file: &Path, owned: bool) -> Outcome {
    let sources = pb_rs::ConfigBuilder::new(&[Path::new(PROTO)], Some(&file), None, &[Path::new(".")])?;
    let configs = sources.single_module(true).headers(false).dont_use_cow(owned).build();
    pb_rs::types::FileDescriptor::run(&configs)?;
    // It names enums by their package, which is a module of its own only without `single_module`.
    write(file, "pb-rs 0.10.0", &fs::read_to_string(file)?.replace("lab::Role", "Role"))
}

/// Writes a file of code with a first line that says where it is from.
fn write(file: &Path, generator: &str, code: &str) -> Outcome {
    Ok(fs::write(
        file,
        format!("// Written by {generator} from generate/messages.proto; see generate/src/main.rs.\n\n{code}"),
    )?)
}
