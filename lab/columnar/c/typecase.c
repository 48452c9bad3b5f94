/* typecase through its header: columns into arrays, rows by the arrays of each group, and structs as they lie in memory. */
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

/* One row, as a document of values. */
static void read_row(reading *to, int table, const tc_view *view, size_t row) {
    tc_error error;
    tc_doc *doc;
    ok(tc_view_row(view, row, &doc, &error), &error);
    (table == NESTED ? read_order : read_account)(to, tc_doc_root(doc));
    tc_doc_free(doc);
}

/* The columns of a group; all values are always there. */
typedef const tc_array *const arrays[7];

static void read_array_text(reading *to, int column, arrays from, size_t at) {
    read_text(to, column, from[column]->texts[at].data, from[column]->texts[at].length);
}

static void read_accounts(reading *to, arrays from, size_t rows) {
    for (size_t row = 0; row < rows; row++) {
        read_integer(to, ID, from[ID]->integers[row]);
        read_array_text(to, USER, from, row);
        read_array_text(to, CITY, from, row);
        read_array_text(to, PLAN, from, row);
        read_integer(to, SEATS, from[SEATS]->integers[row]);
        read_number(to, PRICE, from[PRICE]->numbers[row]);
        read_integer(to, JOINED, from[JOINED]->integers[row]);
    }
}

static void read_orders(reading *to, arrays from, size_t rows) {
    for (size_t row = 0; row < rows; row++) {
        read_integer(to, ORDER_ID, from[ORDER_ID]->integers[row]);
        read_array_text(to, CUSTOMER, from, row);
        read_integer(to, PLACED, from[PLACED]->integers[row]);
        read_integer(to, ITEMS, from[ITEMS]->integers[row]);
        for (size_t at = from[ITEMS]->places[row]; at < from[ITEMS]->places[row + 1]; at++) {
            read_array_text(to, SKU, from, at);
            read_integer(to, QUANTITY, from[QUANTITY]->integers[at]);
            read_number(to, ITEM_PRICE, from[ITEM_PRICE]->numbers[at]);
        }
    }
}

/* All rows, group by group. */
static void read_rows(reading *to, int table, const tc_view *view, const char *const *names) {
    tc_error error;
    tc_group_reader *reader;
    const tc_array *columns[7];
    ok(tc_group_reader_new(view, &reader, &error), &error);
    for (int column = 0; column < 7; column++) {
        ok(tc_group_reader_column(reader, names[column], &columns[column], &error), &error);
    }
    for (;;) {
        size_t rows;
        ok(tc_group_reader_next(reader, &rows, &error), &error);
        if (rows == 0) {
            break;
        }
        (table == NESTED ? read_orders : read_accounts)(to, columns, rows);
    }
    tc_group_reader_free(reader);
}

void typecase_contender_read(int table, int task, size_t row, const char *data, size_t length, reading *to) {
    tc_error error;
    tc_view *view;
    array array = {NULL, 0};
    ok(tc_view_new(data, length, &view, &error), &error);
    const char *const *columns = table == NESTED ? NESTED_COLUMNS : FLAT_COLUMNS;
    switch (task) {
    case ROW_BY_ROW:
        read_rows(to, table, view, columns);
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
        read_row(to, table, view, row);
    }
    free(array.values);
    tc_view_free(view);
}

/* A member of a row, and of an item, which has its list's base and stride. */
#define OF_ROW(column, type, row, member) {column, type, NULL, offsetof(row, member), sizeof(row), 0, 0}
#define OF_ITEM(column, type, member) {column, type, NULL, offsetof(item, member), 0, 0, 0}

static const tc_member ACCOUNT[] = {
    OF_ROW("id", TC_MEMBER_INT64, account, id),
    OF_ROW("user", TC_MEMBER_TEXT, account, user),
    OF_ROW("city", TC_MEMBER_TEXT, account, city),
    OF_ROW("plan", TC_MEMBER_TEXT, account, plan),
    OF_ROW("seats", TC_MEMBER_INT32, account, seats),
    OF_ROW("price", TC_MEMBER_DOUBLE, account, price),
    OF_ROW("joined", TC_MEMBER_INT64, account, joined),
};
static const tc_member ORDER[] = {
    OF_ROW("id", TC_MEMBER_INT64, order, id),
    OF_ROW("customer", TC_MEMBER_TEXT, order, customer),
    OF_ROW("placed", TC_MEMBER_INT64, order, placed),
    {"items#", TC_MEMBER_LIST, NULL, offsetof(order, items), sizeof(order), offsetof(order, count), sizeof(item)},
    OF_ITEM("items[].sku", TC_MEMBER_TEXT, sku),
    OF_ITEM("items[].quantity", TC_MEMBER_INT32, quantity),
    OF_ITEM("items[].price", TC_MEMBER_DOUBLE, price),
};

static const char FLAT[] = "{\"array\":{\"id\":\"int64\",\"user\":\"string\",\"city\":\"string\",\"plan\":\"string\","
                           "\"seats\":\"int32\",\"price\":\"number\",\"joined\":\"date\"}}";
static const char NESTED_DEFINITION[] =
    "{\"array\":{\"id\":\"int64\",\"customer\":\"string\",\"placed\":\"date\","
    "\"items\":{\"array\":{\"sku\":\"string\",\"quantity\":\"int32\",\"price\":\"number\"}}}}";

void typecase_contender_encode(int table, const void *rows, size_t count, take *take, void *context) {
    tc_error error;
    tc_schema *schema;
    tc_row_writer *writer;
    tc_buffer *buffer;
    const char *definition = table == NESTED ? NESTED_DEFINITION : FLAT;
    ok(tc_schema_new(definition, strlen(definition), &schema, &error), &error);
    ok(tc_row_writer_new(schema, NULL, &writer, &error), &error);
    ok(tc_buffer_new(&buffer, &error), &error);
    tc_member members[7];
    memcpy(members, table == NESTED ? ORDER : ACCOUNT, sizeof members);
    for (int at = 0; at < 7; at++) {
        members[at].base = rows;
    }
    ok(tc_row_writer_push_members(writer, members, 7, count, NULL, &error), &error);
    ok(tc_row_writer_finish(writer, buffer, &error), &error);
    tc_bytes document = tc_buffer_bytes(buffer);
    take(context, document.data, document.length);
    tc_buffer_free(buffer);
    tc_schema_free(schema);
}
