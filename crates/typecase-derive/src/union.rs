//! Enums with data: unions, told apart by a tag or by trying.

use crate::attributes::{self, Container, Errors};
use crate::body::Body;
use crate::code;
use crate::field::refuse_attributes;
use crate::names::{Unique, check_key, json_string, variant_name};
use crate::subject::{Header, Subject};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{DataEnum, Fields, Ident, Type};

/// A variant, which is a branch of the union.
struct Branch<'i> {
    ident: &'i Ident,
    index: u32,
    /// The value of the tag; for a plain union, the branch's name.
    name: String,
    content: Content<'i>,
}

/// What a branch holds.
enum Content<'i> {
    /// A record that is spelled in the variant, or, with a tag, one in a type of its own.
    Fields { body: Body, kind: Kind },
    /// A value of any type.
    Value(&'i Type),
    /// Nothing, which is null.
    Null,
}

/// How a variant with fields is written in Rust.
enum Kind {
    Named,
    Unnamed,
    Unit,
}

const OPTIONAL_BRANCH: &str = "a branch of a union cannot be optional; make the union optional where it is used";

/// The code for an enum with a tag.
pub fn tagged(
    container: &Container,
    subject: &mut Subject,
    data: &DataEnum,
    tag: &str,
    errors: &mut Errors,
) -> TokenStream {
    let tag_span = container.tag.as_ref().map_or_else(|| subject.ident.span(), |literal| literal.span());
    check_key(tag, tag_span, errors);
    if let Some(span) = container.untagged {
        errors.at(span, "a union has either `tag` or `untagged`");
    }
    let branches = parse(container, subject, data, Some(tag), errors);
    let bodies = branches.iter().map(|branch| branch.record(subject));
    let encodes = branches.iter().map(|branch| branch.encode_tagged(subject));
    let decodes = branches.iter().map(|branch| branch.decode(subject));
    let indexes = branches.iter().map(|branch| branch.index);
    let union = union_meta(subject, Some(tag), &branches);
    let discriminator = code!(::core::option::Option::Some(__typecase::String::from(#tag)));
    let described = describe(subject, &branches, &code!(__typecase::Shape::RECORD), &discriminator);
    let ty = subject.ty();
    let Header { parameters, conditions } = subject.header(&code!(__typecase::Type + __typecase::Encode));
    let decoded = subject.decode_header();
    let (decode_parameters, decode_conditions) = (&decoded.parameters, &decoded.conditions);
    code! {
        struct __Meta<T: ?Sized>(::core::marker::PhantomData<T>);
        #union
        #(#bodies)*
        #described
        #[automatically_derived]
        impl #parameters __typecase::Encode for #ty #conditions {
            fn encode<__W: __typecase::Write>(&self, writer: &mut __W) -> __typecase::Result<()> {
                match self {
                    #(#encodes)*
                }
            }
        }
        #[automatically_derived]
        impl #decode_parameters __typecase::Decode<'__de> for #ty #decode_conditions {
            fn decode<__R: __typecase::Read<'__de>>(reader: &mut __R) -> __typecase::Result<Self> {
                let value = match reader.case(__UNION)? {
                    #(#indexes => { #decodes }?,)*
                    _ => {
                        return ::core::result::Result::Err(
                            __typecase::no_such(__typecase::Code::Union, reader.offset()),
                        );
                    }
                };
                reader.end_case(__UNION)?;
                ::core::result::Result::Ok(value)
            }
        }
    }
}

/// The code for an enum with `#[record(untagged)]`.
pub fn untagged(container: &Container, subject: &mut Subject, data: &DataEnum, errors: &mut Errors) -> TokenStream {
    let branches = parse(container, subject, data, None, errors);
    let bodies = branches.iter().map(|branch| branch.record(subject));
    let takes_null = branches.iter().map(Branch::takes_null);
    let encodes = branches.iter().map(|branch| branch.encode_untagged(subject));
    let decodes: Vec<TokenStream> = branches.iter().map(|branch| branch.decode(subject)).collect();
    let may_be = branches.iter().map(Branch::may_be);
    let indexes = branches.iter().map(|branch| branch.index);
    let branch_numbers = 0..branches.len();
    let union = union_meta(subject, None, &branches);
    let shape = code!(__typecase::Shape::union(false #(|| #takes_null)*));
    let described = describe(subject, &branches, &shape, &code!(::core::option::Option::None));
    let checks = branches.iter().filter_map(|branch| match branch.content {
        Content::Value(ty) => Some(subject.assert(ty, &quote!(shape.can_be_branch()), OPTIONAL_BRANCH)),
        _ => None,
    });
    let ty = subject.ty();
    let Header { parameters, conditions } = subject.header(&code!(__typecase::Type + __typecase::Encode));
    let decoded = subject.decode_header();
    let (decode_parameters, decode_conditions) = (&decoded.parameters, &decoded.conditions);
    code! {
        struct __Meta<T: ?Sized>(::core::marker::PhantomData<T>);
        #union
        #(#bodies)*
        #(#checks)*
        #described
        #[automatically_derived]
        impl #parameters __typecase::Encode for #ty #conditions {
            fn encode<__W: __typecase::Write>(&self, writer: &mut __W) -> __typecase::Result<()> {
                match self {
                    #(#encodes)*
                }
                writer.end_case(__UNION)
            }
        }
        #[automatically_derived]
        impl #decode_parameters __typecase::Decode<'__de> for #ty #decode_conditions {
            const NULL_IS_VALUE: bool = #shape.null_is_value;
            fn decode<__R: __typecase::Read<'__de>>(reader: &mut __R) -> __typecase::Result<Self> {
                if let ::core::option::Option::Some(index) = reader.plain_case(__UNION)? {
                    let value = match index {
                        #(#indexes => { #decodes }?,)*
                        _ => {
                            return ::core::result::Result::Err(
                                __typecase::no_such(__typecase::Code::Union, reader.offset()),
                            );
                        }
                    };
                    reader.end_case(__UNION)?;
                    return ::core::result::Result::Ok(value);
                }
                let mut choice = __typecase::Choice::new(reader, |kind| [#(#may_be),*])?;
                loop {
                    let tried = match choice.next(reader)? {
                        #(#branch_numbers => { #decodes },)*
                        _ => ::core::result::Result::Err(
                            __typecase::no_such(__typecase::Code::Union, reader.offset()),
                        ),
                    };
                    if let ::core::option::Option::Some(value) = choice.judge(tried, reader)? {
                        reader.end_case(__UNION)?;
                        return ::core::result::Result::Ok(value);
                    }
                }
            }
        }
    }
}

/// Reads the variants and their attributes.
fn parse<'i>(
    container: &Container,
    subject: &mut Subject,
    data: &'i DataEnum,
    tag: Option<&str>,
    errors: &mut Errors,
) -> Vec<Branch<'i>> {
    for (span, name) in [(container.number, "number"), (container.open, "open"), (container.flags, "flags")] {
        if let Some(span) = span {
            errors.at(span, format!("`{name}` has no meaning on an enum with data"));
        }
    }
    let mut unique = Unique::default();
    let mut branches = Vec::new();
    for (index, variant) in data.variants.iter().enumerate() {
        let attributes = attributes::Variant::parse(&variant.attrs, errors);
        if let Some(span) = attributes.other {
            errors.at(span, "`other` is for enums without data");
        }
        if let Some((_, span)) = attributes.number {
            errors.at(span, "`proto` on a variant is for enums without data");
        }
        let name = variant_name(&variant.ident, &attributes, container.rename_all, &mut unique, errors);
        let discriminator = tag.map(|tag| (tag.to_string(), name.clone()));
        let rename_all = attributes.rename_all.or(container.rename_all_fields);
        let record_name = variant.ident.to_string();
        let content = match (&variant.fields, tag) {
            (fields @ Fields::Named(_), _) => {
                let body = Body::parse(record_name, discriminator, fields, rename_all, subject, errors);
                Content::Fields { body, kind: Kind::Named }
            }
            (fields @ Fields::Unit, Some(_)) => {
                let body = Body::parse(record_name, discriminator, fields, rename_all, subject, errors);
                Content::Fields { body, kind: Kind::Unit }
            }
            (Fields::Unit, None) => Content::Null,
            (fields @ Fields::Unnamed(unnamed), _) if unnamed.unnamed.len() == 1 => {
                let ty = &unnamed.unnamed[0].ty;
                if tag.is_some() {
                    if subject.is_generic(ty) {
                        errors.at(ty.span(), "a variant of a union with a tag needs a record without type parameters");
                    }
                    let body = Body::parse(record_name, discriminator, fields, None, subject, errors);
                    Content::Fields { body: body.flatten_all(), kind: Kind::Unnamed }
                } else {
                    refuse_attributes(&attributes::Field::parse(&unnamed.unnamed[0].attrs, errors), errors);
                    subject.note_use(ty);
                    Content::Value(ty)
                }
            }
            (Fields::Unnamed(_), _) => {
                errors.at(
                    variant.ident.span(),
                    format!(
                        "the variant `{}` has unnamed fields; a branch of a union has named fields, \
                         or one unnamed field that is a record",
                        variant.ident
                    ),
                );
                continue;
            }
        };
        if let Content::Fields { body, .. } = &content
            && body.is_empty()
        {
            errors.at(variant.ident.span(), "a record needs at least one field");
        }
        branches.push(Branch { ident: &variant.ident, index: index as u32, name, content });
    }
    branches
}

/// The constant `__UNION`.
fn union_meta(subject: &Subject, tag: Option<&str>, branches: &[Branch]) -> TokenStream {
    let name = &subject.name;
    let discriminator = match tag {
        Some(tag) => code!(::core::option::Option::Some(#tag)),
        None => code!(::core::option::Option::None),
    };
    let cases = branches.iter().map(|branch| {
        let (value, json, index) = (&branch.name, json_string(&branch.name), branch.index);
        code!(__typecase::CaseMeta { value: __typecase::EnumValue::text(#value, #json), branch: #index })
    });
    code! {
        const __UNION: &__typecase::UnionMeta<'static> =
            &__typecase::UnionMeta { name: #name, discriminator: #discriminator, cases: &[#(#cases),*] };
    }
}

/// `Type` for a union.
fn describe(subject: &Subject, branches: &[Branch], shape: &TokenStream, discriminator: &TokenStream) -> TokenStream {
    let (ty, name) = (subject.ty(), &subject.name);
    let Header { parameters, conditions } = subject.header(&code!(__typecase::Type));
    let branches = branches.iter().map(|branch| branch.schema(subject));
    code! {
        #[automatically_derived]
        impl #parameters __typecase::Type for #ty #conditions {
            const NAME: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);
            const SHAPE: __typecase::Shape = #shape;
            fn slot(definer: &mut __typecase::Definer) -> __typecase::Slot {
                __typecase::Slot::required(definer.named::<Self>(#name, |definer| {
                    __typecase::SchemaType::Union(__typecase::Union {
                        branches: __typecase::vec![#(#branches),*],
                        discriminator: #discriminator,
                    })
                }))
            }
        }
    }
}

impl Branch<'_> {
    /// The hidden type that stands for the record of this variant.
    fn record_ident(&self) -> Ident {
        format_ident!("__Variant{}", self.index)
    }

    /// Where the record's constants are.
    fn meta(&self, subject: &Subject) -> TokenStream {
        let (record, arguments) = (self.record_ident(), subject.arguments());
        code!(<__Meta<#record #arguments>>::META)
    }

    /// The hidden type for a variant with fields: a wrapper of the enum that decodes as this variant only.
    fn record(&self, subject: &Subject) -> TokenStream {
        let Content::Fields { body, kind } = &self.content else { return TokenStream::new() };
        let (record, ident, ty) = (self.record_ident(), self.ident, subject.ty());
        let (declared, declared_conditions) = Subject::declaration(&subject.generics);
        let arguments = subject.arguments();
        let Header { parameters, conditions } = subject.header(&code!(__typecase::Type));
        let meta_items = body.meta();
        let slots = format_ident!("__Slots{}", self.index);
        let check = body.check(subject, &record);
        let enum_ident = &subject.ident;
        let decode =
            body.decode(subject, &code!(#record #arguments), &slots, &self.meta(subject), |fields| match kind {
                Kind::Unit => code!(#record(#enum_ident::#ident)),
                // A struct literal with numbers for names makes a variant with unnamed fields.
                Kind::Named | Kind::Unnamed => code!(#record(#enum_ident::#ident #fields)),
            });
        code! {
            pub struct #record #declared (#ty) #declared_conditions;
            #[automatically_derived]
            impl #parameters __Meta<#record #arguments> #conditions {
                #meta_items
            }
            #check
            #decode
        }
    }

    /// An expression for the branch's type in the schema.
    fn schema(&self, subject: &Subject) -> TokenStream {
        match &self.content {
            Content::Fields { body, .. } => body.schema(),
            Content::Value(ty) => {
                // With type parameters only the use of the type can show whether it is optional.
                let check = (!subject.is_concrete()).then(
                    || code!(const { assert!(<#ty as __typecase::Type>::SHAPE.can_be_branch(), #OPTIONAL_BRANCH) };),
                );
                code! {{
                    #check
                    <#ty as __typecase::Type>::slot(&mut *definer).ty
                }}
            }
            Content::Null => code!(__typecase::SchemaType::Scalar(__typecase::Scalar::Null)),
        }
    }

    /// An expression for whether null is a value of the branch.
    fn takes_null(&self) -> TokenStream {
        match &self.content {
            Content::Fields { .. } => code!(false),
            Content::Value(ty) => code!(<#ty as __typecase::Type>::SHAPE.takes_null()),
            Content::Null => code!(true),
        }
    }

    /// An expression for whether a value of the kind `kind` may be of the branch.
    fn may_be(&self) -> TokenStream {
        match &self.content {
            Content::Fields { .. } => code!(__typecase::Shape::RECORD.may_be(kind)),
            Content::Value(ty) => code!(<#ty as __typecase::Type>::SHAPE.may_be(kind)),
            Content::Null => code!(__typecase::Shape::NULL.may_be(kind)),
        }
    }

    /// The arm that encodes the variant of a union with a tag.
    fn encode_tagged(&self, subject: &Subject) -> TokenStream {
        let Content::Fields { body, .. } = &self.content else { return TokenStream::new() };
        let (ident, index, meta) = (self.ident, self.index, self.meta(subject));
        let case = index as usize;
        let (pattern, puts) = (body.pattern(), body.put_all(|_, local| code!(#local)));
        let presence = body.presence(|_, local| code!(#local));
        code! {
            Self::#ident #pattern => {
                let meta = #meta;
                let base = 0usize;
                writer.case(__UNION, #index)?;
                writer.record(meta, #presence)?;
                writer.discriminator(meta, 0, &__UNION.cases[#case].value)?;
                #puts
                writer.end_record(meta)?;
                writer.end_case(__UNION)
            }
        }
    }

    /// The arm that encodes the variant of a union without a tag, up to the end of the case.
    fn encode_untagged(&self, subject: &Subject) -> TokenStream {
        let (ident, index) = (self.ident, self.index);
        match &self.content {
            Content::Fields { body, .. } => {
                let meta = self.meta(subject);
                let (pattern, puts) = (body.pattern(), body.put_all(|_, local| code!(#local)));
                let presence = body.presence(|_, local| code!(#local));
                code! {
                    Self::#ident #pattern => {
                        let meta = #meta;
                        let base = 0usize;
                        writer.case(__UNION, #index)?;
                        writer.record(meta, #presence)?;
                        #puts
                        writer.end_record(meta)?;
                    }
                }
            }
            Content::Value(ty) => code! {
                Self::#ident(value) => {
                    writer.case(__UNION, #index)?;
                    <#ty as __typecase::Encode>::encode(value, writer)?;
                }
            },
            Content::Null => code! {
                Self::#ident => {
                    writer.case(__UNION, #index)?;
                    writer.null()?;
                }
            },
        }
    }

    /// An expression that decodes the variant, as a `Result`.
    fn decode(&self, subject: &Subject) -> TokenStream {
        let (ident, arguments) = (self.ident, subject.arguments());
        match &self.content {
            Content::Fields { .. } => {
                let record = self.record_ident();
                code!(<#record #arguments as __typecase::Decode<'__de>>::decode(reader).map(|record| record.0))
            }
            Content::Value(ty) => code!(<#ty as __typecase::Decode<'__de>>::decode(reader).map(Self::#ident)),
            Content::Null => code!(<() as __typecase::Decode<'__de>>::decode(reader).map(|()| Self::#ident)),
        }
    }
}
