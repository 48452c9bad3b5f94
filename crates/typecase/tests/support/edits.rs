//! Random edits of a schema document, as people make them: some compatible, many not.

use typecase::schema::model::{Document, Enum, Field, Layout, Record, Scalar, Slot, TupleItem, Type, Union};
use typecase::value::Value;

/// A small random generator (splitmix64), so that a seed says everything about a case.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    pub fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next() as u8).collect()
    }
}

/// Makes one edit somewhere in the document. The result may not be a schema any more.
pub fn edit(document: &mut Document, random: &mut Random) {
    match random.below(40) {
        0 => document.layout = random.pick(&[Layout::Rows, Layout::Flat, Layout::Columns]),
        1 => document.sparse = !document.sparse,
        2 => hoist(document, random),
        _ => {
            let count = count(document);
            let mut chosen = random.below(count);
            for ty in document.types.iter_mut().map(|(_, ty)| ty).chain([&mut document.root]) {
                if visit(ty, &mut chosen, &mut |ty| edit_type(ty, random)) {
                    return;
                }
            }
        }
    }
}

/// Gives a type within the root a name.
fn hoist(document: &mut Document, random: &mut Random) {
    let Type::Record(root) = &mut document.root else { return };
    let at = random.below(root.fields.len());
    let ty = &mut root.fields[at].slot.ty;
    if !matches!(ty, Type::Reference(_)) {
        let name = format!("Hoisted{}", random.below(1000));
        document.types.push((name.clone(), std::mem::replace(ty, Type::Reference(name))));
    }
}

fn count(document: &mut Document) -> usize {
    let mut count = 0;
    for ty in document.types.iter_mut().map(|(_, ty)| ty).chain([&mut document.root]) {
        let mut skipped = usize::MAX;
        visit(ty, &mut skipped, &mut |_| ());
        count += usize::MAX - skipped;
    }
    count
}

/// Edits the type that is `chosen` steps ahead in the walk; whether it was in here.
fn visit(ty: &mut Type, chosen: &mut usize, edit: &mut dyn FnMut(&mut Type)) -> bool {
    if *chosen == 0 {
        edit(ty);
        return true;
    }
    *chosen -= 1;
    match ty {
        Type::Record(record) => record.fields.iter_mut().any(|field| visit(&mut field.slot.ty, chosen, edit)),
        Type::List(slot) | Type::Map(slot) => visit(&mut slot.ty, chosen, edit),
        Type::Tuple(items) => items.iter_mut().any(|item| visit(&mut item.slot.ty, chosen, edit)),
        Type::Union(union) => union.branches.iter_mut().any(|branch| visit(branch, chosen, edit)),
        _ => false,
    }
}

fn edit_type(ty: &mut Type, random: &mut Random) {
    if random.once_in(25) {
        let other = Type::Scalar(random.pick(&[Scalar::Boolean, Scalar::String, Scalar::Null]));
        let mut branches = vec![std::mem::replace(ty, Scalar::Null.into()), other];
        if random.once_in(2) {
            branches.reverse();
        }
        *ty = Type::Union(Union { branches, discriminator: None });
        return;
    }
    match ty {
        Type::Scalar(scalar) => edit_scalar(scalar, random),
        Type::Record(record) => edit_record(record, random),
        Type::List(slot) | Type::Map(slot) => edit_slot(slot, random),
        Type::Enum(enumeration) => edit_enum(enumeration, random),
        Type::Flags(names) => edit_list(names, random, &mut |random| format!("flag{}", random.below(1000))),
        Type::Tuple(items) => edit_tuple(items, random),
        Type::Union(union) => edit_union(union, random),
        Type::Reference(name) => {
            if random.once_in(4) {
                *name = format!("Type{}", random.below(4));
            }
        }
    }
}

fn edit_scalar(scalar: &mut Scalar, random: &mut Random) {
    *scalar = match (*scalar, random.below(4)) {
        (Scalar::Int32, 0) => Scalar::Int64,
        (Scalar::Int32 | Scalar::Uint32 | Scalar::Float32 | Scalar::Float64, 1) => Scalar::Number,
        (Scalar::Uint32, 0) => Scalar::Uint64,
        (Scalar::Int64 | Scalar::Integer | Scalar::Uint64, 0) => Scalar::BigInt,
        (Scalar::Int64 | Scalar::Int32, 2) => Scalar::Integer,
        (Scalar::Number, 0) => Scalar::Float64,
        (Scalar::String | Scalar::Boolean | Scalar::Number | Scalar::Int64, 3) => Scalar::Json,
        _ => Scalar::ALL[random.below(Scalar::ALL.len())].1,
    };
}

fn edit_slot(slot: &mut Slot, random: &mut Random) {
    match random.below(4) {
        0 | 1 => slot.required = !slot.required,
        2 => edit_type(&mut slot.ty, random),
        _ => slot.options.write_null = !slot.options.write_null,
    }
}

fn new_field(random: &mut Random) -> Field {
    let mut slot = Slot::required(Type::Scalar(random.pick(&[Scalar::String, Scalar::Int32, Scalar::Json])));
    match random.below(4) {
        0 => {}
        1 => {
            slot.default = match slot.ty {
                Type::Scalar(Scalar::Int32) => Some(Value::Int(7)),
                _ => Some(Value::text("by default")),
            }
        }
        _ => slot.required = false,
    }
    Field { name: format!("added{}", random.below(1000)), slot }
}

fn edit_record(record: &mut Record, random: &mut Random) {
    let count = record.fields.len();
    let at = random.below(count);
    match random.below(12) {
        0..=2 => record.fields.push(new_field(random)),
        3 => record.fields.insert(at, new_field(random)),
        4 => {
            record.fields.pop();
        }
        5 => {
            record.fields.remove(at);
        }
        6 => record.fields.swap(at, random.below(count)),
        7 => {
            let field = &mut record.fields[at];
            let name = format!("renamed{}", random.below(1000));
            field.slot.options.aliases.push(std::mem::replace(&mut field.name, name));
        }
        8 => record.fields[at].name = format!("renamed{}", random.below(1000)),
        9 => record.fields[at].slot.required = !record.fields[at].slot.required,
        10 => {
            let name = random.pick(&record.fields).name;
            let slot = &mut record.fields[at].slot;
            slot.default = None;
            slot.options.aliases = if random.once_in(2) { Vec::new() } else { vec![format!("was {name}")] };
        }
        _ => edit_options(&mut record.fields[at].slot, random),
    }
}

fn edit_options(slot: &mut Slot, random: &mut Random) {
    match &slot.ty {
        Type::Scalar(Scalar::Int32 | Scalar::Int64) if random.once_in(2) => slot.options.delta = !slot.options.delta,
        Type::Scalar(Scalar::String) if random.once_in(2) => slot.options.intern = !slot.options.intern,
        Type::Scalar(Scalar::String) => slot.default = Some(Value::text("changed")),
        Type::Scalar(Scalar::Int32) => slot.default = Some(Value::Int(3)),
        _ => slot.options.write_null = !slot.options.write_null,
    }
}

fn edit_enum(enumeration: &mut Enum, random: &mut Random) {
    if random.once_in(4) {
        enumeration.open = !enumeration.open;
        return;
    }
    edit_list(&mut enumeration.values, random, &mut |random| {
        if random.once_in(3) {
            Value::Int(random.below(1000) as i64 + 100)
        } else {
            Value::Text(format!("value{}", random.below(1000)).into())
        }
    });
}

fn edit_list<T>(items: &mut Vec<T>, random: &mut Random, new: &mut dyn FnMut(&mut Random) -> T) {
    let at = random.below(items.len());
    match random.below(6) {
        0..=2 => items.push(new(random)),
        3 => items.insert(at, new(random)),
        4 => items.swap(at, 0),
        _ => {
            items.remove(at);
        }
    }
}

fn edit_tuple(items: &mut Vec<TupleItem>, random: &mut Random) {
    let at = random.below(items.len());
    match random.below(4) {
        0 => edit_slot(&mut items[at].slot, random),
        1 => edit_type(&mut items[at].slot.ty, random),
        2 => items.swap(at, 0),
        _ => {
            items.pop();
        }
    }
}

fn edit_union(union: &mut Union, random: &mut Random) {
    match union.discriminator.clone() {
        None => edit_list(&mut union.branches, random, &mut |random| {
            Type::Scalar(random.pick(&[Scalar::Boolean, Scalar::Bytes, Scalar::Json, Scalar::Number, Scalar::Null]))
        }),
        Some(discriminator) => edit_list(&mut union.branches, random, &mut |random| {
            let values = vec![Value::Text(format!("case{}", random.below(1000)).into())];
            let ty = Type::Enum(Enum { values, open: false });
            let field = Field { name: discriminator.clone(), slot: Slot::required(ty) };
            Type::Record(Record { kind: None, fields: vec![field, new_field(random)] })
        }),
    }
}
