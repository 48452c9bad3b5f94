/*
 * Sums a column of a columnar document, and prints the name in the row with the greatest value, going through the rows
 * by the arrays of each group. Either may be missing in a row:
 *
 *     typecase encode --schema users.schema.json --to columnar users.json --out users.col
 *     columns users.col score name
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <typecase.h>

/* Says what is wrong, and ends. */
static void fail(const tc_error *error) {
    fprintf(stderr, "%s: %s", tc_code_name(error->code), error->message);
    if (error->path[0] != 0) {
        fprintf(stderr, " at %s", error->path);
    }
    if (error->offset != TC_NO_OFFSET) {
        fprintf(stderr, " (byte %zu)", error->offset);
    }
    fputc('\n', stderr);
    exit(1);
}

/* Reads a file into memory, which stays as long as the view of it. */
static char *contents(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(1);
    }
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    if (bytes == NULL || fread(bytes, 1, *length, file) != *length) {
        perror(path);
        exit(1);
    }
    fclose(file);
    return bytes;
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: columns DOCUMENT NUMBERS NAMES\n");
        return 2;
    }
    size_t length;
    char *document = contents(arguments[1], &length);
    tc_error error;
    tc_view *view;
    tc_group_reader *reader;
    const tc_array *numbers, *names;
    if (tc_view_new(document, length, &view, &error) != TC_OK ||
        tc_group_reader_new(view, &reader, &error) != TC_OK ||
        tc_group_reader_column(reader, arguments[2], &numbers, &error) != TC_OK ||
        tc_group_reader_column(reader, arguments[3], &names, &error) != TC_OK) {
        fail(&error);
    }
    if (numbers->kind != TC_COLUMN_NUMBER || names->kind != TC_COLUMN_TEXT || strpbrk(arguments[2], "[{") != NULL ||
        strpbrk(arguments[3], "[{") != NULL) {
        fprintf(stderr, "not a column of numbers and one of strings, outside of lists\n");
        return 2;
    }

    size_t rows, found = 0;
    double sum = 0, greatest = 0;
    char name[100] = "";
    for (;;) {
        if (tc_group_reader_next(reader, &rows, &error) != TC_OK) {
            fail(&error);
        }
        if (rows == 0) {
            break;
        }
        for (size_t row = 0; row < rows; row++) {
            size_t number = tc_place(numbers, row), text = tc_place(names, row);
            if (number == TC_NO_INDEX) {
                continue;
            }
            double value = numbers->numbers[number];
            sum += value;
            if (found++ == 0 || value > greatest) {
                greatest = value;
                /* Texts are those of the group at hand. */
                tc_text here = text == TC_NO_INDEX ? (tc_text){"nobody", 6} : names->texts[text];
                snprintf(name, sizeof name, "%.*s", (int)here.length, here.data);
            }
        }
    }
    printf("%zu rows, %zu values, sum %.2f\n", tc_view_len(view), found, sum);
    if (found > 0) {
        printf("greatest: %.2f, %s\n", greatest, name);
    }

    tc_group_reader_free(reader);
    tc_view_free(view);
    free(document);
    return 0;
}
