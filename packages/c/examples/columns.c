/*
 * Sums a column of a columnar document, and prints the row with the greatest value:
 *
 *     typecase encode --schema users.schema.json --to columnar users.json --out users.col
 *     columns users.col score name
 */
#include <stdio.h>
#include <stdlib.h>
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
    tc_column *numbers, *names;
    if (tc_view_new(document, length, &view, &error) != TC_OK ||
        tc_view_column(view, arguments[2], &numbers, &error) != TC_OK ||
        tc_view_column(view, arguments[3], &names, &error) != TC_OK) {
        fail(&error);
    }

    size_t rows = tc_view_len(view), found;
    double *values = malloc((rows + 1) * sizeof *values);
    tc_text *texts = malloc((rows + 1) * sizeof *texts);
    if (values == NULL || texts == NULL) {
        perror("columns");
        return 1;
    }
    if (tc_column_numbers(numbers, values, rows, &found, &error) != TC_OK ||
        tc_column_strings(names, texts, rows, NULL, &error) != TC_OK) {
        fail(&error);
    }
    double sum = 0;
    size_t greatest = 0;
    for (size_t row = 0; row < found; row++) {
        sum += values[row];
        greatest = values[row] > values[greatest] ? row : greatest;
    }
    printf("%zu rows, %zu values, sum %.2f\n", rows, found, sum);
    /* Where values may be missing, the nth value is not that of the nth row: tc_column_presence tells. */
    if (found == rows && rows > 0) {
        printf("greatest: %.2f, %.*s\n", values[greatest], (int)texts[greatest].length, texts[greatest].data);
    }

    free(values);
    free(texts);
    tc_column_free(names);
    tc_column_free(numbers);
    tc_view_free(view);
    free(document);
    return 0;
}
