/* Rows without a value for each: groups as arrays, and structs and arrays as rows. */
#include "check.h"
#include <stddef.h>

/* Every shape of column: what may be missing, in one another, lists, maps, unions, enums and flags. */
static const char DEFINITION[] =
    "{\"array\":{\"id\":\"int64\",\"home\":{\"record\":{\"city\":\"?string\",\"zip\":\"string\"},\"required\":false},"
    "\"tags\":{\"array\":\"?string\"},\"ages\":{\"map\":\"int32\"},"
    "\"shape\":{\"union\":[{\"kind\":{\"enum\":[\"circle\"]},\"radius\":\"number\"},{\"kind\":{\"enum\":[\"square\"]},\"side\":\"int32\"}],"
    "\"discriminator\":\"kind\"},"
    "\"role\":{\"enum\":[\"admin\",\"guest\"],\"open\":true},\"may\":{\"flags\":[\"read\",\"write\"]},\"raw\":\"bytes\",\"any\":\"?json\","
    "\"at\":[\"number\",\"float32\"],\"seen\":\"date\",\"wide\":\"uint64\",\"big\":\"bigint\",\"none\":\"null\","
    "\"lines\":{\"array\":{\"sku\":\"string\",\"parts\":{\"array\":\"int32\"}}}}}";

/* The same as a program may have it. */
typedef struct line {
    const char *sku;
    const int32_t *parts;
    size_t part_count;
} line;

typedef struct row {
    int64_t id;
    bool has_home;
    const char *city; /* NULL if it is not known */
    const char *zip;
    const tc_text *tags; /* without data where there is none */
    size_t tag_count;
    const struct age {
        const char *name;
        int16_t years;
    } *ages;
    size_t age_count;
    uint8_t shape;
    double radius;
    int8_t side;
    uint8_t role;
    const char *other_role;
    uint16_t may;
    tc_bytes raw;
    const char *any;
    double x;
    float y;
    int64_t seen;
    uint64_t wide;
    const char *big;
    const line *lines;
    size_t line_count;
} row;

static const tc_text TAGS[] = {{"new", 3}, {NULL, 0}, {"old", 3}};
static const struct age AGES[] = {{"Ada", 36}, {"Bob", -1}};
static const int32_t PARTS[] = {4, 5, 6};
static const line LINES[] = {{"S-1", PARTS, 3}, {"S-2", NULL, 0}, {"S-3", PARTS + 1, 1}};
static const row ROWS[] = {
    {1, true, "Oslo", "0150", TAGS, 3, AGES, 2, 0, 1.5, 0, 0, NULL, 3, {(const uint8_t *)"\1\2\3", 3}, "{\"a\": [1]}", 0.5,
        0.25f, 86400000, UINT64_MAX, "123456789012345678901234567890", LINES, 3},
    {2, false, NULL, NULL, NULL, 0, NULL, 0, 1, 0, -4, 2, "\"boss\"", 0, {NULL, 0}, NULL, -1, 2, -1, 0, "0", LINES + 1, 2},
    {3, true, NULL, "1000", TAGS + 1, 1, AGES + 1, 1, 1, 0, 7, 1, NULL, 2, {(const uint8_t *)"x", 1}, "null", 1e300, 3, 0, 7,
        "-5", NULL, 0},
};
#define COUNT (sizeof ROWS / sizeof ROWS[0])

#define OF_ROW(column, type, member) {column, type, ROWS, offsetof(row, member), sizeof(row), 0, 0}
#define LIST(column, items, count, item) \
    {column, TC_MEMBER_LIST, ROWS, offsetof(row, items), sizeof(row), offsetof(row, count), sizeof(item)}
#define INSIDE(column, type, offset) {column, type, NULL, offset, 0, 0, 0}

static const tc_member MEMBERS[] = {
    OF_ROW("id", TC_MEMBER_INT64, id),
    OF_ROW("home?", TC_MEMBER_BOOL, has_home),
    OF_ROW("home.city?", TC_MEMBER_POINTER, city),
    OF_ROW("home.city", TC_MEMBER_STRING, city),
    OF_ROW("home.zip", TC_MEMBER_STRING, zip),
    LIST("tags#", tags, tag_count, tc_text),
    INSIDE("tags[]?", TC_MEMBER_POINTER, 0),
    INSIDE("tags[]", TC_MEMBER_TEXT, 0),
    LIST("ages#", ages, age_count, struct age),
    INSIDE("ages{key}", TC_MEMBER_STRING, offsetof(struct age, name)),
    INSIDE("ages{}", TC_MEMBER_INT16, offsetof(struct age, years)),
    OF_ROW("shape|", TC_MEMBER_UINT8, shape),
    OF_ROW("shape|0.radius", TC_MEMBER_DOUBLE, radius),
    OF_ROW("shape|1.side", TC_MEMBER_INT8, side),
    OF_ROW("role", TC_MEMBER_UINT8, role),
    OF_ROW("role{other}", TC_MEMBER_STRING, other_role),
    OF_ROW("may", TC_MEMBER_UINT16, may),
    OF_ROW("raw", TC_MEMBER_TEXT, raw),
    OF_ROW("any?", TC_MEMBER_POINTER, any),
    OF_ROW("any", TC_MEMBER_STRING, any),
    OF_ROW("at[0]", TC_MEMBER_DOUBLE, x),
    OF_ROW("at[1]", TC_MEMBER_FLOAT, y),
    OF_ROW("seen", TC_MEMBER_INT64, seen),
    OF_ROW("wide", TC_MEMBER_UINT64, wide),
    OF_ROW("big", TC_MEMBER_STRING, big),
    LIST("lines#", lines, line_count, line),
    INSIDE("lines[].sku", TC_MEMBER_STRING, offsetof(line, sku)),
    {"lines[].parts#", TC_MEMBER_LIST, NULL, offsetof(line, parts), 0, offsetof(line, part_count), sizeof(int32_t)},
    INSIDE("lines[].parts[]", TC_MEMBER_INT32, 0),
};
#define MEMBER_COUNT (sizeof MEMBERS / sizeof MEMBERS[0])

/* What these rows are as JSON. */
static const char JSON[] =
    "[{\"id\":1,\"home\":{\"city\":\"Oslo\",\"zip\":\"0150\"},\"tags\":[\"new\",null,\"old\"],\"ages\":{\"Ada\":36,\"Bob\":-1},"
    "\"shape\":{\"kind\":\"circle\",\"radius\":1.5},\"role\":\"admin\",\"may\":{\"read\":true,\"write\":true},\"raw\":\"AQID\","
    "\"any\":{\"a\":[1]},\"at\":[0.5,0.25],\"seen\":\"1970-01-02T00:00:00.000Z\",\"wide\":18446744073709551615,"
    "\"big\":\"123456789012345678901234567890\",\"none\":null,\"lines\":[{\"sku\":\"S-1\",\"parts\":[4,5,6]},"
    "{\"sku\":\"S-2\",\"parts\":[]},{\"sku\":\"S-3\",\"parts\":[5]}]},"
    "{\"id\":2,\"tags\":[],\"ages\":{},\"shape\":{\"kind\":\"square\",\"side\":-4},\"role\":\"boss\",\"may\":{\"read\":false,\"write\":false},\"raw\":\"\","
    "\"at\":[-1,2],\"seen\":\"1969-12-31T23:59:59.999Z\",\"wide\":0,\"big\":\"0\",\"none\":null,"
    "\"lines\":[{\"sku\":\"S-2\",\"parts\":[]},{\"sku\":\"S-3\",\"parts\":[5]}]},"
    "{\"id\":3,\"home\":{\"zip\":\"1000\"},\"tags\":[null],\"ages\":{\"Bob\":-1},\"shape\":{\"kind\":\"square\",\"side\":7},"
    "\"role\":\"guest\",\"may\":{\"read\":false,\"write\":true},\"raw\":\"eA==\",\"at\":[1e300,3],\"seen\":\"1970-01-01T00:00:00.000Z\","
    "\"wide\":7,\"big\":\"-5\",\"none\":null,\"lines\":[]}]";

static tc_schema *schema_of(const char *definition) {
    tc_error error;
    tc_schema *schema;
    MUST(tc_schema_new(definition, strlen(definition), &schema, &error));
    return schema;
}

/* A writer and a buffer for it. */
typedef struct writing {
    tc_schema *schema;
    tc_row_writer *writer;
    tc_buffer *buffer;
} writing;

static writing begin(const char *definition, size_t group_rows) {
    tc_error error;
    tc_options options = {0};
    writing to = {schema_of(definition), NULL, NULL};
    options.group_rows = group_rows;
    MUST(tc_row_writer_new(to.schema, &options, &to.writer, &error));
    MUST(tc_buffer_new(&to.buffer, &error));
    return to;
}

static tc_bytes document(writing *to) {
    tc_error error;
    MUST(tc_row_writer_finish(to->writer, to->buffer, &error));
    return tc_buffer_bytes(to->buffer);
}

static void end(writing *to) {
    tc_buffer_free(to->buffer);
    tc_schema_free(to->schema);
}

/* The document of some JSON. */
static void convert(const writing *to, const char *json, size_t group_rows, tc_buffer *out) {
    tc_error error;
    tc_codec *from, *columnar;
    tc_options options = {0};
    options.group_rows = group_rows;
    MUST(tc_codec_new(to->schema, TC_WIRE_JSON, NULL, &from, &error));
    MUST(tc_codec_new(to->schema, TC_WIRE_COLUMNAR, &options, &columnar, &error));
    MUST(tc_convert(from, columnar, json, strlen(json), out, &error));
    tc_codec_free(columnar);
    tc_codec_free(from);
}

/* Structs give the same document, byte for byte, as the same values by JSON, in groups of any size. */
static void writes_structs(void) {
    tc_error error;
    for (size_t group_rows = 1; group_rows <= COUNT; group_rows++) {
        writing to = begin(DEFINITION, group_rows);
        size_t taken = 0;
        MUST(tc_row_writer_push_members(to.writer, MEMBERS, MEMBER_COUNT, COUNT, &taken, &error));
        CHECK(taken == COUNT);
        tc_bytes bytes = document(&to);
        tc_buffer *expected;
        MUST(tc_buffer_new(&expected, &error));
        convert(&to, JSON, group_rows, expected);
        CHECK(holds(expected, (const char *)bytes.data, bytes.length));
        tc_buffer_free(expected);
        end(&to);
    }
}

static const tc_array *array(tc_group_reader *reader, const char *name) {
    tc_error error;
    const tc_array *array, *again;
    MUST(tc_group_reader_column(reader, name, &array, &error));
    MUST(tc_group_reader_column(reader, name, &again, &error));
    CHECK(array == again && array->count == 0 && array->integers == NULL);
    return array;
}

/* The text for a row or an item; "-" if it is missing. */
static tc_text text(const tc_array *array, size_t at) {
    static const tc_text none = {"-", 1};
    size_t place = tc_place(array, at);
    CHECK(place == TC_NO_INDEX || place < array->count);
    return place == TC_NO_INDEX ? none : array->texts[place];
}

static void reads_arrays(void) {
    tc_error error;
    for (size_t group_rows = 1; group_rows <= COUNT; group_rows++) {
        writing to = begin(DEFINITION, group_rows);
        MUST(tc_row_writer_push_members(to.writer, MEMBERS, MEMBER_COUNT, COUNT, NULL, &error));
        tc_bytes bytes = document(&to);
        tc_view *view;
        tc_group_reader *reader;
        MUST(tc_view_new(bytes.data, bytes.length, &view, &error));
        MUST(tc_group_reader_new(view, &reader, &error));
        /* The reader stays when the view goes. */
        tc_view_free(view);
        const tc_array *id = array(reader, "id"), *home = array(reader, "home?"), *city = array(reader, "home.city");
        const tc_array *zip = array(reader, "home.zip"), *tags = array(reader, "tags#"), *tag = array(reader, "tags[]");
        const tc_array *ages = array(reader, "ages#"), *name = array(reader, "ages{key}"), *age = array(reader, "ages{}");
        const tc_array *radius = array(reader, "shape|0.radius"), *side = array(reader, "shape|1.side");
        const tc_array *other = array(reader, "role{other}"), *any = array(reader, "any"), *y = array(reader, "at[1]");
        const tc_array *wide = array(reader, "wide"), *lines = array(reader, "lines#");
        const tc_array *sku = array(reader, "lines[].sku"), *parts = array(reader, "lines[].parts#");
        const tc_array *part = array(reader, "lines[].parts[]");
        const tc_array *none = NULL;
        CHECK(tc_group_reader_column(reader, "height", &none, &error) == TC_STRUCTURE && none == NULL);
        CHECK(wide->kind == TC_COLUMN_UINT64 && y->kind == TC_COLUMN_FLOAT32 && any->kind == TC_COLUMN_JSON);

        size_t rows, all = 0;
        for (;;) {
            MUST(tc_group_reader_next(reader, &rows, &error));
            if (rows == 0) {
                break;
            }
            CHECK(rows <= group_rows && id->count == rows && id->step_count == 0);
            for (size_t at = 0; at < rows; at++, all++) {
                const row *expected = &ROWS[all];
                CHECK(id->integers[at] == expected->id && tc_place(id, at) == at);
                CHECK((home->integers[at] == 1) == expected->has_home);
                CHECK(is_text(text(city, at), expected->city == NULL ? "-" : expected->city));
                CHECK(is_text(text(zip, at), expected->zip == NULL ? "-" : expected->zip));
                CHECK(wide->integers[at] == (int64_t)expected->wide && (float)y->numbers[at] == expected->y);
                CHECK(is_text(text(other, at), expected->other_role == NULL ? "-" : expected->other_role));
                CHECK(is_text(text(any, at), all == 0 ? "{\"a\":[1]}" : "-"));
                size_t place = tc_place(expected->shape == 0 ? radius : side, at);
                CHECK(tc_place(expected->shape == 0 ? side : radius, at) == TC_NO_INDEX);
                if (expected->shape == 0) {
                    CHECK(radius->numbers[place] == expected->radius);
                } else {
                    CHECK(side->integers[place] == expected->side);
                }
                CHECK(tags->places[at + 1] - tags->places[at] == expected->tag_count);
                for (size_t item = 0; item < expected->tag_count; item++) {
                    const char *data = expected->tags[item].data;
                    CHECK(is_text(text(tag, tags->places[at] + item), data == NULL ? "-" : data));
                }
                CHECK(ages->integers[at] == (int64_t)expected->age_count);
                for (size_t item = 0; item < expected->age_count; item++) {
                    CHECK(is_text(text(name, ages->places[at] + item), expected->ages[item].name));
                    CHECK(age->integers[ages->places[at] + item] == expected->ages[item].years);
                }
                for (size_t item = 0; item < expected->line_count; item++) {
                    size_t outer = lines->places[at] + item;
                    CHECK(is_text(text(sku, outer), expected->lines[item].sku));
                    CHECK(parts->integers[outer] == (int64_t)expected->lines[item].part_count);
                    for (size_t inner = 0; inner < expected->lines[item].part_count; inner++) {
                        CHECK(part->integers[parts->places[outer] + inner] == expected->lines[item].parts[inner]);
                    }
                }
            }
        }
        CHECK(all == COUNT && id->count == 0 && id->integers == NULL && lines->places == NULL);
        MUST(tc_group_reader_next(reader, &rows, &error));
        CHECK(rows == 0);
        tc_group_reader_free(reader);
        end(&to);
    }
}

/* Arrays of values, and lists of which the lengths are one as well, go across groups. */
static void writes_arrays(void) {
    static const char definition[] = "{\"array\":{\"id\":\"uint64\",\"n\":{\"array\":\"number\"},\"t\":\"?string\"}}";
    static const uint32_t ids[] = {7, 8, 9};
    static const size_t lengths[] = {2, 0, 3};
    static const double numbers[] = {1, 2.5, 3, 4, -0.5};
    static const char *const texts[] = {"one\ntwo", NULL, "three"};
    const tc_member members[] = {
        {"t", TC_MEMBER_STRING, texts, 0, sizeof *texts, 0, 0},
        {"t?", TC_MEMBER_POINTER, texts, 0, sizeof *texts, 0, 0},
        {"id", TC_MEMBER_UINT32, ids, 0, sizeof *ids, 0, 0},
        {"n#", sizeof(size_t) == 8 ? TC_MEMBER_UINT64 : TC_MEMBER_UINT32, lengths, 0, sizeof *lengths, 0, 0},
        {"n[]", TC_MEMBER_DOUBLE, numbers, 0, sizeof *numbers, 0, 0},
    };
    tc_error error;
    writing to = begin(definition, 2);
    MUST(tc_row_writer_push_members(to.writer, members, 5, 3, NULL, &error));
    /* No rows at all, from nowhere. */
    tc_member nowhere[5];
    memcpy(nowhere, members, sizeof members);
    for (int at = 0; at < 5; at++) {
        nowhere[at].base = NULL;
    }
    MUST(tc_row_writer_push_members(to.writer, nowhere, 5, 0, NULL, &error));
    tc_bytes bytes = document(&to);
    tc_buffer *expected;
    MUST(tc_buffer_new(&expected, &error));
    convert(&to, "[{\"id\":7,\"n\":[1,2.5],\"t\":\"one\\ntwo\"},{\"id\":8,\"n\":[]},{\"id\":9,\"n\":[3,4,-0.5],\"t\":\"three\"}]", 2,
        expected);
    CHECK(holds(expected, (const char *)bytes.data, bytes.length));
    tc_buffer_free(expected);

    /* Escapes are undone in what is read. */
    tc_view *view;
    tc_group_reader *reader;
    MUST(tc_view_new(bytes.data, bytes.length, &view, &error));
    MUST(tc_group_reader_new(view, &reader, &error));
    const tc_array *t = array(reader, "t");
    size_t rows;
    MUST(tc_group_reader_next(reader, &rows, &error));
    CHECK(rows == 2 && t->count == 1 && is_text(text(t, 0), "one\ntwo") && is_text(text(t, 1), "-"));
    tc_group_reader_free(reader);
    tc_view_free(view);
    end(&to);
}

/* The code of pushing the rows with one member another. */
static tc_code with(size_t member, tc_member other, const char *path) {
    tc_error error = {0};
    tc_member members[MEMBER_COUNT];
    memcpy(members, MEMBERS, sizeof members);
    members[member] = other;
    writing to = begin(DEFINITION, 0);
    size_t taken = 9;
    tc_code code = tc_row_writer_push_members(to.writer, members, MEMBER_COUNT, COUNT, &taken, &error);
    CHECK(code == error.code && taken == 0 && strcmp(error.path, path) == 0);
    /* What came to nothing does not stay. */
    MUST(tc_row_writer_push_members(to.writer, MEMBERS, MEMBER_COUNT, COUNT, &taken, &error));
    tc_bytes bytes = document(&to);
    tc_buffer *expected;
    MUST(tc_buffer_new(&expected, &error));
    convert(&to, JSON, 0, expected);
    CHECK(taken == COUNT && holds(expected, (const char *)bytes.data, bytes.length));
    tc_buffer_free(expected);
    end(&to);
    return code;
}

static void says_what_is_wrong(void) {
    tc_error error;
    static const char *const no_texts[COUNT] = {"x", NULL, "y"}, *const no_utf8[COUNT] = {"x", "\xff", "y"};
    static const int64_t far[COUNT] = {1, -1, INT64_MAX};
    static const struct list {
        const int32_t *items;
        size_t count;
    } lists[COUNT] = {{PARTS, 1}, {NULL, 2}, {PARTS, 1}};
#define SEPARATE(column, type, values) ((tc_member){column, type, values, 0, sizeof *(values), 0, 0})
    /* The wrong type, nothing where something must be, what is out of range. */
    CHECK(with(0, SEPARATE("id", TC_MEMBER_STRING, no_texts), "id") == TC_TYPE);
    CHECK(with(24, SEPARATE("big", TC_MEMBER_STRING, no_texts), "big") == TC_STRUCTURE);
    CHECK(with(24, SEPARATE("big", TC_MEMBER_STRING, no_utf8), "big") == TC_UTF8);
    CHECK(with(22, SEPARATE("seen", TC_MEMBER_INT64, far), "seen") == TC_TYPE);
    CHECK(with(23, SEPARATE("wide", TC_MEMBER_INT64, far), "wide") == TC_TYPE);
    CHECK(with(11, SEPARATE("shape|", TC_MEMBER_INT64, far), "[\"shape|\"]") == TC_TYPE);
    CHECK(with(14, SEPARATE("role", TC_MEMBER_INT64, far), "role") == TC_TYPE);
    CHECK(with(19, SEPARATE("any", TC_MEMBER_STRING, no_utf8), "any") == TC_JSON);
    CHECK(with(5, ((tc_member){"tags#", TC_MEMBER_LIST, lists, 0, sizeof *lists, offsetof(struct list, count), 4}), "[\"tags#\"]") ==
          TC_STRUCTURE);
    /* What is wrong with the members themselves. */
    CHECK(with(0, SEPARATE("height", TC_MEMBER_INT64, far), "") == TC_STRUCTURE);
    CHECK(with(0, SEPARATE("wide", TC_MEMBER_INT64, far), "") == TC_ARGUMENT);
    CHECK(with(0, SEPARATE("id", (tc_member_type_t)99, far), "") == TC_ARGUMENT);
    CHECK(with(0, ((tc_member){"id", TC_MEMBER_INT64, NULL, 0, 8, 0, 0}), "") == TC_ARGUMENT);
    CHECK(with(0, SEPARATE(NULL, TC_MEMBER_INT64, far), "") == TC_ARGUMENT);

    writing to = begin(DEFINITION, 1);
    size_t taken = 9;
    CHECK(tc_row_writer_push_members(to.writer, MEMBERS, MEMBER_COUNT - 1, COUNT, &taken, &error) == TC_REQUIRED);
    CHECK(strcmp(error.path, "[\"lines[].parts[]\"]") == 0 && taken == 0);
    CHECK(tc_row_writer_push_members(to.writer, NULL, 1, COUNT, &taken, NULL) == TC_ARGUMENT);
    /* Groups before the one that is wrong stay. */
    tc_member members[MEMBER_COUNT];
    memcpy(members, MEMBERS, sizeof members);
    members[24] = SEPARATE("big", TC_MEMBER_STRING, no_utf8);
    static const char *const digits[COUNT] = {"1", "\xff", "3"};
    members[24].base = digits;
    CHECK(tc_row_writer_push_members(to.writer, members, MEMBER_COUNT, COUNT, &taken, &error) == TC_UTF8 && taken == 1);
    tc_bytes bytes = document(&to);
    tc_view *view;
    MUST(tc_view_new(bytes.data, bytes.length, &view, &error));
    CHECK(tc_view_len(view) == 1);
    tc_view_free(view);
    end(&to);
    CHECK(tc_row_writer_push_members(NULL, MEMBERS, MEMBER_COUNT, COUNT, &taken, NULL) == TC_ARGUMENT && taken == 0);
}

/* A reader says what is wrong with a group, and goes on behind it. */
static void goes_on_behind_an_error(void) {
    static const char head[] = "typecase-columnar 1\n{\"array\":{\"n\":\"int32\"}}\n";
    static const char first[] = "[2,\"plain\",4]\n1\nx\n", second[] = "[1,\"plain\",2]\n5\n";
    char text[200];
    size_t at = sizeof head - 1;
    int length = snprintf(text, sizeof text, "%s%s%s{\"rows\":3,\"groups\":[%zu,2,%zu,1]}\n", head, first, second, at,
        at + sizeof first - 1);
    tc_error error;
    tc_view *view;
    tc_group_reader *reader;
    MUST(tc_view_new(text, (size_t)length, &view, &error));
    MUST(tc_group_reader_new(view, &reader, &error));
    const tc_array *n = array(reader, "n");
    size_t rows = 9;
    CHECK(tc_group_reader_next(reader, &rows, &error) == TC_TYPE);
    CHECK(rows == 0 && n->count == 0 && n->integers == NULL && strcmp(error.path, "n") == 0);
    CHECK(error.offset == at + 16);
    MUST(tc_group_reader_next(reader, &rows, &error));
    CHECK(rows == 1 && n->integers[0] == 5);
    MUST(tc_group_reader_next(reader, &rows, &error));
    CHECK(rows == 0 && n->count == 0);
    tc_group_reader_free(reader);
    tc_view_free(view);

    tc_group_reader_free(NULL);
    CHECK(tc_group_reader_new(NULL, &reader, NULL) == TC_ARGUMENT);
    CHECK(tc_group_reader_next(NULL, &rows, NULL) == TC_ARGUMENT);
    CHECK(tc_group_reader_column(NULL, "n", &n, NULL) == TC_ARGUMENT);
}

int main(void) {
    writes_structs();
    reads_arrays();
    writes_arrays();
    says_what_is_wrong();
    goes_on_behind_an_error();
    return 0;
}
