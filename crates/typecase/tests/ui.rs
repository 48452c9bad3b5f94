//! Mistakes in `#[derive(Record)]` are compile errors that name the field or variant and point at it;
//! and some unusual types compile.
//!
//! The expected messages are those of the compiler in use; after a change of either, look at the new
//! ones and accept them with `TRYBUILD=overwrite`.

#[test]
fn mistakes_are_explained() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
