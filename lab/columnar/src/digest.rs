//! What is done with the values that a contender reads.
//!
//! When time counts, a number adds its bits to a sum, and a text its length and its ends: little enough not to hide what
//! the reading costs, and enough that each value must be there. In a pass of its own, whose time does not count, each
//! column gets the number of its values, their sum, and the CRC-32 of all their bytes. Both must be the same for all.
//! `contender.h` has the same in C, and calls the functions here for the second pass.

/// What has been read of one column.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Digest {
    /// How many values.
    pub count: u64,
    /// The sum of the numbers, and of the lengths of the texts.
    pub sum: f64,
    /// The CRC-32 of the numbers as doubles, or of the texts.
    pub crc: u32,
}

// `contender.h` finds the columns by this.
const _: () = assert!(size_of::<Digest>() == 24);

/// The columns of a table.
pub const COLUMNS: usize = 7;

/// What is done with each value: see the module. In C it is the struct of the same name.
#[repr(C)]
pub struct Reading<'a> {
    /// For the check; otherwise none.
    pub columns: Option<&'a mut [Digest; COLUMNS]>,
    /// When time counts.
    pub fold: u64,
}

impl Reading<'_> {
    /// A number of a column.
    #[inline(always)]
    pub fn number(&mut self, column: usize, value: f64) {
        match &mut self.columns {
            Some(columns) => columns[column].number(value),
            None => self.fold = self.fold.wrapping_add(value.to_bits()),
        }
    }

    /// An integer of a column.
    #[inline(always)]
    pub fn integer(&mut self, column: usize, value: i64) {
        match &mut self.columns {
            Some(columns) => columns[column].number(value as f64),
            None => self.fold = self.fold.wrapping_add(value.cast_unsigned()),
        }
    }

    /// A text of a column.
    #[inline(always)]
    pub fn text(&mut self, column: usize, text: &str) {
        match (&mut self.columns, text.as_bytes()) {
            (Some(columns), bytes) => columns[column].text(bytes),
            (None, bytes @ ([first, .., last] | [first @ last])) => {
                let ends = (bytes.len() as u64) << 16 | u64::from(*first) << 8 | u64::from(*last);
                self.fold = self.fold.wrapping_add(ends);
            }
            (None, []) => {}
        }
    }
}

// Apart from the code whose time counts, as it is for the contenders in C.
impl Digest {
    #[cold]
    #[inline(never)]
    fn number(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.crc = crc32(self.crc, &value.to_le_bytes());
    }

    #[cold]
    #[inline(never)]
    fn text(&mut self, bytes: &[u8]) {
        self.count += 1;
        self.sum += bytes.len() as f64;
        self.crc = crc32(self.crc, bytes);
    }
}

/// CRC-32 as in gzip (RFC 1952, section 8), going on from that of the bytes before.
fn crc32(before: u32, bytes: &[u8]) -> u32 {
    let step = |crc: u32, &byte: &u8| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    };
    !bytes.iter().fold(!before, step)
}

#[unsafe(no_mangle)]
extern "C" fn digest_number(column: &mut Digest, value: f64) {
    column.number(value);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn digest_text(column: &mut Digest, text: *const u8, length: usize) {
    if length > 0 {
        // SAFETY: the contenders in C hand over so many bytes.
        column.text(unsafe { std::slice::from_raw_parts(text, length) });
    } else {
        column.text(&[]);
    }
}

#[test]
fn the_crc_is_that_of_gzip() {
    assert_eq!(crc32(0, b"123456789"), 0xcbf4_3926);
    assert_eq!(crc32(crc32(0, b"1234"), b"56789"), 0xcbf4_3926);
}
