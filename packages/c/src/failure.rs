//! What went wrong, as C has it: a code, and a struct of the caller's with message, path and offset.

use crate::memory::Out;
use core::ffi::{c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use typecase::error::{Code, Error};
use typecase::schema::DefinitionError;

/// The offset of an error that has none.
const NO_OFFSET: usize = usize::MAX;
/// The bytes of the texts of an error, their ends included.
const TEXT: usize = 256;

/// `tc_code`: success.
pub(crate) const OK: c_int = 0;
/// `tc_code`: what C has beyond the codes of the library.
const DEFINITION: c_int = 13;
const ARGUMENT: c_int = 14;
const PANIC: c_int = 15;

/// The number of a code in `tc_code`.
fn number(code: Code) -> c_int {
    match code {
        Code::Required => 1,
        Code::Type => 2,
        Code::Enum => 3,
        Code::Structure => 4,
        Code::Extra => 5,
        Code::Duplicate => 6,
        Code::Union => 7,
        Code::Json => 8,
        Code::Utf8 => 9,
        Code::Limit => 10,
        Code::Unsupported => 11,
        Code::Rule => 12,
        // A code that has been added to the library and not here.
        _ => PANIC,
    }
}

/// The name of a code, as `typecase::error::Code` prints it.
#[unsafe(no_mangle)]
extern "C" fn tc_code_name(code: c_int) -> *const c_char {
    let name = match code {
        OK => c"ok",
        1 => c"required",
        2 => c"type",
        3 => c"enum",
        4 => c"structure",
        5 => c"extra",
        6 => c"duplicate",
        7 => c"union",
        8 => c"json",
        9 => c"utf8",
        10 => c"limit",
        11 => c"unsupported",
        12 => c"rule",
        DEFINITION => c"definition",
        ARGUMENT => c"argument",
        PANIC => c"panic",
        _ => c"unknown",
    };
    name.as_ptr()
}

/// `tc_error`.
#[repr(C)]
pub(crate) struct Report {
    code: c_int,
    offset: usize,
    message: [u8; TEXT],
    path: [u8; TEXT],
}

impl Report {
    fn new(code: c_int, offset: Option<usize>, message: &str, path: &str) -> Report {
        Report { code, offset: offset.unwrap_or(NO_OFFSET), message: text(message), path: text(path) }
    }
}

/// As much of a text as there is room for, cut between two characters, with a zero behind it.
fn text(text: &str) -> [u8; TEXT] {
    let mut bytes = [0; TEXT];
    let kept = &text.as_bytes()[..text.floor_char_boundary(TEXT - 1)];
    bytes[..kept.len()].copy_from_slice(kept);
    bytes
}

/// Why a function did not do what it was asked to.
pub(crate) enum Failure {
    /// The library says so.
    Data(Error),
    /// The definition of a schema is wrong.
    Definition(Box<DefinitionError>),
    /// The caller handed over what the function cannot work with.
    Argument(&'static str),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Data(error)
    }
}

impl From<DefinitionError> for Failure {
    fn from(error: DefinitionError) -> Failure {
        Failure::Definition(Box::new(error))
    }
}

impl Failure {
    /// A handle that is null.
    pub(crate) const NULL: Failure = Failure::Argument("a pointer is null that must not be");

    #[cold]
    fn report(&self) -> Report {
        match self {
            Failure::Data(error) => Report::new(number(error.code()), error.offset(), error.message(), &error.path()),
            Failure::Definition(error) => {
                let message = format!("{}: {}", error.code(), error.message());
                Report::new(DEFINITION, None, &message, &error.place())
            }
            Failure::Argument(message) => Report::new(ARGUMENT, None, message, ""),
        }
    }
}

/// What a function does that may fail.
pub(crate) type Result<T, E = Failure> = core::result::Result<T, E>;

/// Runs the body of a function: gives its code, and on failure fills the struct of the caller, if there is one.
#[inline]
pub(crate) fn guard(to: Out<Report>, body: impl FnOnce() -> Result<()>) -> c_int {
    // What a panic leaves half done is only ever dropped or overwritten.
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return OK,
        Ok(Err(failure)) => failure.report(),
        Err(_) => Report::new(PANIC, None, "the library has failed; this is a defect of it", ""),
    };
    let code = failure.code;
    if let Some(to) = to {
        to.write(failure);
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ffi::CStr;
    use core::mem::MaybeUninit;

    fn name(code: c_int) -> &'static str {
        // SAFETY: the names are constants.
        unsafe { CStr::from_ptr(tc_code_name(code)) }.to_str().unwrap()
    }

    #[test]
    fn codes_have_the_names_of_the_library() {
        for code in [
            Code::Required,
            Code::Type,
            Code::Enum,
            Code::Structure,
            Code::Extra,
            Code::Duplicate,
            Code::Union,
            Code::Json,
            Code::Utf8,
            Code::Limit,
            Code::Unsupported,
            Code::Rule,
        ] {
            assert_eq!(name(number(code)), code.as_str());
        }
        assert_eq!(name(-1), "unknown");
    }

    #[test]
    fn a_panic_becomes_a_code() {
        let mut report = MaybeUninit::uninit();
        assert_eq!(guard(Some(&mut report), || panic!("on purpose")), PANIC);
        // SAFETY: it has been written, as the code says.
        assert_eq!(unsafe { report.assume_init() }.code, PANIC);
        assert_eq!(guard(None, || Err(Failure::NULL)), ARGUMENT);
    }

    #[test]
    fn texts_are_cut_between_characters() {
        let long = "é".repeat(200);
        let kept = text(&long);
        assert_eq!(kept[TEXT - 2..], [0, 0]);
        assert!(long.starts_with(core::str::from_utf8(&kept[..TEXT - 2]).unwrap()));
    }
}
