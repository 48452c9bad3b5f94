//! Where the outside conformance suites and the real documents are.
//!
//! They come from other projects and are not part of this one: `TYPECASE_SHARED` names the folder that
//! holds them, by default `../shared` beside the checkout. Without it the tests that need it say so and
//! skip, except where `CI` is `true`, where they fail.

use std::path::PathBuf;

/// The path of a file or folder there, or `None` (said aloud) if it is missing.
pub fn shared(path: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("TYPECASE_SHARED") {
        Some(root) => PathBuf::from(root),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    let full = root.join(path);
    if full.exists() {
        return Some(full);
    }
    let missing = format!("{} is missing; set TYPECASE_SHARED to the folder that holds it", full.display());
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{missing}");
    eprintln!("SKIPPED: {missing}");
    None
}
