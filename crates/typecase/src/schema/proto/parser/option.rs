//! Options as they are written: a name of parts, and a value.

use super::Parser;
use crate::schema::proto::descriptor::{Constant, Written};
use crate::schema::proto::lexer::{Outcome, TokenKind};
use crate::schema::proto::literals::integer;
use alloc::string::String;
use alloc::vec::Vec;

/// The most parts of the name of an option.
const MOST_PARTS: usize = 100;

impl Parser<'_, '_> {
    /// `option name = value;`
    pub(super) fn option_statement(&mut self) -> Outcome<Written> {
        self.expect("option")?;
        let option = self.option()?;
        self.expect(";")?;
        Ok(option)
    }

    /// `[name = value, …]`, if there is a bracket.
    pub(super) fn bracketed_options(&mut self) -> Outcome<Vec<Written>> {
        let mut options = Vec::new();
        if self.take("[")? {
            loop {
                options.push(self.option()?);
                if !self.take(",")? {
                    break;
                }
            }
            self.expect("]")?;
        }
        Ok(options)
    }

    /// `name = value`
    pub(super) fn option(&mut self) -> Outcome<Written> {
        let at = self.at();
        let mut name = Vec::new();
        loop {
            name.push(self.option_name_part()?);
            if !self.take(".")? {
                break;
            }
            if name.len() == MOST_PARTS {
                return self.fault("the name of the option has too many parts");
            }
        }
        self.expect("=")?;
        let value_at = self.at();
        Ok(Written { name, value: self.constant()?, at, value_at })
    }

    fn option_name_part(&mut self) -> Outcome<(String, bool)> {
        if !self.take("(")? {
            return Ok((self.identifier("the name of an option")?, false));
        }
        let mut name = String::new();
        if self.token.kind == TokenKind::Identifier {
            name.push_str(&self.identifier("a name")?);
        }
        while self.take(".")? {
            name.push('.');
            name.push_str(&self.identifier("a name")?);
        }
        self.expect(")")?;
        Ok((name, true))
    }

    fn constant(&mut self) -> Outcome<Constant> {
        let negative = self.take("-")?;
        match self.token.kind {
            TokenKind::End => self.fault("the value of the option is missing"),
            TokenKind::Identifier => {
                let name = self.identifier("a name")?;
                match (negative, name.as_str()) {
                    (false, _) => Ok(Constant::Identifier(name)),
                    (true, "inf") => Ok(Constant::Double(f64::NEG_INFINITY)),
                    (true, "nan") => Ok(Constant::Double(f64::NAN)),
                    (true, _) => self.fault("only inf and nan follow a minus sign"),
                }
            }
            TokenKind::Integer => match integer(self.text()) {
                Some(value) if !negative => {
                    self.advance()?;
                    Ok(Constant::Positive(value))
                }
                Some(value) if value <= 1 << 63 => {
                    self.advance()?;
                    Ok(Constant::Negative((value as i64).wrapping_neg()))
                }
                _ => self.double(negative),
            },
            TokenKind::Float => self.double(negative),
            TokenKind::String if negative => self.fault("a string has no sign"),
            TokenKind::String => Ok(Constant::Text(self.string("a string")?)),
            TokenKind::Symbol if self.looking_at("{") => self.aggregate(),
            TokenKind::Symbol => self.fault("expected the value of an option"),
        }
    }

    fn double(&mut self, negative: bool) -> Outcome<Constant> {
        let value = self.number()?;
        Ok(Constant::Double(if negative { -value } else { value }))
    }

    /// A message in the text format, which is read when its type is known.
    fn aggregate(&mut self) -> Outcome<Constant> {
        let start = self.advance()?.end;
        let mut depth = 1;
        loop {
            match self.token.kind {
                TokenKind::End => return self.fault("the value of the option does not end"),
                _ if self.looking_at("{") => depth += 1,
                _ if self.looking_at("}") => depth -= 1,
                _ => {}
            }
            let token = self.advance()?;
            if depth == 0 {
                return Ok(Constant::Aggregate(start, token.start));
            }
        }
    }
}
