/* Columnar documents: columns, rows, cut ones, and writing. The document is the example of docs/columnar.md. */
#include "check.h"

static const char DOCUMENT[] =
    "typecase-columnar 1\n"
    "{\"array\":{\"at\":\"int64\",\"place\":\"string\",\"heat\":\"?number\"}}\n"
    "[40,\"seq 1000 10\",0,\"dict 2 15 plain\",56,\"bits\",8,\"decimal 1 seq 5 0\",0]\n"
    "Troms\xc3\xb8\n"
    "Bergen\n"
    "ABABABABABABABABABABABABABABABABABABABAB\n"
    "3/////8\n"
    "{\"rows\":40,\"groups\":[79,40]}\n";
#define LENGTH (sizeof DOCUMENT - 1)

/* The columns of a view by their names. */
static tc_column *column(const tc_view *view, const char *name) {
    tc_error error;
    tc_column *column;
    MUST(tc_view_column(view, name, &column, &error));
    return column;
}

static void reads_columns(void) {
    tc_error error;
    tc_view *view;
    MUST(tc_view_new(DOCUMENT, LENGTH, &view, &error));
    CHECK(tc_view_len(view) == 40);
    CHECK(tc_view_column_count(view) == 4);
    CHECK(strcmp(tc_view_column_name(view, 0), "at") == 0);
    CHECK(strcmp(tc_view_column_name(view, 2), "heat?") == 0);
    CHECK(tc_view_column_name(view, 4) == NULL);

    tc_column *at = column(view, "at"), *place = column(view, "place"), *heat = column(view, "heat");
    tc_column *none;
    CHECK(tc_view_column(view, "height", &none, &error) == TC_STRUCTURE);
    CHECK(strcmp(error.message, "there is no column \"height\"") == 0);
    /* Columns stay when the view goes. */
    tc_view_free(view);
    CHECK(tc_column_kind(at) == TC_COLUMN_INT);
    CHECK(tc_column_kind(place) == TC_COLUMN_TEXT);
    CHECK(tc_column_kind(heat) == TC_COLUMN_NUMBER);

    int64_t integers[40];
    size_t count = 0;
    MUST(tc_column_integers(at, integers, 40, &count, &error));
    CHECK(count == 40 && integers[0] == 1000 && integers[39] == 1390);

    tc_text texts[40];
    MUST(tc_column_strings(place, texts, 40, &count, &error));
    CHECK(count == 40 && is_text(texts[0], "Troms\xc3\xb8") && is_text(texts[39], "Bergen"));
    CHECK(texts[39].data > DOCUMENT && texts[39].data < DOCUMENT + LENGTH);

    MUST(tc_column_count(heat, &count, &error));
    CHECK(count == 39);
    double numbers[39];
    MUST(tc_column_numbers(heat, numbers, 39, NULL, &error));
    CHECK(numbers[0] == 0.5 && numbers[38] == 0.5);
    uint8_t presence[40];
    MUST(tc_column_presence(heat, presence, 40, &count, &error));
    CHECK(count == 40 && presence[1] == 1 && presence[2] == 0 && presence[3] == 1);
    MUST(tc_column_presence(at, presence, 40, &count, &error));
    CHECK(count == 40 && presence[2] == 1);

    /* Too little room, and the wrong kind. */
    memset(integers, 0, sizeof integers);
    CHECK(tc_column_integers(at, integers, 39, &count, &error) == TC_ARGUMENT);
    CHECK(count == 40 && integers[38] == 1380 && integers[39] == 0);
    CHECK(error.offset == TC_NO_OFFSET);
    CHECK(tc_column_integers(at, NULL, 0, &count, NULL) == TC_ARGUMENT && count == 40);
    CHECK(tc_column_numbers(at, numbers, 39, &count, &error) == TC_TYPE);
    CHECK(tc_column_strings(heat, texts, 40, &count, &error) == TC_TYPE);
    tc_column_free(at);
    tc_column_free(place);
    tc_column_free(heat);
}

static void reads_rows(void) {
    tc_error error;
    tc_view *view;
    tc_doc *row, *rows;
    tc_schema *schema;
    MUST(tc_view_new(DOCUMENT, LENGTH, &view, &error));
    MUST(tc_view_schema(view, &schema, &error));
    MUST(tc_view_row(view, 2, &row, &error));
    tc_type record = tc_type_part(schema, tc_schema_root(schema), 0);
    CHECK(tc_type_kind(schema, record) == TC_TYPE_RECORD);
    const tc_value *value = tc_doc_root(row);
    CHECK(tc_get_kind(value) == TC_RECORD && tc_get_count(value) == 3);
    CHECK(tc_get_int(tc_get_field(value, tc_field_index(schema, record, "at"))) == 1020);
    CHECK(is_text(tc_get_text(tc_get_field(value, tc_field_index(schema, record, "place"))), "Troms\xc3\xb8"));
    CHECK(tc_get_kind(tc_get_field(value, tc_field_index(schema, record, "heat"))) == TC_NULL);
    CHECK(tc_field_index(schema, record, "height") == TC_NO_INDEX);

    MUST(tc_view_rows(view, 38, 40, &rows, &error));
    CHECK(tc_get_count(tc_doc_root(rows)) == 2);
    CHECK(tc_get_number(tc_get_field(tc_get_item(tc_doc_root(rows), 1), 2)) == 0.5);
    CHECK(tc_view_row(view, 40, &row, &error) == TC_STRUCTURE);
    CHECK(tc_view_rows(view, 39, 41, &row, &error) == TC_STRUCTURE);
    CHECK(tc_view_rows(view, 2, 1, &row, &error) == TC_STRUCTURE);
    tc_doc_free(row);
    tc_doc_free(rows);
    tc_schema_free(schema);
    tc_view_free(view);
}

/* A document that has been cut has an error with its place, and the groups before the cut. */
static void says_where_it_is_cut(void) {
    tc_error error;
    tc_view *view;
    CHECK(tc_view_new(DOCUMENT, LENGTH - 10, &view, &error) == TC_STRUCTURE);
    CHECK(error.offset == LENGTH - 10);
    CHECK(strcmp(error.message, "the document ends in its index") == 0);
    CHECK(tc_view_of_whole_groups(DOCUMENT, LENGTH - 10, &view, &error) == TC_STRUCTURE);
    CHECK(tc_view_len(view) == 40);
    tc_view_free(view);
    CHECK(tc_view_of_whole_groups(DOCUMENT, 10, &view, &error) == TC_STRUCTURE && view == NULL);
}

/* Strings with line feeds are escaped in the document, and not in what is given out. */
static void unescapes(void) {
    static const char definition[] = "{\"array\":{\"note\":\"string\"}}";
    tc_error error;
    tc_schema *schema;
    tc_row_writer *writer;
    tc_builder *builder;
    tc_buffer *buffer;
    MUST(tc_schema_new(definition, strlen(definition), &schema, &error));
    MUST(tc_row_writer_new(schema, NULL, &writer, &error));
    MUST(tc_builder_new(&builder, &error));
    MUST(tc_buffer_new(&buffer, &error));
    const char *notes[3] = {"one\ntwo", "back\\slash", "plain"};
    for (int at = 0; at < 3; at++) {
        tc_put_record(builder);
        tc_put_text(builder, notes[at], strlen(notes[at]));
        tc_put_end(builder);
        MUST(tc_row_writer_push(writer, tc_builder_value(builder, &error), &error));
    }
    /* A row that is wrong is not in the document. */
    tc_put_record(builder);
    tc_put_int(builder, 4);
    tc_put_end(builder);
    CHECK(tc_row_writer_push(writer, tc_builder_value(builder, NULL), &error) == TC_TYPE);
    CHECK(strcmp(error.path, "note") == 0);
    MUST(tc_row_writer_finish(writer, buffer, &error));

    tc_view *view;
    tc_text texts[3];
    tc_bytes document = tc_buffer_bytes(buffer);
    MUST(tc_view_new(document.data, document.length, &view, &error));
    tc_column *note = column(view, "note");
    for (int turn = 0; turn < 2; turn++) {
        MUST(tc_column_strings(note, texts, 3, NULL, &error));
        for (int at = 0; at < 3; at++) {
            CHECK(is_text(texts[at], notes[at]));
        }
    }
    tc_column_free(note);
    tc_view_free(view);
    tc_buffer_free(buffer);
    tc_builder_free(builder);
    tc_schema_free(schema);
}

int main(void) {
    reads_columns();
    reads_rows();
    says_where_it_is_cut();
    unescapes();
    return 0;
}
