//! Compiles the parts in C: each contender with the header of its library. yyjson comes with a crate, cJSON from the system.

use std::path::PathBuf;
use std::process::Command;

fn main() {
    let cjson = Command::new("pkg-config").args(["--cflags", "--libs", "libcjson"]).output();
    let cjson = cjson.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    let cjson = cjson.expect("cJSON is needed: `apt-get install libcjson-dev pkg-config`, or the like");
    let cjson = String::from_utf8(cjson).expect("flags are text");

    let mut build = cc::Build::new();
    build.std("c99").warnings_into_errors(true).include("../../packages/c/include").include(yyjson());
    for flag in cjson.split_whitespace().filter(|flag| flag.starts_with("-I")) {
        build.flag(flag);
    }
    for file in ["typecase", "yyjson", "cjson"] {
        build.file(format!("c/{file}.c"));
    }
    build.compile("contenders");
    println!("cargo:rerun-if-changed=c");
    println!("cargo:rerun-if-changed=../../packages/c/include/typecase.h");
    for flag in cjson.split_whitespace() {
        match flag.split_at(2) {
            ("-l", library) => println!("cargo:rustc-link-lib=dylib={library}"),
            ("-L", folder) => println!("cargo:rustc-link-search=native={folder}"),
            _ => {}
        }
    }
}

/// The folder with the header of yyjson, in the source of the crate that builds it.
fn yyjson() -> PathBuf {
    let cargo = std::env::var_os("CARGO").expect("Cargo runs this");
    let metadata = Command::new(cargo).args(["metadata", "--format-version=1", "--locked"]).output();
    let metadata: serde_json::Value =
        serde_json::from_slice(&metadata.expect("Cargo tells where packages are").stdout).expect("it does so in JSON");
    let packages = metadata["packages"].as_array().expect("there are packages");
    let package = packages.iter().find(|package| package["name"] == "yyjson-sys").expect("yyjson-sys is one");
    let manifest = package["manifest_path"].as_str().expect("it has a manifest");
    PathBuf::from(manifest).with_file_name("yyjson").join("src")
}
