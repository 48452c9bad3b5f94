//! The files of `google/protobuf/` that any file may import, as declarations without comments.
//!
//! Names, numbers and options are those of Protocol Buffers 35.1; a test holds them to `protoc`'s descriptors.

/// The text of a built-in file.
pub(super) fn text(name: &str) -> Option<&'static str> {
    Some(match name.strip_prefix("google/protobuf/")? {
        "any.proto" => include_str!("well_known/any.proto"),
        "api.proto" => include_str!("well_known/api.proto"),
        "descriptor.proto" => include_str!("well_known/descriptor.proto"),
        "duration.proto" => include_str!("well_known/duration.proto"),
        "empty.proto" => include_str!("well_known/empty.proto"),
        "field_mask.proto" => include_str!("well_known/field_mask.proto"),
        "source_context.proto" => include_str!("well_known/source_context.proto"),
        "struct.proto" => include_str!("well_known/struct.proto"),
        "timestamp.proto" => include_str!("well_known/timestamp.proto"),
        "type.proto" => include_str!("well_known/type.proto"),
        "wrappers.proto" => include_str!("well_known/wrappers.proto"),
        _ => return None,
    })
}
