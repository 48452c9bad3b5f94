/*
 * Hostile messages and documents: every one in a file of cases, cut everywhere and with every byte changed, decoded,
 * walked and written again. Each lies right before memory that may not be read, so that a look beyond its end ends the
 * program.
 *
 * A case is two bytes, the wire and whether it is strict, and then the definition of the schema and the message, each
 * behind its length as four bytes, the lowest first.
 */
#define _DEFAULT_SOURCE
#include "check.h"
#include <sys/mman.h>
#include <unistd.h>

/* The longest message of which each byte is given every other value. */
#define SHORT 24
/* The longest that is cut and changed at every place. */
#define LONG 400

static unsigned char *fence; /* the first byte that may not be read */
static size_t room;          /* the bytes before it */
static unsigned long decoded, refused;

static void build_fence(size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    room = (bytes + page) / page * page;
    unsigned char *memory = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    fence = memory + room;
    CHECK(mprotect(fence, page, PROT_NONE) == 0);
}

/* An error says where: within the input, or right behind it. */
static void check_error(tc_code code, const tc_error *error, size_t length) {
    CHECK(code == error->code && code > TC_OK && code < TC_DEFINITION);
    CHECK(error->offset == TC_NO_OFFSET || error->offset <= length);
    CHECK(error->message[0] != 0);
    refused++;
}

/* Looks at every value, and at every byte of it. */
static size_t walk(const tc_value *value) {
    tc_text text = tc_get_text(value);
    tc_bytes bytes = tc_get_bytes(value);
    size_t sum = (size_t)tc_get_int(value) + tc_get_bool(value) + tc_get_kind(value);
    for (size_t at = 0; at < text.length; at++) {
        sum += (unsigned char)text.data[at];
    }
    for (size_t at = 0; at < bytes.length; at++) {
        sum += bytes.data[at];
    }
    for (size_t at = 0; at < tc_get_count(value); at++) {
        if (tc_get_kind(value) == TC_MAP) {
            sum += walk(tc_get_key(value, at));
        }
        sum += walk(tc_get_kind(value) == TC_RECORD ? tc_get_field(value, at) : tc_get_item(value, at));
    }
    if (tc_get_kind(value) == TC_CASE) {
        sum += walk(tc_get_case_value(value));
    }
    return sum;
}

/* What a message is read with. */
typedef struct codecs {
    tc_wire wire;
    bool strict;
    tc_codec *codec, *json;
    tc_buffer *buffer;
} codecs;

static void message(const codecs *use, const unsigned char *data, size_t length) {
    tc_error error;
    tc_doc *doc;
    tc_code code = tc_decode(use->codec, data, length, &doc, &error);
    tc_buffer_clear(use->buffer);
    if (code != TC_OK) {
        check_error(code, &error, length);
        CHECK(tc_convert(use->codec, use->json, data, length, use->buffer, &error) != TC_OK);
        CHECK(tc_buffer_bytes(use->buffer).length == 0);
        return;
    }
    decoded++;
    walk(tc_doc_root(doc));
    /* What has been read can be written. */
    MUST(tc_encode(use->codec, tc_doc_root(doc), use->buffer, &error));
    tc_doc_free(doc);
}

/* One column, whatever it is. */
static void column(tc_column *column, size_t length) {
    tc_error error;
    size_t count;
    tc_code code = tc_column_count(column, &count, &error);
    if (code != TC_OK) {
        check_error(code, &error, length);
        return;
    }
    CHECK(count <= 8192 * (length + 1));
    void *values = malloc(16 * count + 1);
    CHECK(values != NULL);
    tc_column_kind_t kind = tc_column_kind(column);
    size_t found = 0;
    if (kind <= TC_COLUMN_DATE) {
        code = tc_column_integers(column, values, count, &found, &error);
    } else if (kind <= TC_COLUMN_FLOAT32) {
        code = tc_column_numbers(column, values, count, &found, &error);
    } else {
        code = tc_column_strings(column, values, count, &found, &error);
    }
    if (code == TC_OK) {
        CHECK(found == count);
        decoded++;
    } else {
        check_error(code, &error, length);
    }
    if (code == TC_OK && kind >= TC_COLUMN_TEXT) {
        size_t sum = 0;
        for (size_t at = 0; at < count; at++) {
            tc_text text = ((tc_text *)values)[at];
            for (size_t byte = 0; byte < text.length; byte++) {
                sum += (unsigned char)text.data[byte];
            }
        }
        CHECK(sum != 1);
    }
    code = tc_column_presence(column, values, 16 * count, &found, &error);
    if (code != TC_OK && code != TC_ARGUMENT) {
        check_error(code, &error, length);
    }
    free(values);
}

/* The lengths of the lists that a column is inside of: "items#" for "items[].price". NULL if it is in none. */
static const tc_array *lists_around(tc_group_reader *reader, const char *name) {
    char list[200];
    const char *end = NULL;
    for (const char *at = name; *at != 0; at++) {
        bool is_item = (at[0] == '[' && at[1] == ']') || (at[0] == '{' && strncmp(at, "{other}", 7) != 0);
        end = is_item ? at : end;
    }
    const tc_array *found;
    if (end == NULL || end - name > 190) {
        return NULL;
    }
    snprintf(list, sizeof list, "%.*s#", (int)(end - name), name);
    return tc_group_reader_column(reader, list, &found, NULL) == TC_OK ? found : NULL;
}

/* All values of an array, and where those of so many rows or items are. */
static void values(const tc_array *array, size_t slots) {
    size_t sum = 0;
    for (size_t at = 0; at < array->count; at++) {
        if (array->kind <= TC_COLUMN_DATE) {
            sum += (size_t)array->integers[at];
        } else if (array->kind <= TC_COLUMN_FLOAT32) {
            sum += array->numbers[at] != 0;
        } else {
            for (size_t byte = 0; byte < array->texts[at].length; byte++) {
                sum += (unsigned char)array->texts[at].data[byte];
            }
        }
    }
    for (size_t at = 0; at < slots; at++) {
        size_t place = tc_place(array, at);
        CHECK(place == TC_NO_INDEX || place < array->count);
    }
    CHECK(sum != 1 || array->count > 0);
}

/* A document group by group. */
static void groups(const tc_view *view, size_t length) {
    tc_error error;
    tc_group_reader *reader;
    const tc_array *arrays[40], *lists[40];
    size_t count = tc_view_column_count(view) < 40 ? tc_view_column_count(view) : 40, rows, all = 0;
    MUST(tc_group_reader_new(view, &reader, &error));
    for (size_t at = 0; at < count; at++) {
        MUST(tc_group_reader_column(reader, tc_view_column_name(view, at), &arrays[at], &error));
        lists[at] = lists_around(reader, tc_view_column_name(view, at));
    }
    /* One call for each group, and one that finds none. */
    for (size_t group = 0; group <= length; group++) {
        tc_code code = tc_group_reader_next(reader, &rows, &error);
        if (code != TC_OK) {
            check_error(code, &error, length);
            CHECK(rows == 0 && (count == 0 || (arrays[0]->count == 0 && arrays[0]->steps == NULL)));
            continue;
        }
        if (rows == 0) {
            break;
        }
        all += rows;
        for (size_t at = 0; at < count; at++) {
            /* How many items there are, the places of the last list say. */
            values(arrays[at], lists[at] == NULL ? rows : lists[at]->places[lists[at]->count]);
        }
        decoded++;
    }
    CHECK(all <= tc_view_len(view));
    tc_group_reader_free(reader);
}

/* A document by its columns, rows and groups, as much of it as is whole. */
static void document(const unsigned char *data, size_t length) {
    tc_error error;
    tc_view *view;
    tc_code code = tc_view_of_whole_groups(data, length, &view, &error);
    if (code != TC_OK) {
        check_error(code, &error, length);
    }
    if (view == NULL) {
        return;
    }
    for (size_t at = 0; at < tc_view_column_count(view); at++) {
        tc_column *one;
        if (tc_view_column(view, tc_view_column_name(view, at), &one, NULL) == TC_OK) {
            column(one, length);
            tc_column_free(one);
        }
    }
    tc_doc *row;
    for (size_t at = 0; at < tc_view_len(view); at += 1 + tc_view_len(view) / 3) {
        code = tc_view_row(view, at, &row, &error);
        if (code == TC_OK) {
            walk(tc_doc_root(row));
            tc_doc_free(row);
        } else {
            check_error(code, &error, length);
        }
    }
    groups(view, length);
    tc_view_free(view);
}

static void input(const codecs *use, const unsigned char *data, size_t length) {
    message(use, data, length);
    /* Views are the same whether codecs are strict or not. */
    if (use->wire == TC_WIRE_COLUMNAR && !use->strict) {
        document(data, length);
    }
}

/* An input as it is, cut anywhere, and with any byte changed; a long one at every third place. */
static void inputs(const codecs *use, const unsigned char *data, size_t length) {
    CHECK(length <= room);
    size_t step = length > LONG ? 3 : 1;
    for (size_t cut = 0; cut <= length; cut += step) {
        unsigned char *kept = fence - (length - cut);
        memcpy(kept, data, length - cut);
        input(use, kept, length - cut);
    }
    unsigned char *whole = fence - length;
    memcpy(whole, data, length);
    for (size_t at = 0; at < length; at += step) {
        if (length <= SHORT) {
            for (unsigned change = 1; change < 256; change++) {
                whole[at] = (unsigned char)(data[at] ^ change);
                input(use, whole, length);
            }
        } else {
            whole[at] = (unsigned char)(data[at] ^ (1 + at * 37 % 255));
            input(use, whole, length);
        }
        whole[at] = data[at];
    }
}

/* The bytes of a file. */
static unsigned char *contents(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
    *length = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*length + 1);
    CHECK(bytes != NULL && fread(bytes, 1, *length, file) == *length);
    fclose(file);
    return bytes;
}

static size_t number(const unsigned char *bytes) {
    return bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

int main(int count, char **arguments) {
    CHECK(count == 2);
    tc_error error;
    size_t length, cases = 0;
    unsigned char *file = contents(arguments[1], &length);
    build_fence(length);
    for (size_t at = 0; at < length; cases++) {
        tc_options options = {0};
        codecs use = {(tc_wire)file[at], file[at + 1] != 0, NULL, NULL, NULL};
        options.strict = use.strict;
        const unsigned char *definition = file + at + 6;
        size_t definition_length = number(file + at + 2);
        const unsigned char *data = definition + definition_length + 4;
        size_t data_length = number(definition + definition_length);
        at = (size_t)(data + data_length - file);

        tc_schema *schema;
        MUST(tc_schema_new((const char *)definition, definition_length, &schema, &error));
        MUST(tc_codec_new(schema, use.wire, &options, &use.codec, &error));
        MUST(tc_codec_new(schema, TC_WIRE_JSON, NULL, &use.json, &error));
        MUST(tc_buffer_new(&use.buffer, &error));
        inputs(&use, data, data_length);
        tc_buffer_free(use.buffer);
        tc_codec_free(use.json);
        tc_codec_free(use.codec);
        tc_schema_free(schema);
    }
    free(file);
    printf("%zu cases: %lu decoded, %lu refused\n", cases, decoded, refused);
    CHECK(cases > 50 && decoded > 1000 && refused > 1000);
    return 0;
}
