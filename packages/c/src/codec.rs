//! `tc_codec`: a schema on a wire, and `tc_buffer`: where what it writes goes.

use crate::failure::{Failure, Report, Result, guard};
use crate::memory::{Out, Span, bytes, hand_over, place};
use crate::schema::Schema;
use crate::value::Doc;
use core::ffi::c_int;
use typecase::codec;
use typecase::value::Value;
use typecase::wire::Wire;

/// `tc_options`, in which 0 is what is usual.
#[repr(C)]
pub(crate) struct Options {
    strict: u8,
    readable: u8,
    max_depth: u32,
    max_bytes: usize,
    group_rows: usize,
}

impl Options {
    /// What the library makes of them.
    pub(crate) fn of(options: Option<&Options>) -> codec::Options {
        let mut asked = codec::Options::default();
        let Some(options) = options else { return asked };
        asked = asked.strict(options.strict != 0);
        asked.columnar.readable = options.readable != 0;
        if options.max_depth != 0 {
            asked.limits.max_depth = options.max_depth;
        }
        if options.max_bytes != 0 {
            asked.limits.max_bytes = options.max_bytes;
        }
        if options.group_rows != 0 {
            asked.columnar.group_rows = options.group_rows;
        }
        asked
    }
}

/// `tc_codec`.
pub(crate) struct Codec(codec::Codec);

/// `tc_buffer`.
#[derive(Default)]
pub(crate) struct Buffer(pub(crate) Vec<u8>);

/// The wire with a number in `tc_wire`.
fn wire(number: c_int) -> Result<Wire> {
    Ok(match number {
        1 => Wire::Json,
        2 => Wire::Positional,
        3 => Wire::Protobuf,
        4 => Wire::Avro,
        5 => Wire::Msgpack,
        6 => Wire::Bson,
        7 => Wire::Cbor,
        8 => Wire::Columnar,
        9 => Wire::Packed,
        _ => return Err(Failure::Argument("there is no wire with this number")),
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_codec_new(
    schema: Option<&Schema>,
    number: c_int,
    options: Option<&Options>,
    out: Out<'_, *mut Codec>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let schema = schema.ok_or(Failure::NULL)?;
        let codec = codec::Codec::new(&schema.schema, wire(number)?, &Options::of(options))?;
        hand_over(place(out)?, Codec(codec));
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_codec_free(codec: Option<Box<Codec>>) {
    drop(codec);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_decode(
    codec: Option<&Codec>,
    data: *const u8,
    length: usize,
    out: Out<'_, *mut Doc>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let codec = codec.ok_or(Failure::NULL)?;
        let out = place(out)?;
        // SAFETY: the header asks for the message to stay until the document is freed.
        let message = unsafe { bytes(data, length)? };
        hand_over(out, Doc::new(codec.0.decode(message)?));
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_encode(
    codec: Option<&Codec>,
    value: Option<&Value<'static>>,
    buffer: Option<&mut Buffer>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let (Some(codec), Some(value), Some(buffer)) = (codec, value, buffer) else { return Err(Failure::NULL) };
        Ok(codec.0.encode_into(value, &mut buffer.0)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tc_convert(
    from: Option<&Codec>,
    to: Option<&Codec>,
    data: *const u8,
    length: usize,
    buffer: Option<&mut Buffer>,
    error: Out<'_, Report>,
) -> c_int {
    guard(error, || {
        let (Some(from), Some(to), Some(buffer)) = (from, to, buffer) else { return Err(Failure::NULL) };
        if from.0.schema().canonical() != to.0.schema().canonical() {
            return Err(Failure::Argument("the codecs are of two schemas"));
        }
        // SAFETY: the header asks for so many bytes, and nothing of them is kept.
        let message = unsafe { bytes(data, length)? };
        Ok(from.0.convert(&to.0, message, &mut buffer.0)?)
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_buffer_new(out: Out<'_, *mut Buffer>, error: Out<'_, Report>) -> c_int {
    guard(error, || {
        hand_over(place(out)?, Buffer::default());
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn tc_buffer_free(buffer: Option<Box<Buffer>>) {
    drop(buffer);
}

#[unsafe(no_mangle)]
extern "C" fn tc_buffer_bytes(buffer: Option<&Buffer>) -> Span {
    buffer.map_or(Span::NONE, |buffer| Span::of(&buffer.0))
}

#[unsafe(no_mangle)]
extern "C" fn tc_buffer_clear(buffer: Option<&mut Buffer>) {
    if let Some(buffer) = buffer {
        buffer.0.clear();
    }
}
