#include "cli/commands.h"
#include "cli/decoding.h"
#include "cli/lines.h"
#include "cli/models.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/program.h"
#include "cli/show.h"

#include "core/decode.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct job {
    as_model *model;
    as_session *session;
    as_decode_options options;
    as_format format;
    bool show;
    bool any_failed;
    as_buffer out;
} job;

static void run_finish(job *run)
{
    as_session_free(run->session);
    as_model_free(run->model);
    as_buffer_finish(&run->out);
}

/* One pair, one line of output; `number` from 1. */
static bool run_pair(job *run, long long number, const char *source, size_t source_len,
                     const char *target, size_t target_len, as_error *err)
{
    as_translation *found = NULL;
    if (!as_align(run->session, source, source_len, target, target_len, &run->options, &found, err))
        return false;
    bool ok = as_output_line(&run->out, run->format, number, found, NULL, run->model->target_vocab, err);
    if (ok && run->show)
        as_show_alignment(&run->out, found, as_ink_of_output(), as_output_columns());
    as_translation_free(found);
    return ok;
}

static bool is_blank(const char *line, size_t len)
{
    for (size_t k = 0; k < len; k++)
        if (strchr(" \t\r", line[k]) == NULL || line[k] == '\0')
            return false;
    return true;
}

/* "source TAB target"; further columns are not looked at. */
static bool run_line(job *run, long long number, const char *line, size_t len, as_error *err)
{
    if (is_blank(line, len))
        return as_output_line(&run->out, run->format, number, NULL, NULL, run->model->target_vocab, err);
    const char *tab = memchr(line, '\t', len);
    if (tab == NULL)
        return as_fail(err, AS_ERR_FORMAT, "no tab between source and target");
    const char *target = tab + 1;
    size_t left = len - (size_t)(target - line);
    const char *end = memchr(target, '\t', left);
    return run_pair(run, number, line, (size_t)(tab - line), target,
                    end != NULL ? (size_t)(end - target) : left, err);
}

static bool run_stream(job *run, as_error *err)
{
    as_line_reader reader;
    as_line_reader_init(&reader, STDIN_FILENO);
    bool ok = true;
    while (ok) {
        char *line = NULL;
        size_t len = 0;
        as_line_status status = as_line_next(&reader, true, &line, &len, err);
        if (status == AS_LINE_END)
            break;
        if (status == AS_LINE_FAILED) {
            ok = as_fail_in(err, "line %lld", reader.n_lines + 1);
            break;
        }
        size_t before = run->out.len;
        as_error why = {0};
        if (!run_line(run, reader.n_lines, line, len, &why)) {
            run->any_failed = true;
            if (!as_program_interrupted())
                fprintf(stderr, "alphascope align: line %lld: %s\n", reader.n_lines, why.message);
            run->out.len = before; /* nothing half written */
            as_output_failed(&run->out, run->format, &why);
            if (why.status == AS_ERR_CANCELLED) {
                *err = why;
                ok = false;
            }
        }
        free(line);
        ok = ok && as_output_flush(&run->out, err);
    }
    as_line_reader_finish(&reader);
    return ok;
}

int as_cmd_align(const as_cli *cli, int argc, char **argv)
{
    const char *model = NULL;
    int format = -1;
    bool show = false;
    double temperature = 1;
    const as_option options[] = {
        AS_MODEL_OPTION(model),
        AS_CHOICE('f', "format", &format, "FORMAT", as_format_names, AS_FORMAT_LIST " (pharaoh)"),
        AS_TEMPERATURE_OPTION(temperature),
        AS_FLAG('s', "show", &show, "draw the alignment, as on a terminal"),
    };
    const as_option_table table = {
        .command = "alphascope align",
        .usage = "[OPTION …] SOURCE TARGET\n       alphascope align [OPTION …] < TSV",
        .summary =
            "Decodes a target that is given (forced decoding) and prints its alignment. "
            "Without operands\nevery line of standard input is a source, a tab and a target.",
        .options = options,
        .n_options = sizeof options / sizeof *options,
    };
    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (n_operands != 0 && n_operands != 2)
        return as_options_wrong(&table, "SOURCE and TARGET are two operands, not %d (quote them)",
                                n_operands);

    job run = {
        .options = as_decode_defaults(),
        .format = format >= 0 ? (as_format)format : AS_FORMAT_PHARAOH,
        .show = show || (format < 0 && isatty(STDOUT_FILENO)),
    };
    run.options.temperature = temperature;
    run.options.cancel = as_program_catch_interrupts();
    as_error err = {0};
    bool ok = as_models_open(cli, model, &run.model, &err) &&
              as_session_new(run.model, &run.session, &err);
    if (ok && n_operands == 2)
        ok = run_pair(&run, 1, argv[1], strlen(argv[1]), argv[2], strlen(argv[2]), &err) &&
             as_output_flush(&run.out, &err);
    else if (ok)
        ok = run_stream(&run, &err);
    bool any_failed = run.any_failed;
    run_finish(&run);
    if (!ok)
        return as_program_fail("align", &err);
    return any_failed ? AS_EXIT_FAILED : AS_EXIT_DONE;
}
