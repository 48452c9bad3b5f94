/*
 * yyjson: the text is parsed as a whole, and then the values that are asked for are looked up. Keys are looked for where
 * they are expected, which is its fastest way.
 */
#include "contender.h"
#include <yyjson.h>

static int64_t integer(yyjson_obj_iter *row, const char *key) {
    return yyjson_get_sint(yyjson_obj_iter_get(row, key));
}

static double number(yyjson_obj_iter *row, const char *key) {
    return yyjson_get_num(yyjson_obj_iter_get(row, key));
}

static void read_string(reading *to, int column, yyjson_obj_iter *row, const char *key) {
    yyjson_val *value = yyjson_obj_iter_get(row, key);
    read_text(to, column, yyjson_get_str(value), yyjson_get_len(value));
}

/* All of a row of a flat table, or one column of it. */
static void read_account(reading *to, enum task task, yyjson_val *value) {
    yyjson_obj_iter row = yyjson_obj_iter_with(value);
    switch (task) {
    case NUMBERS:
        read_number(to, PRICE, number(&row, "price"));
        break;
    case DATES:
        read_integer(to, JOINED, integer(&row, "joined"));
        break;
    case TEXTS:
        read_string(to, USER, &row, "user");
        break;
    default:
        read_integer(to, ID, integer(&row, "id"));
        read_string(to, USER, &row, "user");
        read_string(to, CITY, &row, "city");
        read_string(to, PLAN, &row, "plan");
        read_integer(to, SEATS, integer(&row, "seats"));
        read_number(to, PRICE, number(&row, "price"));
        read_integer(to, JOINED, integer(&row, "joined"));
    }
}

/* The same of an order. */
static void read_order(reading *to, enum task task, yyjson_val *value) {
    yyjson_obj_iter row = yyjson_obj_iter_with(value);
    if (task == DATES) {
        read_integer(to, PLACED, integer(&row, "placed"));
        return;
    }
    if (task != NUMBERS && task != TEXTS) {
        read_integer(to, ORDER_ID, integer(&row, "id"));
        read_string(to, CUSTOMER, &row, "customer");
        read_integer(to, PLACED, integer(&row, "placed"));
    }
    yyjson_val *items = yyjson_obj_iter_get(&row, "items"), *one;
    if (task != NUMBERS && task != TEXTS) {
        read_integer(to, ITEMS, (int64_t)yyjson_arr_size(items));
    }
    size_t at, count;
    yyjson_arr_foreach(items, at, count, one) {
        yyjson_obj_iter inside = yyjson_obj_iter_with(one);
        if (task == NUMBERS) {
            read_number(to, ITEM_PRICE, number(&inside, "price"));
        } else if (task == TEXTS) {
            read_string(to, SKU, &inside, "sku");
        } else {
            read_string(to, SKU, &inside, "sku");
            read_integer(to, QUANTITY, integer(&inside, "quantity"));
            read_number(to, ITEM_PRICE, number(&inside, "price"));
        }
    }
}

void yyjson_contender_read(int table, int task, size_t row, const char *data, size_t length, reading *to) {
    yyjson_doc *doc = yyjson_read(data, length, 0);
    must(doc != NULL, "yyjson_read");
    yyjson_val *rows = yyjson_doc_get_root(doc), *value;
    void (*read_row)(reading *, enum task, yyjson_val *) = table == NESTED ? read_order : read_account;
    if (task == ONE_ROW) {
        read_row(to, (enum task)task, yyjson_arr_get(rows, row));
    } else {
        size_t at, count;
        yyjson_arr_foreach(rows, at, count, value) {
            read_row(to, (enum task)task, value);
        }
    }
    yyjson_doc_free(doc);
}

/* Strings are pointed to, not copied. */
static void add_string(yyjson_mut_doc *doc, yyjson_mut_val *row, const char *key, text value) {
    yyjson_mut_obj_add_strn(doc, row, key, value.data, value.length);
}

static yyjson_mut_val *account_value(yyjson_mut_doc *doc, const account *from) {
    yyjson_mut_val *row = yyjson_mut_obj(doc);
    yyjson_mut_obj_add_int(doc, row, "id", from->id);
    add_string(doc, row, "user", from->user);
    add_string(doc, row, "city", from->city);
    add_string(doc, row, "plan", from->plan);
    yyjson_mut_obj_add_int(doc, row, "seats", from->seats);
    yyjson_mut_obj_add_real(doc, row, "price", from->price);
    yyjson_mut_obj_add_int(doc, row, "joined", from->joined);
    return row;
}

static yyjson_mut_val *order_value(yyjson_mut_doc *doc, const order *from) {
    yyjson_mut_val *row = yyjson_mut_obj(doc), *items = yyjson_mut_arr(doc);
    yyjson_mut_obj_add_int(doc, row, "id", from->id);
    add_string(doc, row, "customer", from->customer);
    yyjson_mut_obj_add_int(doc, row, "placed", from->placed);
    for (size_t at = 0; at < from->count; at++) {
        yyjson_mut_val *one = yyjson_mut_arr_add_obj(doc, items);
        add_string(doc, one, "sku", from->items[at].sku);
        yyjson_mut_obj_add_int(doc, one, "quantity", from->items[at].quantity);
        yyjson_mut_obj_add_real(doc, one, "price", from->items[at].price);
    }
    yyjson_mut_obj_add_val(doc, row, "items", items);
    return row;
}

void yyjson_contender_encode(int table, const void *rows, size_t count, take *take, void *context) {
    yyjson_mut_doc *doc = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *list = yyjson_mut_arr(doc);
    yyjson_mut_doc_set_root(doc, list);
    for (size_t at = 0; at < count; at++) {
        yyjson_mut_val *row =
            table == NESTED ? order_value(doc, (const order *)rows + at) : account_value(doc, (const account *)rows + at);
        yyjson_mut_arr_append(list, row);
    }
    size_t length;
    char *json = yyjson_mut_write(doc, 0, &length);
    must(json != NULL, "yyjson_mut_write");
    take(context, json, length);
    free(json);
    yyjson_mut_doc_free(doc);
}

const char *yyjson_contender_version(void) {
    return YYJSON_VERSION_STRING;
}
