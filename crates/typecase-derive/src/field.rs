//! [`Field`]: one field of a record, and the pieces of code that are about it alone.

use crate::attributes::{self, Errors, Fallback};
use crate::code;
use crate::names::json_key;
use crate::subject::with_static_lifetimes;
use proc_macro2::TokenStream;
use quote::format_ident;
use syn::{Ident, Member, Type};

/// A field in Rust; in the schema it is one field, none (`skip`), or several (`flatten`).
pub struct Field {
    /// How Rust reaches it: its name or number.
    pub member: Member,
    /// The name of its local variable, and of its place among the slots.
    pub local: Ident,
    /// The key.
    pub name: String,
    pub ty: Type,
    pub attributes: attributes::Field,
}

/// The index of a field: a literal, unless a flattened record comes before it.
pub enum Index {
    Literal(usize),
    Computed(TokenStream),
}

impl Index {
    pub fn tokens(&self) -> TokenStream {
        match self {
            Index::Literal(index) => code!(#index),
            Index::Computed(sum) => code!((#sum)),
        }
    }

    /// As the pattern of a match on `index`.
    pub fn pattern(&self) -> TokenStream {
        match self {
            Index::Literal(index) => code!(#index),
            Index::Computed(sum) => code!(_ if index == #sum),
        }
    }
}

impl Field {
    /// Whether the field is a number, written `f64`, and nothing else.
    pub fn is_number(&self) -> bool {
        let Type::Path(path) = &self.ty else { return false };
        path.path.is_ident("f64") && self.attributes.ty.is_none()
    }

    /// `S, F` for the functions that take a scalar to stand for, `F` for those that do not.
    pub fn types(&self) -> TokenStream {
        let ty = &self.ty;
        match &self.attributes.ty {
            Some(scalar) => code!(__typecase::stand_in::#scalar, #ty),
            None => code!(#ty),
        }
    }

    /// The function of `typed::generated` with this name, or its variant for a scalar to stand for.
    pub fn function(&self, name: &str) -> Ident {
        match &self.attributes.ty {
            Some(_) => format_ident!("{name}_as"),
            None => format_ident!("{name}"),
        }
    }

    /// What the compiler knows of the type.
    pub fn shape(&self) -> TokenStream {
        let ty = &self.ty;
        match &self.attributes.ty {
            Some(scalar) => code!(<#ty as __typecase::As<__typecase::stand_in::#scalar>>::SHAPE),
            None => code!(<#ty as __typecase::Type>::SHAPE),
        }
    }

    /// How many fields a flattened record has.
    pub fn flattened_length(&self) -> Option<TokenStream> {
        self.attributes.flatten.map(|_| {
            let ty = with_static_lifetimes(&self.ty);
            code!(<#ty as __typecase::Record>::META.fields.len())
        })
    }

    /// The `FieldMeta`.
    pub fn meta(&self) -> TokenStream {
        let attributes = &self.attributes;
        let (name, key, shape) = (&self.name, json_key(&self.name), self.shape());
        let required = match attributes.fallback {
            Some(_) => code!(false),
            None => code!(!#shape.optional),
        };
        // A default that a schema cannot hold makes the field optional.
        let optional = match attributes.fallback {
            Some(_) => code!(#shape.optional || !#shape.defaults),
            None => code!(#shape.option),
        };
        let nullity = match attributes.fallback {
            Some(_) => code!(if #optional { __typecase::Nullity::Optional } else { __typecase::Nullity::Never }),
            None => code!(#shape.nullity()),
        };
        let (aliases, write_null) = (&attributes.aliases, attributes.write_null);
        let (delta, intern) = (attributes.delta, attributes.intern);
        let ty = &self.ty;
        let closed = match attributes.ty {
            Some(_) => code!(::core::option::Option::None),
            None => code!(<#ty as __typecase::Type>::CLOSED),
        };
        let settings = attributes.wires.iter().flat_map(|(wire, settings)| {
            settings.as_entries().iter().map(move |(key, value)| {
                let value = value.to_setting();
                code!(.expect(#wire, #key, #value))
            })
        });
        let holds_unknown = attributes
            .wires
            .iter()
            .any(|(wire, settings)| wire == "proto" && settings.as_entries().iter().any(|(key, _)| key == "unknown"));
        let check = holds_unknown
            .then(|| code!(.holding_unknown(#shape.option && #shape.may_be(__typecase::ValueKind::Bytes))));
        code! {
            __typecase::FieldMeta {
                aliases: &[#(#aliases),*],
                required: #required,
                optional: #optional,
                nullity: #nullity,
                write_null: #write_null,
                null_is_value: #shape.null_is_value,
                delta: #delta,
                intern: #intern,
                closed: #closed,
                settings: __typecase::Settings::NONE #(#settings)* #check,
                ..__typecase::FieldMeta::new(#name, #key)
            }
        }
    }

    /// A statement that adds the field to `fields`.
    pub fn schema(&self) -> TokenStream {
        let (name, types) = (&self.name, self.types());
        if self.attributes.flatten.is_some() {
            return code!(fields.flatten::<#types>(););
        }
        let (add, options) = (self.function("add"), self.options());
        code!(fields.#add::<#types>(#name) #options;)
    }

    /// Calls that set the options of the slot.
    pub fn options(&self) -> TokenStream {
        let attributes = &self.attributes;
        let aliases = attributes.aliases.iter().map(|alias| code!(.alias(#alias)));
        let fallback = self.fallback().into_iter().map(|value| {
            let ty = &self.ty;
            match &self.attributes.ty {
                Some(scalar) => {
                    code!(.default(<#ty as __typecase::As<__typecase::stand_in::#scalar>>::default_value_as(&#value)))
                }
                None => code!(.default(<#ty as __typecase::Type>::default_value(&#value))),
            }
        });
        let delta = attributes.delta.then(|| code!(.delta()));
        let intern = attributes.intern.then(|| code!(.intern()));
        let write_null = attributes.write_null.then(|| code!(.write_null()));
        let js = attributes.js.iter().map(|held| code!(.js(__typecase::JsInteger::#held)));
        let min = attributes.min.iter().map(|least| code!(.min(#least)));
        let max = attributes.max.iter().map(|greatest| code!(.max(#greatest)));
        let length = attributes.length.iter().map(|(least, greatest)| {
            let (least, greatest) = (option(*least), option(*greatest));
            code!(.length(#least, #greatest))
        });
        let pattern = attributes.pattern.iter().map(|expression| code!(.pattern(#expression)));
        let wires = attributes.wires.iter().map(|(name, settings)| {
            let settings = settings.to_value();
            code!(.wire(#name, #settings))
        });
        let meta = attributes.meta.iter().map(|(name, value)| {
            let value = value.to_value();
            code!(.meta(#name, #value))
        });
        code! {
            #(#aliases)* #(#fallback)* #delta #intern #write_null #(#js)* #(#min)* #(#max)* #(#length)* #(#pattern)*
            #(#wires)* #(#meta)*
        }
    }

    /// The expression of `default`.
    pub fn fallback(&self) -> Option<TokenStream> {
        let ty = &self.ty;
        self.attributes.fallback.as_ref().map(|fallback| match fallback {
            Fallback::Default => code!(<#ty as ::core::default::Default>::default()),
            Fallback::Value(value) => match &**value {
                // A string literal serves every type of string.
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
                    code!(<#ty as ::core::convert::From<&'static str>>::from(#text))
                }
                value => code!({ let value: #ty = #value; value }),
            },
        })
    }

    /// An expression that sends the field.
    pub fn put(&self, value: &TokenStream, index: &TokenStream) -> TokenStream {
        let (ty, types) = (&self.ty, self.types());
        if self.attributes.flatten.is_some() {
            return code!(<#ty as __typecase::Record>::encode_fields(#value, meta, #index, writer));
        }
        let put = self.function("put");
        code!(__typecase::#put::<#types, __W>(#value, meta, #index, writer))
    }

    /// An expression for whether the field is present, as a bit, or for the bits of a flattened record.
    pub fn presence(&self, value: &TokenStream) -> TokenStream {
        let ty = &self.ty;
        if self.attributes.flatten.is_some() {
            return code!(<#ty as __typecase::Record>::presence(#value));
        }
        let absent = match &self.attributes.ty {
            Some(scalar) => code!(<#ty as __typecase::EncodeAs<__typecase::stand_in::#scalar>>::is_absent_as(#value)),
            None => code!(<#ty as __typecase::Encode>::is_absent(#value)),
        };
        code!(u64::from(!#absent))
    }

    /// The type of the field's slot.
    pub fn slot_type(&self) -> TokenStream {
        let ty = &self.ty;
        match self.attributes.flatten {
            Some(_) => code!(<#ty as __typecase::DecodeRecord<'__de>>::Slots),
            None => code!(::core::option::Option<#ty>),
        }
    }

    /// The function that takes the field if it comes next.
    fn next_function(&self) -> Ident {
        self.function(if self.attributes.fallback.is_some() { "next_or_default" } else { "next" })
    }

    /// A statement that declares the local variable and takes the field into it, if it comes next.
    pub fn next(&self, index: &TokenStream) -> TokenStream {
        let (local, ty, types) = (&self.local, &self.ty, self.types());
        if self.attributes.flatten.is_some() {
            return code! {
                let mut #local = <<#ty as __typecase::DecodeRecord<'__de>>::Slots as ::core::default::Default>::default();
                <#ty as __typecase::DecodeRecord<'__de>>::decode_fields(&mut #local, meta, #index, &mut state, reader)?;
            };
        }
        let next = self.next_function();
        code!(let #local = __typecase::#next::<#types, __R>(meta, #index, &mut state, reader)?;)
    }

    /// A statement that takes the field into its slot, if it comes next.
    pub fn fill(&self, index: &TokenStream) -> TokenStream {
        let (local, ty, types) = (&self.local, &self.ty, self.types());
        if self.attributes.flatten.is_some() {
            return code! {
                <#ty as __typecase::DecodeRecord<'__de>>::decode_fields(
                    &mut slots.#local, meta, base + #index, state, reader,
                )?;
            };
        }
        let next = self.next_function();
        code!(slots.#local = __typecase::#next::<#types, __R>(meta, base + #index, state, reader)?;)
    }

    /// The arm of `decode_field`.
    pub fn get_arm(&self, index: &Index) -> TokenStream {
        let (local, ty, types) = (&self.local, &self.ty, self.types());
        match self.flattened_length() {
            Some(length) => {
                let start = index.tokens();
                code! {
                    _ if index >= #start && index < #start + #length => {
                        <#ty as __typecase::DecodeRecord<'__de>>::decode_field(
                            &mut slots.#local, index - #start, reader,
                        )?
                    }
                }
            }
            None => {
                let (pattern, get, index) = (index.pattern(), self.function("get_late"), index.tokens());
                code! {
                    #pattern => {
                        slots.#local = ::core::option::Option::Some(
                            __typecase::#get::<#types, __R>(meta, #index, reader)?,
                        );
                    }
                }
            }
        }
    }

    /// The arm of `is_taken`.
    pub fn taken_arm(&self, index: &Index) -> TokenStream {
        let (local, ty) = (&self.local, &self.ty);
        match self.flattened_length() {
            Some(length) => {
                let start = index.tokens();
                code! {
                    _ if index >= #start && index < #start + #length => {
                        <#ty as __typecase::DecodeRecord<'__de>>::is_taken(&slots.#local, index - #start)
                    }
                }
            }
            None => {
                let pattern = index.pattern();
                code!(#pattern => slots.#local.is_some(),)
            }
        }
    }

    /// An expression that makes the field's value from its slot.
    pub fn take(&self, slot: &TokenStream, index: &TokenStream) -> TokenStream {
        let (ty, types) = (&self.ty, self.types());
        if self.attributes.flatten.is_some() {
            return code!(<#ty as __typecase::DecodeRecord<'__de>>::finish(#slot, reader)?);
        }
        match self.fallback() {
            Some(value) => code! {
                match #slot {
                    ::core::option::Option::Some(value) => value,
                    ::core::option::Option::None => #value,
                }
            },
            None => {
                let take = self.function("take");
                code!(__typecase::#take::<#types, __R>(#slot, meta, #index, reader)?)
            }
        }
    }
}

fn option(value: Option<u64>) -> TokenStream {
    match value {
        Some(value) => code!(::core::option::Option::Some(#value)),
        None => code!(::core::option::Option::None),
    }
}

/// Reports attributes of an unnamed field, which has none.
pub fn refuse_attributes(field: &attributes::Field, errors: &mut Errors) {
    if let Some(span) = field.any {
        errors.at(span, "the unnamed field of a variant takes no attribute; set it where its type is defined");
    }
}

/// Reports attributes that have no meaning together.
pub fn check_combination(field: &attributes::Field, errors: &mut Errors) {
    let (Some(span), others) = (field.skip.or(field.flatten), field.has_more_than_fallback()) else { return };
    if field.skip.is_some() && (others || field.flatten.is_some()) {
        errors.at(span, "a field with `skip` is not in the schema, so only `default` goes with it");
    } else if field.flatten.is_some() && (others || field.fallback.is_some()) {
        errors.at(span, "a field with `flatten` stands for those of its record, so no other attribute goes with it");
    }
}

impl attributes::Field {
    /// Whether any attribute but `default`, `skip` and `flatten` is given.
    fn has_more_than_fallback(&self) -> bool {
        self.rename.is_some()
            || !self.aliases.is_empty()
            || self.write_null
            || self.delta
            || self.intern
            || self.ty.is_some()
            || self.min.is_some()
            || self.max.is_some()
            || self.length.is_some()
            || self.pattern.is_some()
            || self.js.is_some()
            || !self.wires.is_empty()
            || !self.meta.is_empty()
    }
}
