/*
 * cJSON: the text is parsed as a whole, and then the values that are asked for are looked up. Keys are looked for from where
 * the last one was, which is faster than its own search from the beginning.
 */
#include "contender.h"
#include <cJSON.h>

/* The value of a key that comes next or later; `*next` goes behind it. */
static const cJSON *member(const cJSON **next, const char *key) {
    const cJSON *value = *next;
    while (value != NULL && strcmp(value->string, key) != 0) {
        value = value->next;
    }
    must(value != NULL, "a look for a key");
    *next = value->next;
    return value;
}

static int64_t integer(const cJSON **row, const char *key) {
    return (int64_t)member(row, key)->valuedouble;
}

static double number(const cJSON **row, const char *key) {
    return member(row, key)->valuedouble;
}

static void read_string(reading *to, int column, const cJSON **row, const char *key) {
    const char *value = member(row, key)->valuestring;
    read_text(to, column, value, strlen(value));
}

/* All of a row of a flat table, or one column of it. */
static void read_account(reading *to, enum task task, const cJSON *value) {
    const cJSON *row = value->child;
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
static void read_order(reading *to, enum task task, const cJSON *value) {
    const cJSON *row = value->child;
    if (task == DATES) {
        read_integer(to, PLACED, integer(&row, "placed"));
        return;
    }
    if (task != NUMBERS && task != TEXTS) {
        read_integer(to, ORDER_ID, integer(&row, "id"));
        read_string(to, CUSTOMER, &row, "customer");
        read_integer(to, PLACED, integer(&row, "placed"));
    }
    const cJSON *items = member(&row, "items"), *one;
    if (task != NUMBERS && task != TEXTS) {
        read_integer(to, ITEMS, cJSON_GetArraySize(items));
    }
    cJSON_ArrayForEach(one, items) {
        const cJSON *inside = one->child;
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

void cjson_contender_read(int table, int task, size_t row, const char *data, size_t length, reading *to) {
    cJSON *doc = cJSON_ParseWithLength(data, length);
    must(doc != NULL, "cJSON_ParseWithLength");
    void (*read_row)(reading *, enum task, const cJSON *) = table == NESTED ? read_order : read_account;
    if (task == ONE_ROW) {
        read_row(to, (enum task)task, cJSON_GetArrayItem(doc, (int)row));
    } else {
        const cJSON *value;
        cJSON_ArrayForEach(value, doc) {
            read_row(to, (enum task)task, value);
        }
    }
    cJSON_Delete(doc);
}

/* Its strings end with a zero, so that they must be copied for it; keys are not. */
static void add_string(cJSON *row, const char *key, text value) {
    char ended[64];
    must(value.length < sizeof ended, "a copy of a string");
    memcpy(ended, value.data, value.length);
    ended[value.length] = 0;
    cJSON_AddItemToObjectCS(row, key, cJSON_CreateString(ended));
}

static void add_number(cJSON *row, const char *key, double value) {
    cJSON_AddItemToObjectCS(row, key, cJSON_CreateNumber(value));
}

static cJSON *account_value(const account *from) {
    cJSON *row = cJSON_CreateObject();
    add_number(row, "id", (double)from->id);
    add_string(row, "user", from->user);
    add_string(row, "city", from->city);
    add_string(row, "plan", from->plan);
    add_number(row, "seats", from->seats);
    add_number(row, "price", from->price);
    add_number(row, "joined", (double)from->joined);
    return row;
}

static cJSON *order_value(const order *from) {
    cJSON *row = cJSON_CreateObject(), *items = cJSON_CreateArray();
    add_number(row, "id", (double)from->id);
    add_string(row, "customer", from->customer);
    add_number(row, "placed", (double)from->placed);
    for (size_t at = 0; at < from->count; at++) {
        cJSON *one = cJSON_CreateObject();
        add_string(one, "sku", from->items[at].sku);
        add_number(one, "quantity", from->items[at].quantity);
        add_number(one, "price", from->items[at].price);
        cJSON_AddItemToArray(items, one);
    }
    cJSON_AddItemToObjectCS(row, "items", items);
    return row;
}

void cjson_contender_encode(int table, const void *rows, size_t count, take *take, void *context) {
    cJSON *list = cJSON_CreateArray();
    for (size_t at = 0; at < count; at++) {
        cJSON_AddItemToArray(
            list, table == NESTED ? order_value((const order *)rows + at) : account_value((const account *)rows + at)
        );
    }
    char *json = cJSON_PrintUnformatted(list);
    must(json != NULL, "cJSON_PrintUnformatted");
    take(context, json, strlen(json));
    cJSON_free(json);
    cJSON_Delete(list);
}

const char *cjson_contender_version(void) {
    return cJSON_Version();
}
