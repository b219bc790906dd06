/* Command-line options: one table per command says what it takes; parsing, checking and --help all
 * read that table.
 *
 * Long and short forms (-b 5, -b5, --beam 5, --beam=5), short flags in one word (-fs), options and
 * operands in any order, `--` before operands that start with a dash; a lone `-` is an operand.
 * Where a name of a file is due and has been forgotten, an option of the command is not taken for
 * it; a file that is called so can be given as ./-b or --output=-b. Every command also takes
 * -h/--help. */
#ifndef AS_CLI_OPTIONS_H
#define AS_CLI_OPTIONS_H

#include "core/error.h"

#include <stdio.h>

typedef enum as_option_kind {
    AS_OPTION_FLAG,   /* value: bool */
    AS_OPTION_INT,    /* value: int in [min, max] */
    AS_OPTION_REAL,   /* value: double in [min, max] */
    AS_OPTION_TEXT,   /* value: const char *, borrowed from argv */
    AS_OPTION_PAIR,   /* value: const char *[2], two words, borrowed from argv */
    AS_OPTION_CHOICE, /* value: int, index into the NULL-terminated `choices` */
    AS_OPTION_CALL,   /* value: context of `call`, once per occurrence */
} as_option_kind;

typedef struct as_option {
    char short_name;       /* 0: none */
    const char *long_name; /* without dashes */
    as_option_kind kind;
    void *value;
    const char *operand; /* "N", of a pair "A B"; NULL for flags. What begins with FILE, MODEL or
                            DIR is the name of one, and a pair is one of files. */
    const char *help;    /* one line */
    double min, max;
    const char *const *choices;
    /* Fails with the sentence that the user reads. */
    bool (*call)(void *context, const char *text, as_error *err);
} as_option;

/* Rows of a table. `name` is the short name, 0 for none; `to` points to the value. */
#define AS_FLAG(name, long_name, to, help)                                                         \
    {                                                                                              \
        name, long_name, AS_OPTION_FLAG, to, NULL, help, 0, 0, NULL, NULL                          \
    }
#define AS_INT(name, long_name, to, operand, min, max, help)                                       \
    {                                                                                              \
        name, long_name, AS_OPTION_INT, to, operand, help, min, max, NULL, NULL                    \
    }
#define AS_REAL(name, long_name, to, operand, min, max, help)                                      \
    {                                                                                              \
        name, long_name, AS_OPTION_REAL, to, operand, help, min, max, NULL, NULL                   \
    }
#define AS_TEXT(name, long_name, to, operand, help)                                                \
    {                                                                                              \
        name, long_name, AS_OPTION_TEXT, to, operand, help, 0, 0, NULL, NULL                       \
    }
#define AS_PAIR(name, long_name, to, operand, help)                                                \
    {                                                                                              \
        name, long_name, AS_OPTION_PAIR, to, operand, help, 0, 0, NULL, NULL                       \
    }
#define AS_CHOICE(name, long_name, to, operand, choices, help)                                     \
    {                                                                                              \
        name, long_name, AS_OPTION_CHOICE, to, operand, help, 0, 0, choices, NULL                  \
    }
#define AS_CALL(name, long_name, to, operand, call, help)                                          \
    {                                                                                              \
        name, long_name, AS_OPTION_CALL, to, operand, help, 0, 0, NULL, call                       \
    }

typedef struct as_option_table {
    const char *command; /* "alphascope translate" */
    const char *usage;   /* "[-m MODEL] [TEXT …]", after the command */
    const char *summary; /* what it does: lines of text for --help */
    const as_option *options;
    int n_options;
    void (*more_help)(FILE *out); /* printed after the options; may be NULL */
    bool stop_at_operand;         /* what follows the first operand belongs to somebody else */
} as_option_table;

/* Reads argv[1 …]; argv[0] is the command's own name. Values go where the table points; operands
 * move to argv[1 … *n_operands] in their order. False: nothing is left to do but to return
 * *exit_status, because help was asked for and stands on standard output (0), or one line about
 * wrong usage stands on standard error (2). */
bool as_options_parse(const as_option_table *table, int argc, char **argv, int *n_operands,
                      int *exit_status);

/* Usage, summary and one line per option. */
void as_options_help(const as_option_table *table, FILE *out);

/* Prints "COMMAND: sentence (see: COMMAND --help)" on standard error; returns the exit status of
 * wrong usage, 2. */
int as_options_wrong(const as_option_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A whole number or a real in [min, max], nothing around it. The sentence says what was expected.
 */
bool as_int_from_text(const char *text, int min, int max, int *out, as_error *err);
bool as_real_from_text(const char *text, double min, double max, double *out, as_error *err);

#endif
