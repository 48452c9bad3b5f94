//! The statements of a file: syntax, package, imports, services; and enums, which are messages' statements too.

use super::{Inside, MOST_PACKAGE_PARTS, Parser};
use crate::schema::proto::descriptor::{
    Edition, Enum, EnumId, EnumValue, Import, MessageType, Method, Options, Range, Service,
};
use crate::schema::proto::features::Features;
use crate::schema::proto::lexer::{Fault, Outcome, TokenKind, quoted};
use crate::schema::proto::{Kind, NO_SCOPE};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

impl Parser<'_, '_> {
    pub(super) fn parse_file(&mut self) -> Outcome<()> {
        if self.looking_at("syntax") || self.looking_at("edition") {
            self.syntax()?;
        }
        let mut has_package = false;
        while self.token.kind != TokenKind::End {
            if self.take(";")? {
                continue;
            }
            match self.text() {
                "message" => self.message_definition(None)?,
                "enum" => self.enum_definition(None)?,
                "service" => self.service()?,
                "extend" => self.extend(None)?,
                "import" => self.import()?,
                "package" if has_package => return self.fault("there is a package already"),
                "package" => {
                    has_package = true;
                    self.package()?;
                }
                "option" => {
                    let option = self.option_statement()?;
                    self.file.options.written.push(option);
                }
                _ => return self.fault("expected a statement such as \"message\""),
            }
        }
        Ok(())
    }

    fn syntax(&mut self) -> Outcome<()> {
        let is_edition = self.looking_at("edition");
        self.advance()?;
        self.expect("=")?;
        let at = self.at();
        let name = self.text_string("the name of a syntax")?;
        self.expect(";")?;
        self.file.says_edition = true;
        self.file.edition = match (is_edition, name.as_str()) {
            (false, "proto2") => Edition::Proto2,
            (false, "proto3") => Edition::Proto3,
            (true, "2023") => Edition::Edition2023,
            (false, _) => return Err(Fault::new(at, format!("the syntax {} is not known", quoted(&name)))),
            (true, _) => return Err(Fault::new(at, format!("the edition {} is not known", quoted(&name)))),
        };
        Ok(())
    }

    fn package(&mut self) -> Outcome<()> {
        self.file.package_at = self.at();
        self.advance()?;
        let mut parts = 1;
        let mut package = self.identifier("the name of the package")?;
        while self.take(".")? {
            package.push('.');
            package.push_str(&self.identifier("a name")?);
            parts += 1;
        }
        if parts > MOST_PACKAGE_PARTS {
            return self.fault("the package has too many parts");
        }
        self.file.package = package;
        self.expect(";")
    }

    fn import(&mut self) -> Outcome<()> {
        let at = self.at();
        self.advance()?;
        if self.looking_at("option") {
            return self.fault("an import of options is of edition 2024");
        }
        let public = self.take("public")?;
        let weak = !public && self.take("weak")?;
        let name = self.text_string("the name of a file")?;
        self.file.imports.push(Import { name, file: 0, public, weak, at });
        self.expect(";")
    }

    fn service(&mut self) -> Outcome<()> {
        self.advance()?;
        let at = self.at();
        let name = self.identifier("the name of a service")?;
        let (options, features) = (Options::default(), Features::default());
        let mut service = Service { name, methods: Vec::new(), options, features, scope: NO_SCOPE, at };
        self.expect("{")?;
        while !self.take("}")? {
            if self.take(";")? {
                continue;
            }
            if self.looking_at("option") {
                let option = self.option_statement()?;
                service.options.written.push(option);
            } else {
                let method = self.method()?;
                service.methods.push(method);
            }
        }
        self.file.services.push(service);
        Ok(())
    }

    fn method(&mut self) -> Outcome<Method> {
        self.expect("rpc")?;
        let at = self.at();
        let name = self.identifier("the name of a method")?;
        let input = self.message_type()?;
        self.expect("returns")?;
        let output = self.message_type()?;
        let mut options = Options::default();
        if self.take("{")? {
            options.has_braces = true;
            while !self.take("}")? {
                if !self.take(";")? {
                    options.written.push(self.option_statement()?);
                }
            }
        } else {
            self.expect(";")?;
        }
        Ok(Method { name, input, output, options, features: Features::default(), at })
    }

    fn message_type(&mut self) -> Outcome<MessageType> {
        self.expect("(")?;
        let stream = self.take("stream")?;
        let at = self.at();
        if Kind::NAMES.iter().any(|(name, _)| self.looking_at(name)) {
            return self.fault("expected the name of a message");
        }
        let name = self.type_name()?;
        self.expect(")")?;
        Ok(MessageType { message: None, stream, name, at })
    }

    pub(super) fn enum_definition(&mut self, parent: Inside) -> Outcome<()> {
        self.advance()?;
        let at = self.at();
        let name = self.identifier("the name of an enum")?;
        let mut it = Enum {
            name,
            file: self.index,
            parent,
            values: Vec::new(),
            reserved: Vec::new(),
            reserved_names: Vec::new(),
            options: Options::default(),
            features: Features::default(),
            scope: NO_SCOPE,
            at,
        };
        self.expect("{")?;
        while !self.take("}")? {
            if self.take(";")? {
                continue;
            }
            match self.text() {
                "option" => {
                    let option = self.option_statement()?;
                    it.options.written.push(option);
                }
                "reserved" => self.reserved_of_enum(&mut it)?,
                _ => {
                    let value = self.enum_value()?;
                    it.values.push(value);
                }
            }
        }
        self.check_aliases(&it)?;
        let id = EnumId(self.set.enums.len() as u32);
        self.set.enums.push(it);
        match parent {
            Some(parent) => self.message(parent).enums.push(id),
            None => self.file.enums.push(id),
        }
        Ok(())
    }

    fn enum_value(&mut self) -> Outcome<EnumValue> {
        let at = self.at();
        let name = self.identifier("the name of a value")?;
        self.expect("=")?;
        let number = self.signed("an integer")?;
        let written = self.bracketed_options()?;
        self.expect(";")?;
        let options = Options { written, ..Options::default() };
        Ok(EnumValue { name, number, options, features: Features::default(), at })
    }

    /// `allow_alias` must be true, and there must be an alias.
    fn check_aliases(&self, it: &Enum) -> Outcome<()> {
        let Some(option) = it.options.written.iter().find(|option| option.is("allow_alias")) else { return Ok(()) };
        let mut numbers = BTreeSet::new();
        if !option.is_identifier("true") {
            return Err(Fault::new(option.at, "\"allow_alias\" is only ever set to true"));
        }
        if it.values.iter().all(|value| numbers.insert(value.number)) {
            return Err(Fault::new(option.at, "\"allow_alias\" is set, but no two values have one number"));
        }
        Ok(())
    }

    fn reserved_of_enum(&mut self, it: &mut Enum) -> Outcome<()> {
        self.advance()?;
        if self.reserved_names(&mut it.reserved_names)? {
            return Ok(());
        }
        loop {
            let at = self.at();
            let start = self.signed("the number or name of a value")?;
            let end = match self.take("to")? {
                true if self.take("max")? => i32::MAX,
                true => self.signed("an integer")?,
                false => start,
            };
            it.reserved.push(Range { start, end, at });
            if !self.take(",")? {
                return self.expect(";");
            }
        }
    }

    /// Reserved names, if that is what follows: strings, but identifiers in editions.
    pub(super) fn reserved_names(&mut self, names: &mut Vec<String>) -> Outcome<bool> {
        let in_edition = self.file.edition >= Edition::Edition2023;
        match self.token.kind {
            TokenKind::String if in_edition => {
                return self.fault("reserved names are identifiers in editions, not strings");
            }
            TokenKind::Identifier if !in_edition => {
                return self.fault("reserved names are strings, but in editions");
            }
            TokenKind::String | TokenKind::Identifier => {}
            _ => return Ok(false),
        }
        loop {
            names.push(match in_edition {
                true => self.identifier("a name")?,
                false => self.text_string("a name as a string")?,
            });
            if !self.take(",")? {
                self.expect(";")?;
                return Ok(true);
            }
        }
    }
}
