/*
 * What the contenders in C share: the tables, the tasks, and what is done with each value that is read.
 *
 * Every contender gives the values of each column in the order of the rows, so that all must come to the same.
 */
#ifndef CONTENDER_H
#define CONTENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The tables; the first two have the same columns. */
enum table { REPETITIVE, HIGH_ENTROPY, NESTED };

/* What is asked. EVERY_VALUE may be answered in any order, ROW_BY_ROW only by whole rows. */
enum task { ROW_BY_ROW, EVERY_VALUE, NUMBERS, DATES, TEXTS, ONE_ROW, ENCODE };

/* The columns of the flat tables, and of the nested one. */
enum flat { ID, USER, CITY, PLAN, SEATS, PRICE, JOINED };
enum nested { ORDER_ID, CUSTOMER, PLACED, ITEMS, SKU, QUANTITY, ITEM_PRICE };

/* What has been read of one column: for the check, in which the time does not count. */
typedef struct digest digest;
void digest_number(digest *column, double value);
void digest_text(digest *column, const char *text, size_t length);

/* What is done with each value. */
typedef struct reading {
    digest *columns; /* one for each column, for the check; NULL when time counts */
    uint64_t fold;   /* when time counts: the sum of the bits of numbers, and of the lengths and ends of texts */
} reading;

static inline void read_integer(reading *to, int column, int64_t value) {
    if (to->columns != NULL) {
        digest_number((digest *)((char *)to->columns + 24 * column), (double)value);
    } else {
        to->fold += (uint64_t)value;
    }
}

static inline void read_number(reading *to, int column, double value) {
    if (to->columns != NULL) {
        digest_number((digest *)((char *)to->columns + 24 * column), value);
    } else {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        to->fold += bits;
    }
}

static inline void read_text(reading *to, int column, const char *text, size_t length) {
    if (to->columns != NULL) {
        digest_text((digest *)((char *)to->columns + 24 * column), text, length);
    } else if (length > 0) {
        to->fold += (uint64_t)length << 16 | (uint64_t)(unsigned char)text[0] << 8 | (unsigned char)text[length - 1];
    }
}

/* A text of a row that is to be encoded. */
typedef struct text {
    const char *data;
    size_t length;
} text;

/* A row of a flat table. */
typedef struct account {
    int64_t id;
    text user, city, plan;
    int32_t seats;
    double price;
    int64_t joined;
} account;

/* A row of the nested table. */
typedef struct item {
    text sku;
    int32_t quantity;
    double price;
} item;

typedef struct order {
    int64_t id;
    text customer;
    int64_t placed;
    const item *items;
    size_t count;
} order;

/* Takes the bytes that have been encoded, before they are freed. */
typedef void take(void *context, const void *data, size_t length);

/* Ends the program if a call has failed. */
static inline void must(bool done, const char *what) {
    if (!done) {
        fprintf(stderr, "%s failed\n", what);
        exit(1);
    }
}

#endif
