//! Finds the files that are asked for and all that they import, and compiles each behind its imports.

use super::descriptor::File;
use super::lexer::{Fault, line_column, quoted};
use super::{FileSet, ProtoError, link, parser, place, well_known};
use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The most bytes of a file, and of all files together.
const MOST_FILE_BYTES: usize = 64 << 20;
const MOST_BYTES: usize = 512 << 20;
/// The most files.
const MOST_FILES: usize = 1 << 14;
/// The file that says what options there are.
pub(super) const DESCRIPTOR: &str = "google/protobuf/descriptor.proto";

/// Compiles files with all that they import.
///
/// `read` gives the text of a file by the name that it is imported by, such as `google/type/date.proto`. For the files
/// of `google/protobuf/` that are built in (any, api, descriptor, duration, empty, field_mask, source_context, struct,
/// timestamp, type, wrappers) it is asked first.
///
/// # Errors
/// The first thing that `protoc` would refuse, too, with its place; files and packages beyond the limits; and editions
/// other than 2023.
pub fn compile(names: &[&str], mut read: impl FnMut(&str) -> Option<String>) -> Result<FileSet, ProtoError> {
    let mut loader = Loader { set: FileSet::default(), texts: Vec::new(), known: BTreeMap::new(), bytes: 0 };
    loader.load(DESCRIPTOR, &mut read)?;
    loader.set.descriptor_is_hidden = true;
    for name in names {
        loader.load(name, &mut read)?;
    }
    let descriptor = loader.known.get(DESCRIPTOR).copied();
    let imported = loader.set.files.iter().flat_map(|file| &file.imports).any(|import| Some(import.file) == descriptor);
    loader.set.descriptor_is_hidden = !imported && !names.contains(&DESCRIPTOR);
    Ok(loader.set)
}

/// A file whose imports are being loaded.
struct Open {
    file: usize,
    /// The index of the next import.
    next: usize,
    /// The files that are imported so far.
    seen: BTreeSet<usize>,
}

struct Loader {
    set: FileSet,
    /// The texts of the files.
    texts: Vec<Cow<'static, str>>,
    /// The files by name.
    known: BTreeMap<String, usize>,
    bytes: usize,
}

impl Loader {
    /// Loads a file and what it imports, without recursion.
    fn load(&mut self, name: &str, read: &mut impl FnMut(&str) -> Option<String>) -> Result<(), ProtoError> {
        if self.known.contains_key(name) {
            return Ok(());
        }
        let whole = |message: String| ProtoError { file: name.to_string(), line: 0, column: 0, message };
        let root = self.open(name, read).map_err(whole)?;
        let mut open = alloc::vec![Open { file: root?, next: 0, seen: BTreeSet::new() }];
        let mut is_open = BTreeSet::new();
        while let Some(Open { file, next, seen }) = open.last_mut() {
            let file = *file;
            is_open.insert(file);
            let Some(import) = self.set.files[file].imports.get(*next) else {
                self.finish(file)?;
                is_open.remove(&file);
                open.pop();
                continue;
            };
            let (name, at) = (import.name.clone(), import.at);
            let here = |loader: &Loader, message: String| loader.error(file, Fault::new(at, message));
            let target = match self.known.get(&name) {
                Some(target) if is_open.contains(target) => {
                    return Err(here(self, format!("{} imports itself, perhaps by way of others", quoted(&name))));
                }
                Some(&target) => target,
                None => {
                    let target = self.open(&name, read).map_err(|message| here(self, message))??;
                    open.push(Open { file: target, next: 0, seen: BTreeSet::new() });
                    continue;
                }
            };
            if !seen.insert(target) {
                return Err(here(self, format!("{} is imported twice", quoted(&name))));
            }
            self.set.files[file].imports[*next].file = target;
            *next += 1;
        }
        Ok(())
    }

    /// Finds and parses a file. The outer error is that there is none.
    fn open(
        &mut self,
        name: &str,
        read: &mut impl FnMut(&str) -> Option<String>,
    ) -> Result<Result<usize, ProtoError>, String> {
        if name.is_empty() || name.contains('\\') || name.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return Err(format!("{} is not the name of a file to import", quoted(name)));
        }
        let text = match read(name) {
            Some(text) => Cow::Owned(text),
            None => match well_known::text(name) {
                Some(text) => Cow::Borrowed(text),
                None => return Err(format!("the file {} was not found", quoted(name))),
            },
        };
        self.bytes += text.len();
        if text.len() > MOST_FILE_BYTES || self.bytes > MOST_BYTES || self.texts.len() >= MOST_FILES {
            return Err(format!("with {} the files are too large or too many", quoted(name)));
        }
        let index = self.texts.len();
        self.texts.push(text);
        self.known.insert(name.to_string(), index);
        let parsed = parser::parse(&self.texts[index], name.to_string(), index, &mut self.set);
        Ok(match parsed {
            Ok(file) => {
                self.set.files.push(file);
                Ok(index)
            }
            Err(fault) => Err(locate(name, &self.texts[index], fault)),
        })
    }

    /// Compiles a file whose imports are compiled.
    fn finish(&mut self, file: usize) -> Result<(), ProtoError> {
        link::file(&mut self.set, file, &self.texts[file]).map_err(|fault| self.error(file, fault))?;
        self.set.order.push(file);
        Ok(())
    }

    fn error(&self, file: usize, fault: Fault) -> ProtoError {
        locate(&self.set.files[file].name, &self.texts[file], fault)
    }
}

fn locate(name: &str, text: &str, fault: Fault) -> ProtoError {
    let (line, column) = line_column(text, fault.at);
    ProtoError { file: name.to_string(), line, column, message: fault.message }
}

impl FileSet {
    /// Looks for the messages of options, once the file that declares them is there.
    pub(super) fn find_option_types(&mut self) {
        for (index, name) in place::OPTIONS.iter().enumerate() {
            self.option_types[index] = self.find_message(name);
        }
    }

    /// The files that can be seen from a file: itself, what it imports, and what those import publicly.
    pub(super) fn seen_from(&self, file: &File, index: usize) -> BTreeSet<usize> {
        let mut seen = BTreeSet::from([index]);
        let mut todo: Vec<usize> = file.imports.iter().map(|import| import.file).collect();
        while let Some(next) = todo.pop() {
            if seen.insert(next) {
                let public = self.files[next].imports.iter().filter(|import| import.public);
                todo.extend(public.map(|import| import.file));
            }
        }
        seen
    }
}
