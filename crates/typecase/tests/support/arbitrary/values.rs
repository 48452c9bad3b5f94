//! Random values of a schema, in the form in which its readers give them.

use super::Source;
use super::documents::scalar_value;
use typecase::meta::EnumValue;
use typecase::schema::Schema;
use typecase::schema::graph::{Graph, Kind, NodeId};
use typecase::schema::model::Scalar;
use typecase::value::Value;

/// How deep a value may get before it turns to what ends soonest.
const DEEPEST: u32 = 6;

/// Makes values of one schema.
pub struct Values<'s> {
    graph: &'s Graph,
    /// For each node, how many levels the flattest value of it has.
    heights: Vec<u32>,
}

impl<'s> Values<'s> {
    pub fn new(schema: &'s Schema) -> Values<'s> {
        let mut values = Values { graph: schema.graph(), heights: Vec::new() };
        values.heights = values.heights();
        values
    }

    /// A value of the root.
    pub fn root(&self, source: &mut Source<'_>) -> Value<'static> {
        self.value(self.graph.root(), source, 0)
    }

    /// The height of every node that the root leads to: found by trying until nothing gets flatter.
    fn heights(&self) -> Vec<u32> {
        let mut heights = vec![u32::MAX; self.node_count()];
        loop {
            let before = heights.clone();
            for (id, height) in heights.iter_mut().enumerate() {
                *height = self.height(id as NodeId, &before);
            }
            if heights == before {
                return heights;
            }
        }
    }

    fn node_count(&self) -> usize {
        let mut most = self.graph.root();
        let mut open = vec![most];
        let mut seen = std::collections::HashSet::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                most = most.max(id);
                open.extend(self.children(id));
            }
        }
        most as usize + 1
    }

    fn children(&self, id: NodeId) -> Vec<NodeId> {
        match self.graph.node(id).kind {
            Kind::Record(id) => self.graph.record(id).nodes.to_vec(),
            Kind::List(id) | Kind::Map(id) => vec![id],
            Kind::Tuple(id) => self.graph.tuple(id).to_vec(),
            Kind::Union(id) => self.graph.union(id).branches.to_vec(),
            _ => Vec::new(),
        }
    }

    fn height(&self, id: NodeId, heights: &[u32]) -> u32 {
        let of = |child: &NodeId| heights[*child as usize];
        match self.graph.node(id).kind {
            Kind::Record(id) => {
                let record = self.graph.record(id);
                let fields = record.meta().fields.iter().zip(&record.nodes);
                fields
                    .filter(|(field, _)| field.required)
                    .map(|(_, node)| of(node))
                    .max()
                    .unwrap_or(0)
                    .saturating_add(1)
            }
            Kind::Union(id) => self.graph.union(id).branches.iter().map(of).min().unwrap_or(0).saturating_add(1),
            _ => 1,
        }
    }

    fn value(&self, id: NodeId, source: &mut Source<'_>, depth: u32) -> Value<'static> {
        let scalar = |scalar, source: &mut Source<'_>| scalar_value(scalar, source);
        match self.graph.node(id).kind {
            Kind::Null => Value::Null,
            Kind::Bool => scalar(Scalar::Boolean, source),
            Kind::Number => scalar(Scalar::Number, source),
            Kind::Float64 => scalar(Scalar::Float64, source),
            Kind::Float32 => scalar(Scalar::Float32, source),
            Kind::Int64 => scalar(Scalar::Int64, source),
            Kind::Int32 => scalar(Scalar::Int32, source),
            Kind::Uint32 => scalar(Scalar::Uint32, source),
            Kind::Uint64 => scalar(Scalar::Uint64, source),
            Kind::BigInt => scalar(Scalar::BigInt, source),
            Kind::Date => scalar(Scalar::Date, source),
            Kind::Text => scalar(Scalar::String, source),
            Kind::Bytes => scalar(Scalar::Bytes, source),
            Kind::Fixed(length) => Value::Bytes((0..length).map(|_| source.below(256) as u8).collect()),
            Kind::Json => scalar(Scalar::Json, source),
            Kind::Record(id) => self.record(id, None, source, depth + 1),
            Kind::List(item) => {
                let count = if depth < DEEPEST { source.below(5) } else { 0 };
                Value::List((0..count).map(|_| self.item(item, source, depth + 1)).collect())
            }
            Kind::Map(value) => {
                let count = if depth < DEEPEST { source.below(4) } else { 0 };
                let entry = |at| (format!("{}{at}", source.text()).into(), self.item(value, source, depth + 1));
                Value::map((0..count).map(entry).collect())
            }
            Kind::Tuple(id) => {
                Value::List(self.graph.tuple(id).iter().map(|&item| self.item(item, source, depth + 1)).collect())
            }
            Kind::Enum(id) => {
                let meta = self.graph.enumeration(id);
                if meta.open && source.once_in(4) {
                    return source.pick(&[Value::text("not listed"), Value::Int(99), Value::Float(0.5)]);
                }
                enum_value(&source.pick(meta.values))
            }
            Kind::Flags(id) => {
                Value::Record(self.graph.flags(id).names.iter().map(|_| Value::Bool(source.once_in(2))).collect())
            }
            Kind::Union(id) => self.case(id, source, depth + 1),
        }
    }

    /// An item of a list or a tuple, or the value of a map.
    fn item(&self, id: NodeId, source: &mut Source<'_>, depth: u32) -> Value<'static> {
        if self.graph.node(id).nullable && !self.takes_null(id) && (depth >= DEEPEST || source.once_in(3)) {
            return Value::Null;
        }
        self.value(id, source, depth)
    }

    /// Whether null is a value of this node, not the lack of one.
    fn takes_null(&self, id: NodeId) -> bool {
        matches!(self.graph.node(id).kind, Kind::Union(id) if self.graph.union(id).null_branch.is_some())
    }

    /// A record; in a case of a union with its discriminator.
    fn record(
        &self,
        id: u32,
        discriminator: Option<(u16, EnumValue<'_>)>,
        source: &mut Source<'_>,
        depth: u32,
    ) -> Value<'static> {
        let record = self.graph.record(id);
        let values = record.nodes.iter().enumerate().map(|(index, &node)| {
            let field = &record.meta().fields[index];
            if let Some((at, value)) = &discriminator
                && usize::from(*at) == index
            {
                return enum_value(value);
            }
            // A missing field with a default would come back as the default, and an explicit null as
            // a value where null is one.
            let may_be_missing =
                !field.required && record.defaults[index].is_none() && !(field.write_null && field.null_is_value);
            if may_be_missing && (depth >= DEEPEST || source.once_in(3)) {
                return Value::Null;
            }
            let value = match self.value(node, source, depth) {
                // The difference of two such values fits 64 bits, as it must.
                Value::Int(value) if field.delta => Value::Int(value >> 8),
                Value::Uint(_) if field.delta => Value::Int(i64::MAX >> 8),
                value => value,
            };
            match &record.defaults[index] {
                Some(default) if value.is_null() => default.clone(),
                _ => value,
            }
        });
        Value::Record(values.collect())
    }

    fn case(&self, id: u32, source: &mut Source<'_>, depth: u32) -> Value<'static> {
        let union = self.graph.union(id);
        let cases = union.meta().cases;
        let flattest = |case: &usize| self.heights[union.branches[cases[*case].branch as usize] as usize];
        let chosen = match depth < DEEPEST {
            true => source.below(cases.len()),
            false => (0..cases.len()).min_by_key(flattest).unwrap_or(0),
        };
        let case = &cases[chosen];
        let branch = union.branches[case.branch as usize];
        let value = match (self.graph.node(branch).kind, union.discriminators.get(case.branch as usize)) {
            (Kind::Record(id), Some(&at)) => self.record(id, Some((at, case.value)), source, depth),
            _ => self.value(branch, source, depth),
        };
        Value::Case(Box::new((chosen as u32, value)))
    }
}

/// The value that an enum's readers give.
fn enum_value(value: &EnumValue<'_>) -> Value<'static> {
    match value.number {
        None => Value::Text(value.text.to_string().into()),
        Some(number) if number as i64 as f64 == number => Value::Int(number as i64),
        Some(number) => Value::Float(number),
    }
}
