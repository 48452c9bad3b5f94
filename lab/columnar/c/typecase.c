/* typecase through its header: columns into arrays, rows as documents of values, and rows built one by one. */
#include "contender.h"
#include <typecase.h>

/* Ends the program if a call has failed. */
static void ok(tc_code code, const tc_error *error) {
    if (code != TC_OK) {
        fprintf(stderr, "typecase: %s: %s at %s\n", tc_code_name(code), error->message, error->path);
        exit(1);
    }
}

/* An array for the columns of a call, which grows to what the largest takes. */
typedef struct array {
    void *values;
    size_t size;
} array;

static void *grown(array *array, size_t size) {
    if (size > array->size) {
        free(array->values);
        array->values = malloc(size);
        array->size = size;
        must(array->values != NULL, "malloc");
    }
    return array->values;
}

/* A column of a view into the array. */
static void read_column(reading *to, int index, const tc_view *view, const char *name, array *array) {
    tc_error error;
    tc_column *column;
    ok(tc_view_column(view, name, &column, &error), &error);
    size_t count;
    ok(tc_column_count(column, &count, &error), &error);
    tc_column_kind_t kind = tc_column_kind(column);
    void *values = grown(array, (kind == TC_COLUMN_TEXT ? sizeof(tc_text) : 8) * count);
    if (kind == TC_COLUMN_TEXT) {
        const tc_text *texts = values;
        ok(tc_column_strings(column, values, count, NULL, &error), &error);
        for (size_t at = 0; at < count; at++) {
            read_text(to, index, texts[at].data, texts[at].length);
        }
    } else if (kind == TC_COLUMN_NUMBER) {
        const double *numbers = values;
        ok(tc_column_numbers(column, values, count, NULL, &error), &error);
        for (size_t at = 0; at < count; at++) {
            read_number(to, index, numbers[at]);
        }
    } else {
        const int64_t *integers = values;
        ok(tc_column_integers(column, values, count, NULL, &error), &error);
        for (size_t at = 0; at < count; at++) {
            read_integer(to, index, integers[at]);
        }
    }
    tc_column_free(column);
}

static const char *const FLAT_COLUMNS[] = {"id", "user", "city", "plan", "seats", "price", "joined"};
static const char *const NESTED_COLUMNS[] = {
    "id", "customer", "placed", "items#", "items[].sku", "items[].quantity", "items[].price"};

static void read_string(reading *to, int column, const tc_value *value) {
    tc_text text = tc_get_text(value);
    read_text(to, column, text.data, text.length);
}

static void read_account(reading *to, const tc_value *row) {
    read_integer(to, ID, tc_get_int(tc_get_field(row, ID)));
    read_string(to, USER, tc_get_field(row, USER));
    read_string(to, CITY, tc_get_field(row, CITY));
    read_string(to, PLAN, tc_get_field(row, PLAN));
    read_integer(to, SEATS, tc_get_int(tc_get_field(row, SEATS)));
    read_number(to, PRICE, tc_get_number(tc_get_field(row, PRICE)));
    read_integer(to, JOINED, tc_get_int(tc_get_field(row, JOINED)));
}

static void read_order(reading *to, const tc_value *row) {
    read_integer(to, ORDER_ID, tc_get_int(tc_get_field(row, 0)));
    read_string(to, CUSTOMER, tc_get_field(row, 1));
    read_integer(to, PLACED, tc_get_int(tc_get_field(row, 2)));
    const tc_value *items = tc_get_field(row, 3);
    size_t count = tc_get_count(items);
    read_integer(to, ITEMS, (int64_t)count);
    for (size_t at = 0; at < count; at++) {
        const tc_value *one = tc_get_item(items, at);
        read_string(to, SKU, tc_get_field(one, 0));
        read_integer(to, QUANTITY, tc_get_int(tc_get_field(one, 1)));
        read_number(to, ITEM_PRICE, tc_get_number(tc_get_field(one, 2)));
    }
}

static void read_rows(reading *to, int table, const tc_view *view, size_t first, size_t end) {
    tc_error error;
    tc_doc *doc;
    ok(tc_view_rows(view, first, end, &doc, &error), &error);
    const tc_value *rows = tc_doc_root(doc);
    for (size_t at = 0; at < end - first; at++) {
        (table == NESTED ? read_order : read_account)(to, tc_get_item(rows, at));
    }
    tc_doc_free(doc);
}

void typecase_contender_read(int table, int task, size_t row, const char *data, size_t length, reading *to) {
    tc_error error;
    tc_view *view;
    array array = {NULL, 0};
    ok(tc_view_new(data, length, &view, &error), &error);
    const char *const *columns = table == NESTED ? NESTED_COLUMNS : FLAT_COLUMNS;
    switch (task) {
    case ROW_BY_ROW:
        read_rows(to, table, view, 0, tc_view_len(view));
        break;
    case EVERY_VALUE:
        for (int column = 0; column < 7; column++) {
            read_column(to, column, view, columns[column], &array);
        }
        break;
    case NUMBERS:
        read_column(to, table == NESTED ? ITEM_PRICE : PRICE, view, columns[table == NESTED ? ITEM_PRICE : PRICE], &array);
        break;
    case DATES:
        read_column(to, table == NESTED ? PLACED : JOINED, view, columns[table == NESTED ? PLACED : JOINED], &array);
        break;
    case TEXTS:
        read_column(to, table == NESTED ? SKU : USER, view, columns[table == NESTED ? SKU : USER], &array);
        break;
    default:
        read_rows(to, table, view, row, row + 1);
    }
    free(array.values);
    tc_view_free(view);
}

static void put(tc_builder *to, text value) {
    tc_put_text(to, value.data, value.length);
}

static void put_account(tc_builder *to, const account *from) {
    tc_put_record(to);
    tc_put_int(to, from->id);
    put(to, from->user);
    put(to, from->city);
    put(to, from->plan);
    tc_put_int(to, from->seats);
    tc_put_number(to, from->price);
    tc_put_date(to, from->joined);
    tc_put_end(to);
}

static void put_order(tc_builder *to, const order *from) {
    tc_put_record(to);
    tc_put_int(to, from->id);
    put(to, from->customer);
    tc_put_date(to, from->placed);
    tc_put_list(to);
    for (size_t at = 0; at < from->count; at++) {
        tc_put_record(to);
        put(to, from->items[at].sku);
        tc_put_int(to, from->items[at].quantity);
        tc_put_number(to, from->items[at].price);
        tc_put_end(to);
    }
    tc_put_end(to);
    tc_put_end(to);
}

static const char FLAT[] = "{\"array\":{\"id\":\"int64\",\"user\":\"string\",\"city\":\"string\",\"plan\":\"string\","
                           "\"seats\":\"int32\",\"price\":\"number\",\"joined\":\"date\"}}";
static const char NESTED_DEFINITION[] =
    "{\"array\":{\"id\":\"int64\",\"customer\":\"string\",\"placed\":\"date\","
    "\"items\":{\"array\":{\"sku\":\"string\",\"quantity\":\"int32\",\"price\":\"number\"}}}}";

void typecase_contender_encode(int table, const void *rows, size_t count, take *take, void *context) {
    tc_error error;
    tc_schema *schema;
    tc_row_writer *writer;
    tc_builder *builder;
    tc_buffer *buffer;
    const char *definition = table == NESTED ? NESTED_DEFINITION : FLAT;
    ok(tc_schema_new(definition, strlen(definition), &schema, &error), &error);
    ok(tc_row_writer_new(schema, NULL, &writer, &error), &error);
    ok(tc_builder_new(&builder, &error), &error);
    ok(tc_buffer_new(&buffer, &error), &error);
    for (size_t at = 0; at < count; at++) {
        if (table == NESTED) {
            put_order(builder, (const order *)rows + at);
        } else {
            put_account(builder, (const account *)rows + at);
        }
        ok(tc_row_writer_push(writer, tc_builder_value(builder, &error), &error), &error);
    }
    ok(tc_row_writer_finish(writer, buffer, &error), &error);
    tc_bytes document = tc_buffer_bytes(buffer);
    take(context, document.data, document.length);
    tc_buffer_free(buffer);
    tc_builder_free(builder);
    tc_schema_free(schema);
}
