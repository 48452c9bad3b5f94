//! The dump of the positional wire: records are arrays, and the schema has the keys.

use super::{Dump, contents, scalar_meaning, text, type_name};
use typecase::schema::graph::{Graph, Kind, NodeId};
use typecase::schema::model::Layout;

/// How many names or fields one integer of flags or of a mask holds (docs/positional.md, section 1).
const MASK_BITS: usize = 31;

/// What a column says of the values in it.
#[derive(Clone, Copy, Default)]
struct Column {
    /// Strings are indexes into the table.
    intern: bool,
    /// Where the differences of a column start from.
    base: Option<i64>,
    delta: bool,
}

impl<'t> Dump<'_, 't, '_> {
    /// The root, in its layout.
    pub(super) fn positional_root(&mut self, root: NodeId, layout: Layout) -> Option<()> {
        let graph = self.graph()?;
        let rows = match graph.node(root).kind {
            Kind::List(item) => match graph.node(item).kind {
                Kind::Record(id) => Some(id),
                _ => None,
            },
            _ => None,
        };
        match (layout, rows) {
            (Layout::Flat, Some(id)) => self.flat(graph, root, id),
            (Layout::Columns, Some(id)) => self.columns(graph, root, id),
            _ => self.positional(root, &mut Column::default()),
        }
    }

    /// A flat list: the fields of one row behind those of the other.
    fn flat(&mut self, graph: &Graph, root: NodeId, id: u32) -> Option<()> {
        let record = graph.record(id);
        let fields = record.meta().fields;
        self.open(b"[", &type_name(graph, root), format!("flat list, {} values a row", fields.len()))?;
        let mut first = true;
        let mut at = 0;
        while self.cursor.entry(&mut first, b']')? {
            let (row, index) = (at / fields.len().max(1), at % fields.len().max(1));
            self.in_item(row, |dump| {
                dump.in_key(fields[index].name, |dump| dump.positional(record.nodes[index], &mut Column::default()))
            })?;
            at += 1;
        }
        Some(())
    }

    /// A columns list, and its table if there is one.
    fn columns(&mut self, graph: &Graph, root: NodeId, id: u32) -> Option<()> {
        let ty = type_name(graph, root);
        // With a table, the first list of the message holds strings and the second holds lists.
        let has_table = graph_interns(graph, root);
        if has_table {
            self.open(b"[", &ty, "table and columns")?;
            self.inside("(table)", |dump| {
                dump.open(b"[", "", "strings by index")?;
                let mut first = true;
                while dump.cursor.entry(&mut first, b']')? {
                    let index = dump.table.len();
                    dump.in_item(index, |dump| {
                        let token = dump.cursor.look(|cursor| cursor.scalar());
                        dump.table.push(token.and_then(text::string)?);
                        dump.scalar("string", super::characters)
                    })?;
                }
                Some(())
            })?;
            if !self.cursor.take(b',') {
                return None;
            }
        }
        let record = graph.record(id);
        self.open(b"[", if has_table { "" } else { &ty }, format!("{} columns", record.nodes.len()))?;
        let mut first = true;
        for (field, &node) in record.meta().fields.iter().zip(&record.nodes) {
            if !self.cursor.entry(&mut first, b']')? {
                return Some(());
            }
            let mut column = Column { intern: field.intern, delta: field.delta, base: None };
            let options = [(field.delta, ", differences"), (field.intern, ", indexes into the table")];
            let options: String = options.into_iter().filter(|(set, _)| *set).map(|(_, about)| about).collect();
            let offset = self.cursor.offset();
            if !self.cursor.take(b'[') {
                return None;
            }
            self.inside(&format!("[].{}", field.name), |dump| {
                dump.row(offset, b"[", &type_name(graph, node), format!("column{options}"));
                Some(())
            })?;
            let mut first = true;
            let mut row = 0;
            while self.cursor.entry(&mut first, b']')? {
                self.in_item(row, |dump| dump.in_key(field.name, |dump| dump.positional(node, &mut column)))?;
                row += 1;
            }
        }
        self.cursor.take(b']').then_some(())
    }

    /// A value of a node.
    fn positional(&mut self, node: NodeId, column: &mut Column) -> Option<()> {
        let graph = self.graph()?;
        let kind = graph.node(node).kind;
        let ty = type_name(graph, node);
        match (kind, self.cursor.peek()?) {
            (Kind::Record(id), b'[') => {
                let record = graph.record(id);
                let sparse = if record.meta().sparse { "sparse, " } else { "" };
                self.open(b"[", &ty, format!("{sparse}{}", contents(graph, node)))?;
                self.fields(id, None, true)
            }
            (Kind::List(item), b'[') => {
                self.open(b"[", &ty, contents(graph, node))?;
                self.items(|dump, _| dump.positional(item, column))
            }
            (Kind::Map(value), b'{') => {
                self.open(b"{", &ty, contents(graph, node))?;
                self.entries(|dump, _| dump.positional(value, column))
            }
            (Kind::Tuple(id), b'[') => {
                self.open(b"[", &ty, contents(graph, node))?;
                self.items(|dump, index| match graph.tuple(id).get(index) {
                    Some(&item) => dump.positional(item, column),
                    None => dump.plain("", "beyond the tuple"),
                })
            }
            (Kind::Flags(id), first) => {
                let names = graph.flags(id).names;
                if first != b'[' {
                    return self.scalar(&ty, |token| bits(names, token));
                }
                self.open(b"[", &ty, format!("{} names", names.len()))?;
                self.items(|dump, index| {
                    let names = names.get(index * MASK_BITS..).unwrap_or_default();
                    dump.scalar("", |token| bits(names, token))
                })
            }
            (Kind::Union(id), b'[') => self.case(node, id),
            (Kind::Enum(id), b'0'..=b'9') => self.scalar(&ty, |token| {
                let values = graph.enumeration(id).values;
                let value = text::integer(token).and_then(|index| values.get(usize::try_from(index).ok()?));
                value.map_or_else(|| "no value of the enum".to_owned(), |value| value.json.to_owned())
            }),
            (Kind::Json, _) => self.plain(&ty, ""),
            (_, b'[' | b'{') => self.plain(&ty, "not of this type"),
            _ => self.column_scalar(&ty, kind, column),
        }
    }

    /// A scalar, which may stand for another in a column.
    fn column_scalar(&mut self, ty: &str, kind: Kind, column: &mut Column) -> Option<()> {
        let offset = self.cursor.offset();
        let token = self.cursor.scalar()?;
        let number = text::integer(token);
        let meaning = match (kind, number) {
            (Kind::Text, Some(index)) if column.intern => {
                let text = usize::try_from(index).ok().and_then(|index| self.table.get(index));
                text.map_or_else(|| "not in the table".to_owned(), |text| format!("{text:?}"))
            }
            (_, Some(difference)) if column.delta => {
                let value = column.base.unwrap_or(0).wrapping_add(difference);
                column.base = Some(value);
                if kind == Kind::Date { super::instant(value) } else { format!("{value}") }
            }
            _ => scalar_meaning(kind, token),
        };
        self.row(offset, token, ty, meaning);
        Some(())
    }

    /// The values of a record up to the closing bracket; `first` says whether one may come without a
    /// comma, and `discriminator` is the index of the field that does not travel.
    fn fields(&mut self, id: u32, discriminator: Option<usize>, mut first: bool) -> Option<()> {
        let graph = self.graph()?;
        let record = graph.record(id);
        let fields = record.meta().fields;
        let mut present: Vec<usize> = (0..fields.len()).filter(|&index| Some(index) != discriminator).collect();
        if record.meta().sparse {
            let mut masks = Vec::new();
            for _ in 0..fields.len().div_ceil(MASK_BITS) {
                if !self.cursor.entry(&mut first, b']')? {
                    return Some(());
                }
                let skipped = masks.len() * MASK_BITS;
                self.inside("(mask)", |dump| {
                    dump.scalar("", |token| {
                        let mask = text::integer(token).unwrap_or(0);
                        masks.push(mask);
                        let names: Vec<&str> = fields.iter().skip(skipped).map(|field| field.name).collect();
                        bits(&names, token)
                    })
                })?;
            }
            let is_set =
                |index: usize| masks.get(index / MASK_BITS).is_some_and(|mask| mask >> (index % MASK_BITS) & 1 != 0);
            present.retain(|&index| is_set(index));
        }
        let mut present = present.into_iter();
        while self.cursor.entry(&mut first, b']')? {
            match present.next() {
                Some(index) => self.in_key(fields[index].name, |dump| {
                    let mut column =
                        Column { intern: fields[index].intern && !dump.table.is_empty(), ..Column::default() };
                    dump.positional(record.nodes[index], &mut column)
                })?,
                None => self.plain("", "beyond the schema")?,
            }
        }
        Some(())
    }

    /// A case of a union: its tag, and the fields or the value of the branch.
    fn case(&mut self, node: NodeId, id: u32) -> Option<()> {
        let graph = self.graph()?;
        let union = graph.union(id);
        let ty = type_name(graph, node);
        self.open(b"[", &ty, "tag and value")?;
        let mut tag = None;
        self.inside("(tag)", |dump| {
            dump.scalar("", |token| {
                tag = text::integer(token).and_then(|tag| usize::try_from(tag).ok());
                match tag.and_then(|tag| union.meta().cases.get(tag)) {
                    Some(case) => format!("case {}", case.value.text),
                    None => "no case of the union".to_owned(),
                }
            })
        })?;
        let case = union.meta().cases.get(tag?)?;
        let branch = union.branches[case.branch as usize];
        match (graph.node(branch).kind, union.meta().discriminator) {
            (Kind::Record(record), Some(_)) => {
                let discriminator = union.discriminators[case.branch as usize].into();
                self.fields(record, Some(discriminator), false)
            }
            _ => {
                let mut first = false;
                while self.cursor.entry(&mut first, b']')? {
                    self.positional(branch, &mut Column::default())?;
                }
                Some(())
            }
        }
    }
}

/// The names whose bits are set.
fn bits(names: &[&str], token: &[u8]) -> String {
    let Some(word) = text::integer(token) else { return scalar_meaning(Kind::Null, token) };
    let set = names.iter().take(MASK_BITS).enumerate().filter(|(bit, _)| word >> bit & 1 != 0);
    let set: Vec<&str> = set.map(|(_, name)| *name).collect();
    if set.is_empty() { "none".to_owned() } else { set.join(", ") }
}

/// Whether a columns message of this root has a table: whether any field in its rows interns.
fn graph_interns(graph: &Graph, root: NodeId) -> bool {
    let mut seen = std::collections::HashSet::new();
    let mut todo = vec![root];
    while let Some(node) = todo.pop() {
        if !seen.insert(node) {
            continue;
        }
        match graph.node(node).kind {
            Kind::Record(id) => {
                let record = graph.record(id);
                if record.meta().fields.iter().any(|field| field.intern) {
                    return true;
                }
                todo.extend(&record.nodes);
            }
            Kind::List(item) | Kind::Map(item) => todo.push(item),
            Kind::Tuple(id) => todo.extend(graph.tuple(id)),
            Kind::Union(id) => todo.extend(&graph.union(id).branches),
            _ => {}
        }
    }
    false
}
