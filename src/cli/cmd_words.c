#include "cli/commands.h"
#include "cli/lines.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/program.h"

#include "core/text.h"
#include "core/text_words.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FLUSH_BYTES = 1 << 16 };

/* Appends the words of one column, a space between two. */
static bool append_words(as_buffer *out, const char *column, size_t column_len, as_error *err)
{
    char *text = NULL;
    size_t len;
    as_text_word *words = NULL;
    int n = 0;
    bool done = as_text_normalize(column, column_len, &text, &len, err) &&
                as_text_words(text, len, &words, &n, err);
    for (int k = 0; done && k < n; k++) {
        as_buffer_text(out, k > 0 ? " " : "");
        as_buffer_bytes(out, text + words[k].start, words[k].len);
    }
    free(words);
    free(text);
    return done;
}

/* The columns of a line stay columns. */
static bool append_line(as_buffer *out, const char *line, size_t len, as_error *err)
{
    const char *end = line + len;
    for (;;) {
        const char *tab = memchr(line, '\t', (size_t)(end - line));
        if (!append_words(out, line, (size_t)((tab ? tab : end) - line), err))
            return false;
        if (!tab)
            break;
        as_buffer_text(out, "\t");
        line = tab + 1;
    }
    as_buffer_text(out, "\n");
    return true;
}

static bool run(as_line_reader *reader, as_buffer *out, as_error *err)
{
    for (;;) {
        char *line = NULL;
        size_t len;
        as_line_status status = as_line_next(reader, out->len == 0, &line, &len, err);
        if (status == AS_LINE_END)
            return as_output_flush(out, err);
        if (status == AS_LINE_FAILED)
            return as_fail_in(err, "line %lld", reader->n_lines + 1);
        bool done = status == AS_LINE_PENDING || append_line(out, line, len, err) ||
                    as_fail_in(err, "line %lld", reader->n_lines);
        free(line);
        if (done && (status == AS_LINE_PENDING || out->len >= FLUSH_BYTES))
            done = as_output_flush(out, err);
        if (!done)
            return false;
    }
}

int as_cmd_words(const as_cli *cli, int argc, char **argv)
{
    (void)cli;
    const as_option_table table = {
        .command = "alphascope words",
        .usage = "< TEXT",
        .summary =
            "Writes every line of standard input as its words, a space between two: letters\n"
            "and digits that touch, each mark alone, each Han or kana character alone. A line\n"
            "in, a line out; columns between tabs stay columns. Links (train --align, align -f\n"
            "words) count these words, so other word aligners can be given them.",
    };
    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (n_operands > 0)
        return as_options_wrong(&table, "'%s' is not expected", argv[1]);
    as_line_reader reader;
    as_buffer out = {0};
    as_error err = {0};
    as_program_catch_interrupts();
    as_line_reader_init(&reader, STDIN_FILENO);
    bool done = run(&reader, &out, &err);
    as_line_reader_finish(&reader);
    as_buffer_finish(&out);
    return done ? AS_EXIT_DONE : as_program_fail("words", &err);
}
