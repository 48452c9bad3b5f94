//! Reads a container file block by block.

use super::{CODEC, Compression, MAGIC, SCHEMA, SYNC};
use crate::error::{Code, Error as DataError};
use crate::limits::Limits;
use crate::schema::avro::AvroSchema;
use crate::stream::Error;
use std::format;
use std::io::{BufReader, ErrorKind, Read};
use std::string::{String, ToString};
use std::vec::Vec;

/// The most bytes of a block, decompressed or not, unless the limits say less.
const MOST_BYTES: usize = 1 << 30;
/// How many more data than bytes a block may have: data of some schemas take no bytes.
const DATA_WITHOUT_BYTES: u64 = 1 << 16;

/// A container file that is read from `R`.
#[derive(Debug)]
pub struct Container<R> {
    input: Input<R>,
    schema: AvroSchema,
    compression: Compression,
    metadata: Vec<(String, Vec<u8>)>,
    sync: [u8; SYNC],
    limit: usize,
    /// How many data have been in the blocks before.
    data: u64,
    block: Vec<u8>,
}

/// The data of one block.
#[derive(Clone, Copy, Debug)]
pub struct Block<'b> {
    /// The data end to end, decompressed.
    pub bytes: &'b [u8],
    /// How many there are.
    pub count: u64,
    /// The index in the file of the first of them.
    pub first: u64,
    /// Where in the file the bytes are; `None` if they were compressed.
    place: Option<u64>,
    /// Where in the file the block begins.
    start: u64,
}

impl Block<'_> {
    /// Calls `read` with what is left of the block for each datum; `read` gives the length of the datum.
    ///
    /// # Errors
    /// What `read` reports, with the index of the datum and the place in the file; `structure` if bytes are left.
    pub fn each(&self, mut read: impl FnMut(&[u8]) -> crate::error::Result<usize>) -> Result<(), Error> {
        let mut at = 0;
        for index in 0..self.count {
            match read(&self.bytes[at..]) {
                Ok(length) => at += length,
                Err(error) => return Err(self.place(error, at).in_item((self.first + index) as usize).into()),
            }
        }
        if at != self.bytes.len() {
            let error = DataError::new(Code::Structure, "bytes follow the last datum of a block").at(0);
            return Err(self.place(error, at).into());
        }
        Ok(())
    }

    /// The error with its place in the file: that of the block, if it was compressed.
    fn place(&self, error: DataError, at: usize) -> DataError {
        match self.place {
            Some(place) => error.at(0).shifted(place as usize + at),
            None => DataError::new(error.code(), error.message().to_string()).at(self.start as usize),
        }
    }
}

impl<R: Read> Container<R> {
    /// Opens a file: reads its header. The reader needs no buffer of its own.
    ///
    /// # Errors
    /// [`Error::Read`] if the reader fails; [`Error::Data`] for what is no container file, a schema that is none,
    /// and a codec that this build does not have.
    pub fn open(input: R, limits: &Limits) -> Result<Container<R>, Error> {
        let mut input = Input { reader: BufReader::with_capacity(1 << 16, input), offset: 0 };
        let limit = limits.max_bytes.min(MOST_BYTES);
        if input.array()? != MAGIC {
            return Err(DataError::new(Code::Structure, "this is no Avro container file").at(0).into());
        }
        let metadata = input.metadata(limit)?;
        let sync = input.array()?;
        let value = |key: &str| metadata.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_slice());
        let Some(schema) = value(SCHEMA) else {
            return Err(DataError::new(Code::Structure, "the header has no schema").at(MAGIC.len()).into());
        };
        let wrong = |message: String| Error::from(DataError::new(Code::Structure, message).at(MAGIC.len()));
        let text = str::from_utf8(schema).map_err(|_| wrong("the schema is not UTF-8".to_string()))?;
        let schema = AvroSchema::parse(text).map_err(|error| wrong(format!("the schema is wrong: {error}")))?;
        let name = value(CODEC).unwrap_or(b"null");
        let compression = str::from_utf8(name).ok().and_then(Compression::from_name);
        let Some(compression) = compression else {
            let name = name.escape_ascii();
            return Err(DataError::new(Code::Unsupported, format!("there is no codec {name}")).at(MAGIC.len()).into());
        };
        if !compression.is_available() {
            return Err(compression.missing().at(MAGIC.len()).into());
        }
        let metadata = metadata.into_iter().filter(|(key, _)| key != SCHEMA && key != CODEC).collect();
        Ok(Container { input, schema, compression, metadata, sync, limit, data: 0, block: Vec::new() })
    }

    /// The schema of the data.
    pub fn schema(&self) -> &AvroSchema {
        &self.schema
    }

    /// How the blocks are compressed.
    pub fn compression(&self) -> Compression {
        self.compression
    }

    /// The metadata beside the schema and the codec.
    pub fn metadata(&self) -> &[(String, Vec<u8>)] {
        &self.metadata
    }

    /// The next block; `None` at the end of the file.
    ///
    /// # Errors
    /// [`Error::Read`] if the reader fails; [`Error::Data`] with the offset in the file where it is damaged.
    pub fn next_block(&mut self) -> Result<Option<Block<'_>>, Error> {
        let start = self.input.offset;
        let Some(first) = self.input.byte_or_end()? else { return Ok(None) };
        let count = self.input.long(first)?;
        let size = self.input.next_long()?;
        let place = self.input.offset;
        let at = |error: DataError| error.at(start as usize);
        let (Ok(count), Ok(size)) = (u64::try_from(count), usize::try_from(size)) else {
            return Err(at(DataError::new(Code::Structure, "the count or the size of a block is negative")).into());
        };
        if size > self.limit {
            return Err(at(DataError::new(Code::Limit, "the block is longer than the limit")).into());
        }
        let packed = self.input.bytes(size)?;
        if self.input.array()? != self.sync {
            let error = DataError::new(Code::Structure, "the marker behind the block differs from that of the file");
            return Err(error.at(self.input.offset as usize - SYNC).into());
        }
        self.block = self.compression.decompress(packed, self.limit).map_err(at)?;
        if count > (self.block.len() as u64).saturating_add(DATA_WITHOUT_BYTES) {
            return Err(at(DataError::new(Code::Limit, "the block has more data than its bytes could hold")).into());
        }
        let first = self.data;
        self.data += count;
        let place = (self.compression == Compression::Null).then_some(place);
        Ok(Some(Block { bytes: &self.block, count, first, place, start }))
    }
}

/// What is read, and how far it has been.
#[derive(Debug)]
struct Input<R> {
    reader: BufReader<R>,
    offset: u64,
}

impl<R: Read> Input<R> {
    fn ended(&self) -> Error {
        DataError::new(Code::Structure, "the file ends too early").at(self.offset as usize).into()
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut bytes = [0; N];
        match self.reader.read_exact(&mut bytes) {
            Ok(()) => {
                self.offset += N as u64;
                Ok(bytes)
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(self.ended()),
            Err(error) => Err(error.into()),
        }
    }

    /// So many bytes; memory is taken as they arrive.
    fn bytes(&mut self, length: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let read = self.reader.by_ref().take(length as u64).read_to_end(&mut bytes)?;
        self.offset += read as u64;
        if read < length { Err(self.ended()) } else { Ok(bytes) }
    }

    /// The next byte, or the end.
    fn byte_or_end(&mut self) -> Result<Option<u8>, Error> {
        let mut byte = [0];
        loop {
            match self.reader.read(&mut byte) {
                Ok(0) => return Ok(None),
                Ok(_) => {
                    self.offset += 1;
                    return Ok(Some(byte[0]));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// A variable-length integer whose first byte has been read.
    fn long(&mut self, first: u8) -> Result<i64, Error> {
        let (mut byte, mut value, mut shift) = (first, 0u64, 0);
        loop {
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok((value >> 1) as i64 ^ -((value & 1) as i64));
            }
            shift += 7;
            if shift > 63 {
                let error = DataError::new(Code::Structure, "the integer has more than 64 bits");
                return Err(error.at(self.offset as usize).into());
            }
            [byte] = self.array()?;
        }
    }

    fn next_long(&mut self) -> Result<i64, Error> {
        let [first] = self.array()?;
        self.long(first)
    }

    /// A length that is not negative and within the limit.
    fn length(&mut self, limit: usize) -> Result<usize, Error> {
        let start = self.offset as usize;
        match usize::try_from(self.next_long()?) {
            Ok(length) if length <= limit => Ok(length),
            Ok(_) => Err(DataError::new(Code::Limit, "the metadata is longer than the limit").at(start).into()),
            Err(_) => Err(DataError::new(Code::Structure, "the length is negative").at(start).into()),
        }
    }

    /// The map from strings to bytes in the header.
    fn metadata(&mut self, limit: usize) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let mut entries = Vec::new();
        let mut left = limit;
        loop {
            let count = self.next_long()?;
            if count < 0 {
                self.length(limit)?;
            }
            if count == 0 {
                return Ok(entries);
            }
            for _ in 0..count.unsigned_abs() {
                let start = self.offset as usize;
                let length = self.length(left)?;
                left -= length;
                let key = String::from_utf8(self.bytes(length)?)
                    .map_err(|_| DataError::new(Code::Utf8, "a key of the metadata is not UTF-8").at(start))?;
                let length = self.length(left)?;
                left -= length;
                entries.push((key, self.bytes(length)?));
            }
        }
    }
}
