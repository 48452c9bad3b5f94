//! Values in attributes that go into the schema as they are: `proto(id = 7, type = "sint32")`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, Lit, LitStr, Token, bracketed, parenthesized, token};

/// A value in an attribute.
pub enum Setting {
    Text(String),
    Bool(bool),
    Integer(i64),
    Float(f64),
    List(Vec<Setting>),
    Map(Vec<(String, Setting)>),
}

/// One entry: `key = value`, `key(entries)`, or `key` alone for true.
pub struct Entry(pub String, pub Setting);

impl Parse for Entry {
    fn parse(input: ParseStream) -> syn::Result<Entry> {
        let key = if input.peek(LitStr) {
            input.parse::<LitStr>()?.value()
        } else {
            input.call(Ident::parse_any)?.unraw().to_string()
        };
        let value = if input.peek(token::Paren) {
            Setting::entries(input)?
        } else if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            input.parse()?
        } else {
            Setting::Bool(true)
        };
        Ok(Entry(key, value))
    }
}

impl Parse for Setting {
    fn parse(input: ParseStream) -> syn::Result<Setting> {
        if input.peek(token::Bracket) {
            let content;
            bracketed!(content in input);
            let items = Punctuated::<Setting, Token![,]>::parse_terminated(&content)?;
            return Ok(Setting::List(items.into_iter().collect()));
        }
        let negative = input.parse::<Option<Token![-]>>()?.is_some();
        match input.parse::<Lit>()? {
            Lit::Str(text) if !negative => Ok(Setting::Text(text.value())),
            Lit::Bool(value) if !negative => Ok(Setting::Bool(value.value)),
            Lit::Int(number) => {
                let sign = if negative { "-" } else { "" };
                let parsed = format!("{sign}{}", number.base10_digits()).parse();
                parsed.map(Setting::Integer).map_err(|error| syn::Error::new(number.span(), error))
            }
            Lit::Float(number) => {
                let value: f64 = number.base10_parse()?;
                Ok(Setting::Float(if negative { -value } else { value }))
            }
            other => Err(syn::Error::new(other.span(), "expected a string, a number, `true`, `false` or a list")),
        }
    }
}

impl Setting {
    /// Entries in parentheses.
    pub fn entries(input: ParseStream) -> syn::Result<Setting> {
        let content;
        parenthesized!(content in input);
        let entries = Punctuated::<Entry, Token![,]>::parse_terminated(&content)?;
        Ok(Setting::Map(entries.into_iter().map(|Entry(key, value)| (key, value)).collect()))
    }

    /// The entries, if this has any.
    pub fn as_entries(&self) -> &[(String, Setting)] {
        match self {
            Setting::Map(entries) => entries,
            _ => &[],
        }
    }

    /// An expression that makes the setting of a wire.
    pub fn to_setting(&self) -> TokenStream {
        match self {
            Setting::Text(text) => quote!(__typecase::Setting::Text(#text)),
            Setting::Bool(value) => quote!(__typecase::Setting::Bool(#value)),
            Setting::Integer(value) => quote!(__typecase::Setting::Int(#value)),
            Setting::Float(_) | Setting::List(_) | Setting::Map(_) => quote!(__typecase::Setting::Other),
        }
    }

    /// An expression that makes the `Value`.
    pub fn to_value(&self) -> TokenStream {
        match self {
            Setting::Text(text) => quote!(__typecase::Value::Text(__typecase::Text::borrowed(#text))),
            Setting::Bool(value) => quote!(__typecase::Value::Bool(#value)),
            Setting::Integer(value) => quote!(__typecase::Value::Int(#value)),
            Setting::Float(value) => quote!(__typecase::Value::Float(#value)),
            Setting::List(items) => {
                let items = items.iter().map(Setting::to_value);
                quote!(__typecase::Value::list(__typecase::vec![#(#items),*]))
            }
            Setting::Map(entries) => {
                let (keys, values): (Vec<_>, Vec<_>) =
                    entries.iter().map(|(key, value)| (key, value.to_value())).unzip();
                quote!(__typecase::Value::map(__typecase::vec![#((__typecase::Text::borrowed(#keys), #values)),*]))
            }
        }
    }
}
