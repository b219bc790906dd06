#include "cli/commands.h"
#include "cli/options.h"
#include "cli/program.h"

#include "core/file.h"
#include "core/memory.h"
#include "train/hmm.h"
#include "train/symmetrize.h"
#include "train/word_align.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES_MAX = 64 };

/* The -o of the command line, in their order. */
typedef struct outputs {
    const char *paths[FILES_MAX];
    int n;
} outputs;

/* Both sides as words and, once aligned, both directions. */
typedef struct aligned {
    as_word_text source, target;
    int *of_target; /* for each target word the source word it answers to, or -1 */
    int *of_source;
} aligned;

typedef struct report {
    const char *direction;
    bool shown; /* standard error is a terminal */
} report;

static bool add_output(void *context, const char *text, as_error *err)
{
    outputs *out = context;
    if (out->n == FILES_MAX)
        return as_fail(err, AS_ERR_LIMIT, "more than %d output files", FILES_MAX);
    out->paths[out->n++] = text;
    return true;
}

static void report_round(void *context, int done, int total, double perplexity)
{
    const report *r = context;
    if (r->shown)
        fprintf(stderr, "%s: round %d of %d, perplexity %.2f\n", r->direction, done, total,
                perplexity);
}

/* The links of sentence k as "i-j i-j …", rising. */
static void print_links(FILE *out, const aligned *a, int k, bool *links)
{
    int S = as_word_text_length(&a->source, k), T = as_word_text_length(&a->target, k);
    if (S > AS_HMM_LENGTH || T > AS_HMM_LENGTH || S == 0 || T == 0) {
        fputc('\n', out);
        return;
    }
    as_symmetrize(links, a->of_target + a->target.from[k], a->of_source + a->source.from[k], S, T);
    const char *separator = "";
    for (int i = 0; i < S; i++)
        for (int j = 0; j < T; j++)
            if (links[(size_t)j * (size_t)S + (size_t)i]) {
                fprintf(out, "%s%d-%d", separator, i, j);
                separator = " ";
            }
    fputc('\n', out);
}

static bool write_file(const char *path, bool replace, const aligned *a, int first, int n,
                       as_error *err)
{
    as_file_writer writer;
    bool *links = as_alloc((size_t)AS_HMM_LENGTH * AS_HMM_LENGTH, sizeof *links);
    if (!links)
        return as_fail_memory(err, "the links of a sentence");
    if (!as_file_writer_open(&writer, path, replace, err)) {
        free(links);
        return false;
    }
    for (int k = first; k < first + n; k++)
        print_links(writer.stream, a, k, links);
    free(links);
    return as_file_writer_commit(&writer, err);
}

static bool align(aligned *a, const as_tsv *files, int n_files, as_word_rule rule, int n_threads,
                  const as_word_align_options *options, report *r, as_error *err)
{
    as_pool *pool = NULL;
    bool done = as_word_text_init(&a->source, files, n_files, AS_SOURCE, rule, err) &&
                as_word_text_init(&a->target, files, n_files, AS_TARGET, rule, err) &&
                as_pool_new(n_threads, &pool, err);
    if (done) {
        r->direction = "source to target";
        done = as_word_align(&a->source, &a->target, pool, options, &a->of_target, err);
        r->direction = "target to source";
        done = done && as_word_align(&a->target, &a->source, pool, options, &a->of_source, err);
    }
    as_pool_free(pool);
    return done;
}

static void aligned_finish(aligned *a)
{
    as_word_text_finish(&a->source);
    as_word_text_finish(&a->target);
    free(a->of_target);
    free(a->of_source);
}

/* No output is one of the texts, nor another output. */
static bool check_outputs(const outputs *out, char *const *texts, as_error *err)
{
    for (int k = 0; k < out->n; k++) {
        for (int f = 0; f < out->n; f++)
            if (!as_program_apart(out->paths[k], texts[f], err))
                return false;
        for (int before = 0; before < k; before++)
            if (!as_program_apart(out->paths[k], out->paths[before], err))
                return false;
    }
    return true;
}

int as_cmd_links(const as_cli *cli, int argc, char **argv)
{
    (void)cli;
    outputs out = {.n = 0};
    int n_files = 0, status = AS_EXIT_DONE, n_rounds = 5, n_threads = 2;
    bool force = false, spaces = false;
    const as_option options[] = {
        AS_CALL('o', "output", &out, "FILE", add_output, "the links of one TSV; as many as TSVs"),
        AS_INT('n', "rounds", &n_rounds, "N", 1, 100, "over the text, with each of the models (5)"),
        AS_INT(0, "threads", &n_threads, "N", 1, AS_POOL_MAX, "that share the work (2)"),
        AS_FLAG(0, "spaces", &spaces, "words are what stands between spaces, not the tokenizer's"),
        AS_FLAG(0, "force", &force, "replace existing files"),
    };
    const as_option_table table = {
        .command = "alphascope links",
        .usage = "-o FILE … TSV …",
        .summary =
            "Word alignments of sentence pairs, learned from the pairs alone: model 1, then the\n"
            "HMM, in both directions, made one by grow-diag-final-and. A line of FILE is that of\n"
            "its TSV in Pharaoh's form: 0-0 1-2 …, source word and target word, counted from 0.\n"
            "All TSVs are learned from together. For train --align.\n",
        .options = options,
        .n_options = sizeof options / sizeof *options,
    };
    if (!as_options_parse(&table, argc, argv, &n_files, &status))
        return status;
    if (n_files == 0)
        return as_options_wrong(&table, "no TSV");
    if (n_files != out.n)
        return as_options_wrong(&table, "%d TSVs and %d output files: expected one -o for each",
                                n_files, out.n);
    if (n_files > FILES_MAX)
        return as_options_wrong(&table, "more than %d TSVs", FILES_MAX);

    as_error err = {0};
    as_tsv files[FILES_MAX] = {0};
    aligned a = {0};
    report r = {.shown = isatty(STDERR_FILENO)};
    const as_word_align_options align_options = {
        .n_model_1 = n_rounds,
        .n_hmm = n_rounds,
        .cancel = as_program_catch_interrupts(),
        .report = report_round,
        .context = &r,
    };
    bool done = check_outputs(&out, argv + 1, &err);
    for (int f = 0; f < n_files && done; f++)
        done = as_tsv_read(argv[f + 1], &files[f], &err) &&
               (files[f].n > 0 || as_fail(&err, AS_ERR_FORMAT, "%s: no pair in it", argv[f + 1]));
    as_word_rule rule = spaces ? AS_WORDS_BETWEEN_SPACES : AS_WORDS_OF_TOKENIZER;
    done = done && align(&a, files, n_files, rule, n_threads, &align_options, &r, &err);
    for (int f = 0, first = 0; f < n_files && done; first += files[f].n, f++)
        done = write_file(out.paths[f], force, &a, first, files[f].n, &err);
    aligned_finish(&a);
    for (int f = 0; f < n_files; f++)
        as_tsv_finish(&files[f]);
    return done ? AS_EXIT_DONE : as_program_fail("links", &err);
}
