//! Structs: records, transparent wrappers, tuples and flags.

use crate::attributes::{self, Container, Errors};
use crate::body::Body;
use crate::code;
use crate::names::{Unique, check_key, json_key, schema_name};
use crate::subject::Subject;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{DataStruct, Fields, Type};

/// The code for a struct.
pub fn expand(container: &Container, subject: &mut Subject, data: &DataStruct, errors: &mut Errors) -> TokenStream {
    for (span, name) in [(container.untagged, "untagged"), (container.number, "number"), (container.open, "open")] {
        if let Some(span) = span {
            errors.at(span, format!("`{name}` is for enums"));
        }
    }
    if let Some(tag) = &container.tag {
        errors.at(tag.span(), "`tag` is for enums");
    }
    match &data.fields {
        Fields::Named(_) if container.flags.is_some() => flags(container, subject, data, errors),
        Fields::Named(_) => record(container, subject, data, errors),
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => transparent(container, subject, data, errors),
        Fields::Unnamed(fields) if !fields.unnamed.is_empty() => tuple(container, subject, data, errors),
        _ => {
            errors.at(subject.ident.span(), "a record needs at least one field");
            TokenStream::new()
        }
    }
}

/// A struct with named fields.
fn record(container: &Container, subject: &mut Subject, data: &DataStruct, errors: &mut Errors) -> TokenStream {
    let name = subject.name.clone();
    let body =
        Body::parse(name, None, &data.fields, container.rename_all, subject, errors).sparse(container.sparse.is_some());
    if body.is_empty() {
        errors.at(subject.ident.span(), "a record needs at least one field that is not skipped");
        return TokenStream::new();
    }
    let ty = subject.ty();
    let meta_items = body.meta();
    let check = body.check(subject, &subject.ident);
    let meta = code!(<__Meta<#ty>>::META);
    let described = subject.header(&code!(__typecase::Type));
    let (type_parameters, type_conditions) = (&described.parameters, &described.conditions);
    let encoded = subject.header(&code!(__typecase::Type + __typecase::Encode));
    let (encode_parameters, encode_conditions) = (&encoded.parameters, &encoded.conditions);
    let (name, schema) = (&subject.name, body.schema());
    let sparse = container.sparse.map(|_| code!(definer.sparse();));
    let methods = body.record_methods();
    let decode = body.decode(subject, &ty, &format_ident!("__Slots"), &meta, |fields| code!(Self #fields));
    code! {
        struct __Meta<T: ?Sized>(::core::marker::PhantomData<T>);
        #[automatically_derived]
        impl #type_parameters __Meta<#ty> #type_conditions {
            #meta_items
        }
        #check
        #[automatically_derived]
        impl #type_parameters __typecase::Type for #ty #type_conditions {
            const NAME: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);
            const SHAPE: __typecase::Shape = __typecase::Shape::RECORD;
            fn slot(definer: &mut __typecase::Definer) -> __typecase::Slot {
                __typecase::Slot::required(definer.named::<Self>(#name, |definer| {
                    #sparse
                    #schema
                }))
            }
        }
        #[automatically_derived]
        impl #encode_parameters __typecase::Encode for #ty #encode_conditions {
            fn encode<__W: __typecase::Write>(&self, writer: &mut __W) -> __typecase::Result<()> {
                let meta = #meta;
                let presence = if __W::WANTS_PRESENCE && meta.fields.len() <= 64 {
                    __typecase::Presence::known(<Self as __typecase::Record>::presence(self))
                } else {
                    __typecase::Presence::UNKNOWN
                };
                writer.record(meta, presence)?;
                <Self as __typecase::Record>::encode_fields(self, meta, 0, writer)?;
                writer.end_record(meta)
            }
        }
        #[automatically_derived]
        impl #encode_parameters __typecase::Record for #ty #encode_conditions {
            const META: &'static __typecase::RecordMeta<'static> = #meta;
            #methods
        }
        #decode
    }
}

/// A struct with one unnamed field: on every wire it is that field.
fn transparent(container: &Container, subject: &mut Subject, data: &DataStruct, errors: &mut Errors) -> TokenStream {
    refuse_record_attributes(container, errors);
    let Some(field) = data.fields.iter().next() else { return TokenStream::new() };
    let attributes = attributes::Field::parse(&field.attrs, errors);
    if attributes.any.is_some() && attributes.ty.is_none() {
        errors.at(field.ty.span(), "the field of a transparent struct takes no attribute but `ty`");
    }
    subject.note_use(&field.ty);
    let inner = &field.ty;
    let (ty, name) = (subject.ty(), &subject.name);
    let described = subject.header(&code!(__typecase::Type));
    let (type_parameters, type_conditions) = (&described.parameters, &described.conditions);
    let encoded = subject.header(&code!(__typecase::Type + __typecase::Encode));
    let (encode_parameters, encode_conditions) = (&encoded.parameters, &encoded.conditions);
    let decoded = subject.decode_header();
    let (decode_parameters, decode_conditions) = (&decoded.parameters, &decoded.conditions);

    if let Some(scalar) = &attributes.ty {
        let scalar = code!(__typecase::stand_in::#scalar);
        return code! {
            #[automatically_derived]
            impl #type_parameters __typecase::Type for #ty #type_conditions {
                const NAME: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);
                const SHAPE: __typecase::Shape = <#inner as __typecase::As<#scalar>>::SHAPE;
                fn slot(definer: &mut __typecase::Definer) -> __typecase::Slot {
                    <#inner as __typecase::As<#scalar>>::slot_as(definer)
                }
                fn default_value(&self) -> ::core::option::Option<__typecase::Value<'static>> {
                    <#inner as __typecase::As<#scalar>>::default_value_as(&self.0)
                }
            }
            #[automatically_derived]
            impl #encode_parameters __typecase::Encode for #ty #encode_conditions {
                #[inline(always)]
                fn encode<__W: __typecase::Write>(&self, writer: &mut __W) -> __typecase::Result<()> {
                    <#inner as __typecase::EncodeAs<#scalar>>::encode_as(&self.0, writer)
                }
                #[inline(always)]
                fn encode_present<__W: __typecase::Write>(&self, writer: &mut __W) -> __typecase::Result<()> {
                    <#inner as __typecase::EncodeAs<#scalar>>::encode_present_as(&self.0, writer)
                }
                #[inline(always)]
                fn is_absent(&self) -> bool {
                    <#inner as __typecase::EncodeAs<#scalar>>::is_absent_as(&self.0)
                }
            }
            #[automatically_derived]
            impl #decode_parameters __typecase::Decode<'__de> for #ty #decode_conditions {
                #[inline(always)]
                fn decode<__R: __typecase::Read<'__de>>(reader: &mut __R) -> __typecase::Result<Self> {
                    <#inner as __typecase::DecodeAs<'__de, #scalar>>::decode_as(reader).map(Self)
                }
                #[inline(always)]
                fn decode_present<__R: __typecase::Read<'__de>>(reader: &mut __R) -> __typecase::Result<Self> {
                    <#inner as __typecase::DecodeAs<'__de, #scalar>>::decode_present_as(reader).map(Self)
                }
                #[inline(always)]
                fn absent() -> ::core::option::Option<Self> {
                    <#inner as __typecase::DecodeAs<'__de, #scalar>>::absent_as().map(Self)
                }
            }
        };
    }
    code! {
        #[automatically_derived]
        impl #type_parameters __typecase::Type for #ty #type_conditions {
            const NAME: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);
            const SHAPE: __typecase::Shape = <#inner as __typecase::Type>::SHAPE;
            fn slot(definer: &mut __typecase::Definer) -> __typecase::Slot {
                definer.transparent::<Self, #inner>(#name)
            }
            fn default_value(&self) -> ::core::option::Option<__typecase::Value<'static>> {
                <#inner as __typecase::Type>::default_value(&self.0)
            }
        }
        #[automatically_derived]
        impl #encode_parameters __typecase::Encode for #ty #encode_conditions {
            #[inline(always)]
            fn encode<__W: __typecase::Write>(&self, writer: &mut __W) -> __typecase::Result<()> {
                <#inner as __typecase::Encode>::encode(&self.0, writer)
            }
            #[inline(always)]
            fn encode_present<__W: __typecase::Write>(&self, writer: &mut __W) -> __typecase::Result<()> {
                <#inner as __typecase::Encode>::encode_present(&self.0, writer)
            }
            #[inline(always)]
            fn is_absent(&self) -> bool {
                <#inner as __typecase::Encode>::is_absent(&self.0)
            }
        }
        #[automatically_derived]
        impl #decode_parameters __typecase::Decode<'__de> for #ty #decode_conditions {
            const NULL_IS_VALUE: bool = <#inner as __typecase::Decode<'__de>>::NULL_IS_VALUE;
            const PACKS: bool = <#inner as __typecase::Decode<'__de>>::PACKS;
            #[inline(always)]
            fn decode<__R: __typecase::Read<'__de>>(reader: &mut __R) -> __typecase::Result<Self> {
                <#inner as __typecase::Decode<'__de>>::decode(reader).map(Self)
            }
            #[inline(always)]
            fn decode_present<__R: __typecase::Read<'__de>>(reader: &mut __R) -> __typecase::Result<Self> {
                <#inner as __typecase::Decode<'__de>>::decode_present(reader).map(Self)
            }
            #[inline(always)]
            fn absent() -> ::core::option::Option<Self> {
                <#inner as __typecase::Decode<'__de>>::absent().map(Self)
            }
        }
    }
}

/// A struct with several unnamed fields: a tuple.
fn tuple(container: &Container, subject: &mut Subject, data: &DataStruct, errors: &mut Errors) -> TokenStream {
    refuse_record_attributes(container, errors);
    let mut names = Vec::new();
    for field in &data.fields {
        let attributes = attributes::Field::parse(&field.attrs, errors);
        if let Some(span) = attributes.any.filter(|_| attributes.rename.is_none()) {
            errors.at(span, "an item of a tuple takes no attribute but `rename`");
        }
        names.push(match attributes.rename {
            Some(literal) => code!(::core::option::Option::Some(#literal)),
            None => code!(::core::option::Option::None),
        });
        subject.note_use(&field.ty);
    }
    let types: Vec<&Type> = data.fields.iter().map(|field| &field.ty).collect();
    let message = "a tuple holds scalars only; make it a struct with named fields";
    let checks: Vec<_> = types.iter().map(|ty| subject.assert(ty, &quote!(shape.scalar), message)).collect();
    let members: Vec<_> = data.fields.members().collect();
    let indexes: Vec<usize> = (0..types.len()).collect();
    let length = types.len();
    let (ty, name) = (subject.ty(), &subject.name);
    let described = subject.header(&code!(__typecase::Type));
    let (type_parameters, type_conditions) = (&described.parameters, &described.conditions);
    let encoded = subject.header(&code!(__typecase::Type + __typecase::Encode));
    let (encode_parameters, encode_conditions) = (&encoded.parameters, &encoded.conditions);
    let decoded = subject.decode_header();
    let (decode_parameters, decode_conditions) = (&decoded.parameters, &decoded.conditions);
    code! {
        #(#checks)*
        #[automatically_derived]
        impl #type_parameters __typecase::Type for #ty #type_conditions {
            const NAME: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);
            const SHAPE: __typecase::Shape = __typecase::Shape::LIST;
            fn slot(definer: &mut __typecase::Definer) -> __typecase::Slot {
                __typecase::Slot::required(__typecase::SchemaType::Tuple(__typecase::vec![
                    #(__typecase::item::<#types>(definer, #names)),*
                ]))
            }
        }
        #[automatically_derived]
        impl #encode_parameters __typecase::Encode for #ty #encode_conditions {
            fn encode<__W: __typecase::Write>(&self, writer: &mut __W) -> __typecase::Result<()> {
                writer.tuple(#length)?;
                #(__typecase::put_item::<#types, __W>(&self.#members, #indexes, writer)?;)*
                writer.end_tuple()
            }
        }
        #[automatically_derived]
        impl #decode_parameters __typecase::Decode<'__de> for #ty #decode_conditions {
            fn decode<__R: __typecase::Read<'__de>>(reader: &mut __R) -> __typecase::Result<Self> {
                let mut state = reader.tuple(#length)?;
                let items = Self(#(__typecase::get_item::<#types, __R>(#indexes, &mut state, reader)?),*);
                __typecase::end_items(&mut state, reader)?;
                ::core::result::Result::Ok(items)
            }
        }
    }
}

/// A struct of booleans with `#[record(flags)]`.
fn flags(container: &Container, subject: &mut Subject, data: &DataStruct, errors: &mut Errors) -> TokenStream {
    if let Some(span) = container.sparse {
        errors.at(span, "`sparse` is for records, not for flags");
    }
    let mut unique = Unique::default();
    let mut names = Vec::new();
    let mut members = Vec::new();
    for (member, field) in data.fields.members().zip(&data.fields) {
        let attributes = attributes::Field::parse(&field.attrs, errors);
        if let Some(span) = attributes.any.filter(|_| attributes.rename.is_none()) {
            errors.at(span, "a flag takes no attribute but `rename`");
        }
        if field.ty.to_token_stream().to_string() != "bool" {
            errors.at(field.ty.span(), "the fields of a struct with `flags` are of type `bool`");
        }
        let Some(ident) = &field.ident else { continue };
        let name = schema_name(ident, attributes.rename.as_ref(), container.rename_all);
        check_key(&name, ident.span(), errors);
        unique.add(&name, ident.span(), "flags", errors);
        names.push(name);
        members.push(member);
    }
    if names.is_empty() {
        errors.at(subject.ident.span(), "flags need at least one name");
    }
    let keys = names.iter().map(|name| json_key(name));
    let words = names.len().div_ceil(64);
    let word: Vec<usize> = (0..names.len()).map(|index| index / 64).collect();
    let bit: Vec<u64> = (0..names.len()).map(|index| 1 << (index % 64)).collect();
    let (ty, name) = (subject.ty(), &subject.name);
    let plain = subject.header(&TokenStream::new());
    let (parameters, conditions) = (&plain.parameters, &plain.conditions);
    let decoded = subject.decode_header();
    let (decode_parameters, decode_conditions) = (&decoded.parameters, &decoded.conditions);
    code! {
        const __FLAGS: &__typecase::FlagsMeta<'static> = &__typecase::FlagsMeta { names: &[#(#names),*], keys: &[#(#keys),*] };
        #[automatically_derived]
        impl #parameters __typecase::Type for #ty #conditions {
            const NAME: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);
            const SHAPE: __typecase::Shape = __typecase::Shape::RECORD;
            fn slot(_: &mut __typecase::Definer) -> __typecase::Slot {
                __typecase::Slot::required(__typecase::SchemaType::Flags(
                    __FLAGS.names.iter().map(|name| __typecase::String::from(*name)).collect(),
                ))
            }
        }
        #[automatically_derived]
        impl #parameters __typecase::Encode for #ty #conditions {
            fn encode<__W: __typecase::Write>(&self, writer: &mut __W) -> __typecase::Result<()> {
                let mut words = [0u64; #words];
                #(if self.#members { words[#word] |= #bit; })*
                writer.flags(__FLAGS, &words)
            }
        }
        #[automatically_derived]
        impl #decode_parameters __typecase::Decode<'__de> for #ty #decode_conditions {
            const PACKS: bool = #words <= 1;
            fn decode<__R: __typecase::Read<'__de>>(reader: &mut __R) -> __typecase::Result<Self> {
                let mut words = [0u64; #words];
                reader.flags(__FLAGS, &mut words)?;
                ::core::result::Result::Ok(Self { #(#members: words[#word] & #bit != 0),* })
            }
        }
    }
}

/// Reports attributes that only a struct with named fields can have.
fn refuse_record_attributes(container: &Container, errors: &mut Errors) {
    for (span, name) in [(container.sparse, "sparse"), (container.flags, "flags")] {
        if let Some(span) = span {
            errors.at(span, format!("`{name}` needs named fields"));
        }
    }
}
