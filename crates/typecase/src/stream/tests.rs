//! Streams in pieces of every size must give the same items and the same errors.

use super::{Batch, Batches, Error, Framing, Items};
use crate::error::Code;
use crate::limits::Limits;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use std::io::{self, Read};

/// Gives at most `piece` bytes at once, and now and then is interrupted.
struct Pieces<'a> {
    bytes: &'a [u8],
    piece: usize,
    interrupted: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = self.piece.min(buffer.len()).min(self.bytes.len());
        buffer[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}

/// An item as it came: index, offset, line, text.
type Seen = (usize, usize, usize, String);

/// The items, and the error behind them as `code offset path`.
fn split(text: &str, piece: usize, framing: Framing, limits: Limits) -> (Vec<Seen>, Option<String>) {
    let reader = Pieces { bytes: text.as_bytes(), piece, interrupted: false };
    let mut items = Items::with_limits(reader, framing, limits);
    let mut seen = Vec::new();
    loop {
        match items.next_item() {
            Ok(Some(item)) => {
                let bytes = core::str::from_utf8(item.bytes()).unwrap();
                seen.push((item.index(), item.offset(), item.line(), bytes.to_string()));
            }
            Ok(None) => return (seen, None),
            Err(Error::Data(error)) => {
                let offset = error.offset().unwrap();
                assert!(matches!(items.next_item(), Ok(None)), "nothing comes after an error");
                return (seen, Some(format!("{} {offset} {}", error.code(), error.path())));
            }
            Err(Error::Read(error)) => panic!("{error}"),
        }
    }
}

/// The same for every size of piece.
fn split_all(text: &str, framing: Framing) -> (Vec<Seen>, Option<String>) {
    let whole = split(text, usize::MAX, framing, Limits::default());
    for piece in (1..=80).chain([127, 128, 129]) {
        assert_eq!(split(text, piece, framing, Limits::default()), whole, "pieces of {piece} of {text}");
    }
    whole
}

/// The items of a good list.
fn items(text: &str) -> Vec<String> {
    let (seen, error) = split_all(text, Framing::List);
    assert_eq!(error, None, "{text}");
    for (index, (at, offset, line, item)) in seen.iter().enumerate() {
        assert_eq!(*at, index);
        assert_eq!(&text[*offset..*offset + item.len()], item);
        assert_eq!(*line, 1 + text[..*offset].matches('\n').count());
    }
    seen.into_iter().map(|(.., item)| item).collect()
}

#[test]
fn lists_are_cut_into_their_items() {
    assert_eq!(items("[]"), [""; 0]);
    assert_eq!(items(" \n[ \n ] \n"), [""; 0]);
    assert_eq!(items("[1]"), ["1"]);
    assert_eq!(items("[[1,2],[3,[4]],[]]"), ["[1,2]", "[3,[4]]", "[]"]);
    assert_eq!(items("[1,\"a,]\",null]"), ["1", "\"a,]\"", "null"]);
    assert_eq!(items("[ {\"a\":[1]} ,\n\t[2] , 3.5 ]\n"), ["{\"a\":[1]}", "[2]", "3.5 "]);
    let escapes = r#"[["\"],[\\"],["\\\\\"]"],["]\\","\\\"[,"]]"#;
    assert_eq!(items(escapes), [r#"["\"],[\\"]"#, r#"["\\\\\"]"]"#, r#"["]\\","\\\"[,"]"#]);
}

#[test]
fn escapes_and_strings_go_on_from_block_to_block() {
    for before in 0..70 {
        for backslashes in 1..6 {
            let item = format!("[\"{}{}\\\"],[\"]", "x".repeat(before), "\\\\".repeat(backslashes));
            assert_eq!(items(&format!("[{item},{item}]")), [item.clone(), item]);
        }
    }
}

#[test]
fn many_items_come_in_many_batches() {
    let expected: Vec<String> = (0..40_000).map(|at| format!("[{at},\"item, [{at}]\"]")).collect();
    let list = format!("[{}]", expected.join(","));
    let lines = expected.join("\n");
    for (text, framing) in [(list, Framing::List), (lines, Framing::Lines)] {
        for piece in [1000, 65_536, usize::MAX] {
            let (seen, error) = split(&text, piece, framing, Limits::default());
            assert_eq!(error, None);
            assert!(seen.iter().map(|(.., item)| item).eq(&expected));
            assert!(seen.iter().all(|(_, offset, _, item)| text[*offset..].starts_with(item)));
            assert!(framing == Framing::List || seen.iter().all(|(index, _, line, _)| *line == index + 1));
        }
    }
}

#[test]
fn an_item_may_be_longer_than_a_chunk() {
    let long = format!("[\"{}\"]", "x".repeat(1_000_000));
    for (text, framing) in
        [(format!("[{long},[1],{long}]"), Framing::List), (format!("{long}\n[1]\n{long}"), Framing::Lines)]
    {
        let (seen, error) = split(&text, 100_000, framing, Limits::default());
        assert_eq!(error, None);
        assert_eq!(seen.iter().map(|(.., item)| item.as_str()).collect::<Vec<_>>(), [&long, "[1]", &long]);
    }
}

#[test]
fn what_is_wrong_comes_after_the_items_before_it() {
    let error = |text: &str, whole: usize| {
        let (seen, error) = split_all(text, Framing::List);
        assert_eq!(seen.len(), whole, "{text}");
        error.unwrap()
    };
    assert_eq!(error("", 0), "json 0 ");
    assert_eq!(error("  ", 0), "json 2 ");
    assert_eq!(error("{\"a\":1}", 0), "structure 0 ");
    assert_eq!(error("x", 0), "json 0 ");
    assert_eq!(error("[", 0), "json 1 [0]");
    assert_eq!(error("[1", 0), "json 2 [0]");
    assert_eq!(error("[[1],[2]", 2), "json 8 [2]");
    assert_eq!(error("[[1],[2],", 2), "json 9 [2]");
    assert_eq!(error("[[1],[\"2", 1), "json 8 [1]");
    assert_eq!(error("[1,]", 1), "json 3 [1]");
    assert_eq!(error("[,1]", 0), "json 1 [0]");
    assert_eq!(error("[1,,2]", 1), "json 3 [1]");
    assert_eq!(error("[[1] [2]]", 1), "json 5 [1]");
    assert_eq!(error("[[1]x,[2]]", 1), "json 4 [1]");
    assert_eq!(error("[[1]}", 1), "json 4 [1]");
    assert_eq!(error("[[1]] x", 1), "json 6 ");
    assert_eq!(error("[[1]][2]", 1), "json 5 ");
}

#[test]
fn lines_are_cut_at_newlines_and_blank_ones_skipped() {
    let (seen, error) = split_all("[1]\r\n\n  \n{\"a\":\"\\n\"}\n3", Framing::Lines);
    assert_eq!(error, None);
    let expected = [(0, 0, 1, "[1]\r"), (1, 9, 4, "{\"a\":\"\\n\"}"), (2, 20, 5, "3")];
    assert_eq!(seen, expected.map(|(index, offset, line, text)| (index, offset, line, text.to_string())));
    assert_eq!(split_all("", Framing::Lines), (vec![], None));
    assert_eq!(split_all("\n\n", Framing::Lines), (vec![], None));
}

#[test]
fn items_are_limited() {
    let limits = Limits { max_bytes: 100, ..Limits::default() };
    let long = format!("[[1],[\"{}\"]]", "x".repeat(1000));
    for piece in [1, 64, 1 << 20] {
        let (seen, error) = split(&long, piece, Framing::List, limits);
        assert_eq!((seen.len(), error.as_deref()), (1, Some("limit 105 [1]")), "{piece}");
    }
    let long = format!("1\n{}", "2".repeat(1000));
    let (seen, error) = split(&long, 64, Framing::Lines, limits);
    assert_eq!((seen.len(), error.as_deref()), (1, Some("limit 102 [1]")));
}

#[test]
fn white_space_between_items_takes_no_memory() {
    let space = " ".repeat(10_000_000);
    for (text, framing) in
        [(format!("{space}[{space}[1]{space}]"), Framing::List), (format!("{space}\n"), Framing::Lines)]
    {
        let mut batches = Batches::new(text.as_bytes(), framing, Limits::default());
        let mut batch = Batch::default();
        while batches.fill(&mut batch).unwrap() {}
        assert!(batch.capacity() < 2_000_000, "{}", batch.capacity());
    }
    let lines = "\n".repeat(10_000_000);
    let mut batches = Batches::new(lines.as_bytes(), Framing::Lines, Limits::default());
    let mut batch = Batch::default();
    assert!(!batches.fill(&mut batch).unwrap());
    assert!(batch.capacity() < 2_000_000, "{}", batch.capacity());
}

#[test]
fn a_reader_that_fails_is_reported_once() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let mut items = Items::new((&b"[[1],"[..]).chain(Broken), Framing::List);
    assert!(items.next_item().unwrap().is_some());
    assert!(matches!(items.next_item(), Err(Error::Read(_))));
    assert!(matches!(items.next_item(), Ok(None)));
}

#[test]
fn typed_items_are_placed_in_the_stream() {
    let mut items = crate::wire::positional::items::<u32, _>(&b"[1, 2,\n -3, 4"[..]);
    assert_eq!(items.next().unwrap().unwrap(), 1);
    assert_eq!(items.next().unwrap().unwrap(), 2);
    let Some(Err(Error::Data(error))) = items.next() else { panic!("-3 is no u32") };
    assert_eq!((error.code(), error.path().as_str(), error.offset()), (Code::Type, "[2]", Some(8)));
    let Some(Err(Error::Data(error))) = items.next() else { panic!("the list does not end") };
    assert_eq!((error.code(), error.path().as_str(), error.offset()), (Code::Json, "[3]", Some(13)));
    assert!(items.next().is_none());

    let lines = crate::wire::json::lines::<bool, _>(&b"true\nfalse\n"[..]);
    assert_eq!(lines.map(Result::unwrap).collect::<Vec<_>>(), [true, false]);
}
