//! The fuzz targets' bodies, which the tests of typecase hold.

#[path = "../../crates/typecase/tests/support/bodies.rs"]
pub mod bodies;
#[path = "../../crates/typecase/tests/support/seeds.rs"]
pub mod seeds;
