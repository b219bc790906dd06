#include "cli/evaluation.h"

#include "cli/batch.h"
#include "cli/corpus.h"
#include "cli/join.h"
#include "cli/progress.h"
#include "core/clock.h"
#include "view/bars.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 512 };

const char *const as_bleu_tokenizer_names[] = {"13a", "zh", "char", "none", NULL};

/* ---- scoring ---- */

static bool add_pair(as_evaluation *e, const as_test_pair *pair, const as_line *line, as_error *err)
{
    const char *hypothesis = line->n_best > 0 ? line->best[0]->target.text : "";
    const char *target = pair->references[0];
    as_translation *forced = NULL;
    int n_words = 0;
    if (line->error.status != AS_OK) {
        *err = line->error;
        return false;
    }
    if (!as_length_in_words(pair->source, strlen(pair->source), &n_words, err) ||
        !as_align(e->session, pair->source, strlen(pair->source), target, strlen(target),
                  &e->options, &forced, err))
        return false;
    as_corpus_scores *scores = &e->by_length[as_lengths_bucket(&e->lengths, n_words)];
    bool ok = as_corpus_scores_add(scores, hypothesis, pair->references, pair->n_references,
                                   forced->total_logp, forced->target.n, err);
    as_translation_free(forced);
    if (ok && e->hypotheses.stream != NULL)
        fprintf(e->hypotheses.stream, "%s\n", hypothesis);
    return ok;
}

/* Decodes n pairs, then scores them in their order. */
static bool add_pairs(as_evaluation *e, const as_test_pair *pairs, int n, long long *n_done,
                      as_progress_line *progress, as_error *err)
{
    as_line *lines = calloc((size_t)n + 1, sizeof *lines);
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
        for (int k = from; k < from + size && ok; k++) {
            ok = add_pair(e, &pairs[k], &lines[k], err) ||
                 as_fail_in(err, "sentence %lld", *n_done + 1);
            ++*n_done;
        }
        as_progress_line_update(progress, *n_done, 0);
    }
    for (int k = 0; k < n; k++)
        as_line_finish(&lines[k]);
    free(lines);
    return ok;
}

/* ---- reading ---- */

/* A corpus being gone through. */
typedef struct as_walk {
    as_test_corpus corpus;
    as_test_pair *pairs;  /* [CHUNK] as they stand in the file */
    as_test_pair *joined; /* [CHUNK x buckets] the groups that these complete */
    as_joiner *joiner;    /* [buckets]; NULL: not wanted, and then no groups */
    int n_buckets;
    long long n_done; /* sentences */
    as_progress_line progress;
} as_walk;

static bool walk_init(as_walk *walk, const as_evaluation *e, const char *path, as_error *err)
{
    size_t n_buckets = (size_t)e->lengths.n_bounds + 1;
    *walk = (as_walk){.corpus.fd = -1, .n_buckets = (int)n_buckets};
    walk->pairs = calloc(CHUNK, sizeof *walk->pairs);
    bool ok = walk->pairs != NULL;
    if (e->join) {
        walk->joined = calloc(CHUNK * n_buckets, sizeof *walk->joined);
        walk->joiner = calloc(n_buckets, sizeof *walk->joiner);
        ok = ok && walk->joined != NULL && walk->joiner != NULL;
        for (int b = 0; b < walk->n_buckets && ok; b++)
            as_joiner_init(&walk->joiner[b], &e->lengths, b);
    }
    as_progress_line_start(&walk->progress, "sentences");
    return ok ? as_test_corpus_open(&walk->corpus, path, err)
              : as_fail_memory(err, "the lines of a corpus");
}

static void walk_finish(as_walk *walk)
{
    as_progress_line_end(&walk->progress);
    as_test_corpus_close(&walk->corpus);
    for (int b = 0; b < walk->n_buckets && walk->joiner != NULL; b++)
        as_joiner_finish(&walk->joiner[b]);
    free(walk->joiner);
    free(walk->joined);
    free(walk->pairs);
}

/* Scores the groups that n pairs complete. */
static bool add_joined(as_evaluation *e, as_walk *walk, int n, as_error *err)
{
    int n_joined = 0;
    bool ok = true;
    for (int k = 0; k < n; k++) {
        for (int b = 0; b < walk->n_buckets && ok; b++) {
            bool complete = false;
            ok = as_joiner_add(&walk->joiner[b], &walk->pairs[k], &walk->joined[n_joined],
                               &complete, err);
            n_joined += complete;
        }
    }
    ok = ok && add_pairs(e, walk->joined, n_joined, &walk->n_done, &walk->progress, err);
    for (int k = 0; k < n_joined; k++)
        as_test_pair_finish(&walk->joined[k]);
    return ok;
}

static bool add_corpus(as_evaluation *e, as_walk *walk, as_error *err)
{
    bool ok = true;
    int n = 0;
    do {
        ok = as_test_corpus_read(&walk->corpus, walk->pairs, CHUNK, &n, err);
        if (ok && e->join)
            ok = add_joined(e, walk, n, err);
        else if (ok)
            ok = add_pairs(e, walk->pairs, n, &walk->n_done, &walk->progress, err);
        for (int k = 0; k < n; k++)
            as_test_pair_finish(&walk->pairs[k]);
    } while (ok && n > 0);
    for (int b = 0; b < walk->n_buckets && e->join; b++)
        e->n_left_out += walk->joiner[b].n_left_out + walk->joiner[b].n_pairs;
    return ok;
}

bool as_evaluation_run(as_evaluation *e, const char *path, as_error *err)
{
    as_walk walk;
    double started = as_clock_ms();
    int n_buckets = e->lengths.n_bounds + 1;
    e->all.bleu.tokenizer = e->tokenizer;
    for (int b = 0; b < n_buckets; b++)
        e->by_length[b].bleu.tokenizer = e->tokenizer;
    bool ok = walk_init(&walk, e, path, err) && add_corpus(e, &walk, err);
    walk_finish(&walk);
    for (int b = 0; b < n_buckets; b++)
        as_corpus_scores_merge(&e->all, &e->by_length[b]);
    e->ms = as_clock_ms() - started;
    if (ok && e->all.n_sentences == 0)
        return as_fail(err, AS_ERR_FORMAT, "%s: no sentence in it", path);
    return ok;
}

/* ---- results ---- */

static double precision(const as_bleu *bleu, int n)
{
    return bleu->totals[n] > 0 ? 100.0 * (double)bleu->matches[n] / (double)bleu->totals[n] : 0.0;
}

static void print_all(const as_evaluation *e)
{
    const as_corpus_scores *all = &e->all;
    const as_bleu *bleu = &all->bleu;
    printf("sentences   %lld%s, %.2f references each, beam %d, %.1f s\n", all->n_sentences,
           e->join ? " joined" : "", (double)all->n_references / (double)all->n_sentences,
           e->options.beam, e->ms / 1e3);
    printf("BLEU        %.2f   %.1f/%.1f/%.1f/%.1f, brevity penalty %.3f, %s, exp smoothing\n",
           as_bleu_score(bleu), precision(bleu, 0), precision(bleu, 1), precision(bleu, 2),
           precision(bleu, 3), as_bleu_brevity_penalty(bleu),
           as_bleu_tokenizer_names[bleu->tokenizer]);
    printf("chrF2       %.2f\n", as_chrf_score(&all->chrf, 2.0));
    printf("perplexity  %.3f   of the first reference, a token (%lld)\n",
           as_corpus_scores_perplexity(all), all->n_tokens);
    printf("exact       %.2f %% (%lld)\n", 100.0 * as_corpus_scores_exact(all), all->n_exact);
}

static void print_bucket(const as_evaluation *e, int bucket)
{
    const as_corpus_scores *scores = &e->by_length[bucket];
    char range[AS_BARS_LABEL];
    as_bars_label(range, &e->lengths, bucket, AS_LANGUAGE_EN);
    printf("%-16s %10lld", range, scores->n_sentences);
    if (scores->n_sentences > 0)
        printf(" %7.2f %7.2f %11.3f %8.2f %%", as_bleu_score(&scores->bleu),
               as_chrf_score(&scores->chrf, 2.0), as_corpus_scores_perplexity(scores),
               100.0 * as_corpus_scores_exact(scores));
    printf("\n");
}

void as_evaluation_print(const as_evaluation *e)
{
    print_all(e);
    printf("\n%-16s %10s %7s %7s %11s %10s\n", "words of source", "sentences", "BLEU", "chrF2",
           "perplexity", "exact");
    for (int b = 0; b <= e->lengths.n_bounds; b++)
        print_bucket(e, b);
    if (e->join)
        printf("%lld pairs were left out: their groups were too long, or unfinished at the end\n",
               e->n_left_out);
}

/* The members that the whole and its parts have alike. */
static void put_scores(as_buffer *out, const as_corpus_scores *scores)
{
    as_buffer_format(out, "\"sentences\":%lld,\"references\":%lld,\"bleu\":", scores->n_sentences,
                     scores->n_references);
    as_buffer_double(out, scores->n_sentences > 0 ? as_bleu_score(&scores->bleu) : (double)NAN);
    as_buffer_text(out, ",\"bleu_precisions\":[");
    for (int n = 0; n < AS_BLEU_ORDER; n++) {
        as_buffer_text(out, n > 0 ? "," : "");
        as_buffer_double(out, precision(&scores->bleu, n));
    }
    as_buffer_text(out, "],\"brevity_penalty\":");
    as_buffer_double(out, as_bleu_brevity_penalty(&scores->bleu));
    as_buffer_text(out, ",\"chrf2\":");
    as_buffer_double(out,
                     scores->n_sentences > 0 ? as_chrf_score(&scores->chrf, 2.0) : (double)NAN);
    as_buffer_text(out, ",\"perplexity\":");
    as_buffer_double(out, as_corpus_scores_perplexity(scores));
    as_buffer_format(out, ",\"tokens\":%lld,\"exact\":%lld,\"exact_share\":", scores->n_tokens,
                     scores->n_exact);
    as_buffer_double(out, as_corpus_scores_exact(scores));
}

void as_evaluation_json(as_buffer *out, const as_evaluation *e)
{
    put_scores(out, &e->all);
    as_buffer_format(out, ",\"bleu_tokenizer\":\"%s\",\"beam\":%d,\"joined\":%s",
                     as_bleu_tokenizer_names[e->tokenizer], e->options.beam,
                     e->join ? "true" : "false");
    if (e->join)
        as_buffer_format(out, ",\"left_out\":%lld", e->n_left_out);
    as_buffer_text(out, ",\"lengths\":[");
    for (int b = 0; b <= e->lengths.n_bounds; b++) {
        int first, last;
        as_lengths_range(&e->lengths, b, &first, &last);
        as_buffer_format(out, "%s{\"from\":%d,\"to\":", b > 0 ? "," : "", first);
        if (last == INT_MAX)
            as_buffer_text(out, "null,");
        else
            as_buffer_format(out, "%d,", last);
        put_scores(out, &e->by_length[b]);
        as_buffer_text(out, "}");
    }
    as_buffer_text(out, "],\"seconds\":");
    as_buffer_rounded(out, e->ms / 1e3, 4);
}
