//! Enums without data: enums of strings or numbers in the schema.

use crate::attributes::{self, Container, Errors};
use crate::code;
use crate::names::{Unique, json_string, variant_name};
use crate::subject::Subject;
use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::{DataEnum, Expr, ExprLit, ExprUnary, Fields, Ident, Lit, Type, UnOp};

/// One value of the enum.
struct Value<'i> {
    ident: &'i Ident,
    /// The string, or the number's text.
    text: String,
    number: Option<i64>,
    /// The number in Protocol Buffers, if any variant says its own.
    proto: Option<i32>,
}

/// The variant that keeps unknown values.
struct Other<'i> {
    ident: &'i Ident,
    /// What it keeps them in, if it keeps them.
    ty: Option<&'i Type>,
}

/// The code for an enum.
pub fn expand(container: &Container, subject: &mut Subject, data: &DataEnum, errors: &mut Errors) -> TokenStream {
    let (values, other) = parse(container, data, errors);
    if data.variants.is_empty() {
        errors.at(subject.ident.span(), "an enum needs at least one variant");
    }
    if let (Some(span), None) = (container.open, &other) {
        errors.at(span, "an open enum needs a variant that keeps unknown values: `#[record(other)] Other(Value<'a>)`");
    }
    if let Some(ty) = other.as_ref().and_then(|other| other.ty) {
        subject.note_use(ty);
    }
    let open = other.is_some();
    let name = &subject.name;
    let metas = values.iter().map(Value::meta);
    let schema_values = values.iter().map(Value::schema);
    let idents: Vec<&Ident> = values.iter().map(|value| value.ident).collect();
    let indexes: Vec<u32> = (0..values.len() as u32).collect();
    let encode_other = other.iter().map(|Other { ident, ty }| match ty {
        Some(ty) => code!(
            Self::#ident(value) => {
                return __typecase::put_unknown::<#ty, __W>(value, __ENUM, writer);
            }
        ),
        None => code!(Self::#ident => return ::core::result::Result::Err(__typecase::not_kept()),),
    });
    let decode_other = other.as_ref().map(|Other { ident, ty }| match ty {
        Some(ty) => code!(Self::#ident(<#ty as __typecase::Decode<'__de>>::decode(reader)?)),
        None => code!({
            reader.json()?;
            Self::#ident
        }),
    });
    let default_values = values.iter().map(Value::schema);
    let default_other = other.iter().map(|Other { ident, ty }| match ty {
        Some(ty) => code!(Self::#ident(value) => return <#ty as __typecase::Type>::default_value(value),),
        None => code!(Self::#ident => return ::core::option::Option::None,),
    });
    let default_value = code! {
        ::core::option::Option::Some(match self {
            #(Self::#idents => #default_values,)*
            #(#default_other)*
        })
    };
    let unknown = code! {
        return ::core::result::Result::Err(__typecase::no_such(__typecase::Code::Enum, reader.offset()))
    };
    let decode_other = decode_other.unwrap_or_else(|| unknown.clone());
    let ty = subject.ty();
    let described = subject.header(&code!(__typecase::Type));
    let (type_parameters, type_conditions) = (&described.parameters, &described.conditions);
    let encoded = subject.header(&code!(__typecase::Type + __typecase::Encode));
    let (encode_parameters, encode_conditions) = (&encoded.parameters, &encoded.conditions);
    let decoded = subject.decode_header();
    let (decode_parameters, decode_conditions) = (&decoded.parameters, &decoded.conditions);
    let shape = code!(__typecase::Shape::enumeration(#open));
    let numbers = proto_numbers(&values);
    let count = numbers.len();
    let schema = code! {
        __typecase::SchemaType::Enum(__typecase::Enum {
            values: __typecase::vec![#(#schema_values),*],
            open: #open,
        })
    };
    let schema = match count {
        0 => schema,
        _ => code!(definer.numbered::<Self>(#name, __ENUM.numbers, #schema)),
    };
    let closed = match open {
        true => code!(::core::option::Option::None),
        false => code!(::core::option::Option::Some(__typecase::Closed::Single(__ENUM))),
    };
    code! {
        const __ENUM: &__typecase::EnumMeta<'static> = &__typecase::EnumMeta {
            name: #name,
            values: &[#(#metas),*],
            open: #open,
            numbers: &[#(#numbers),*],
            by_number: &__typecase::by_value::<#count>(&[#(#numbers),*]),
        };
        #[inline]
        fn __put<__W: __typecase::Write>(index: u32, writer: &mut __W) -> __typecase::Result<()> {
            writer.enumeration(__ENUM, index)
        }
        #[inline]
        fn __get<'__de, __R: __typecase::Read<'__de>>(
            reader: &mut __R,
        ) -> __typecase::Result<::core::option::Option<u32>> {
            reader.enumeration(__ENUM)
        }
        #[automatically_derived]
        impl #type_parameters __typecase::Type for #ty #type_conditions {
            const NAME: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);
            const SHAPE: __typecase::Shape = #shape;
            const CLOSED: ::core::option::Option<__typecase::Closed<'static>> = #closed;
            #[allow(unused_variables)]
            fn slot(definer: &mut __typecase::Definer) -> __typecase::Slot {
                __typecase::Slot::required(#schema)
            }
            fn default_value(&self) -> ::core::option::Option<__typecase::Value<'static>> {
                #default_value
            }
        }
        #[automatically_derived]
        impl #encode_parameters __typecase::Encode for #ty #encode_conditions {
            #[inline(always)]
            fn encode<__W: __typecase::Write>(&self, writer: &mut __W) -> __typecase::Result<()> {
                let index = match self {
                    #(Self::#idents => #indexes,)*
                    #(#encode_other)*
                };
                if __W::NUMBERS_ENUMS {
                    writer.enumeration(__ENUM, index)
                } else {
                    __put(index, writer)
                }
            }
        }
        #[automatically_derived]
        impl #decode_parameters __typecase::Decode<'__de> for #ty #decode_conditions {
            const PACKS: bool = true;
            #[inline(always)]
            fn decode<__R: __typecase::Read<'__de>>(reader: &mut __R) -> __typecase::Result<Self> {
                ::core::result::Result::Ok(match if __R::NUMBERS_ENUMS { reader.enumeration(__ENUM)? } else { __get(reader)? } {
                    #(::core::option::Option::Some(#indexes) => Self::#idents,)*
                    ::core::option::Option::None => #decode_other,
                    ::core::option::Option::Some(_) => #unknown,
                })
            }
        }
    }
}

impl Value<'_> {
    /// The `EnumValue`.
    fn meta(&self) -> TokenStream {
        let text = &self.text;
        match self.number {
            Some(number) => {
                let number = number as f64;
                code!(__typecase::EnumValue { text: #text, json: #text, number: ::core::option::Option::Some(#number) })
            }
            None => {
                let json = json_string(text);
                code!(__typecase::EnumValue::text(#text, #json))
            }
        }
    }

    /// The value in the schema.
    fn schema(&self) -> TokenStream {
        let text = &self.text;
        match self.number {
            Some(number) => code!(__typecase::Value::Int(#number)),
            None => code!(__typecase::Value::Text(__typecase::Text::borrowed(#text))),
        }
    }
}

fn parse<'i>(container: &Container, data: &'i DataEnum, errors: &mut Errors) -> (Vec<Value<'i>>, Option<Other<'i>>) {
    let mut unique = Unique::default();
    let mut values = Vec::new();
    let mut other = None;
    let mut next = 0;
    for variant in &data.variants {
        let attributes = attributes::Variant::parse(&variant.attrs, errors);
        if let Some(span) = attributes.other {
            if other.is_some() {
                errors.at(span, "only one variant keeps unknown values");
            }
            if variant.discriminant.is_some() {
                errors.at(variant.ident.span(), "the variant for unknown values has no number");
            }
            if let Some((_, span)) = attributes.number {
                errors.at(span, "the variant for unknown values has no number");
            }
            let ty = match &variant.fields {
                Fields::Unit => None,
                Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Some(&fields.unnamed[0].ty),
                _ => {
                    errors.at(variant.ident.span(), "the variant for unknown values has no field or one unnamed field");
                    None
                }
            };
            other = Some(Other { ident: &variant.ident, ty });
            continue;
        }
        if !matches!(variant.fields, Fields::Unit) {
            errors.at(
                variant.ident.span(),
                "an enum with data is a union: say how its branches are told apart with `#[record(tag = \"type\")]` or \
                 `#[record(untagged)]` on the enum",
            );
            return (Vec::new(), None);
        }
        if attributes.rename_all.is_some() {
            errors.at(variant.ident.span(), "`rename_all` is for variants with named fields");
        }
        let (text, number) = if container.number.is_some() {
            let number = discriminant(variant, next, errors);
            next = number + 1;
            unique.add(&number.to_string(), variant.ident.span(), "variants", errors);
            (number.to_string(), Some(number))
        } else {
            (variant_name(&variant.ident, &attributes, container.rename_all, &mut unique, errors), None)
        };
        let proto = attributes.number.map(|(number, _)| number);
        values.push(Value { ident: &variant.ident, text, number, proto });
    }
    (values, other)
}

/// The numbers in Protocol Buffers: as written, or one more than that of the value before; none if they are the
/// indexes.
fn proto_numbers(values: &[Value<'_>]) -> Vec<i32> {
    let mut next = 0i32;
    let mut numbers = Vec::with_capacity(values.len());
    for value in values {
        let number = value.proto.unwrap_or(next);
        numbers.push(number);
        next = number.wrapping_add(1);
    }
    if numbers.iter().copied().eq(0..numbers.len() as i32) { Vec::new() } else { numbers }
}

/// The number of a variant: as written, or one more than that of the variant before it.
fn discriminant(variant: &syn::Variant, next: i64, errors: &mut Errors) -> i64 {
    let number = match &variant.discriminant {
        None => Some(next),
        Some((_, Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }))) => literal.base10_parse().ok(),
        Some((_, Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }))) => match &**expr {
            Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) => literal.base10_parse().ok().map(|value: i64| -value),
            _ => None,
        },
        Some(_) => None,
    };
    match number {
        Some(number) if number.unsigned_abs() < 1 << 53 => number,
        _ => {
            let span = variant.discriminant.as_ref().map_or_else(|| variant.span(), |(_, value)| value.span());
            errors.at(span, "the number of a variant is an integer literal within 2^53");
            next
        }
    }
}
