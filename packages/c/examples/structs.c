/* Writes an array of structs, with lists and a value that may be missing, as a columnar document. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <typecase.h>

static const char DEFINITION[] =
    "{\"array\": {\"id\": \"int64\", \"note\": \"?string\", \"items\": {\"array\": {\"sku\": \"string\", \"price\": \"number\"}}}}";

typedef struct item {
    const char *sku;
    double price;
} item;

typedef struct order {
    int64_t id;
    const char *note; /* NULL if there is none */
    const item *items;
    size_t count;
} order;

/* Ends the program if a call has failed. */
static void must(tc_code code, const tc_error *error) {
    if (code != TC_OK) {
        fprintf(stderr, "%s: %s at %s\n", tc_code_name(code), error->message, error->path);
        exit(1);
    }
}

int main(void) {
    static const item items[] = {{"bolt", 0.25}, {"nut", 0.5}, {"gear", 19.5}};
    const order orders[] = {{1, NULL, items, 2}, {2, "in a box", items + 2, 1}, {3, NULL, NULL, 0}};

    /* A member for each leaf column: where it is in the first row, and how far it is from one row to the next. */
    const tc_member members[] = {
        {"id", TC_MEMBER_INT64, orders, offsetof(order, id), sizeof(order), 0, 0},
        {"note?", TC_MEMBER_POINTER, orders, offsetof(order, note), sizeof(order), 0, 0},
        {"note", TC_MEMBER_STRING, orders, offsetof(order, note), sizeof(order), 0, 0},
        {"items#", TC_MEMBER_LIST, orders, offsetof(order, items), sizeof(order), offsetof(order, count), sizeof(item)},
        {"items[].sku", TC_MEMBER_STRING, NULL, offsetof(item, sku), 0, 0, 0},
        {"items[].price", TC_MEMBER_DOUBLE, NULL, offsetof(item, price), 0, 0, 0},
    };

    tc_error error;
    tc_schema *schema;
    tc_row_writer *writer;
    tc_buffer *buffer;
    must(tc_schema_new(DEFINITION, strlen(DEFINITION), &schema, &error), &error);
    must(tc_row_writer_new(schema, NULL, &writer, &error), &error);
    must(tc_buffer_new(&buffer, &error), &error);
    must(tc_row_writer_push_members(writer, members, sizeof members / sizeof members[0], 3, NULL, &error), &error);
    must(tc_row_writer_finish(writer, buffer, &error), &error);
    tc_bytes document = tc_buffer_bytes(buffer);
    fwrite(document.data, 1, document.length, stdout);

    tc_buffer_free(buffer);
    tc_schema_free(schema);
    return 0;
}
