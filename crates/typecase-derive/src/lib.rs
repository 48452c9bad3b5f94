//! `#[derive(Record)]`: makes a Rust type a typecase record.
//!
//! Use it through the crate `typecase`, which documents it and all of its attributes as
//! `typecase::Record`; this crate holds the macro alone. What it writes is described in
//! `typecase::typed`, and built here in these files: `attributes` reads `#[record(…)]`, `subject` holds the
//! type and its generics, `body` and `field` make the code for the fields of a record, and `record`,
//! `enumeration` and `union` that of the three kinds of types.

mod attributes;
mod body;
mod case;
mod enumeration;
mod field;
mod names;
mod record;
mod setting;
mod subject;
mod union;

use attributes::{Container, Errors};
use proc_macro2::TokenStream;
use subject::Subject;
use syn::{Data, DataEnum, DeriveInput, parse_macro_input};

/// Code whose local variables no expression of the user can see.
macro_rules! code {
    ($($tokens:tt)*) => { ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*) };
}
pub(crate) use code;

#[allow(missing_docs)] // Documented where it is exported: as `typecase::Record`.
#[proc_macro_derive(Record, attributes(record))]
pub fn derive_record(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(input).unwrap_or_else(syn::Error::into_compile_error).into()
}

fn expand(input: DeriveInput) -> syn::Result<TokenStream> {
    let mut errors = Errors::default();
    let container = Container::parse(&input.attrs, &mut errors);
    let name = container.name.as_ref().map(syn::LitStr::value);
    let mut subject = Subject::new(input.ident, name, input.generics, container.krate.clone());
    let items = match &input.data {
        Data::Struct(data) => record::expand(&container, &mut subject, data, &mut errors),
        Data::Enum(data) => expand_enum(&container, &mut subject, data, &mut errors),
        Data::Union(data) => {
            errors.at(data.union_token.span, "a Rust union cannot be a record; use an enum");
            TokenStream::new()
        }
    };
    errors.check()?;
    Ok(subject.scope(&items))
}

/// An enum with a tag, without one, or without data.
fn expand_enum(container: &Container, subject: &mut Subject, data: &DataEnum, errors: &mut Errors) -> TokenStream {
    if let Some(span) = container.sparse {
        errors.at(span, "`sparse` is for records");
    }
    if let Some(tag) = &container.tag {
        return union::tagged(container, subject, data, &tag.value(), errors);
    }
    if container.untagged.is_some() {
        return union::untagged(container, subject, data, errors);
    }
    enumeration::expand(container, subject, data, errors)
}
