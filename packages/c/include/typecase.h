/*
 * typecase: one schema, every wire. For C99 and later, and C++.
 *
 * Whoever has many records of one shape finds here:
 *
 *   - tc_view:    a columnar document in memory, of which single columns and rows are read without the others, and
 *                 tc_group_reader, which goes through all rows by arrays;
 *   - tc_codec:   a schema on a wire (packed, positional, JSON, ...), to decode, encode and convert messages;
 *   - tc_builder: values that are made by a program, and tc_row_writer for columnar documents, which takes structs and
 *                 arrays as they lie in memory as well (tc_member).
 *
 * These rules hold throughout:
 *
 *   - Results. A function that can fail returns TC_OK or another code, and fills the tc_error that it is given, which may
 *     be NULL. What it hands out is written only on TC_OK, except where it says otherwise.
 *   - Ownership. What a function hands out through its parameter `out` is freed by the caller, with the _free function of
 *     its type. Those take NULL. Nothing else is to be freed.
 *   - Borrowing. Documents and messages are not copied: what is read from bytes may point into them, so they must stay
 *     where they are, unchanged, until the last of what has been read from them has been freed. Values and texts belong
 *     to the tc_doc, tc_builder, tc_column, tc_schema or tc_buffer that they came from.
 *   - Texts are UTF-8 with a length, and have no zero at their end, except where it says `name`.
 *   - NULL is refused with TC_ARGUMENT by functions that return a code. Functions that return what they find return
 *     nothing for NULL: 0, false, a text of length 0, NULL.
 *   - Threads. Different threads may use one object at once as long as none of them changes it, as functions do that
 *     take it without `const`.
 *   - Input is not trusted: whatever the bytes are, it is a code or a value, in time and memory in proportion to their
 *     length. Where memory runs out, the program ends.
 */
#ifndef TYPECASE_H
#define TYPECASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. */
#define TC_VERSION "0.1.0"

/* The version of the library; the name ends with a zero. */
const char *tc_version(void);

/* ---- Errors ---------------------------------------------------------------------------------------------------- */

/* What went wrong. */
typedef enum tc_code {
    TC_OK = 0,
    TC_REQUIRED = 1,     /* a required field is missing or null */
    TC_TYPE = 2,         /* a value of the wrong type, or out of the range of its type */
    TC_ENUM = 3,         /* a value that is not one of the enum's */
    TC_STRUCTURE = 4,    /* the shape is wrong; a document that has been cut; no such column or row */
    TC_EXTRA = 5,        /* an element or a field beyond the schema, in strict mode */
    TC_DUPLICATE = 6,    /* a key that occurs twice in one record */
    TC_UNION = 7,        /* no branch of a union takes the value */
    TC_JSON = 8,         /* the text is not JSON */
    TC_UTF8 = 9,         /* the text is not UTF-8 */
    TC_LIMIT = 10,       /* nesting deeper than the limit, or a length that no input could fill */
    TC_UNSUPPORTED = 11, /* a value or a schema that the wire cannot carry */
    TC_RULE = 12,        /* a rule of the schema that the value breaks */
    TC_DEFINITION = 13,  /* the definition of a schema is wrong; the message begins with what it is, ERR_... */
    TC_ARGUMENT = 14,    /* the caller handed over NULL, an array without enough room, or put what has no place there */
    TC_PANIC = 15        /* the library has failed: a defect of it; free what was in use */
} tc_code;

/* The name of a code in lower case: "required", "type", ...; it ends with a zero. */
const char *tc_code_name(tc_code code);

/* The offset of an error that has none. */
#define TC_NO_OFFSET SIZE_MAX

/* An error. The texts end with a zero, and are cut if they are longer. */
typedef struct tc_error {
    tc_code code;
    size_t offset;     /* the byte of the input at which it went wrong, or TC_NO_OFFSET */
    char message[256]; /* what went wrong, for people */
    char path[256];    /* where in the value or definition: "orders[1].qty"; empty for the root */
} tc_error;

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

/* A text that something else owns: UTF-8, without a zero at its end. */
typedef struct tc_text {
    const char *data;
    size_t length; /* in bytes */
} tc_text;

/* Bytes that something else owns. */
typedef struct tc_bytes {
    const uint8_t *data;
    size_t length;
} tc_bytes;

/* Bytes that the library writes; they grow as they need to. */
typedef struct tc_buffer tc_buffer;

/* An empty buffer. */
tc_code tc_buffer_new(tc_buffer **out, tc_error *error);
void tc_buffer_free(tc_buffer *buffer);
/* What is in it, until it changes. */
tc_bytes tc_buffer_bytes(const tc_buffer *buffer);
/* Empties it, and keeps its memory for what is written next. */
void tc_buffer_clear(tc_buffer *buffer);

/* ---- Schemas ---------------------------------------------------------------------------------------------------- */

/* A schema, checked: what records look like. docs/schema.md has the language of definitions. */
typedef struct tc_schema tc_schema;

/* Reads a definition, which is JSON: {"id": "integer", "name": "string", "email": "?string"}. Nothing of it is kept. */
tc_code tc_schema_new(const char *definition, size_t length, tc_schema **out, tc_error *error);
void tc_schema_free(tc_schema *schema);

/* The definition, in lines for people. */
tc_text tc_schema_definition(const tc_schema *schema);
/* The canonical form: the same for all schemas with the same names, types and order of fields. */
tc_text tc_schema_canonical(const tc_schema *schema);
/* Eight hexadecimal digits that stand for the canonical form. */
tc_text tc_schema_id(const tc_schema *schema);

/* A type in a schema. Types may contain themselves. */
typedef uint32_t tc_type;

/* What is returned where there is no type, or no index. */
#define TC_NO_TYPE UINT32_MAX
#define TC_NO_INDEX SIZE_MAX

/* What a type is. */
typedef enum tc_type_kind_t {
    TC_TYPE_NONE = 0, /* no type of the schema */
    TC_TYPE_NULL = 1,
    TC_TYPE_BOOLEAN = 2,
    TC_TYPE_NUMBER = 3,
    TC_TYPE_FLOAT64 = 4,
    TC_TYPE_FLOAT32 = 5,
    TC_TYPE_INT64 = 6, /* int64 and integer */
    TC_TYPE_INT32 = 7,
    TC_TYPE_UINT32 = 8,
    TC_TYPE_UINT64 = 9,
    TC_TYPE_BIGINT = 10,
    TC_TYPE_DATE = 11,
    TC_TYPE_STRING = 12,
    TC_TYPE_BYTES = 13,
    TC_TYPE_JSON = 14,
    TC_TYPE_RECORD = 15, /* its parts are the fields */
    TC_TYPE_LIST = 16,   /* its one part is the item */
    TC_TYPE_MAP = 17,    /* its one part is the value */
    TC_TYPE_TUPLE = 18,  /* its parts are the items */
    TC_TYPE_ENUM = 19,   /* it has values, which have names and are no parts */
    TC_TYPE_FLAGS = 20,  /* it has flags, which have names and are no parts */
    TC_TYPE_UNION = 21   /* its parts are the cases */
} tc_type_kind_t;

/* The type of the whole. */
tc_type tc_schema_root(const tc_schema *schema);
/* What a type is. */
tc_type_kind_t tc_type_kind(const tc_schema *schema, tc_type type);
/* Whether a value of it may be missing or null. */
bool tc_type_is_optional(const tc_schema *schema, tc_type type);
/* How many fields, items, values, flags or cases it has. */
size_t tc_type_count(const tc_schema *schema, tc_type type);
/* The type of the field, item or case with an index. */
tc_type tc_type_part(const tc_schema *schema, tc_type type, size_t index);
/* The name of the field, value, flag or case with an index. The integers of an enum's column are such indexes. */
tc_text tc_type_name(const tc_schema *schema, tc_type type, size_t index);
/* The index of the field of a record with a name, which ends with a zero; or TC_NO_INDEX. Ask once, not for each record. */
size_t tc_field_index(const tc_schema *schema, tc_type record, const char *name);

/* ---- Values ------------------------------------------------------------------------------------------------------ */

/* A value that has been read or built, with all that is in it. */
typedef struct tc_value tc_value;
/* A value that has been read, which owns what is in it. */
typedef struct tc_doc tc_doc;

/* What a value is. */
typedef enum tc_kind {
    TC_NONE = 0, /* no value: NULL */
    TC_NULL = 1, /* null, or a field that is missing */
    TC_BOOL = 2,
    TC_INT = 3,
    TC_UINT = 4, /* an integer above INT64_MAX */
    TC_NUMBER = 5,
    TC_BIGINT = 6, /* tc_get_text has its decimal digits */
    TC_TEXT = 7,   /* a string, or the value of an enum */
    TC_BYTES = 8,
    TC_DATE = 9,    /* tc_get_int has the milliseconds since 1970-01-01T00:00Z */
    TC_LIST = 10,   /* a list or a tuple */
    TC_MAP = 11,    /* a map, or an object where the type is json */
    TC_RECORD = 12, /* the values of the fields in the order of the schema; flags are a record of booleans */
    TC_CASE = 13,   /* a case of a union */
    TC_SPECIAL = 14 /* what only some wires have */
} tc_kind;

/* The value that a document is, as long as the document lives. */
const tc_value *tc_doc_root(const tc_doc *doc);
void tc_doc_free(tc_doc *doc);

/* Looks at a value. What is asked of a value of another kind, or of NULL, is nothing: looks can be chained. */
tc_kind tc_get_kind(const tc_value *value);
bool tc_get_bool(const tc_value *value);
/* An integer, or the milliseconds of a date. A TC_UINT has the same bits. */
int64_t tc_get_int(const tc_value *value);
/* Any number as a double; large integers are rounded. */
double tc_get_number(const tc_value *value);
/* A string, or the digits of a TC_BIGINT. */
tc_text tc_get_text(const tc_value *value);
tc_bytes tc_get_bytes(const tc_value *value);
/* How many items a list has, how many fields a record, how many entries a map. */
size_t tc_get_count(const tc_value *value);
/* The item of a list, or the value of the entry of a map. */
const tc_value *tc_get_item(const tc_value *value, size_t index);
/* The key of the entry of a map. */
const tc_value *tc_get_key(const tc_value *value, size_t index);
/* The value of the field of a record: tc_field_index finds the index of a name. */
const tc_value *tc_get_field(const tc_value *value, size_t index);
/* The index of the case of a union, and the value in it. */
uint32_t tc_get_case(const tc_value *value);
const tc_value *tc_get_case_value(const tc_value *value);

/* ---- Building values --------------------------------------------------------------------------------------------- */

/* Builds a value from what is put into it. What is put is copied. */
typedef struct tc_builder tc_builder;

tc_code tc_builder_new(tc_builder **out, tc_error *error);
void tc_builder_free(tc_builder *builder);
/* Forgets all that has been put. */
void tc_builder_clear(tc_builder *builder);
/*
 * The value, once it is whole, until something is put again: the next tc_put_ begins a new value. NULL, and TC_ARGUMENT
 * as the code of the error, if nothing has been put or something is open.
 */
const tc_value *tc_builder_value(const tc_builder *builder, tc_error *error);

/*
 * Puts a value. The code is TC_OK, or TC_ARGUMENT where none has a place, and then nothing has been put. Whether the value
 * is one of the schema is said when it is encoded.
 */
tc_code tc_put_null(tc_builder *builder);
tc_code tc_put_bool(tc_builder *builder, bool value);
tc_code tc_put_int(tc_builder *builder, int64_t value);
tc_code tc_put_uint(tc_builder *builder, uint64_t value);
tc_code tc_put_number(tc_builder *builder, double value);
/* A date, in milliseconds since 1970-01-01T00:00Z. */
tc_code tc_put_date(tc_builder *builder, int64_t milliseconds);
/* A string or the value of an enum; TC_UTF8 for what is not UTF-8. */
tc_code tc_put_text(tc_builder *builder, const char *text, size_t length);
tc_code tc_put_bytes(tc_builder *builder, const void *bytes, size_t length);
/* An integer of any size, as decimal digits with an optional minus sign. */
tc_code tc_put_bigint(tc_builder *builder, const char *digits, size_t length);
/* A value as JSON text, for the type json; TC_JSON for what is none. An object is taken for a record as well. */
tc_code tc_put_json(tc_builder *builder, const char *json, size_t length);

/* Begins a list or tuple, whose items come next, until tc_put_end. TC_LIMIT for the 513th level that is open at once. */
tc_code tc_put_list(tc_builder *builder);
/* Begins a record, whose values come next in the order of the schema, null for those that are missing, until tc_put_end. */
tc_code tc_put_record(tc_builder *builder);
/*
 * Begins a map, of which a key and then its value come next, until tc_put_end. It is taken for a record as well: the keys
 * are then the names of the fields, in any order.
 */
tc_code tc_put_map(tc_builder *builder);
/* A key in a map. */
tc_code tc_put_key(tc_builder *builder, const char *key, size_t length);
/* Begins a case of a union, which ends with the one value that comes next. */
tc_code tc_put_case(tc_builder *builder, uint32_t index);
/* Ends the innermost list, record or map that is open. */
tc_code tc_put_end(tc_builder *builder);

/* ---- Codecs ------------------------------------------------------------------------------------------------------ */

/* How records are written down. */
typedef enum tc_wire {
    TC_WIRE_JSON = 1,
    TC_WIRE_POSITIONAL = 2,
    TC_WIRE_PROTOBUF = 3,
    TC_WIRE_AVRO = 4,
    TC_WIRE_MSGPACK = 5,
    TC_WIRE_BSON = 6,
    TC_WIRE_CBOR = 7,
    TC_WIRE_COLUMNAR = 8,
    TC_WIRE_PACKED = 9
} tc_wire;

/* What may be asked of a codec. All zeros, and NULL, ask for nothing. */
typedef struct tc_options {
    uint8_t strict;     /* not 0: only what a writer would have written is read */
    uint8_t readable;   /* not 0: columnar documents are written for people */
    uint32_t max_depth; /* levels of nesting, at most 512; 0 for 128 */
    size_t max_bytes;   /* bytes of a message; 0 for any number */
    size_t group_rows;  /* rows of a group of columnar documents, at most 8192; 0 for 8192 */
} tc_options;

/* A schema on a wire. Make it once and use it for every message, from any thread. */
typedef struct tc_codec tc_codec;

/* TC_UNSUPPORTED if the schema cannot go on the wire. The schema need not stay. */
tc_code tc_codec_new(
    const tc_schema *schema, tc_wire wire, const tc_options *options, tc_codec **out, tc_error *error
);
void tc_codec_free(tc_codec *codec);

/* Decodes a message, which must stay until the document is freed. */
tc_code tc_decode(const tc_codec *codec, const void *data, size_t length, tc_doc **out, tc_error *error);
/* Encodes a value behind what is in the buffer, which is as it was after an error. */
tc_code tc_encode(const tc_codec *codec, const tc_value *value, tc_buffer *buffer, tc_error *error);
/*
 * Turns a message of one codec into one of another with the same schema, without a document in between, behind what is in
 * the buffer, which is as it was after an error. With TC_WIRE_JSON at one end this reads or writes JSON.
 */
tc_code tc_convert(
    const tc_codec *from, const tc_codec *to, const void *data, size_t length, tc_buffer *buffer, tc_error *error
);

/* ---- Columnar documents ------------------------------------------------------------------------------------------ */

/* A columnar document, of which columns and rows are read without looking at the others (docs/columnar.md). */
typedef struct tc_view tc_view;

/* Looks at the structure of a document, which must stay until the view and all that comes from it have been freed. */
tc_code tc_view_new(const void *data, size_t length, tc_view **out, tc_error *error);
/*
 * The groups that are whole in a document that may have been cut. If it has been, there is a view nevertheless, and the
 * code says what is wrong behind its rows. *out is NULL where there is none.
 */
tc_code tc_view_of_whole_groups(const void *data, size_t length, tc_view **out, tc_error *error);
/* Frees a view. Columns that come from it may be used on. */
void tc_view_free(tc_view *view);
/* How many rows there are. */
size_t tc_view_len(const tc_view *view);
/* The schema of the document: a list of the rows. The caller frees it. */
tc_code tc_view_schema(const tc_view *view, tc_schema **out, tc_error *error);
/* How many leaf columns there are, and the name of each, which ends with a zero; NULL beyond the last. */
size_t tc_view_column_count(const tc_view *view);
const char *tc_view_column_name(const tc_view *view, size_t index);

/* A row, as a record; TC_STRUCTURE if there is no such row. */
tc_code tc_view_row(const tc_view *view, size_t row, tc_doc **out, tc_error *error);
/* The rows from `first` up to but without `end`, as a list. */
tc_code tc_view_rows(const tc_view *view, size_t first, size_t end, tc_doc **out, tc_error *error);

/* The values of a leaf column that are there, those of all rows end to end. */
typedef struct tc_column tc_column;

/* What the values of a column are, and the function that reads them. */
typedef enum tc_column_kind_t {
    TC_COLUMN_NONE = 0,
    TC_COLUMN_INT = 1,     /* tc_column_integers; also the index of an enum's value, and lengths of lists */
    TC_COLUMN_UINT64 = 2,  /* tc_column_integers, with the same bits */
    TC_COLUMN_BOOL = 3,    /* tc_column_integers: 0 and 1 */
    TC_COLUMN_DATE = 4,    /* tc_column_integers: milliseconds since 1970-01-01T00:00Z */
    TC_COLUMN_NUMBER = 5,  /* tc_column_numbers */
    TC_COLUMN_FLOAT32 = 6, /* tc_column_numbers */
    TC_COLUMN_TEXT = 7,    /* tc_column_strings */
    TC_COLUMN_BYTES = 8,   /* tc_column_strings: base64 */
    TC_COLUMN_BIGINT = 9,  /* tc_column_strings: decimal digits */
    TC_COLUMN_JSON = 10    /* tc_column_strings: JSON */
} tc_column_kind_t;

/*
 * The column with a name, which ends with a zero: "address.city", "items[].sku"; "items#" has the lengths of the lists.
 * docs/columnar.md, section 2, has all names. TC_STRUCTURE if there is none. (Leaf columns of presence, whose names
 * end with "?", are no columns of values: see tc_column_presence.)
 */
tc_code tc_view_column(const tc_view *view, const char *name, tc_column **out, tc_error *error);
void tc_column_free(tc_column *column);
/* What the values are. */
tc_column_kind_t tc_column_kind(const tc_column *column);
/* How many values there are: of a column that has one in every row, as many as rows. */
tc_code tc_column_count(const tc_column *column, size_t *count, tc_error *error);

/*
 * Fills an array with all values of the column, and says in *count, which may be NULL, how many there are. If there are
 * more than the capacity, the code is TC_ARGUMENT, the first ones are in the array, and *count says how many there are
 * nevertheless. TC_TYPE for a column of another kind. After other errors the array holds nothing of use.
 */
tc_code tc_column_integers(
    const tc_column *column, int64_t *values, size_t capacity, size_t *count, tc_error *error
);
tc_code tc_column_numbers(const tc_column *column, double *values, size_t capacity, size_t *count, tc_error *error);
/* The texts are in the document, or, if they had escapes there, in the column until this is called again. */
tc_code tc_column_strings(tc_column *column, tc_text *values, size_t capacity, size_t *count, tc_error *error);
/*
 * For each place of the column 1 if a value is there, 0 if it is missing; then values and places are as many as ones. Of
 * a column whose values cannot be missing, as many ones as values.
 */
tc_code tc_column_presence(const tc_column *column, uint8_t *values, size_t capacity, size_t *count, tc_error *error);

/*
 * Goes through the rows of a view without a value for each: a group of rows at a time, the columns that are asked for are
 * arrays, and a value of a row costs a load.
 *
 *     tc_group_reader_column(reader, "id", &id, &error);
 *     tc_group_reader_column(reader, "items#", &items, &error);
 *     tc_group_reader_column(reader, "items[].price", &price, &error);
 *     while ((code = tc_group_reader_next(reader, &rows, &error)) == TC_OK && rows > 0) {
 *         for (size_t row = 0; row < rows; row++) {
 *             use(id->integers[row]);
 *             for (size_t at = items->places[row]; at < items->places[row + 1]; at++) {
 *                 use_price(price->numbers[at]);
 *             }
 *         }
 *     }
 */
typedef struct tc_group_reader tc_group_reader;

/* A step of tc_place: whether a value is there, and its place. */
typedef struct tc_step {
    const int64_t *values; /* one is there where this is one of `least` to `greatest`, */
    int64_t least, greatest;
    const size_t *places; /* and this is its place then */
} tc_step;

/*
 * The values of a leaf column in the group at hand: those that are there, end to end. Of the arrays only that of the
 * kind has something; the others, and all of an empty column, are NULL. Values are what the functions of tc_column give.
 */
typedef struct tc_array {
    tc_column_kind_t kind;
    size_t count;            /* how many values there are */
    const int64_t *integers; /* for kinds up to TC_COLUMN_DATE */
    const double *numbers;   /* for TC_COLUMN_NUMBER and TC_COLUMN_FLOAT32 */
    const tc_text *texts;    /* for the others */
    /*
     * Of a column of lengths ("items#"), count + 1 places: the items of the list at a place n are at places[n] up to but
     * without places[n + 1] of the columns inside ("items[].price").
     */
    const size_t *places;
    /* What tc_place looks at; none where a row, or an item of the innermost list around, has always a value. */
    const tc_step *steps;
    size_t step_count;
} tc_array;

/*
 * The place of a value in the array of its column, for the number of a row in the group, or, inside a list or map, for the
 * place of an item; TC_NO_INDEX if the value is missing, or its union is of another case. Where array->step_count is 0 it
 * is that number itself. It must be one of a row or an item that there is.
 */
static inline size_t tc_place(const tc_array *array, size_t at) {
    for (size_t step = 0; step < array->step_count; step++) {
        const tc_step *next = &array->steps[step];
        if (next->values[at] < next->least || next->values[at] > next->greatest) {
            return TC_NO_INDEX;
        }
        at = next->places[at];
    }
    return at;
}

/* A reader before the first group. The view may be freed before it; the document must stay. */
tc_code tc_group_reader_new(const tc_view *view, tc_group_reader **out, tc_error *error);
/* Frees a reader and its arrays. */
void tc_group_reader_free(tc_group_reader *reader);
/*
 * Asks for a leaf column by its name, which ends with a zero, as for tc_view_column; names that end with "?" have 1 where
 * a value is there. What says where its values are need not be asked for. The array is the reader's: it has values from
 * the next tc_group_reader_next on, which changes them each time, and stays where it is until the reader is freed.
 */
tc_code tc_group_reader_column(tc_group_reader *reader, const char *name, const tc_array **out, tc_error *error);
/*
 * Loads the columns of the next group; *rows is how many rows it has, 0 behind the last. After an error *rows is 0 and the
 * arrays are empty; the next call goes on with the group behind.
 */
tc_code tc_group_reader_next(tc_group_reader *reader, size_t *rows, tc_error *error);

/* Writes a columnar document row by row, with the memory of a group and of what has been written. */
typedef struct tc_row_writer tc_row_writer;

/* The schema is that of the document: a list of records. It need not stay. TC_UNSUPPORTED if it has no columns. */
tc_code tc_row_writer_new(const tc_schema *schema, const tc_options *options, tc_row_writer **out, tc_error *error);
/* Adds a row. After an error the document is as it was. */
tc_code tc_row_writer_push(tc_row_writer *writer, const tc_value *row, tc_error *error);
/* How a value lies in memory; it need not be aligned. */
typedef enum tc_member_type_t {
    TC_MEMBER_BOOL = 1, /* bool, and any byte that is 0 or not */
    TC_MEMBER_INT8 = 2,
    TC_MEMBER_UINT8 = 3,
    TC_MEMBER_INT16 = 4,
    TC_MEMBER_UINT16 = 5,
    TC_MEMBER_INT32 = 6,
    TC_MEMBER_UINT32 = 7,
    TC_MEMBER_INT64 = 8,
    TC_MEMBER_UINT64 = 9, /* and size_t where it has 64 bits */
    TC_MEMBER_FLOAT = 10,
    TC_MEMBER_DOUBLE = 11,
    TC_MEMBER_TEXT = 12,    /* tc_text or tc_bytes, or any pointer with a size_t behind it */
    TC_MEMBER_STRING = 13,  /* const char *, with a zero at its end */
    TC_MEMBER_POINTER = 14, /* of presence: 1 where the pointer is not NULL, such as that of a tc_text */
    TC_MEMBER_LIST = 15     /* of lengths: a pointer to the items, which are behind one another, and elsewhere a size_t */
} tc_member_type_t;

/*
 * Where the values of a leaf column are: that of row n at (char *)base + offset + n * stride. Members of structs have the
 * array of these as base, offsetof as offset and sizeof the struct as stride; of an array of values the offset is 0.
 *
 * Of a TC_MEMBER_LIST ("items#") that is where the pointer is, and the count is at (char *)base + count_offset + n *
 * stride. The columns inside ("items[].price") are then members of the items: only their offset counts, from the
 * beginning of an item. If "items#" is of integers, which are the lengths, item n of all lists is at base + offset + n *
 * stride of the columns inside.
 *
 * Columns hold what docs/columnar.md, section 2, says, as tc_column gives it, with two exceptions: the type bytes is given
 * as it is, without base64; and a column has something for each row or item, which is looked at only where presence and
 * the case of the union say that it is there.
 */
typedef struct tc_member {
    const char *column; /* the name of the leaf column, which ends with a zero */
    tc_member_type_t type;
    const void *base;
    size_t offset;
    size_t stride;
    size_t count_offset; /* of a TC_MEMBER_LIST, and how many bytes lie from one item to the next */
    size_t item_size;
} tc_member;

/*
 * Adds rows from the memory of the program, without a value for each. There must be a member for each leaf column, but for
 * those of presence ("email?"), without which everything is there, and those of the type null. Nothing is kept.
 *
 * After an error, whose path is the name of a column, the document has whole groups of these rows at most: *taken, which
 * may be NULL, says how many rows.
 */
tc_code tc_row_writer_push_members(
    tc_row_writer *writer, const tc_member *members, size_t member_count, size_t rows, size_t *taken, tc_error *error
);
/* Writes the rest of the document behind what is in the buffer, and frees the writer, whatever the code. */
tc_code tc_row_writer_finish(tc_row_writer *writer, tc_buffer *buffer, tc_error *error);
/* Frees a writer that is not to be finished. */
void tc_row_writer_free(tc_row_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
