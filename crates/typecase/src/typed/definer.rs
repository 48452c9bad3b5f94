//! [`Definer`]: builds the schema document of a Rust type by walking it.

use super::Type;
use crate::schema::model::{Document, Scalar, Slot, Type as SchemaType};
use crate::schema::{DefinitionCode, DefinitionError};
use crate::value::{Text, Value};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Collects the named types of a schema while [`Type::slot`] walks a Rust type.
///
/// A type that contains itself becomes a named type, or the root by its name; any other is spelled in
/// place, as a person would write it.
#[derive(Default)]
pub struct Definer {
    /// The types that are being defined, outermost first.
    open: Vec<Open>,
    /// The types that are referred to by name, and are defined.
    named: Vec<Named>,
    /// What `$proto` says of them.
    proto: Vec<(Text<'static>, Value<'static>)>,
    /// Whether the root record, or the record of the root list, is sparse.
    sparse: bool,
    /// Whether a record inside of another is sparse, which no schema can say.
    sparse_inside: Option<String>,
}

struct Open {
    rust_name: &'static str,
    name: String,
    referred: bool,
    /// Whether it is on the wire what it wraps.
    transparent: bool,
}

struct Named {
    rust_name: &'static str,
    name: String,
    ty: SchemaType,
}

impl Definer {
    /// Defines the named type `T`, calling `define` unless `T` is being defined already.
    ///
    /// Types are told apart by their path, so two types of one name that are defined in different blocks
    /// of one function must not contain each other.
    pub fn named<T: ?Sized>(&mut self, name: &str, define: impl FnOnce(&mut Definer) -> SchemaType) -> SchemaType {
        self.define::<T>(name, false, define)
    }

    /// Defines the type `T` that is on the wire what the type `Inner` is, which may contain a `T`.
    pub fn transparent<T: ?Sized, Inner: Type>(&mut self, name: &str) -> Slot {
        let mut slot = Slot::required(Scalar::Null.into());
        slot.ty = self.define::<T>(name, true, |definer| {
            slot = Inner::slot(definer);
            slot.ty.clone()
        });
        slot
    }

    /// Defines the enum `T` whose values have these numbers in Protocol Buffers, which only a named type can say.
    pub fn numbered<T: ?Sized>(&mut self, name: &str, numbers: &[i32], ty: SchemaType) -> SchemaType {
        let rust_name = core::any::type_name::<T>();
        if let Some(named) = self.named.iter().find(|named| named.rust_name == rust_name) {
            return SchemaType::Reference(named.name.clone());
        }
        let name = self.unique(name);
        let numbers = numbers.iter().map(|&number| Value::Int(number.into())).collect();
        let notes = Value::map(vec![(Text::borrowed("numbers"), Value::list(numbers))]);
        self.proto.push((name.clone().into(), notes));
        self.named.push(Named { rust_name, name: name.clone(), ty });
        SchemaType::Reference(name)
    }

    fn define<T: ?Sized>(
        &mut self,
        name: &str,
        transparent: bool,
        define: impl FnOnce(&mut Definer) -> SchemaType,
    ) -> SchemaType {
        let rust_name = core::any::type_name::<T>();
        if let Some(open) = self.open.iter_mut().find(|open| open.rust_name == rust_name) {
            open.referred = true;
            return SchemaType::Reference(open.name.clone());
        }
        if let Some(named) = self.named.iter().find(|named| named.rust_name == rust_name) {
            return SchemaType::Reference(named.name.clone());
        }
        let name = self.unique(name);
        self.open.push(Open { rust_name, name, referred: false, transparent });
        let ty = define(self);
        match self.open.pop() {
            Some(Open { name, referred: true, .. }) => {
                self.named.push(Named { rust_name, name: name.clone(), ty });
                SchemaType::Reference(name)
            }
            _ => ty,
        }
    }

    /// Says that the record being defined is sparse.
    pub fn sparse(&mut self) {
        let mut around = self.open.iter().filter(|open| !open.transparent);
        match (around.next(), around.next_back()) {
            (Some(_), None) => self.sparse = true,
            (_, Some(innermost)) => self.sparse_inside = Some(innermost.name.clone()),
            (None, None) => {}
        }
    }

    /// What a reference stands for; any other type as it is.
    pub(super) fn resolve(&self, ty: SchemaType) -> SchemaType {
        match ty {
            SchemaType::Reference(name) => self
                .named
                .iter()
                .find(|named| named.name == name)
                .map_or(SchemaType::Reference(name), |named| named.ty.clone()),
            ty => ty,
        }
    }

    /// The name, with a number behind it if another type has taken it.
    fn unique(&self, name: &str) -> String {
        let open = self.open.iter().map(|open| &open.name);
        let taken: Vec<&String> = open.chain(self.named.iter().map(|named| &named.name)).collect();
        let mut candidate = name.to_string();
        let mut number = 2;
        while taken.contains(&&candidate) {
            candidate = alloc::format!("{name}{number}");
            number += 1;
        }
        candidate
    }

    /// The document whose root is the type `T`, named `name` if it has a name.
    ///
    /// # Errors
    /// [`DefinitionCode::InvalidOptions`] if a record inside of another is sparse, which a schema cannot say: only
    /// the root record or the records of the root list can be.
    ///
    /// ```
    /// use typecase::typed::Definer;
    /// let document = Definer::document::<Vec<i32>>(Some("Levels"))?;
    /// assert_eq!(document.name.as_deref(), Some("Levels"));
    /// # Ok::<(), typecase::schema::DefinitionError>(())
    /// ```
    pub fn document<T: Type + ?Sized>(name: Option<&str>) -> Result<Document, DefinitionError> {
        let mut definer = Definer::default();
        let mut root = T::slot(&mut definer).ty;
        let mut name = name.map(ToString::to_string);
        if let Some(record) = definer.sparse_inside {
            let message = alloc::format!("{record} is sparse, but only the root or the records of a root list can be");
            return Err(DefinitionError::new(DefinitionCode::InvalidOptions, message));
        }
        // A root that contains itself is spelled as the root, and referred to by the document's name.
        if let SchemaType::Reference(reference) = &root
            && name.as_ref().is_none_or(|name| name == reference)
            && let Some(at) = definer.named.iter().position(|named| named.name == *reference)
        {
            let named = definer.named.remove(at);
            (name, root) = (Some(named.name), named.ty);
        }
        let types = definer.named.into_iter().map(|named| (named.name, named.ty)).collect();
        let proto = (!definer.proto.is_empty()).then(|| ("$proto".to_string(), Value::map(definer.proto)));
        Ok(Document { name, types, sparse: definer.sparse, meta: proto.into_iter().collect(), ..Document::new(root) })
    }
}
