#include "cli/options.h"

#include "cli/program.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

bool as_int_from_text(const char *text, int min, int max, int *out, as_error *err)
{
    char *end = NULL;
    errno = 0;
    long value = strtol(text, &end, 10);
    bool whole = end != text && *end == '\0' && errno == 0 && strchr(" \t\n\v\f\r", *text) == NULL;
    if (!whole || value < min || value > max)
        return as_fail(err, AS_ERR_ARGUMENT, "'%s' is not a whole number from %d to %d", text, min,
                       max);
    *out = (int)value;
    return true;
}

bool as_real_from_text(const char *text, double min, double max, double *out, as_error *err)
{
    char *end = NULL;
    double value = strtod(text, &end);
    bool whole = end != text && *end == '\0' && strchr(" \t\n\v\f\r", *text) == NULL;
    if (!whole || !isfinite(value) || value < min || value > max)
        return as_fail(err, AS_ERR_ARGUMENT, "'%s' is not a number from %g to %g", text, min, max);
    *out = value;
    return true;
}

static bool choice_from_text(const char *text, const char *const *choices, int *out, as_error *err)
{
    for (int k = 0; choices[k] != NULL; k++) {
        if (strcmp(text, choices[k]) == 0) {
            *out = k;
            return true;
        }
    }
    as_fail(err, AS_ERR_ARGUMENT, "'%s' is none of:", text);
    for (int k = 0; choices[k] != NULL && err != NULL; k++) {
        size_t used = strlen(err->message);
        snprintf(err->message + used, sizeof err->message - used, "%s%s", k ? ", " : " ",
                 choices[k]);
    }
    return false;
}

static bool option_set(const as_option *option, const char *text, as_error *err)
{
    switch (option->kind) {
    case AS_OPTION_FLAG:
        *(bool *)option->value = true;
        return true;
    case AS_OPTION_INT:
        return as_int_from_text(text, (int)option->min, (int)option->max, option->value, err);
    case AS_OPTION_REAL:
        return as_real_from_text(text, option->min, option->max, option->value, err);
    case AS_OPTION_TEXT:
        *(const char **)option->value = text;
        return true;
    case AS_OPTION_PAIR:
        ((const char **)option->value)[0] = text; /* read_operands takes the second */
        return true;
    case AS_OPTION_CHOICE:
        return choice_from_text(text, option->choices, option->value, err);
    case AS_OPTION_CALL:
        return option->call(option->value, text, err);
    }
    return as_fail(err, AS_ERR_ARGUMENT, "an option of an unknown kind");
}

/* ---- parsing ---- */

typedef struct as_argument_reader {
    const as_option_table *table;
    int argc;
    char **argv;
    int next; /* first argument not read yet */
    bool help;
} as_argument_reader;

static const as_option *long_option(const as_option_table *table, const char *name, size_t len)
{
    for (int k = 0; k < table->n_options; k++) {
        const as_option *option = &table->options[k];
        if (strlen(option->long_name) == len && memcmp(option->long_name, name, len) == 0)
            return option;
    }
    return NULL;
}

static const as_option *short_option(const as_option_table *table, char name)
{
    for (int k = 0; k < table->n_options; k++)
        if (table->options[k].short_name == name)
            return &table->options[k];
    return NULL;
}

/* Whether a word would be read as an option, or as the end of all options. */
static bool is_option(const as_option_table *table, const char *word)
{
    if (word[0] != '-' || word[1] == '\0')
        return false;
    if (word[1] != '-')
        return word[1] == 'h' || short_option(table, word[1]) != NULL;
    return word[2] == '\0' || strcmp(word, "--help") == 0 ||
           long_option(table, word + 2, strcspn(word + 2, "=")) != NULL;
}

/* "a file" and the like, of an option that takes the name of one; NULL: its value is another. */
static const char *what_is_named(const as_option *option)
{
    static const char *const kinds[][2] = {
        {"FILE", "a file"}, {"MODEL", "a model"}, {"DIR", "a folder"}};
    if (option->kind == AS_OPTION_PAIR)
        return "two files";
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (strncmp(option->operand, kinds[k][0], strlen(kinds[k][0])) == 0)
            return kinds[k][1];
    return NULL;
}

/* The rest of the word, or the following argument. NULL when there is none. An option that follows
 * where a name was forgotten is not taken for the name: the option would be lost, and the sentence
 * about a file that is not there would puzzle. */
static bool take_operand(as_argument_reader *reader, const as_option *option, const char *name,
                         const char *attached, const char **out, as_error *err)
{
    *out = attached;
    if (attached != NULL || reader->next == reader->argc)
        return true;
    const char *word = reader->argv[reader->next++], *named = what_is_named(option);
    if (named != NULL && is_option(reader->table, word))
        return as_fail(err, AS_ERR_ARGUMENT,
                       "%s needs %s, but the option %s follows; ./%s would be a name", name, named,
                       word, word);
    *out = word;
    return true;
}

/* One value, or two. Fails with the sentence for `name`, an option as it was written. */
static bool read_operands(as_argument_reader *reader, const as_option *option, const char *name,
                          const char *attached, as_error *err)
{
    const char *text, *second;
    if (!take_operand(reader, option, name, attached, &text, err))
        return false;
    if (text == NULL)
        return as_fail(err, AS_ERR_ARGUMENT, "%s needs a value", name);
    if (!option_set(option, text, err))
        return as_fail_in(err, "%s", name);
    if (option->kind != AS_OPTION_PAIR)
        return true;
    if (!take_operand(reader, option, name, NULL, &second, err))
        return false;
    ((const char **)option->value)[1] = second;
    return second != NULL || as_fail(err, AS_ERR_ARGUMENT, "%s needs two values", name);
}

static bool read_long(as_argument_reader *reader, const char *word, as_error *err)
{
    const char *equals = strchr(word, '=');
    size_t len = equals != NULL ? (size_t)(equals - word) : strlen(word);
    const char *attached = equals != NULL ? equals + 1 : NULL;
    if (attached == NULL && strcmp(word, "help") == 0) {
        reader->help = true;
        return true;
    }
    const as_option *option = long_option(reader->table, word, len);
    if (option == NULL)
        return as_fail(err, AS_ERR_ARGUMENT, "unknown option --%.*s", (int)len, word);
    if (option->kind == AS_OPTION_FLAG) {
        if (attached != NULL)
            return as_fail(err, AS_ERR_ARGUMENT, "--%s takes no value", option->long_name);
        return option_set(option, NULL, err);
    }
    char name[64];
    snprintf(name, sizeof name, "--%s", option->long_name);
    return read_operands(reader, option, name, attached, err);
}

/* One word of short options: flags, then at most one that takes the rest as its value. */
static bool read_short(as_argument_reader *reader, const char *word, as_error *err)
{
    for (const char *p = word; *p != '\0'; p++) {
        if (*p == 'h') {
            reader->help = true;
            continue;
        }
        const as_option *option = short_option(reader->table, *p);
        if (option == NULL)
            return as_fail(err, AS_ERR_ARGUMENT, "unknown option -%s", p);
        if (option->kind == AS_OPTION_FLAG) {
            if (!option_set(option, NULL, err))
                return false;
            continue;
        }
        const char name[] = {'-', *p, '\0'};
        return read_operands(reader, option, name, p[1] != '\0' ? p + 1 : NULL, err);
    }
    return true;
}

bool as_options_parse(const as_option_table *table, int argc, char **argv, int *n_operands,
                      int *exit_status)
{
    as_argument_reader reader = {.table = table, .argc = argc, .argv = argv, .next = 1};
    as_error err = {0};
    int n = 0;
    bool only_operands = false;
    while (reader.next < argc && !reader.help) {
        char *word = argv[reader.next++];
        bool ok = true;
        if (only_operands || word[0] != '-' || word[1] == '\0') {
            argv[++n] = word;
            only_operands = only_operands || table->stop_at_operand;
        } else if (strcmp(word, "--") == 0) {
            only_operands = true;
        } else if (word[1] == '-') {
            ok = read_long(&reader, word + 2, &err);
        } else {
            ok = read_short(&reader, word + 1, &err);
        }
        if (!ok) {
            *exit_status = as_options_wrong(table, "%s", err.message);
            return false;
        }
    }
    if (reader.help) {
        as_options_help(table, stdout);
        *exit_status = 0;
        if (!as_program_flush(&err)) {
            fprintf(stderr, "%s: %s\n", table->command, err.message);
            *exit_status = 1;
        }
        return false;
    }
    *n_operands = n;
    return true;
}

/* ---- what the user reads ---- */

int as_options_wrong(const as_option_table *table, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s: ", table->command);
    vfprintf(stderr, format, args);
    fprintf(stderr, " (see: %s --help)\n", table->command);
    va_end(args);
    return 2;
}

static void print_option(const as_option *option, FILE *out)
{
    char name[64];
    int used =
        snprintf(name, sizeof name, option->short_name ? "-%c, " : "    ", option->short_name);
    snprintf(name + used, sizeof name - (size_t)used, "--%s%s%s", option->long_name,
             option->operand != NULL ? " " : "", option->operand != NULL ? option->operand : "");
    fprintf(out, "  %-26s %s\n", name, option->help);
}

void as_options_help(const as_option_table *table, FILE *out)
{
    fprintf(out, "Usage: %s %s\n\n%s\n\n", table->command, table->usage, table->summary);
    for (int k = 0; k < table->n_options; k++)
        print_option(&table->options[k], out);
    print_option(&(as_option){.short_name = 'h', .long_name = "help", .help = "this text"}, out);
    if (table->more_help != NULL)
        table->more_help(out);
}
