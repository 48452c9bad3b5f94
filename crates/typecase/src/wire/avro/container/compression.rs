//! The codecs of container files ("Required Codecs", "Optional Codecs").

use crate::error::{Code, Error, Result};
use std::string::ToString;
use std::vec::Vec;

/// How the blocks of a file are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Compression {
    /// Not at all.
    #[default]
    Null,
    /// Deflate (RFC 1951).
    Deflate,
    /// Snappy, with a CRC-32 behind each block; the feature `avro-snappy`.
    Snappy,
    /// Zstandard; the feature `avro-zstandard`.
    Zstandard,
    /// Bzip2; the feature `avro-bzip2`.
    Bzip2,
    /// XZ; the feature `avro-xz`.
    Xz,
}

impl Compression {
    /// Every codec with its name in files.
    pub const ALL: [(Compression, &'static str); 6] = [
        (Compression::Null, "null"),
        (Compression::Deflate, "deflate"),
        (Compression::Snappy, "snappy"),
        (Compression::Zstandard, "zstandard"),
        (Compression::Bzip2, "bzip2"),
        (Compression::Xz, "xz"),
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Compression::ALL.iter().find(|(codec, _)| *codec == self).map_or("", |(_, name)| name)
    }

    /// The codec of this name.
    pub fn from_name(name: &str) -> Option<Compression> {
        Compression::ALL.iter().find(|(_, known)| *known == name).map(|(codec, _)| *codec)
    }

    /// Whether this build has the codec.
    pub fn is_available(self) -> bool {
        match self {
            Compression::Null | Compression::Deflate => true,
            Compression::Snappy => cfg!(feature = "avro-snappy"),
            Compression::Zstandard => cfg!(feature = "avro-zstandard"),
            Compression::Bzip2 => cfg!(feature = "avro-bzip2"),
            Compression::Xz => cfg!(feature = "avro-xz"),
        }
    }

    pub(super) fn compress(self, data: &[u8]) -> Result<Vec<u8>> {
        match self {
            Compression::Null => Ok(data.to_vec()),
            Compression::Deflate => Ok(miniz_oxide::deflate::compress_to_vec(data, 6)),
            #[cfg(feature = "avro-snappy")]
            Compression::Snappy => {
                let packed = snap::raw::Encoder::new().compress_vec(data);
                let mut packed = packed.map_err(|error| Error::new(Code::Limit, error.to_string()))?;
                packed.extend_from_slice(&crc32(data).to_be_bytes());
                Ok(packed)
            }
            #[cfg(feature = "avro-zstandard")]
            Compression::Zstandard => all_of(zstd::stream::read::Encoder::new(data, 3), usize::MAX),
            #[cfg(feature = "avro-bzip2")]
            Compression::Bzip2 => {
                all_of(Ok(bzip2::read::BzEncoder::new(data, bzip2::Compression::default())), usize::MAX)
            }
            #[cfg(feature = "avro-xz")]
            Compression::Xz => all_of(Ok(liblzma::read::XzEncoder::new(data, 6)), usize::MAX),
            #[allow(unreachable_patterns)]
            other => Err(other.missing()),
        }
    }

    /// Decompresses a block to at most `limit` bytes.
    pub(super) fn decompress(self, data: Vec<u8>, limit: usize) -> Result<Vec<u8>> {
        match self {
            Compression::Null => Ok(data),
            Compression::Deflate => {
                miniz_oxide::inflate::decompress_to_vec_with_limit(&data, limit).map_err(|error| match error.status {
                    miniz_oxide::inflate::TINFLStatus::HasMoreOutput => too_long(),
                    _ => damaged(self, "the data is damaged"),
                })
            }
            #[cfg(feature = "avro-snappy")]
            Compression::Snappy => {
                let Some((packed, checksum)) = data.split_last_chunk::<4>() else {
                    return Err(damaged(self, "the checksum is missing"));
                };
                let length = snap::raw::decompress_len(packed).map_err(|error| damaged(self, &error.to_string()))?;
                if length > limit {
                    return Err(too_long());
                }
                let plain = snap::raw::Decoder::new().decompress_vec(packed);
                let plain = plain.map_err(|error| damaged(self, &error.to_string()))?;
                if crc32(&plain) != u32::from_be_bytes(*checksum) {
                    return Err(damaged(self, "the checksum differs"));
                }
                Ok(plain)
            }
            #[cfg(feature = "avro-zstandard")]
            Compression::Zstandard => unpacked(self, zstd::stream::read::Decoder::new(&data[..]), limit),
            #[cfg(feature = "avro-bzip2")]
            Compression::Bzip2 => unpacked(self, Ok(bzip2::read::BzDecoder::new(&data[..])), limit),
            #[cfg(feature = "avro-xz")]
            Compression::Xz => unpacked(self, Ok(liblzma::read::XzDecoder::new(&data[..])), limit),
            #[allow(unreachable_patterns)]
            other => Err(other.missing()),
        }
    }

    /// The error for a codec that this build does not have.
    #[cold]
    pub(super) fn missing(self) -> Error {
        Error::new(Code::Unsupported, std::format!("this build does not have the codec {}", self.name()))
    }
}

#[cold]
fn damaged(codec: Compression, what: &str) -> Error {
    Error::new(Code::Structure, std::format!("the {} block cannot be decompressed: {what}", codec.name()))
}

#[cold]
fn too_long() -> Error {
    Error::new(Code::Limit, "the block decompresses to more bytes than the limit")
}

/// All that a compressor gives.
#[cfg(any(feature = "avro-zstandard", feature = "avro-bzip2", feature = "avro-xz"))]
fn all_of(reader: std::io::Result<impl std::io::Read>, limit: usize) -> Result<Vec<u8>> {
    use std::io::Read;
    let mut out = Vec::new();
    let read = reader.and_then(|reader| reader.take((limit as u64).saturating_add(1)).read_to_end(&mut out));
    match read {
        Ok(_) if out.len() > limit => Err(too_long()),
        Ok(_) => Ok(out),
        Err(error) => Err(Error::new(Code::Structure, error.to_string())),
    }
}

/// All that a decompressor gives, within the limit.
#[cfg(any(feature = "avro-zstandard", feature = "avro-bzip2", feature = "avro-xz"))]
fn unpacked(codec: Compression, reader: std::io::Result<impl std::io::Read>, limit: usize) -> Result<Vec<u8>> {
    all_of(reader, limit).map_err(|error| match error.code() {
        Code::Limit => error,
        _ => damaged(codec, error.message()),
    })
}

/// The CRC-32 of ISO 3309, as zlib has it.
#[cfg(feature = "avro-snappy")]
fn crc32(bytes: &[u8]) -> u32 {
    static TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut value = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                value = (value >> 1) ^ (0xedb8_8320 & (value & 1).wrapping_neg());
                bit += 1;
            }
            table[byte] = value;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc: u32, byte| (crc >> 8) ^ TABLE[usize::from(crc as u8 ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_comes_back_within_the_limit() {
        let data: Vec<u8> = (0..5000u32).flat_map(|number| (number % 97).to_le_bytes()).collect();
        for (codec, name) in Compression::ALL {
            if !codec.is_available() {
                assert_eq!(codec.compress(&data).unwrap_err().code(), Code::Unsupported, "{name}");
                continue;
            }
            let packed = codec.compress(&data).unwrap();
            assert_eq!(codec.decompress(packed.clone(), data.len()).unwrap(), data, "{name}");
            if codec != Compression::Null {
                assert_eq!(codec.decompress(packed.clone(), data.len() - 1).unwrap_err().code(), Code::Limit, "{name}");
                assert!(codec.decompress(packed[..packed.len() / 2].to_vec(), data.len()).is_err(), "{name}");
            }
        }
    }

    #[test]
    #[cfg(feature = "avro-snappy")]
    fn the_checksum_is_that_of_zlib() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
