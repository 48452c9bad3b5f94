/* What the tests share: a check that ends the test, and the calls that must succeed. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <typecase.h>

/* Ends the test if the condition does not hold. */
#define CHECK(condition)                                                                                             \
    do {                                                                                                             \
        if (!(condition)) {                                                                                          \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                  \
            exit(1);                                                                                                 \
        }                                                                                                            \
    } while (0)

/* Ends the test if a call does not succeed; `error` is what it was given. */
#define MUST(call)                                                                                                   \
    do {                                                                                                             \
        if ((call) != TC_OK) {                                                                                       \
            fprintf(stderr, "%s:%d: %s: %s: %s at \"%s\"\n", __FILE__, __LINE__, #call, tc_code_name(error.code),    \
                error.message, error.path);                                                                          \
            exit(1);                                                                                                 \
        }                                                                                                            \
    } while (0)

/* Whether a text is this one. */
static inline bool is_text(tc_text text, const char *expected) {
    return text.length == strlen(expected) && memcmp(text.data, expected, text.length) == 0;
}

/* Whether a buffer holds exactly these bytes. */
static inline bool holds(const tc_buffer *buffer, const char *expected, size_t length) {
    tc_bytes bytes = tc_buffer_bytes(buffer);
    return bytes.length == length && memcmp(bytes.data, expected, length) == 0;
}

#endif
