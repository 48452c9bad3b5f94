//! Messages: what is in them, but for their fields.

use super::{DEEPEST, Inside, Parser};
use crate::schema::proto::descriptor::{Edition, ExtensionRange, MessageId, Oneof, Options, Range};
use crate::schema::proto::features::Features;
use crate::schema::proto::lexer::{Fault, Outcome, TokenKind};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Behind the largest field number (the language guide, "Assigning Field Numbers").
const BEHIND_NUMBERS: i32 = 1 << 29;

impl Parser<'_, '_> {
    pub(super) fn message_definition(&mut self, parent: Inside) -> Outcome<()> {
        self.advance()?;
        let at = self.at();
        let name = self.identifier("the name of a message")?;
        let id = self.new_message(name, at, parent);
        self.message_block(id)?;
        if self.file.edition == Edition::Proto3 {
            self.synthetic_oneofs(id);
        }
        Ok(())
    }

    pub(super) fn message_block(&mut self, id: MessageId) -> Outcome<()> {
        self.depth += 1;
        if self.depth >= DEEPEST {
            return self.fault("the messages nest too deep");
        }
        self.expect("{")?;
        while !self.take("}")? {
            if self.token.kind == TokenKind::End {
                return self.fault("the message does not end");
            }
            self.message_statement(id)?;
        }
        self.depth -= 1;
        let written = &self.message(id).options.written;
        if let Some(option) =
            written.iter().find(|option| matches!(&option.name[0], (name, false) if name == "map_entry"))
        {
            return Err(Fault::new(option.at, "map_entry is not set: write map<K, V>"));
        }
        self.end_open_ranges(id);
        Ok(())
    }

    /// Sets the ends of the ranges that go up to `max`, which are the last numbers but in message sets.
    fn end_open_ranges(&mut self, id: MessageId) {
        let message = self.message(id);
        let is_set = |option: &crate::schema::proto::descriptor::Written| {
            option.is("message_set_wire_format") && option.is_identifier("true")
        };
        let end = if message.options.written.iter().any(is_set) { i32::MAX } else { BEHIND_NUMBERS };
        let ranges = message.extension_ranges.iter_mut().map(|range| &mut range.range).chain(&mut message.reserved);
        for range in ranges.filter(|range| range.end == OPEN) {
            range.end = end;
        }
    }

    fn message_statement(&mut self, id: MessageId) -> Outcome<()> {
        if self.take(";")? {
            return Ok(());
        }
        match self.text() {
            "message" => self.message_definition(Some(id)),
            "enum" => self.enum_definition(Some(id)),
            "extensions" => self.extensions(id),
            "reserved" => self.reserved(id),
            "extend" => self.extend(Some(id)),
            "option" => {
                let option = self.option_statement()?;
                self.message(id).options.written.push(option);
                Ok(())
            }
            "oneof" => self.oneof(id),
            _ => self.message_field(id),
        }
    }

    fn oneof(&mut self, id: MessageId) -> Outcome<()> {
        self.advance()?;
        let at = self.at();
        let name = self.identifier("the name of a oneof")?;
        self.expect("{")?;
        let index = self.message(id).oneofs.len();
        self.message(id).oneofs.push(Oneof { name, options: Options::default(), features: Features::default(), at });
        loop {
            if self.looking_at("option") {
                let option = self.option_statement()?;
                self.message(id).oneofs[index].options.written.push(option);
            } else {
                self.oneof_field(id, index as u32)?;
            }
            if self.take("}")? {
                return Ok(());
            }
        }
    }

    /// A range of field numbers, up to and without its end.
    fn number_range(&mut self) -> Outcome<Range> {
        let at = self.at();
        let bounded = |parser: &mut Self| match parser.field_number("a field number")? {
            i32::MAX => Err(Fault::new(at, "the field number is out of range")),
            number => Ok(number),
        };
        let start = bounded(self)?;
        let end = match self.take("to")? {
            true if self.take("max")? => OPEN,
            true => bounded(self)? + 1,
            false => start + 1,
        };
        Ok(Range { start, end, at })
    }

    fn reserved(&mut self, id: MessageId) -> Outcome<()> {
        self.advance()?;
        let mut names = Vec::new();
        if self.reserved_names(&mut names)? {
            self.message(id).reserved_names.append(&mut names);
            return Ok(());
        }
        loop {
            let range = self.number_range()?;
            self.message(id).reserved.push(range);
            if !self.take(",")? {
                return self.expect(";");
            }
        }
    }

    fn extensions(&mut self, id: MessageId) -> Outcome<()> {
        self.advance()?;
        let first = self.message(id).extension_ranges.len();
        loop {
            let range = self.number_range()?;
            let (options, features) = (Options::default(), Features::default());
            self.message(id).extension_ranges.push(ExtensionRange { range, options, features });
            if !self.take(",")? {
                break;
            }
        }
        let written = self.bracketed_options()?;
        let ranges = &mut self.message(id).extension_ranges[first..];
        // Each range has a copy, which a hostile file could make a large one.
        if ranges.len().saturating_mul(written.len()) > 1 << 16 {
            return self.fault("too many options of too many ranges");
        }
        for range in ranges {
            range.options.written.clone_from(&written);
        }
        self.expect(";")
    }

    /// Makes the oneof that each `optional` field of proto3 is alone in.
    fn synthetic_oneofs(&mut self, id: MessageId) {
        let message = self.message(id);
        if !message.fields.iter().any(|field| field.proto3_optional) {
            return;
        }
        let names =
            message.fields.iter().map(|field| &field.name).chain(message.oneofs.iter().map(|oneof| &oneof.name));
        let mut taken: BTreeSet<String> = names.cloned().collect();
        for field in message.fields.iter_mut().filter(|field| field.proto3_optional) {
            let mut name = if field.name.starts_with('_') { field.name.clone() } else { format!("_{}", field.name) };
            while !taken.insert(name.clone()) {
                name.insert(0, 'X');
            }
            field.oneof = Some(message.oneofs.len() as u32);
            let (options, features) = (Options::default(), Features::default());
            message.oneofs.push(Oneof { name, options, features, at: field.at });
        }
    }
}

/// The end of a range that goes up to `max`, until the message is known.
const OPEN: i32 = i32::MIN;
