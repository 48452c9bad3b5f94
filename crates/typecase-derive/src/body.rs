//! [`Body`]: the fields of a record, whether it is a struct or a variant of an enum, and the code for
//! them. `typecase::typed` describes what that code is.

use crate::attributes::{self, Errors};
use crate::case::Case;
use crate::code;
use crate::field::{Field, Index, check_combination, refuse_attributes};
use crate::names::{Unique, check_alias, check_key, json_key, schema_name};
use crate::subject::{Subject, with_static_lifetimes};
use proc_macro2::TokenStream;
use quote::format_ident;
use syn::spanned::Spanned;
use syn::{Fields, Ident, Member};

/// The fields of a record.
pub struct Body {
    /// The record's name, for messages.
    name: String,
    /// The key and the value of the discriminator, which is then the first field.
    discriminator: Option<(String, String)>,
    sparse: bool,
    fields: Vec<Field>,
}

impl Body {
    /// Reads the fields and their attributes.
    pub fn parse(
        name: String,
        discriminator: Option<(String, String)>,
        fields: &Fields,
        rename_all: Option<Case>,
        subject: &mut Subject,
        errors: &mut Errors,
    ) -> Body {
        let mut unique = Unique::default();
        let mut parsed = Vec::new();
        for (index, (member, field)) in fields.members().zip(fields).enumerate() {
            let attributes = attributes::Field::parse(&field.attrs, errors);
            check_combination(&attributes, errors);
            let name = match &member {
                Member::Named(ident) => schema_name(ident, attributes.rename.as_ref(), rename_all),
                Member::Unnamed(_) => {
                    refuse_attributes(&attributes, errors);
                    String::new()
                }
            };
            let span = attributes.rename.as_ref().map_or_else(|| member.span(), |literal| literal.span());
            if attributes.skip.is_none() {
                subject.note_use(&field.ty);
                if attributes.flatten.is_some() {
                    if subject.is_generic(&field.ty) {
                        errors.at(field.ty.span(), "`flatten` needs a type without type parameters");
                    }
                } else if matches!(member, Member::Named(_)) {
                    check_key(&name, span, errors);
                    if discriminator.as_ref().is_some_and(|(key, _)| *key == name) {
                        errors.at(span, format!("the field has the name of the union's tag, `{name}`"));
                    } else {
                        unique.add(&name, span, "fields", errors);
                    }
                    for alias in &attributes.aliases {
                        check_alias(&alias.value(), alias.span(), errors);
                        if discriminator.as_ref().is_some_and(|(key, _)| *key == alias.value()) {
                            errors.at(alias.span(), "the alias has the name of the union's tag");
                        }
                        unique.add(&alias.value(), alias.span(), "fields", errors);
                    }
                }
            }
            let local = format_ident!("__field{index}");
            parsed.push(Field { member, local, name, ty: field.ty.clone(), attributes });
        }
        Body { name, discriminator, sparse: false, fields: parsed }
    }

    /// The same, written on the positional wire as mask and present values.
    pub fn sparse(mut self, sparse: bool) -> Body {
        self.sparse = sparse;
        self
    }

    /// Makes the only field one that is flattened: a record within a variant of a tagged union.
    pub fn flatten_all(mut self) -> Body {
        for field in &mut self.fields {
            field.attributes.flatten = Some(field.ty.span());
        }
        self
    }

    /// Whether no field is left for the schema.
    pub fn is_empty(&self) -> bool {
        self.discriminator.is_none() && self.sent().next().is_none()
    }

    /// The fields that are in the schema, with the index of each, or of the first one that it stands for.
    fn sent(&self) -> impl Iterator<Item = (Index, &Field)> {
        let mut literal = usize::from(self.discriminator.is_some());
        let mut flattened: Vec<TokenStream> = Vec::new();
        self.fields.iter().filter(|field| field.attributes.skip.is_none()).map(move |field| {
            let index = match flattened.as_slice() {
                [] => Index::Literal(literal),
                lengths => Index::Computed(code!(#literal #(+ #lengths)*)),
            };
            match field.flattened_length() {
                Some(length) => flattened.push(length),
                None => literal += 1,
            }
            (index, field)
        })
    }

    /// How many fields the schema has.
    fn length(&self) -> TokenStream {
        let own = usize::from(self.discriminator.is_some())
            + self.sent().filter(|(_, field)| field.attributes.flatten.is_none()).count();
        let lengths = self.sent().filter_map(|(_, field)| field.flattened_length());
        code!(#own #(+ #lengths)*)
    }

    /// The constants of `impl __Meta<…>`.
    pub fn meta(&self) -> TokenStream {
        let (name, sparse, length) = (&self.name, self.sparse, self.length());
        let flattens = self.flattens();
        let has_aliases = self.sent().any(|(_, field)| !field.attributes.aliases.is_empty());
        let mut parts: Vec<TokenStream> = Vec::new();
        let mut run: Vec<TokenStream> = Vec::new();
        if let Some((key, _)) = &self.discriminator {
            let json = json_key(key);
            run.push(code!(__typecase::FieldMeta::new(#key, #json)));
        }
        let mut inner_aliases = Vec::new();
        for (_, field) in self.sent() {
            if field.attributes.flatten.is_some() {
                let ty = with_static_lifetimes(&field.ty);
                parts.push(code!(&[#(#run),*]));
                parts.push(code!(<#ty as __typecase::Record>::META.fields));
                inner_aliases.push(code!(<#ty as __typecase::Record>::META.has_aliases));
                run.clear();
            } else {
                run.push(field.meta());
            }
        }
        let fields = if flattens { code!(__typecase::concat(&[#(#parts,)* &[#(#run),*]])) } else { code!([#(#run),*]) };
        let order = if flattens {
            code!(__typecase::by_name(&Self::FIELDS))
        } else {
            let order = self.order();
            code!([#(#order),*])
        };
        code! {
            const FIELDS: [__typecase::FieldMeta<'static>; { #length }] = #fields;
            const ORDER: [u16; { #length }] = #order;
            const NUMBERS: [u16; { #length }] = __typecase::by_number(&Self::FIELDS);
            const META: &'static __typecase::RecordMeta<'static> = &__typecase::RecordMeta {
                name: #name,
                fields: &Self::FIELDS,
                by_name: &Self::ORDER,
                has_aliases: #has_aliases #(|| #inner_aliases)*,
                sparse: #sparse,
                writes_null: __typecase::writes_null(&Self::FIELDS),
                by_number: &Self::NUMBERS,
                unknown: __typecase::unknown(&Self::FIELDS),
            };
        }
    }

    /// An item that makes the compiler look at the constants, which finds names that occur twice through
    /// a flattened record; `owner` is the type that they are of.
    pub fn check(&self, subject: &Subject, owner: &Ident) -> TokenStream {
        if !self.flattens() || !subject.is_concrete() {
            return TokenStream::new();
        }
        let lifetimes = subject.generics.lifetimes().map(|_| code!('static));
        code!(const _: &__typecase::RecordMeta<'static> = <__Meta<#owner<#(#lifetimes),*>>>::META;)
    }

    /// Whether the fields of another record are among those of this one.
    fn flattens(&self) -> bool {
        self.sent().any(|(_, field)| field.attributes.flatten.is_some())
    }

    /// The indexes of the fields ordered by their names; none is flattened.
    fn order(&self) -> Vec<u16> {
        let tag = self.discriminator.iter().map(|(key, _)| key.as_str());
        let names: Vec<&str> = tag.chain(self.sent().map(|(_, field)| field.name.as_str())).collect();
        let mut order: Vec<u16> = (0..names.len() as u16).collect();
        order.sort_by_key(|&index| names[index as usize]);
        order
    }

    /// An expression that makes the schema of the record, with a `definer` at hand.
    pub fn schema(&self) -> TokenStream {
        let tag = self.discriminator.iter().map(|(key, value)| code!(fields.discriminator(#key, #value);));
        let fields = self.sent().map(|(_, field)| field.schema());
        code! {{
            let mut fields = __typecase::Fields::new(&mut *definer);
            #(#tag)*
            #(#fields)*
            fields.finish()
        }}
    }

    /// Statements that send every field as those of `meta` from `base` on; `access` makes a reference
    /// to a field.
    pub fn put_all(&self, access: impl Fn(&Member, &Ident) -> TokenStream) -> TokenStream {
        let put = |(index, field): &(Index, &Field)| {
            let (value, index) = (access(&field.member, &field.local), index.tokens());
            let put = field.put(&value, &code!(base + #index));
            code!(#put?;)
        };
        let runs = self.runs();
        let puts = runs.iter().map(|run| {
            let puts = run.iter().map(put);
            let [(first, _), _, ..] = run.as_slice() else { return code!(#(#puts)*) };
            let first = first.tokens();
            let values = run.iter().map(|(_, field)| access(&field.member, &field.local));
            code! {
                if __W::NUMBERS_IN_RUNS {
                    writer.number_fields(meta, base + #first, [#(*#values),*])?;
                } else {
                    #(#puts)*
                }
            }
        });
        code!(#(#puts)*)
    }

    /// The fields that are in the schema, those together that are numbers side by side, which some wires write and read
    /// at once: at most eight.
    fn runs(&self) -> Vec<Vec<(Index, &Field)>> {
        let mut runs: Vec<Vec<(Index, &Field)>> = Vec::new();
        for (index, field) in self.sent() {
            match runs.last_mut() {
                Some(run) if field.is_number() && run.len() < 8 && run.iter().all(|(_, other)| other.is_number()) => {
                    run.push((index, field));
                }
                _ => runs.push(vec![(index, field)]),
            }
        }
        runs
    }

    /// Statements that take every field that comes next into a local variable.
    fn next_all(&self) -> TokenStream {
        let runs = self.runs();
        let next = runs.iter().map(|run| {
            let next = run.iter().map(|(index, field)| field.next(&index.tokens()));
            let [(first, _), _, ..] = run.as_slice() else { return code!(#(#next)*) };
            let first = first.tokens();
            let locals: Vec<&Ident> = run.iter().map(|(_, field)| &field.local).collect();
            code! {
                let (#(#locals),*) = if __R::NUMBERS_IN_RUNS {
                    let [#(#locals),*] = reader.number_fields(meta, #first)?;
                    (#(::core::option::Option::Some(#locals)),*)
                } else {
                    #(#next)*
                    (#(#locals),*)
                };
            }
        });
        code!(#(#next)*)
    }

    /// An expression for which fields are present; `access` makes a reference to a field.
    pub fn presence(&self, access: impl Fn(&Member, &Ident) -> TokenStream) -> TokenStream {
        let bits = self.presence_bits(access);
        code! {
            if __W::WANTS_PRESENCE && meta.fields.len() <= 64 {
                __typecase::Presence::known(#bits)
            } else {
                __typecase::Presence::UNKNOWN
            }
        }
    }

    /// The same as bits, for a record of at most 64 fields.
    fn presence_bits(&self, access: impl Fn(&Member, &Ident) -> TokenStream) -> TokenStream {
        let tag = u64::from(self.discriminator.is_some());
        let bits = self.sent().map(|(index, field)| {
            let (value, index) = (access(&field.member, &field.local), index.tokens());
            let bit = field.presence(&value);
            code!(#bit.wrapping_shl(#index as u32))
        });
        code!(#tag #(| #bits)*)
    }

    /// A pattern for a variant that binds every field that is sent.
    pub fn pattern(&self) -> TokenStream {
        let bindings = self.sent().map(|(_, Field { member, local, .. })| code!(#member: #local));
        code!({ #(#bindings,)* .. })
    }

    /// `Record::encode_field_as` and `Record::encode_fields` of a struct.
    pub fn record_methods(&self) -> TokenStream {
        let puts = self.put_all(|member, _| code!(&self.#member));
        let arms = self.sent().map(|(index, field)| {
            let member = &field.member;
            match field.flattened_length() {
                None => {
                    let (pattern, put) = (index.pattern(), field.put(&code!(&self.#member), &code!(place)));
                    code!(#pattern => #put,)
                }
                Some(length) => {
                    let (ty, start) = (&field.ty, index.tokens());
                    code! {
                        _ if index >= #start && index < #start + #length => {
                            <#ty as __typecase::Record>::encode_field_as(
                                &self.#member, index - #start, meta, place, writer,
                            )
                        }
                    }
                }
            }
        });
        let bits = self.presence_bits(|member, _| code!(&self.#member));
        code! {
            #[inline(always)]
            fn presence(&self) -> u64 {
                #bits
            }
            #[inline]
            fn encode_field_as<__W: __typecase::Write>(
                &self,
                index: usize,
                meta: &__typecase::RecordMeta<'_>,
                place: usize,
                writer: &mut __W,
            ) -> __typecase::Result<()> {
                match index {
                    #(#arms)*
                    _ => ::core::result::Result::Err(__typecase::no_such(__typecase::Code::Structure, 0)),
                }
            }
            #[inline(always)]
            fn encode_fields<__W: __typecase::Write>(
                &self,
                meta: &__typecase::RecordMeta<'_>,
                base: usize,
                writer: &mut __W,
            ) -> __typecase::Result<()> {
                #puts
                ::core::result::Result::Ok(())
            }
        }
    }

    /// The slots, `Decode` and `DecodeRecord` for the type `owner` with the subject's generics. `slots`
    /// names the slots' type, `meta` is the constant, and `make` makes the value from the fields in braces.
    pub fn decode(
        &self,
        subject: &Subject,
        owner: &TokenStream,
        slots: &Ident,
        meta: &TokenStream,
        make: impl Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let header = subject.decode_header();
        let (parameters, conditions) = (&header.parameters, &header.conditions);
        let generics = subject.decode_generics();
        let (declared, declared_conditions) = Subject::declaration(&generics);
        let (_, slots_arguments, _) = generics.split_for_impl();

        let declared_fields = self.sent().map(|(_, field)| {
            let (local, ty) = (&field.local, field.slot_type());
            code!(#local: #ty)
        });
        let locals: Vec<&Ident> = self.sent().map(|(_, field)| &field.local).collect();
        let next = self.next_all();
        let fill = self.sent().map(|(index, field)| field.fill(&index.tokens()));
        let skip = self.discriminator.iter().map(|_| code!(__typecase::skip_discriminator(meta, &mut state, reader)?;));
        let skip_arm = self.discriminator.iter().map(|_| code!(0usize => reader.skip()?,));
        let get_arms = self.sent().map(|(index, field)| field.get_arm(&index));
        let taken_arms = self.sent().map(|(index, field)| field.taken_arm(&index));
        let make_hot = make(self.take_all(|local| code!(#local)));
        let make_cold = make(self.take_all(|local| code!(slots.#local)));

        code! {
            pub struct #slots #declared #declared_conditions {
                #(#declared_fields,)*
                __of: ::core::marker::PhantomData<(&'__de (), #owner)>,
            }
            #[automatically_derived]
            impl #parameters ::core::default::Default for #slots #slots_arguments #conditions {
                #[inline(always)]
                fn default() -> Self {
                    #slots {
                        #(#locals: ::core::default::Default::default(),)*
                        __of: ::core::marker::PhantomData,
                    }
                }
            }
            #[automatically_derived]
            impl #parameters __typecase::Decode<'__de> for #owner #conditions {
                fn decode<__R: __typecase::Read<'__de>>(reader: &mut __R) -> __typecase::Result<Self> {
                    let meta = #meta;
                    let mut state = reader.record(meta)?;
                    #(#skip)*
                    #next
                    if !reader.end_record(&mut state, meta)? {
                        let slots = #slots { #(#locals,)* __of: ::core::marker::PhantomData };
                        return __typecase::rest::<Self, __R>(slots, state, reader);
                    }
                    ::core::result::Result::Ok(#make_hot)
                }
            }
            #[automatically_derived]
            impl #parameters __typecase::DecodeRecord<'__de> for #owner #conditions {
                const META: &'static __typecase::RecordMeta<'static> = #meta;
                type Slots = #slots #slots_arguments;
                fn decode_field<__R: __typecase::Read<'__de>>(
                    slots: &mut Self::Slots,
                    index: usize,
                    reader: &mut __R,
                ) -> __typecase::Result<()> {
                    let meta = #meta;
                    match index {
                        #(#skip_arm)*
                        #(#get_arms)*
                        _ => {
                            return ::core::result::Result::Err(
                                __typecase::no_such(__typecase::Code::Structure, reader.offset()),
                            );
                        }
                    }
                    ::core::result::Result::Ok(())
                }
                #[inline(always)]
                fn decode_fields<__R: __typecase::Read<'__de>>(
                    slots: &mut Self::Slots,
                    meta: &__typecase::RecordMeta<'_>,
                    base: usize,
                    state: &mut __R::Record,
                    reader: &mut __R,
                ) -> __typecase::Result<()> {
                    #(#fill)*
                    ::core::result::Result::Ok(())
                }
                fn is_taken(slots: &Self::Slots, index: usize) -> bool {
                    match index {
                        #(#taken_arms)*
                        _ => false,
                    }
                }
                fn finish<__R: __typecase::Read<'__de>>(
                    slots: Self::Slots,
                    reader: &__R,
                ) -> __typecase::Result<Self> {
                    let meta = #meta;
                    ::core::result::Result::Ok(#make_cold)
                }
            }
        }
    }

    /// The fields of a struct literal, made from the slots.
    fn take_all(&self, slot: impl Fn(&Ident) -> TokenStream) -> TokenStream {
        let sent: Vec<(Index, &Field)> = self.sent().collect();
        let values = self.fields.iter().map(|field| {
            let member = &field.member;
            let sent = sent.iter().find(|(_, candidate)| candidate.local == field.local);
            let value = match sent {
                Some((index, _)) => field.take(&slot(&field.local), &index.tokens()),
                None => field.fallback().unwrap_or_else(|| code!(::core::default::Default::default())),
            };
            code!(#member: #value)
        });
        code!({ #(#values,)* })
    }
}
