//! Writes a container file block by block.

use super::super::put;
use super::{CODEC, Compression, MAGIC, SCHEMA, SYNC};
use crate::error::Error as DataError;
use crate::schema::avro::AvroSchema;
use crate::stream::Error;
use core::hash::{BuildHasher, Hasher};
use std::collections::hash_map::RandomState;
use std::io::{self, Write};
use std::vec::Vec;

/// A block is written when its data have at least so many bytes.
const BLOCK: usize = 64_000;

/// A container file that is written to `W`.
#[derive(Debug)]
pub struct ContainerWriter<W> {
    output: W,
    compression: Compression,
    sync: [u8; SYNC],
    block: Vec<u8>,
    count: u64,
}

impl<W: Write> ContainerWriter<W> {
    /// Begins a file with a random marker between its blocks.
    ///
    /// # Errors
    /// `unsupported` for a codec that this build does not have; what `output` reports.
    pub fn new(output: W, schema: &AvroSchema, compression: Compression) -> Result<ContainerWriter<W>, Error> {
        // The keys of hash maps are random.
        let random = || RandomState::new().build_hasher().finish().to_le_bytes();
        let mut sync = [0; SYNC];
        sync[..8].copy_from_slice(&random());
        sync[8..].copy_from_slice(&random());
        ContainerWriter::with(output, schema, compression, &[], sync)
    }

    /// Begins a file with metadata and a marker.
    ///
    /// # Errors
    /// As for [`new`](ContainerWriter::new).
    pub fn with(
        mut output: W,
        schema: &AvroSchema,
        compression: Compression,
        metadata: &[(&str, &[u8])],
        sync: [u8; SYNC],
    ) -> Result<ContainerWriter<W>, Error> {
        if !compression.is_available() {
            return Err(compression.missing().into());
        }
        let schema = schema.to_json();
        let own = [(SCHEMA, schema.as_bytes()), (CODEC, compression.name().as_bytes())];
        let mut header = MAGIC.to_vec();
        put::varint(&mut header, ((own.len() + metadata.len()) as u64) << 1);
        for (key, value) in own.iter().chain(metadata) {
            put::counted_bytes(&mut header, key.as_bytes());
            put::counted_bytes(&mut header, value);
        }
        header.push(0);
        header.extend_from_slice(&sync);
        output.write_all(&header)?;
        Ok(ContainerWriter { output, compression, sync, block: Vec::new(), count: 0 })
    }

    /// Appends a datum, which `encode` writes behind what the buffer holds.
    ///
    /// # Errors
    /// What `encode` reports, after which the file is as if it had not been called; what the output reports.
    pub fn append(&mut self, encode: impl FnOnce(&mut Vec<u8>) -> Result<(), DataError>) -> Result<(), Error> {
        let start = self.block.len();
        if let Err(error) = encode(&mut self.block) {
            self.block.truncate(start);
            return Err(error.into());
        }
        self.count += 1;
        if self.block.len() >= BLOCK || self.count >= BLOCK as u64 {
            self.flush_block()?;
        }
        Ok(())
    }

    /// What the file is written to.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.output
    }

    /// Writes the block that has been begun, if there is one.
    ///
    /// # Errors
    /// What the output reports.
    pub fn flush_block(&mut self) -> Result<(), Error> {
        if self.count == 0 {
            return Ok(());
        }
        let packed = self.compression.compress(&self.block)?;
        let mut head = Vec::new();
        put::varint(&mut head, self.count << 1);
        put::varint(&mut head, (packed.len() as u64) << 1);
        self.output.write_all(&head)?;
        self.output.write_all(&packed)?;
        self.output.write_all(&self.sync)?;
        self.block.clear();
        self.count = 0;
        Ok(())
    }

    /// Ends the file and gives back what it was written to.
    ///
    /// # Errors
    /// What the output reports.
    pub fn finish(mut self) -> Result<W, Error> {
        self.flush_block()?;
        self.output.flush().map_err(|error: io::Error| Error::from(error))?;
        Ok(self.output)
    }
}
