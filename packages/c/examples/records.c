/* Builds a record, encodes it on the packed wire, reads it again, and prints it as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <typecase.h>

static const char DEFINITION[] =
    "{\"id\": \"int64\", \"name\": \"string\", \"email\": \"?string\", \"active\": \"boolean\"}";

/* Ends the program if a call has failed. */
static void must(tc_code code, const tc_error *error) {
    if (code != TC_OK) {
        fprintf(stderr, "%s: %s at %s\n", tc_code_name(code), error->message, error->path);
        exit(1);
    }
}

int main(void) {
    tc_error error;
    tc_schema *schema;
    tc_codec *packed, *json;
    must(tc_schema_new(DEFINITION, strlen(DEFINITION), &schema, &error), &error);
    must(tc_codec_new(schema, TC_WIRE_PACKED, NULL, &packed, &error), &error);
    must(tc_codec_new(schema, TC_WIRE_JSON, NULL, &json, &error), &error);

    /* The values in the order of the schema, null for what is missing. */
    tc_builder *builder;
    tc_buffer *message;
    must(tc_builder_new(&builder, &error), &error);
    must(tc_buffer_new(&message, &error), &error);
    tc_put_record(builder);
    tc_put_int(builder, 7);
    tc_put_text(builder, "Ada", 3);
    tc_put_null(builder);
    tc_put_bool(builder, true);
    tc_put_end(builder);
    must(tc_encode(packed, tc_builder_value(builder, &error), message, &error), &error);
    tc_bytes bytes = tc_buffer_bytes(message);
    printf("%zu bytes\n", bytes.length);

    /* The index of a field is found once, and used for every record. */
    size_t name = tc_field_index(schema, tc_schema_root(schema), "name");
    tc_doc *doc;
    must(tc_decode(packed, bytes.data, bytes.length, &doc, &error), &error);
    tc_text text = tc_get_text(tc_get_field(tc_doc_root(doc), name));
    printf("%.*s\n", (int)text.length, text.data);
    tc_doc_free(doc);

    /* From wire to wire without a document. */
    tc_buffer *line;
    must(tc_buffer_new(&line, &error), &error);
    must(tc_convert(packed, json, bytes.data, bytes.length, line, &error), &error);
    bytes = tc_buffer_bytes(line);
    printf("%.*s\n", (int)bytes.length, (const char *)bytes.data);

    tc_buffer_free(line);
    tc_buffer_free(message);
    tc_builder_free(builder);
    tc_codec_free(json);
    tc_codec_free(packed);
    tc_schema_free(schema);
    return 0;
}
