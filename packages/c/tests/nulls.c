/* NULL wherever a pointer may be: a code, or nothing, and never a crash. */
#include "check.h"

static const char SCHEMA[] = "{\"array\":{\"a\":\"integer\",\"s\":\"string\"}}";
static const char DOCUMENT[] =
    "typecase-columnar 1\n{\"array\":{\"a\":\"integer\",\"s\":\"string\"}}\n{\"rows\":0,\"groups\":[]}\n";

static void without_a_handle(void) {
    void *out = NULL;
    CHECK(tc_schema_new(NULL, 3, (tc_schema **)&out, NULL) == TC_ARGUMENT);
    CHECK(tc_codec_new(NULL, TC_WIRE_JSON, NULL, (tc_codec **)&out, NULL) == TC_ARGUMENT);
    CHECK(tc_decode(NULL, "", 0, (tc_doc **)&out, NULL) == TC_ARGUMENT);
    CHECK(tc_encode(NULL, NULL, NULL, NULL) == TC_ARGUMENT);
    CHECK(tc_convert(NULL, NULL, NULL, 0, NULL, NULL) == TC_ARGUMENT);
    CHECK(tc_view_new(NULL, 3, (tc_view **)&out, NULL) == TC_ARGUMENT);
    CHECK(tc_view_new(NULL, 0, (tc_view **)&out, NULL) == TC_STRUCTURE);
    CHECK(tc_view_of_whole_groups(NULL, 3, (tc_view **)&out, NULL) == TC_ARGUMENT);
    CHECK(tc_view_schema(NULL, (tc_schema **)&out, NULL) == TC_ARGUMENT);
    CHECK(tc_view_row(NULL, 0, (tc_doc **)&out, NULL) == TC_ARGUMENT);
    CHECK(tc_view_rows(NULL, 0, 0, (tc_doc **)&out, NULL) == TC_ARGUMENT);
    CHECK(tc_view_column(NULL, "a", (tc_column **)&out, NULL) == TC_ARGUMENT);
    size_t count;
    CHECK(tc_column_count(NULL, &count, NULL) == TC_ARGUMENT);
    CHECK(tc_column_integers(NULL, NULL, 0, &count, NULL) == TC_ARGUMENT);
    CHECK(tc_column_numbers(NULL, NULL, 0, &count, NULL) == TC_ARGUMENT);
    CHECK(tc_column_strings(NULL, NULL, 0, &count, NULL) == TC_ARGUMENT);
    CHECK(tc_column_presence(NULL, NULL, 0, &count, NULL) == TC_ARGUMENT);
    CHECK(tc_row_writer_new(NULL, NULL, (tc_row_writer **)&out, NULL) == TC_ARGUMENT);
    CHECK(tc_row_writer_push(NULL, NULL, NULL) == TC_ARGUMENT);
    CHECK(tc_row_writer_finish(NULL, NULL, NULL) == TC_ARGUMENT);
    CHECK(out == NULL);
    tc_code puts[] = {
        tc_put_null(NULL),         tc_put_bool(NULL, true),    tc_put_int(NULL, 1),         tc_put_uint(NULL, 1),
        tc_put_number(NULL, 1),    tc_put_date(NULL, 1),       tc_put_text(NULL, "a", 1),   tc_put_bytes(NULL, "a", 1),
        tc_put_bigint(NULL, "1", 1), tc_put_json(NULL, "1", 1), tc_put_list(NULL),          tc_put_record(NULL),
        tc_put_map(NULL),          tc_put_key(NULL, "a", 1),   tc_put_case(NULL, 0),        tc_put_end(NULL)};
    for (size_t at = 0; at < sizeof puts / sizeof *puts; at++) {
        CHECK(puts[at] == TC_ARGUMENT);
    }
    CHECK(tc_builder_value(NULL, NULL) == NULL);

    /* What returns what it finds. */
    CHECK(tc_buffer_bytes(NULL).length == 0 && tc_schema_definition(NULL).length == 0);
    CHECK(tc_schema_canonical(NULL).length == 0 && tc_schema_id(NULL).length == 0);
    CHECK(tc_schema_root(NULL) == TC_NO_TYPE && tc_type_kind(NULL, 0) == TC_TYPE_NONE);
    CHECK(!tc_type_is_optional(NULL, 0) && tc_type_count(NULL, 0) == 0 && tc_type_part(NULL, 0, 0) == TC_NO_TYPE);
    CHECK(tc_type_name(NULL, 0, 0).length == 0 && tc_field_index(NULL, 0, "a") == TC_NO_INDEX);
    CHECK(tc_doc_root(NULL) == NULL && tc_get_kind(NULL) == TC_NONE && !tc_get_bool(NULL) && tc_get_int(NULL) == 0);
    CHECK(tc_get_number(NULL) == 0 && tc_get_text(NULL).length == 0 && tc_get_bytes(NULL).length == 0);
    CHECK(tc_get_count(NULL) == 0 && tc_get_item(NULL, 0) == NULL && tc_get_key(NULL, 0) == NULL);
    CHECK(tc_get_field(NULL, 0) == NULL && tc_get_case(NULL) == 0 && tc_get_case_value(NULL) == NULL);
    CHECK(tc_view_len(NULL) == 0 && tc_view_column_count(NULL) == 0 && tc_view_column_name(NULL, 0) == NULL);
    CHECK(tc_column_kind(NULL) == TC_COLUMN_NONE);

    /* What frees, empties and clears. */
    tc_buffer_clear(NULL);
    tc_builder_clear(NULL);
    tc_buffer_free(NULL);
    tc_schema_free(NULL);
    tc_doc_free(NULL);
    tc_builder_free(NULL);
    tc_codec_free(NULL);
    tc_view_free(NULL);
    tc_column_free(NULL);
    tc_row_writer_free(NULL);
}

/* With a handle, and nowhere for the result, or nothing at a pointer. */
static void without_a_place(void) {
    tc_error error;
    tc_schema *schema;
    tc_codec *codec;
    tc_buffer *buffer;
    tc_builder *builder;
    tc_view *view;
    tc_column *a, *s, *none = NULL;
    tc_row_writer *writer;
    CHECK(tc_schema_new(SCHEMA, strlen(SCHEMA), NULL, &error) == TC_ARGUMENT && error.code == TC_ARGUMENT);
    CHECK(tc_buffer_new(NULL, &error) == TC_ARGUMENT && tc_builder_new(NULL, &error) == TC_ARGUMENT);
    CHECK(tc_view_new(DOCUMENT, strlen(DOCUMENT), NULL, &error) == TC_ARGUMENT);
    CHECK(tc_view_of_whole_groups(DOCUMENT, strlen(DOCUMENT), NULL, &error) == TC_ARGUMENT);
    MUST(tc_schema_new(SCHEMA, strlen(SCHEMA), &schema, &error));
    MUST(tc_codec_new(schema, TC_WIRE_PACKED, NULL, &codec, &error));
    MUST(tc_buffer_new(&buffer, &error));
    MUST(tc_builder_new(&builder, &error));
    MUST(tc_view_new(DOCUMENT, strlen(DOCUMENT), &view, &error));
    MUST(tc_view_column(view, "a", &a, &error));
    MUST(tc_view_column(view, "s", &s, &error));
    MUST(tc_row_writer_new(schema, NULL, &writer, &error));

    CHECK(tc_codec_new(schema, TC_WIRE_JSON, NULL, NULL, &error) == TC_ARGUMENT);
    CHECK(tc_row_writer_new(schema, NULL, NULL, &error) == TC_ARGUMENT);
    CHECK(tc_field_index(schema, tc_schema_root(schema), NULL) == TC_NO_INDEX);
    CHECK(tc_decode(codec, "\x00\x00", 2, NULL, &error) == TC_ARGUMENT);
    CHECK(tc_encode(codec, NULL, buffer, &error) == TC_ARGUMENT);
    CHECK(tc_convert(codec, codec, NULL, 1, buffer, &error) == TC_ARGUMENT);
    CHECK(tc_convert(codec, codec, "\x00\x00", 2, NULL, &error) == TC_ARGUMENT);
    CHECK(tc_view_schema(view, NULL, &error) == TC_ARGUMENT && tc_view_rows(view, 0, 0, NULL, &error) == TC_ARGUMENT);
    CHECK(tc_view_column(view, NULL, &none, &error) == TC_ARGUMENT && none == NULL);
    CHECK(tc_view_column(view, "\xff", &none, &error) == TC_ARGUMENT && none == NULL);
    CHECK(tc_view_column(view, "a", NULL, &error) == TC_ARGUMENT);
    CHECK(tc_column_count(a, NULL, &error) == TC_ARGUMENT);
    CHECK(tc_column_integers(a, NULL, 1, NULL, &error) == TC_ARGUMENT);
    CHECK(tc_column_integers(a, (int64_t *)&error, SIZE_MAX, NULL, NULL) == TC_ARGUMENT);
    CHECK(tc_column_integers(a, NULL, 0, NULL, &error) == TC_OK);
    CHECK(tc_column_strings(s, NULL, 1, NULL, &error) == TC_ARGUMENT);
    CHECK(tc_column_strings(s, NULL, 0, NULL, &error) == TC_OK);
    CHECK(tc_put_text(builder, NULL, 1) == TC_ARGUMENT && tc_put_bytes(builder, NULL, 1) == TC_ARGUMENT);
    CHECK(tc_put_text(builder, NULL, 0) == TC_OK);
    CHECK(tc_row_writer_push(writer, NULL, &error) == TC_ARGUMENT);
    /* Finishing frees the writer even so. */
    CHECK(tc_row_writer_finish(writer, NULL, &error) == TC_ARGUMENT);

    tc_column_free(a);
    tc_column_free(s);
    tc_view_free(view);
    tc_builder_free(builder);
    tc_buffer_free(buffer);
    tc_codec_free(codec);
    tc_schema_free(schema);
}

int main(void) {
    without_a_handle();
    without_a_place();
    return 0;
}
