//! Fingerprints of the Parsing Canonical Form ("Schema Fingerprints").

use super::AvroSchema;

/// The fingerprint of the empty text, and the polynomial of the table.
const EMPTY: u64 = 0xc15d_213a_a4d7_a795;

static TABLE: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut fingerprint = byte as u64;
        let mut bit = 0;
        while bit < 8 {
            fingerprint = (fingerprint >> 1) ^ (EMPTY & (fingerprint & 1).wrapping_neg());
            bit += 1;
        }
        table[byte] = fingerprint;
        byte += 1;
    }
    table
};

/// CRC-64-AVRO of bytes, the 64-bit Rabin fingerprint.
pub(crate) fn crc64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(EMPTY, |fingerprint, byte| (fingerprint >> 8) ^ TABLE[usize::from(fingerprint as u8 ^ byte)])
}

impl AvroSchema {
    /// The CRC-64-AVRO fingerprint, which single-object encoding names the schema by.
    ///
    /// ```
    /// use typecase::schema::avro::AvroSchema;
    /// assert_eq!(AvroSchema::parse("\"long\"")?.crc64(), -3434872931120570953i64 as u64);
    /// # Ok::<(), typecase::schema::import::ImportError>(())
    /// ```
    pub fn crc64(&self) -> u64 {
        crc64(self.canonical().as_bytes())
    }

    /// The MD5 fingerprint.
    #[cfg(feature = "avro")]
    pub fn md5(&self) -> [u8; 16] {
        use md5::Digest;
        md5::Md5::digest(self.canonical()).into()
    }

    /// The SHA-256 fingerprint.
    #[cfg(feature = "avro")]
    pub fn sha256(&self) -> [u8; 32] {
        use sha2::Digest;
        sha2::Sha256::digest(self.canonical()).into()
    }
}
