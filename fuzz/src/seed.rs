//! Fills `corpus/` with inputs to begin with: the reference payloads in every form, what was found
//! earlier (`found/`), and the texts of the outside suites where they are at hand (`TYPECASE_SHARED`, by
//! default `../shared` beside the checkout).

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use typecase::value::Value;
use typecase::wire::json;
use typecase_fuzz::{bodies, seeds};

fn main() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    let put = |target: &str, bytes: &[u8]| {
        let folder = fuzz.join("corpus").join(target);
        fs::create_dir_all(&folder).unwrap();
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        fs::write(folder.join(format!("{:016x}", hasher.finish())), bytes).unwrap();
    };
    for (target, bytes) in seeds::seeds() {
        put(target, &bytes);
    }
    for (target, _) in bodies::TARGETS {
        for file in files(&fuzz.join("found").join(target)) {
            put(target, &fs::read(file).unwrap());
        }
    }
    let shared = std::env::var_os("TYPECASE_SHARED").map_or_else(|| fuzz.join("../../shared"), PathBuf::from);
    for file in files(&shared.join("suites/json")) {
        for text in texts(&file) {
            put("json_text", &text);
            put("json_schema", &text);
            // The schema that takes any JSON.
            put("json_message", &[b"\x0c\x00", &text[..]].concat());
            put("stream", &[b"\x14", &text[..]].concat());
        }
    }
    for file in files(&shared.join("suites/json-schema")) {
        for schema in schemas(&file) {
            put("json_schema", schema.as_bytes());
        }
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect()
}

/// The inputs of a manifest of the suites: what is under `hex`, `json` or `input`.
fn texts(file: &Path) -> Vec<Vec<u8>> {
    let Ok(text) = fs::read_to_string(file) else { return Vec::new() };
    let Ok(Value::List(cases)) = json::parse(&text) else { return Vec::new() };
    let text = |case: &Value<'_>| {
        let hex = case.get("hex").and_then(Value::as_str).map(|hex| {
            let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap_or(0);
            (0..hex.len() / 2).map(|at| byte(2 * at)).collect()
        });
        hex.or_else(|| Some(case.get("json").or_else(|| case.get("input"))?.as_str()?.into()))
    };
    cases.iter().filter_map(text).collect()
}

/// The schemas of a manifest: every value under the key `schema`.
fn schemas(file: &Path) -> Vec<String> {
    let Ok(text) = fs::read_to_string(file) else { return Vec::new() };
    let Ok(Value::List(cases)) = json::parse(&text) else { return Vec::new() };
    cases.iter().filter_map(|case| json::print(case.get("schema")?).ok()).collect()
}
