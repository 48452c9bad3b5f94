/* Schemas, values and codecs: what is built is what is written, and what is read is what was built. */
#include "check.h"

static tc_schema *schema(const char *definition) {
    tc_error error;
    tc_schema *schema;
    MUST(tc_schema_new(definition, strlen(definition), &schema, &error));
    return schema;
}

static tc_codec *codec(const tc_schema *schema, tc_wire wire, const tc_options *options) {
    tc_error error;
    tc_codec *codec;
    MUST(tc_codec_new(schema, wire, options, &codec, &error));
    return codec;
}

static tc_builder *builder(void) {
    tc_error error;
    tc_builder *builder;
    MUST(tc_builder_new(&builder, &error));
    return builder;
}

static tc_buffer *buffer(void) {
    tc_error error;
    tc_buffer *buffer;
    MUST(tc_buffer_new(&buffer, &error));
    return buffer;
}

/* Puts a text that ends with a zero. */
static tc_code put(tc_builder *to, const char *text) {
    return tc_put_text(to, text, strlen(text));
}

/* The message of docs/packed.md, and the same record on the positional wire. */
static void encodes_and_decodes(void) {
    tc_error error;
    tc_schema *user =
        schema("{\"id\": \"int64\", \"name\": \"string\", \"email\": \"?string\", \"active\": \"boolean\"}");
    tc_codec *packed = codec(user, TC_WIRE_PACKED, NULL), *positional = codec(user, TC_WIRE_POSITIONAL, NULL);
    tc_builder *made = builder();
    tc_put_record(made);
    tc_put_int(made, -1);
    put(made, "Ada");
    tc_put_null(made);
    tc_put_bool(made, true);
    tc_put_end(made);
    tc_buffer *out = buffer();
    MUST(tc_encode(packed, tc_builder_value(made, &error), out, &error));
    CHECK(holds(out, "\x01\x03\x02" "Ada\x06", 7));
    tc_buffer_clear(out);
    MUST(tc_encode(positional, tc_builder_value(made, &error), out, &error));
    CHECK(holds(out, "[-1,\"Ada\",null,true]", 20));

    /* A record by the names of its fields, in another order, behind what is in the buffer. */
    tc_put_map(made);
    tc_put_key(made, "active", 6);
    tc_put_bool(made, false);
    tc_put_key(made, "name", 4);
    put(made, "Bob");
    tc_put_key(made, "id", 2);
    tc_put_int(made, 7);
    tc_put_end(made);
    MUST(tc_encode(positional, tc_builder_value(made, &error), out, &error));
    CHECK(holds(out, "[-1,\"Ada\",null,true][7,\"Bob\",null,false]", 40));

    tc_doc *doc;
    static const char message[] = "\x01\x03\x02" "Ada\x06";
    MUST(tc_decode(packed, message, 7, &doc, &error));
    const tc_value *value = tc_doc_root(doc);
    CHECK(tc_get_kind(value) == TC_RECORD && tc_get_count(value) == 4);
    CHECK(tc_get_int(tc_get_field(value, 0)) == -1);
    CHECK(is_text(tc_get_text(tc_get_field(value, 1)), "Ada"));
    CHECK(tc_get_kind(tc_get_field(value, 2)) == TC_NULL);
    CHECK(tc_get_bool(tc_get_field(value, 3)));
    /* What is not there, and what is not of the kind, is nothing. */
    CHECK(tc_get_field(value, 4) == NULL && tc_get_kind(tc_get_field(value, 4)) == TC_NONE);
    CHECK(tc_get_text(tc_get_field(value, 0)).length == 0 && tc_get_item(value, 0) == NULL);
    tc_doc_free(doc);

    /* From one wire to the other, and the error of what is neither. */
    tc_codec *json = codec(user, TC_WIRE_JSON, NULL);
    tc_buffer_clear(out);
    MUST(tc_convert(packed, json, message, 7, out, &error));
    CHECK(holds(out, "{\"id\":-1,\"name\":\"Ada\",\"active\":true}", 36));
    static const char wrong[] = "{\"id\": 7, \"name\": 8}";
    CHECK(tc_convert(json, packed, wrong, strlen(wrong), out, &error) == TC_TYPE);
    CHECK(error.code == TC_TYPE && error.offset == 18 && strcmp(error.path, "name") == 0);
    CHECK(tc_buffer_bytes(out).length == 36);
    CHECK(tc_decode(packed, message, 6, &doc, &error) == TC_STRUCTURE);

    tc_codec_free(json);
    tc_buffer_free(out);
    tc_builder_free(made);
    tc_codec_free(packed);
    tc_codec_free(positional);
    tc_schema_free(user);
}

static const char EVERYTHING[] =
    "{\"$types\": {\"Tree\": {\"value\": \"integer\", \"kids\": {\"array\": \"Tree\"}}}, \"$root\": {"
    "\"u\": \"uint64\", \"f\": \"float64\", \"n\": \"number\", \"big\": \"bigint\", \"at\": \"date\", \"raw\": \"bytes\","
    "\"any\": \"json\", \"role\": {\"enum\": [\"user\", \"admin\"]}, \"may\": {\"flags\": [\"read\", \"write\"]},"
    "\"point\": {\"tuple\": [\"integer\", \"integer\"]}, \"ages\": {\"map\": \"integer\"}, \"tree\": \"Tree\","
    "\"either\": {\"union\": [\"string\", \"integer\"]}}}";

static const char EVERY_VALUE[] =
    "{\"u\":18446744073709551615,\"f\":0.5,\"n\":1e+300,\"big\":\"123456789012345678901\","
    "\"at\":\"2026-12-01T00:00:00.000Z\",\"raw\":\"AAH/\",\"any\":{\"a\":[1,null]},\"role\":\"admin\","
    "\"may\":{\"read\":false,\"write\":true},\"point\":[1,-2],\"ages\":{\"Ada\":36,\"Bob\":7},"
    "\"tree\":{\"value\":1,\"kids\":[{\"value\":2,\"kids\":[]}]},\"either\":5}";

/* A value of every type by events. */
static void put_everything(tc_builder *to) {
    tc_put_record(to);
    tc_put_uint(to, UINT64_MAX);
    tc_put_number(to, 0.5);
    tc_put_number(to, 1e300);
    tc_put_bigint(to, "123456789012345678901", 21);
    tc_put_date(to, INT64_C(1796083200000));
    tc_put_bytes(to, "\x00\x01\xff", 3);
    tc_put_json(to, "{\"a\": [1, null]}", 16);
    put(to, "admin");
    tc_put_record(to);
    tc_put_bool(to, false);
    tc_put_bool(to, true);
    tc_put_end(to);
    tc_put_list(to);
    tc_put_int(to, 1);
    tc_put_int(to, -2);
    tc_put_end(to);
    tc_put_map(to);
    tc_put_key(to, "Ada", 3);
    tc_put_int(to, 36);
    tc_put_key(to, "Bob", 3);
    tc_put_int(to, 7);
    tc_put_end(to);
    tc_put_record(to);
    tc_put_int(to, 1);
    tc_put_list(to);
    tc_put_record(to);
    tc_put_int(to, 2);
    tc_put_list(to);
    tc_put_end(to);
    tc_put_end(to);
    tc_put_end(to);
    tc_put_end(to);
    tc_put_case(to, 1);
    tc_put_int(to, 5);
    CHECK(tc_put_end(to) == TC_OK);
}

static void has_every_type(void) {
    tc_error error;
    tc_schema *all = schema(EVERYTHING);
    tc_codec *json = codec(all, TC_WIRE_JSON, NULL), *packed = codec(all, TC_WIRE_PACKED, NULL);
    tc_buffer *by_events = buffer(), *by_json = buffer();
    tc_builder *made = builder();
    put_everything(made);
    MUST(tc_encode(packed, tc_builder_value(made, &error), by_events, &error));
    MUST(tc_convert(json, packed, EVERY_VALUE, strlen(EVERY_VALUE), by_json, &error));
    tc_bytes message = tc_buffer_bytes(by_json);
    CHECK(holds(by_events, (const char *)message.data, message.length));

    tc_doc *doc;
    MUST(tc_decode(packed, message.data, message.length, &doc, &error));
    const tc_value *value = tc_doc_root(doc);
    tc_type root = tc_schema_root(all);
    const tc_value *found[13];
    const char *names[13] = {"u", "f", "n", "big", "at", "raw", "any", "role", "may", "point", "ages", "tree", "either"};
    CHECK(tc_type_count(all, root) == 13);
    for (size_t at = 0; at < 13; at++) {
        CHECK(tc_field_index(all, root, names[at]) == at && is_text(tc_type_name(all, root, at), names[at]));
        found[at] = tc_get_field(value, at);
    }
    CHECK(tc_get_kind(found[0]) == TC_UINT && (uint64_t)tc_get_int(found[0]) == UINT64_MAX);
    CHECK(tc_get_kind(found[1]) == TC_NUMBER && tc_get_number(found[1]) == 0.5 && tc_get_number(found[2]) == 1e300);
    CHECK(tc_get_kind(found[3]) == TC_BIGINT && is_text(tc_get_text(found[3]), "123456789012345678901"));
    CHECK(tc_get_kind(found[4]) == TC_DATE && tc_get_int(found[4]) == INT64_C(1796083200000));
    tc_bytes raw = tc_get_bytes(found[5]);
    CHECK(raw.length == 3 && memcmp(raw.data, "\x00\x01\xff", 3) == 0);
    CHECK(tc_get_kind(found[6]) == TC_MAP && is_text(tc_get_text(tc_get_key(found[6], 0)), "a"));
    CHECK(tc_get_count(tc_get_item(found[6], 0)) == 2 && tc_get_item(found[6], 1) == NULL);
    CHECK(is_text(tc_get_text(found[7]), "admin"));
    CHECK(!tc_get_bool(tc_get_field(found[8], 0)) && tc_get_bool(tc_get_field(found[8], 1)));
    CHECK(tc_get_kind(found[9]) == TC_LIST && tc_get_int(tc_get_item(found[9], 1)) == -2);
    CHECK(tc_get_count(found[10]) == 2 && tc_get_int(tc_get_item(found[10], 1)) == 7);
    CHECK(tc_get_int(tc_get_field(tc_get_item(tc_get_field(found[11], 1), 0), 0)) == 2);
    CHECK(tc_get_kind(found[12]) == TC_CASE && tc_get_case(found[12]) == 1);
    CHECK(tc_get_int(tc_get_case_value(found[12])) == 5);

    /* What was read can be written. */
    tc_buffer_clear(by_events);
    MUST(tc_encode(json, value, by_events, &error));
    CHECK(holds(by_events, EVERY_VALUE, strlen(EVERY_VALUE)));

    /* The types of the schema. */
    tc_type tree = tc_type_part(all, root, 11);
    tc_type kid = tc_type_part(all, tc_type_part(all, tree, 1), 0);
    CHECK(tc_type_kind(all, kid) == TC_TYPE_RECORD && is_text(tc_type_name(all, kid, 0), "value"));
    CHECK(tc_type_part(all, tc_type_part(all, kid, 1), 0) == kid);
    tc_type role = tc_type_part(all, root, 7), may = tc_type_part(all, root, 8), either = tc_type_part(all, root, 12);
    CHECK(tc_type_kind(all, role) == TC_TYPE_ENUM && is_text(tc_type_name(all, role, 1), "admin"));
    CHECK(tc_type_kind(all, may) == TC_TYPE_FLAGS && is_text(tc_type_name(all, may, 0), "read"));
    CHECK(tc_type_kind(all, either) == TC_TYPE_UNION && tc_type_count(all, either) == 2);
    CHECK(tc_type_kind(all, tc_type_part(all, either, 1)) == TC_TYPE_INT64);
    CHECK(tc_type_part(all, role, 0) == TC_NO_TYPE && tc_type_part(all, root, 13) == TC_NO_TYPE);
    CHECK(tc_type_kind(all, TC_NO_TYPE) == TC_TYPE_NONE && tc_type_kind(all, 1000) == TC_TYPE_NONE);
    CHECK(!tc_type_is_optional(all, role) && tc_type_name(all, tree, 2).length == 0);

    tc_doc_free(doc);
    tc_builder_free(made);
    tc_buffer_free(by_events);
    tc_buffer_free(by_json);
    tc_codec_free(json);
    tc_codec_free(packed);
    tc_schema_free(all);
}

/* A builder takes what has a place, and says so where something has none. */
static void refuses_what_has_no_place(void) {
    tc_error error;
    tc_builder *to = builder();
    CHECK(tc_builder_value(to, &error) == NULL && error.code == TC_ARGUMENT);
    CHECK(tc_put_end(to) == TC_ARGUMENT);
    CHECK(tc_put_key(to, "a", 1) == TC_ARGUMENT);
    CHECK(tc_put_map(to) == TC_OK);
    CHECK(tc_put_int(to, 1) == TC_ARGUMENT);
    CHECK(tc_put_list(to) == TC_ARGUMENT);
    CHECK(tc_put_key(to, "a", 1) == TC_OK && tc_put_key(to, "b", 1) == TC_ARGUMENT);
    CHECK(tc_put_end(to) == TC_ARGUMENT);
    CHECK(tc_builder_value(to, NULL) == NULL);
    CHECK(tc_put_text(to, "\xff", 1) == TC_UTF8 && tc_put_json(to, "{", 1) == TC_JSON);
    CHECK(tc_put_case(to, 3) == TC_OK && tc_put_end(to) == TC_ARGUMENT);
    CHECK(tc_put_case(to, 4) == TC_OK && tc_put_null(to) == TC_OK && tc_put_end(to) == TC_OK);
    const tc_value *value = tc_builder_value(to, &error);
    const tc_value *inner = tc_get_case_value(tc_get_item(value, 0));
    CHECK(tc_get_case(inner) == 4 && tc_get_kind(tc_get_case_value(inner)) == TC_NULL);
    /* The next value takes its place. */
    CHECK(tc_put_int(to, 9) == TC_OK && tc_get_int(tc_builder_value(to, &error)) == 9);
    tc_builder_clear(to);
    CHECK(tc_builder_value(to, &error) == NULL);
    for (int level = 0; level < 512; level++) {
        CHECK(tc_put_list(to) == TC_OK);
    }
    CHECK(tc_put_list(to) == TC_LIMIT);
    CHECK(tc_put_json(to, "[]", 2) == TC_LIMIT && tc_put_json(to, "1", 1) == TC_OK);
    tc_builder_free(to);
}

static void says_what_is_wrong(void) {
    tc_error error;
    tc_schema *none = NULL;
    CHECK(tc_schema_new("{\"a\": \"strng\"}", 14, &none, &error) == TC_DEFINITION && none == NULL);
    CHECK(strcmp(error.message, "ERR_UNKNOWN_TYPE: there is no type `strng`") == 0 && strcmp(error.path, "a") == 0);
    CHECK(tc_schema_new("\xff", 1, &none, &error) == TC_UTF8 && error.offset == 0);

    tc_schema *pair = schema("{\"a\": \"integer\", \"b\": \"string\"}"), *other = schema("{\"a\": \"integer\"}");
    CHECK(is_text(tc_schema_canonical(pair), "{a:integer,b:string}") && tc_schema_id(pair).length == 8);
    CHECK(tc_schema_definition(pair).length > 20);
    tc_codec *made;
    CHECK(tc_codec_new(pair, TC_WIRE_COLUMNAR, NULL, &made, &error) == TC_UNSUPPORTED);
    CHECK(tc_codec_new(pair, (tc_wire)99, NULL, &made, &error) == TC_ARGUMENT);

    /* The options are heard. */
    tc_options options = {0};
    options.strict = 1;
    options.max_bytes = 30;
    tc_codec *strict = codec(pair, TC_WIRE_JSON, &options), *lax = codec(pair, TC_WIRE_JSON, NULL);
    tc_codec *of_other = codec(other, TC_WIRE_JSON, NULL);
    tc_doc *doc;
    static const char extra[] = "{\"a\":1,\"b\":\"\",\"c\":2}", long_one[] = "{\"a\":1,\"b\":\"0123456789012345678\"}";
    CHECK(tc_decode(strict, extra, strlen(extra), &doc, &error) == TC_EXTRA);
    CHECK(tc_decode(strict, long_one, strlen(long_one), &doc, &error) == TC_LIMIT && error.offset == 30);
    MUST(tc_decode(lax, extra, strlen(extra), &doc, &error));
    tc_doc_free(doc);
    MUST(tc_decode(lax, long_one, strlen(long_one), &doc, &error));
    tc_doc_free(doc);
    tc_buffer *out = buffer();
    CHECK(tc_convert(lax, of_other, extra, strlen(extra), out, &error) == TC_ARGUMENT);
    CHECK(strcmp(tc_code_name(TC_DUPLICATE), "duplicate") == 0 && strcmp(tc_version(), TC_VERSION) == 0);

    tc_buffer_free(out);
    tc_codec_free(strict);
    tc_codec_free(lax);
    tc_codec_free(of_other);
    tc_schema_free(pair);
    tc_schema_free(other);
}

int main(void) {
    encodes_and_decodes();
    has_every_type();
    refuses_what_has_no_place();
    says_what_is_wrong();
    return 0;
}
