//! Loads a message of a `.proto` file as a schema, with the files that it imports.

use crate::args::TypeArgs;
use crate::failure::{Failure, Result};
use std::path::{Path, PathBuf};
use typecase::schema::proto::{self, FileSet};
use typecase::schema::{Schema, import};

/// The most bytes of a file.
const MAX_BYTES: u64 = 64 << 20;

/// Loads a message: the one that `--type` names, or the only one at the top of the file.
pub fn load(path: &Path, ty: &TypeArgs) -> Result<Schema> {
    let (folders, name) = place(path, &ty.proto_path)?;
    // What cannot be read is said as of any other file; what is imported is just not found.
    let file = find(&folders, &name).unwrap_or_else(|| path.to_path_buf());
    std::fs::read_to_string(file).map_err(|error| Failure::read(&path.display().to_string(), &error))?;
    let files =
        proto::compile(&[&name], |name| read(&folders, name)).map_err(|error| Failure::Data(error.to_string()))?;
    let message = message(&files, &name, ty.type_name.as_deref())?;
    let mut also: Vec<String> = Vec::new();
    loop {
        let names: Vec<&str> = also.iter().map(String::as_str).collect();
        let options = import::ProtoOptions { also: &names, ..import::ProtoOptions::default() };
        let document = import::proto(&files, &message, &options)
            .map_err(|error| Failure::Data(format!("{}: {error}", path.display())))?;
        // Whatever is known may be in an Any.
        let notes = document.meta.iter().find(|(key, _)| key == "$proto").map(|(_, notes)| notes);
        if also.is_empty() && notes.is_some_and(|notes| notes.get("Any").is_some()) {
            also = files.messages().map(|id| files.message_name(id)).collect();
            continue;
        }
        return document.build().map_err(|error| Failure::definition(&path.display().to_string(), &error));
    }
}

/// The folders in which files are looked for, and the name of a file in them.
fn place(path: &Path, proto_path: &[PathBuf]) -> Result<(Vec<PathBuf>, String)> {
    let text = |name: &Path| name.to_str().map(|name| name.replace('\\', "/"));
    if proto_path.is_empty() {
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let name = path.file_name().and_then(|name| text(Path::new(name)));
        return name.map(|name| (vec![folder], name)).ok_or_else(|| missing(path));
    }
    let inside = proto_path.iter().find_map(|folder| path.strip_prefix(folder).ok());
    let is_there = |name: &Path| name.is_relative() && proto_path.iter().any(|folder| folder.join(name).exists());
    let name = inside.or_else(|| is_there(path).then_some(path)).and_then(text);
    name.map(|name| (proto_path.to_vec(), name)).ok_or_else(|| missing(path))
}

fn missing(path: &Path) -> Failure {
    Failure::Usage(format!("{}: the file is in no folder of --proto-path", path.display()))
}

fn find(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}

fn read(folders: &[PathBuf], name: &str) -> Option<String> {
    let path = find(folders, name)?;
    let length = path.metadata().ok()?.len();
    if length > MAX_BYTES {
        return None;
    }
    std::fs::read_to_string(path).ok()
}

/// The full name of the message that is meant.
fn message(files: &FileSet, file: &str, name: Option<&str>) -> Result<String> {
    let declared = files.file(file);
    if let Some(name) = name {
        let package = declared.map_or("", |file| file.package.as_str());
        let inside = format!("{package}.{name}");
        let found = [name, &inside].into_iter().find(|name| files.find_message(name).is_some());
        return match found {
            Some(found) => Ok(found.to_owned()),
            None => Err(Failure::Usage(format!("{file}: there is no message {name}"))),
        };
    }
    let messages = declared.map_or(&[][..], |file| &file.messages);
    match messages {
        [only] => Ok(files.message_name(*only)),
        [] => Err(Failure::Usage(format!("{file}: there is no message in the file"))),
        _ => {
            let names: Vec<String> = messages.iter().map(|id| files.message(*id).name.clone()).collect();
            Err(Failure::Usage(format!("{file}: --type says which message is meant: {}", names.join(", "))))
        }
    }
}
