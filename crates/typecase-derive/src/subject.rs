//! [`Subject`]: the type that derives, with its generics and how they are bounded in each `impl`.

use crate::code;
use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{GenericParam, Generics, Ident, Lifetime, Path, Type, TypePath, parse_quote};

/// The type that derives.
pub struct Subject {
    pub ident: Ident,
    /// The name in the schema.
    pub name: String,
    pub generics: Generics,
    /// The type parameters that fields use, which are bounded by the traits.
    used: Vec<Ident>,
    krate: Option<Path>,
}

/// The parts of an `impl`.
pub struct Header {
    /// `<'a, T>` after `impl`.
    pub parameters: TokenStream,
    /// `where …`
    pub conditions: TokenStream,
}

impl Subject {
    pub fn new(ident: Ident, name: Option<String>, generics: Generics, krate: Option<Path>) -> Subject {
        let name = name.unwrap_or_else(|| syn::ext::IdentExt::unraw(&ident).to_string());
        Subject { ident, name, generics, used: Vec::new(), krate }
    }

    /// Notes the type parameters that a field's type uses.
    pub fn note_use(&mut self, ty: &Type) {
        for parameter in self.generics.type_params() {
            if !self.used.contains(&parameter.ident) && mentions(ty, &parameter.ident) {
                self.used.push(parameter.ident.clone());
            }
        }
    }

    /// Whether the type mentions a type parameter.
    pub fn is_generic(&self, ty: &Type) -> bool {
        self.generics.type_params().any(|parameter| mentions(ty, &parameter.ident))
    }

    /// An item that checks a condition on a field's type, for which `shape` is written, when the subject
    /// is compiled. With type parameters that can only be done where the type is used.
    pub fn assert(&self, ty: &Type, condition: &TokenStream, message: &str) -> TokenStream {
        if !self.is_concrete() {
            return TokenStream::new();
        }
        let ty = with_static_lifetimes(ty);
        // The whole item has the place of the type, so that the error points at it.
        quote::quote_spanned! {ty.span()=>
            const _: () = {
                let shape = <#ty as __typecase::Type>::SHAPE;
                assert!(#condition, #message);
            };
        }
    }

    /// Whether the type has neither type parameters nor constant ones.
    pub fn is_concrete(&self) -> bool {
        self.generics.params.iter().all(|parameter| matches!(parameter, GenericParam::Lifetime(_)))
    }

    /// `<'a, T>` after a type's name.
    pub fn arguments(&self) -> TokenStream {
        let (_, arguments, _) = self.generics.split_for_impl();
        code!(#arguments)
    }

    /// The type itself.
    pub fn ty(&self) -> TokenStream {
        let (ident, arguments) = (&self.ident, self.arguments());
        code!(#ident #arguments)
    }

    /// The header of an `impl` in which the type parameters that fields use have these bounds.
    pub fn header(&self, bounds: &TokenStream) -> Header {
        self.header_of(self.generics.clone(), bounds)
    }

    /// The header of an `impl` for decoding: with the lifetime `'__de` of the input, which outlives those
    /// of the type.
    pub fn decode_header(&self) -> Header {
        let bounds = code!(__typecase::Type + __typecase::Decode<'__de>);
        self.header_of(self.decode_generics(), &bounds)
    }

    /// The generics with `'__de` before them, without bounds by the traits.
    pub fn decode_generics(&self) -> Generics {
        let mut generics = self.generics.clone();
        let lifetimes: Vec<Lifetime> = generics.lifetimes().map(|parameter| parameter.lifetime.clone()).collect();
        generics.params.insert(0, parse_quote!('__de));
        if !lifetimes.is_empty() {
            let conditions = generics.make_where_clause();
            for lifetime in lifetimes {
                conditions.predicates.push(parse_quote!('__de: #lifetime));
            }
        }
        generics
    }

    fn header_of(&self, mut generics: Generics, bounds: &TokenStream) -> Header {
        if !self.used.is_empty() {
            let conditions = generics.make_where_clause();
            for parameter in &self.used {
                conditions.predicates.push(parse_quote!(#parameter: #bounds));
            }
        }
        let (parameters, _, conditions) = generics.split_for_impl();
        Header { parameters: code!(#parameters), conditions: code!(#conditions) }
    }

    /// The generics as a declaration of a type has them, without defaults.
    pub fn declaration(generics: &Generics) -> (TokenStream, TokenStream) {
        let mut generics = generics.clone();
        for parameter in &mut generics.params {
            match parameter {
                GenericParam::Type(parameter) => (parameter.eq_token, parameter.default) = (None, None),
                GenericParam::Const(parameter) => (parameter.eq_token, parameter.default) = (None, None),
                GenericParam::Lifetime(_) => {}
            }
        }
        let conditions = generics.where_clause.take();
        (code!(#generics), code!(#conditions))
    }

    /// The items in a scope of their own, in which `__typecase` is the crate.
    pub fn scope(&self, items: &TokenStream) -> TokenStream {
        let krate = self.krate.as_ref().map_or_else(|| code!(::typecase), |path| code!(#path));
        code! {
            #[doc(hidden)]
            #[allow(
                dead_code,
                missing_docs,
                missing_debug_implementations,
                non_camel_case_types,
                unreachable_pub,
                unused_qualifications,
                clippy::all,
                clippy::pedantic
            )]
            const _: () = {
                use #krate::typed::generated as __typecase;
                #items
            };
        }
    }
}

/// Whether a type mentions a parameter.
fn mentions(ty: &Type, parameter: &Ident) -> bool {
    struct Search<'p> {
        parameter: &'p Ident,
        found: bool,
    }
    impl VisitMut for Search<'_> {
        fn visit_path_mut(&mut self, path: &mut Path) {
            self.found |= path.segments.first().is_some_and(|first| first.ident == *self.parameter);
            visit_mut::visit_path_mut(self, path);
        }
        fn visit_type_path_mut(&mut self, ty: &mut TypePath) {
            visit_mut::visit_type_path_mut(self, ty);
        }
    }
    let mut search = Search { parameter, found: false };
    search.visit_type_mut(&mut ty.clone());
    search.found
}

/// The type with `'static` for each of its lifetimes, for constants, in which no other can be named.
pub fn with_static_lifetimes(ty: &Type) -> Type {
    struct Replace;
    impl VisitMut for Replace {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            *lifetime = Lifetime::new("'static", Span::call_site());
        }
    }
    let mut ty = ty.clone();
    Replace.visit_type_mut(&mut ty);
    ty
}
