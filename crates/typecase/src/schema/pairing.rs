//! Which part of one schema is which part of another.
//!
//! The diff and the resolver must agree on this, and a pair must be the same pair in both directions,
//! so everything here is symmetric. Where the schemas do not tell, nothing is paired: an honest error
//! later is better than a value in the wrong place.

use super::model::{Record, Scalar, TupleItem, Type, Union};
use super::names::{Names, identity};
use super::promotion::Promotion;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

/// For each field of `a` the field of `b` that it is: the one with its name, or the one that is tied to
/// it by an alias on either side, if there is no doubt which.
pub(crate) fn pair_fields(a: &Record, b: &Record) -> Vec<Option<usize>> {
    let (a_names, b_names) = (index(a), index(b));
    let mut pairs: Vec<Option<usize>> =
        a.fields.iter().map(|field| b_names.get(field.name.as_str()).copied()).collect();

    let mut ties = BTreeSet::new();
    for (at, field) in b.fields.iter().enumerate().filter(|(_, field)| !a_names.contains_key(field.name.as_str())) {
        let older = field.slot.options.aliases.iter().filter_map(|alias| a_names.get(alias.as_str()));
        ties.extend(older.filter(|&&old| pairs[old].is_none()).map(|&old| (old, at)));
    }
    for (at, field) in a.fields.iter().enumerate().filter(|(at, _)| pairs[*at].is_none()) {
        let other = field.slot.options.aliases.iter().filter_map(|alias| b_names.get(alias.as_str()));
        ties.extend(other.filter(|&&new| !a_names.contains_key(b.fields[new].name.as_str())).map(|&new| (at, new)));
    }
    let mut ties_of_a = vec![0; a.fields.len()];
    let mut ties_of_b = vec![0; b.fields.len()];
    for &(at, other) in &ties {
        ties_of_a[at] += 1;
        ties_of_b[other] += 1;
    }
    for (at, other) in ties {
        if ties_of_a[at] == 1 && ties_of_b[other] == 1 {
            pairs[at] = Some(other);
        }
    }
    pairs
}

fn index(record: &Record) -> BTreeMap<&str, usize> {
    record.fields.iter().enumerate().map(|(at, field)| (field.name.as_str(), at)).collect()
}

/// Bounds the work on pairs of types: recursive types that run out of step can make as many pairs as
/// the product of their numbers, and every pair is paid for by the sizes of its types.
pub(crate) struct PairBudget {
    met: BTreeSet<usize>,
    left: usize,
    exhausted: bool,
}

impl PairBudget {
    /// How many times each part of a type may be looked at.
    const VISITS: usize = 16;
    /// What small schemas may cost on top.
    const BASE: usize = 1 << 16;

    pub(crate) fn new() -> PairBudget {
        PairBudget { met: BTreeSet::new(), left: PairBudget::BASE, exhausted: false }
    }

    /// Pays for looking at a pair; `false` if too much has been spent on the types met so far.
    pub(crate) fn pay<'d>(&mut self, a_names: &Names<'d>, a: &'d Type, b_names: &Names<'d>, b: &'d Type) -> bool {
        let (a_parts, b_parts) = (parts(a_names, a), parts(b_names, b));
        for (ty, parts) in [(a, a_parts), (b, b_parts)] {
            if self.met.insert(identity(ty)) {
                self.left += PairBudget::VISITS * parts;
            }
        }
        self.spend(a_parts + b_parts)
    }

    /// Pays for more work on a pair.
    fn spend(&mut self, cost: usize) -> bool {
        match self.left.checked_sub(cost) {
            Some(left) if !self.exhausted => self.left = left,
            _ => self.exhausted = true,
        }
        !self.exhausted
    }

    /// Whether something could not be paid for, so that what was found out is not the whole truth.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted
    }
}

/// How many parts a type has, itself included.
fn parts<'d>(names: &Names<'d>, ty: &'d Type) -> usize {
    1 + match ty {
        Type::Record(record) => fields_and_aliases(record),
        Type::Enum(enumeration) => enumeration.values.len(),
        Type::Flags(names) => names.len(),
        Type::Tuple(items) => items.len(),
        Type::Union(union) => union.branches.len() + names.cases(union).len(),
        Type::Scalar(_) | Type::List(_) | Type::Map(_) | Type::Reference(_) => 0,
    }
}

fn fields_and_aliases(record: &Record) -> usize {
    record.fields.iter().map(|field| 1 + field.slot.options.aliases.len()).sum()
}

/// The same pairs seen from the other side, which has `length` parts.
pub(crate) fn invert(pairs: &[Option<usize>], length: usize) -> Vec<Option<usize>> {
    let mut inverse = vec![None; length];
    for (at, other) in pairs.iter().enumerate() {
        if let Some(other) = other {
            inverse[*other] = Some(at);
        }
    }
    inverse
}

/// Whether two items at one place of two tuples are the same item: neither or one has a name, or the
/// names agree, directly or by an alias on either side.
pub(crate) fn same_item(a: &TupleItem, b: &TupleItem) -> bool {
    match (&a.name, &b.name) {
        (Some(a_name), Some(b_name)) => {
            a_name == b_name || a.slot.options.aliases.contains(b_name) || b.slot.options.aliases.contains(a_name)
        }
        _ => true,
    }
}

/// For each branch of the plain union `a` the branch of `b` that it is.
///
/// Branches go by their names, or by their kind of type. Of several branches without a name and of one
/// kind, those with equal definitions are the same, then those at the same place where one record only
/// adds fields to the other. What is left is the same if it is at the same place and one type resolves
/// to the other.
pub(crate) fn pair_branches<'d>(
    budget: &mut PairBudget,
    a_names: &Names<'d>,
    a: &'d Union,
    b_names: &Names<'d>,
    b: &'d Union,
) -> Vec<Option<usize>> {
    let mut pairs = Pairs { of_a: vec![None; a.branches.len()], of_b: vec![None; b.branches.len()] };
    let mut groups: BTreeMap<BranchKey<'_>, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for (at, branch) in a.branches.iter().enumerate() {
        groups.entry(BranchKey::of(branch)).or_default().0.push(at);
    }
    for (at, branch) in b.branches.iter().enumerate() {
        groups.entry(BranchKey::of(branch)).or_default().1.push(at);
    }
    for (in_a, in_b) in groups.values() {
        if let ([at], [other]) = (&in_a[..], &in_b[..]) {
            pairs.join(*at, *other);
        } else {
            pair_equal(budget, &mut pairs, a, in_a, b, in_b);
            for &at in in_a {
                if in_b.binary_search(&at).is_ok()
                    && pairs.both_free(at)
                    && extends(budget, &a.branches[at], &b.branches[at])
                {
                    pairs.join(at, at);
                }
            }
        }
    }
    for at in 0..a.branches.len().min(b.branches.len()) {
        let (a_type, b_type) = (a_names.follow(&a.branches[at]), b_names.follow(&b.branches[at]));
        if pairs.both_free(at)
            && BranchKey::of(&a.branches[at]) != BranchKey::of(&b.branches[at])
            && alike(budget, a_type, b_type)
        {
            pairs.join(at, at);
        }
    }
    pairs.of_a
}

/// The branch of a plain union that a value of type `ty`, which is none, becomes: the only one of its
/// name or kind.
pub(crate) fn branch_for<'d>(
    names: &Names<'d>,
    ty: &'d Type,
    union_names: &Names<'d>,
    union: &'d Union,
) -> Option<usize> {
    let mut found = (0..union.branches.len()).filter(|&at| {
        let branch = &union.branches[at];
        BranchKey::of(branch) == BranchKey::of(ty)
            || BranchKey::of(union_names.follow(branch)) == BranchKey::of(names.follow(ty))
    });
    let only = found.next()?;
    found.next().is_none().then_some(only)
}

struct Pairs {
    of_a: Vec<Option<usize>>,
    of_b: Vec<Option<usize>>,
}

impl Pairs {
    fn join(&mut self, at: usize, other: usize) {
        self.of_a[at] = Some(other);
        self.of_b[other] = Some(at);
    }

    fn both_free(&self, at: usize) -> bool {
        self.of_a.get(at) == Some(&None) && self.of_b.get(at) == Some(&None)
    }
}

/// What a branch of a plain union is known by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum BranchKey<'d> {
    Named(&'d str),
    Scalar(&'static str),
    Other(u8),
}

impl<'d> BranchKey<'d> {
    fn of(ty: &'d Type) -> BranchKey<'d> {
        match ty {
            Type::Reference(name) => BranchKey::Named(name),
            Type::Scalar(scalar) => BranchKey::Scalar(plain(*scalar).name()),
            _ => BranchKey::Other(constructor(ty)),
        }
    }
}

/// The scalar itself, or the one that holds the same values under another name.
fn plain(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Integer => Scalar::Int64,
        Scalar::Float64 => Scalar::Number,
        other => other,
    }
}

fn constructor(ty: &Type) -> u8 {
    match ty {
        Type::Scalar(_) => 0,
        Type::Record(_) => 1,
        Type::List(_) => 2,
        Type::Enum(_) => 3,
        Type::Flags(_) => 4,
        Type::Tuple(_) => 5,
        Type::Map(_) => 6,
        Type::Union(_) => 7,
        Type::Reference(_) => 8,
    }
}

/// Whether one of two types may resolve to the other, as far as their outsides tell.
fn alike(budget: &mut PairBudget, a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Scalar(a), Type::Scalar(b)) => Promotion::of(*a, *b).is_some() || Promotion::of(*b, *a).is_some(),
        (Type::Record(a), Type::Record(b)) => common_fields(budget, a, b) > 0,
        _ => constructor(a) == constructor(b),
    }
}

/// Whether one of two types has all that the other has; records are told by their fields.
fn extends(budget: &mut PairBudget, a: &Type, b: &Type) -> bool {
    let (Type::Record(a), Type::Record(b)) = (a, b) else { return true };
    let common = common_fields(budget, a, b);
    common > 0 && common == a.fields.len().min(b.fields.len())
}

/// How many fields two records have in common.
fn common_fields(budget: &mut PairBudget, a: &Record, b: &Record) -> usize {
    if !budget.spend(fields_and_aliases(a) + fields_and_aliases(b)) {
        return 0;
    }
    pair_fields(a, b).iter().flatten().count()
}

/// Joins branches with equal definitions, in order.
fn pair_equal(budget: &mut PairBudget, pairs: &mut Pairs, a: &Union, in_a: &[usize], b: &Union, in_b: &[usize]) {
    let mut known: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for &other in in_b.iter().rev() {
        known.entry(fingerprint(budget, &b.branches[other])).or_default().push(other);
    }
    for &at in in_a {
        let Some(same) = known.get_mut(&fingerprint(budget, &a.branches[at])) else { continue };
        if let Some(&other) = same.last()
            && a.branches[at] == b.branches[other]
        {
            same.pop();
            pairs.join(at, other);
        }
    }
}

/// A 64-bit FNV-1a hash of a definition, by which equal ones are found in linear time.
fn fingerprint(budget: &mut PairBudget, ty: &Type) -> u64 {
    /// How many bytes of a definition count as one part.
    const PART: usize = 64;
    struct Fnv(u64, usize);
    impl Write for Fnv {
        fn write_str(&mut self, text: &str) -> core::fmt::Result {
            self.1 += text.len();
            for byte in text.bytes() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            Ok(())
        }
    }
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325, 0);
    // Writing into a hash never fails.
    let _ = write!(hash, "{ty:?}");
    budget.spend(hash.1 / PART);
    hash.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::model::{Document, Field, Slot};
    use alloc::string::String;

    fn record(fields: &[(&str, &[&str])]) -> Record {
        let field = |(name, aliases): &(&str, &[&str])| {
            let mut slot = Slot::optional(Scalar::Int32.into());
            slot.options.aliases = aliases.iter().map(|alias| String::from(*alias)).collect();
            Field { name: String::from(*name), slot }
        };
        Record { kind: None, fields: fields.iter().map(field).collect() }
    }

    /// The pairs of `a` and `b`, checked to be the same in both directions.
    fn fields(a: &[(&str, &[&str])], b: &[(&str, &[&str])]) -> Vec<Option<usize>> {
        let (a, b) = (record(a), record(b));
        let pairs = pair_fields(&a, &b);
        assert_eq!(invert(&pairs, b.fields.len()), pair_fields(&b, &a));
        pairs
    }

    #[test]
    fn fields_go_by_name_then_by_alias_on_either_side() {
        assert_eq!(fields(&[("a", &[]), ("b", &[])], &[("b", &[]), ("c", &[])]), [None, Some(0)]);
        assert_eq!(fields(&[("a", &[])], &[("x", &["a"])]), [Some(0)]);
        assert_eq!(fields(&[("x", &["a"])], &[("a", &[])]), [Some(0)]);
        // A field that keeps its name is not taken by an alias.
        assert_eq!(fields(&[("a", &[]), ("b", &[])], &[("b", &["a"]), ("c", &[])]), [None, Some(0)]);
        assert_eq!(fields(&[("a", &[])], &[("x", &["a"]), ("a", &[])]), [Some(1)]);
    }

    #[test]
    fn fields_in_doubt_are_not_paired() {
        assert_eq!(fields(&[("a", &[]), ("b", &[])], &[("x", &["a", "b"])]), [None, None]);
        assert_eq!(fields(&[("a", &[])], &[("x", &["a"]), ("y", &["a"])]), [None]);
    }

    fn branches(a: Vec<Type>, b: Vec<Type>) -> Vec<Option<usize>> {
        let document = Document {
            types: vec![
                ("A".into(), Type::Record(record(&[("a", &[])]))),
                ("B".into(), Type::Record(record(&[("b", &[])]))),
                ("A2".into(), Type::Record(record(&[("a", &[]), ("more", &[])]))),
            ],
            ..Document::new(Scalar::Null.into())
        };
        let (a, b) = (Union { branches: a, discriminator: None }, Union { branches: b, discriminator: None });
        let names = Names::new(&document);
        let pairs = pair_branches(&mut PairBudget::new(), &names, &a, &names, &b);
        assert_eq!(invert(&pairs, b.branches.len()), pair_branches(&mut PairBudget::new(), &names, &b, &names, &a));
        pairs
    }

    #[test]
    fn branches_go_by_name_kind_definition_and_place() {
        let scalar = |scalar| Type::Scalar(scalar);
        let named = |name| Type::Reference(String::from(name));
        let anonymous = |fields: &[(&str, &[&str])]| Type::Record(record(fields));
        assert_eq!(
            branches(vec![named("A"), named("B")], vec![named("B"), scalar(Scalar::String), named("A")]),
            [Some(2), Some(0)]
        );
        assert_eq!(branches(vec![scalar(Scalar::Int64)], vec![scalar(Scalar::Integer)]), [Some(0)]);
        // A widened scalar and a renamed type at the same place.
        assert_eq!(
            branches(vec![scalar(Scalar::Int32), named("A")], vec![scalar(Scalar::Int64), named("A2")]),
            [Some(0), Some(1)]
        );
        assert_eq!(branches(vec![scalar(Scalar::Int32)], vec![scalar(Scalar::String)]), [None]);
        assert_eq!(branches(vec![named("A")], vec![named("B")]), [None]);
        // Anonymous records: equal ones first, then those that were added to.
        let (a, b) = (anonymous(&[("a", &[])]), anonymous(&[("b", &[])]));
        assert_eq!(branches(vec![a.clone(), b.clone()], vec![b.clone(), a.clone()]), [Some(1), Some(0)]);
        let more = anonymous(&[("a", &[]), ("c", &[])]);
        assert_eq!(branches(vec![a.clone(), b.clone()], vec![more.clone(), b.clone()]), [Some(0), Some(1)]);
        assert_eq!(branches(vec![a, b.clone()], vec![b, more]), [None, Some(0)]);
    }
}
