#include "cli/eval_gold.h"

#include "cli/corpus.h"
#include "cli/progress.h"
#include "core/clock.h"
#include "core/gold.h"
#include "core/pharaoh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int shifts[AS_GOLD_SHIFTS] = {0, 1, -1};

/* The next line, the caller's, or NULL at the end. */
static bool next_line(as_test_corpus *file, char **line, size_t *len, as_error *err)
{
    *line = NULL;
    *len = 0;
    as_line_status status = as_line_next(&file->reader, true, line, len, err);
    return status != AS_LINE_FAILED ||
           as_fail_in(err, "%s: line %lld", file->path, file->reader.n_lines + 1);
}

static void add_links(as_aer *aer, const as_gold_pair *pair, const as_link *links, int n)
{
    as_aer_add(aer, links, n, pair->sure, pair->n_sure, pair->possible, pair->n_possible);
}

/* The links of the attention along the gold target, at every shift. */
static bool add_model(as_gold_scores *scores, const as_gold_pair *pair, as_session *session,
                      const as_decode_options *options, as_error *err)
{
    as_translation *forced = NULL;
    bool ok = as_align(session, pair->source.text, pair->source.len, pair->target.text,
                       pair->target.len, options, &forced, err);
    for (int k = 0; k < AS_GOLD_SHIFTS && ok; k++) {
        as_link *links = NULL;
        int n = 0;
        ok = as_gold_links(pair, forced, shifts[k], &links, &n, err);
        if (ok)
            add_links(&scores->aer[k], pair, links, n);
        free(links);
    }
    as_translation_free(forced);
    return ok;
}

/* The links that the file has for this pair. */
static bool add_file(as_gold_scores *scores, const as_gold_pair *pair, as_test_corpus *file,
                     long long number, as_error *err)
{
    char *line = NULL;
    size_t len = 0;
    as_link *links = NULL;
    int n = 0;
    if (!next_line(file, &line, &len, err))
        return false;
    if (line == NULL)
        return as_fail(err, AS_ERR_FORMAT, "%s: ends after line %lld, expected links for line %lld",
                       file->path, file->reader.n_lines, number);
    bool ok = as_pharaoh_parse(line, len, pair->source.n, pair->target.n, &links, &n, err);
    free(line);
    if (!ok)
        return as_fail_in(err, "%s: line %lld", file->path, file->reader.n_lines);
    n = as_gold_keep_scored(pair, links, n);
    add_links(&scores->aer[0], pair, links, n);
    free(links);
    return true;
}

static bool add_line(as_gold_scores *scores, const as_test_corpus *gold, const char *line,
                     size_t len, as_test_corpus *file, as_session *session,
                     const as_decode_options *options, as_error *err)
{
    long long number = gold->reader.n_lines;
    as_gold_pair pair;
    if (!as_gold_parse(line, len, &pair, err))
        return as_fail_in(err, "%s: line %lld", gold->path, number);
    bool ok = session == NULL ? add_file(scores, &pair, file, number, err)
                              : add_model(scores, &pair, session, options, err) ||
                                    as_fail_in(err, "%s: line %lld", gold->path, number);
    scores->n_pairs++;
    scores->n_possible += pair.n_possible;
    as_gold_finish(&pair);
    return ok;
}

/* A file of links must not go on where the gold ends: the two would be of different texts. */
static bool check_end(as_test_corpus *file, const as_test_corpus *gold, as_error *err)
{
    char *line = NULL;
    size_t len = 0;
    if (file->path == NULL) /* none wanted */
        return true;
    if (!next_line(file, &line, &len, err))
        return false;
    bool ended = line == NULL;
    free(line);
    return ended || as_fail(err, AS_ERR_FORMAT,
                            "%s: line %lld, expected as many lines as %s, which has %lld",
                            file->path, file->reader.n_lines, gold->path, gold->reader.n_lines);
}

static bool add_lines(as_gold_scores *scores, as_test_corpus *gold, as_test_corpus *file,
                      as_session *session, const as_decode_options *options, as_error *err)
{
    as_progress_line progress;
    as_progress_line_start(&progress, "gold pairs");
    bool ok = true;
    for (;;) {
        char *line = NULL;
        size_t len = 0;
        ok = next_line(gold, &line, &len, err);
        if (!ok || line == NULL)
            break;
        ok = add_line(scores, gold, line, len, file, session, options, err);
        free(line);
        if (!ok)
            break;
        as_progress_line_update(&progress, scores->n_pairs, 0);
    }
    as_progress_line_end(&progress);
    if (ok && scores->n_pairs == 0)
        return as_fail(err, AS_ERR_FORMAT, "%s: no pair in it", gold->path);
    return ok && check_end(file, gold, err);
}

bool as_gold_score(const char *path, const char *links, as_session *session,
                   const as_decode_options *options, as_gold_scores *out, as_error *err)
{
    as_test_corpus gold = {.fd = -1}, file = {.fd = -1};
    as_gold_scores scores = {.of_model = session != NULL};
    double started = as_clock_ms();
    bool ok = as_test_corpus_open(&gold, path, err) &&
              (session != NULL || as_test_corpus_open(&file, links, err)) &&
              add_lines(&scores, &gold, &file, session, options, err);
    as_test_corpus_close(&gold);
    as_test_corpus_close(&file);
    scores.ms = as_clock_ms() - started;
    if (ok)
        *out = scores;
    return ok;
}

/* ---- results ---- */

/* "12.34 %" or "n/a". */
static const char *percent(char out[16], double share)
{
    if (isfinite(share))
        snprintf(out, 16, "%.2f %%", 100.0 * share);
    else
        strcpy(out, "n/a");
    return out;
}

void as_gold_print(const as_gold_scores *scores)
{
    char a[16], b[16], c[16];
    const as_aer *aer = &scores->aer[0];
    printf("gold        %lld pairs, %lld sure and %lld possible links, %.1f s\n", scores->n_pairs,
           aer->s, scores->n_possible, scores->ms / 1e3);
    printf("AER         %s   precision %s, recall %s, %lld links of %s\n",
           percent(a, as_aer_value(aer)), percent(b, as_aer_precision(aer)),
           percent(c, as_aer_recall(aer)), aer->a, scores->of_model ? "the attention" : "the file");
    if (scores->of_model)
        printf("            %s with each piece's row taken from the step after it, %s before it\n",
               percent(a, as_aer_value(&scores->aer[1])),
               percent(b, as_aer_value(&scores->aer[2])));
}

void as_gold_json(as_buffer *out, const as_gold_scores *scores)
{
    const as_aer *aer = &scores->aer[0];
    as_buffer_format(out, "\"gold_pairs\":%lld,\"sure_links\":%lld,\"possible_links\":%lld",
                     scores->n_pairs, aer->s, scores->n_possible);
    as_buffer_format(out, ",\"links\":%lld,\"aer\":", aer->a);
    as_buffer_double(out, as_aer_value(aer));
    as_buffer_text(out, ",\"precision\":");
    as_buffer_double(out, as_aer_precision(aer));
    as_buffer_text(out, ",\"recall\":");
    as_buffer_double(out, as_aer_recall(aer));
    if (!scores->of_model)
        return;
    as_buffer_text(out, ",\"aer_of_row_after\":");
    as_buffer_double(out, as_aer_value(&scores->aer[1]));
    as_buffer_text(out, ",\"aer_of_row_before\":");
    as_buffer_double(out, as_aer_value(&scores->aer[2]));
}
