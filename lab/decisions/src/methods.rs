//! The methods of [`Write`](typecase::wire::Write), once, for the two wrappers that pass them on.

/// Calls a macro with every method of `Write`, all of which return `Result<()>`. `hiding` names the
/// argument that describes the schema.
macro_rules! write_methods {
    ($then:ident) => {
        $then! {
            record(meta: &RecordMeta<'_>) hiding meta;
            field(meta: &RecordMeta<'_>, index: usize) hiding meta;
            absent(meta: &RecordMeta<'_>, index: usize) hiding meta;
            discriminator(meta: &RecordMeta<'_>, index: usize, value: &EnumValue<'_>) hiding meta;
            end_record(meta: &RecordMeta<'_>) hiding meta;
            list(length: Option<usize>);
            end_list();
            tuple(length: usize);
            end_tuple();
            map(length: Option<usize>);
            key(key: &str);
            end_map();
            case(meta: &UnionMeta<'_>, tag: u32) hiding meta;
            end_case(meta: &UnionMeta<'_>) hiding meta;
            null();
            bool(value: bool);
            int(value: i64);
            uint(value: u64);
            number(value: f64);
            float64(value: f64);
            float32(value: f32);
            text(value: &str);
            bytes(value: &[u8]);
            date(millis: i64);
            bigint(digits: &str);
            enumeration(meta: &EnumMeta<'_>, index: u32) hiding meta;
            flags(meta: &FlagsMeta<'_>, words: &[u64]) hiding meta;
            json(value: &Value<'_>);
        }
    };
}
pub(crate) use write_methods;
