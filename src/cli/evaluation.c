#include "cli/evaluation.h"

#include "cli/batch.h"
#include "cli/corpus.h"
#include "cli/program.h"
#include "cli/progress.h"

#include "core/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 512 };

const char *const as_bleu_tokenizer_names[] = {"13a", "zh", "char", NULL};

/* Is the translation one of the references, both in normal form? */
static bool is_exact(const char *hypothesis, const as_pair *pair, bool *exact, as_error *err)
{
    *exact = false;
    for (int r = 0; r < pair->n_references && !*exact; r++) {
        char *normal = NULL;
        size_t len = 0;
        if (!as_text_normalize(pair->references[r], strlen(pair->references[r]), &normal, &len,
                               err))
            return false;
        *exact = strcmp(normal, hypothesis) == 0;
        free(normal);
    }
    return true;
}

/* log P of the first reference, by forced decoding. */
static bool add_logp(as_evaluation *e, const as_pair *pair, as_error *err)
{
    const char *target = pair->references[0];
    as_translation *forced = NULL;
    if (!as_align(e->session, pair->source, strlen(pair->source), target, strlen(target),
                  &e->options, &forced, err))
        return false;
    e->logp += forced->total_logp;
    e->n_tokens += forced->target.n;
    as_translation_free(forced);
    return true;
}

static bool add_pair(as_evaluation *e, const as_pair *pair, const as_line *line, as_error *err)
{
    const char *hypothesis = line->n_best > 0 ? line->best[0]->target.text : "";
    bool exact = false;
    if (line->error.status != AS_OK) {
        *err = line->error;
        return false;
    }
    if (!as_bleu_add(&e->bleu, hypothesis, pair->references, pair->n_references, err) ||
        !as_chrf_add(&e->chrf, hypothesis, pair->references, pair->n_references, err) ||
        !is_exact(hypothesis, pair, &exact, err) || !add_logp(e, pair, err))
        return false;
    e->n_sentences++;
    e->n_references += pair->n_references;
    e->n_exact += exact;
    if (e->hypotheses.stream != NULL)
        fprintf(e->hypotheses.stream, "%s\n", hypothesis);
    return true;
}

/* Decodes n pairs, then scores them in their order. */
static bool add_chunk(as_evaluation *e, const as_pair *pairs, int n, as_progress_line *progress,
                      as_error *err)
{
    as_line *lines = calloc((size_t)n, sizeof *lines);
    if (lines == NULL)
        return as_fail_memory(err, "the lines of a corpus");
    bool ok = true;
    for (int k = 0; k < n; k++) {
        lines[k].text = pairs[k].source;
        lines[k].len = strlen(pairs[k].source);
    }
    for (int from = 0; from < n && ok; from += e->batch * 4) {
        int size = n - from < e->batch * 4 ? n - from : e->batch * 4;
        ok = as_lines_translate(e->session, lines + from, size, e->batch, &e->options, err);
        for (int k = from; k < from + size && ok; k++)
            ok = add_pair(e, &pairs[k], &lines[k], err) ||
                 as_fail_in(err, "sentence %lld", e->n_sentences + 1);
        as_progress_line_update(progress, e->n_sentences, 0);
    }
    for (int k = 0; k < n; k++)
        as_line_finish(&lines[k]);
    free(lines);
    return ok;
}

bool as_evaluation_run(as_evaluation *e, const char *path, as_error *err)
{
    as_corpus corpus = {.fd = -1};
    as_pair *pairs = calloc(CHUNK, sizeof *pairs);
    as_progress_line progress;
    as_progress_line_start(&progress, "sentences");
    double started = as_program_ms();
    bool ok = pairs != NULL ? as_corpus_open(&corpus, path, err)
                            : as_fail_memory(err, "the lines of a corpus");
    int n = 0;
    do {
        n = 0;
        ok = ok && as_corpus_read(&corpus, pairs, CHUNK, &n, err) &&
             (n == 0 || add_chunk(e, pairs, n, &progress, err));
        for (int k = 0; k < n; k++)
            as_pair_finish(&pairs[k]);
    } while (ok && n > 0);
    as_progress_line_end(&progress);
    e->ms = as_program_ms() - started;
    as_corpus_close(&corpus);
    free(pairs);
    if (ok && e->n_sentences == 0)
        return as_fail(err, AS_ERR_FORMAT, "%s: no sentence in it", path);
    return ok;
}

/* ---- results ---- */

static double perplexity(const as_evaluation *e)
{
    return exp(-e->logp / (double)e->n_tokens);
}

static double precision(const as_bleu *bleu, int n)
{
    return bleu->totals[n] > 0 ? 100.0 * (double)bleu->matches[n] / (double)bleu->totals[n] : 0.0;
}

void as_evaluation_print(const as_evaluation *e)
{
    double n = (double)e->n_sentences;
    printf("sentences   %lld, %.2f references each, beam %d, %.1f s\n", e->n_sentences,
           (double)e->n_references / n, e->options.beam, e->ms / 1e3);
    printf("BLEU        %.2f   %.1f/%.1f/%.1f/%.1f, brevity penalty %.3f, %s, exp smoothing\n",
           as_bleu_score(&e->bleu), precision(&e->bleu, 0), precision(&e->bleu, 1),
           precision(&e->bleu, 2), precision(&e->bleu, 3), as_bleu_brevity_penalty(&e->bleu),
           as_bleu_tokenizer_names[e->bleu.tokenizer]);
    printf("chrF2       %.2f\n", as_chrf_score(&e->chrf, 2.0));
    printf("perplexity  %.3f   of the first reference, a token (%lld)\n", perplexity(e),
           e->n_tokens);
    printf("exact       %.2f %% (%lld)\n", 100.0 * (double)e->n_exact / n, e->n_exact);
}

void as_evaluation_json(as_buffer *out, const as_evaluation *e)
{
    as_buffer_format(out,
                     "\"sentences\":%lld,\"references\":%lld,\"beam\":%d,\"bleu\":", e->n_sentences,
                     e->n_references, e->options.beam);
    as_buffer_double(out, as_bleu_score(&e->bleu));
    as_buffer_format(out, ",\"bleu_tokenizer\":\"%s\",\"bleu_precisions\":[",
                     as_bleu_tokenizer_names[e->bleu.tokenizer]);
    for (int n = 0; n < AS_BLEU_ORDER; n++) {
        as_buffer_text(out, n > 0 ? "," : "");
        as_buffer_double(out, precision(&e->bleu, n));
    }
    as_buffer_text(out, "],\"brevity_penalty\":");
    as_buffer_double(out, as_bleu_brevity_penalty(&e->bleu));
    as_buffer_text(out, ",\"chrf2\":");
    as_buffer_double(out, as_chrf_score(&e->chrf, 2.0));
    as_buffer_text(out, ",\"perplexity\":");
    as_buffer_double(out, perplexity(e));
    as_buffer_format(out, ",\"tokens\":%lld,\"exact\":%lld,\"exact_share\":", e->n_tokens,
                     e->n_exact);
    as_buffer_double(out, (double)e->n_exact / (double)e->n_sentences);
    as_buffer_text(out, ",\"seconds\":");
    as_buffer_rounded(out, e->ms / 1e3, 4);
}
