/* Word alignment: the HMM's posteriors against the sum over every path, the symmetrized links
 * against hand-worked ones, and a corpus whose words can only be told apart by counting. */
#include "core/memory.h"
#include "train/hmm.h"
#include "train/lexicon.h"
#include "train/random.h"
#include "train/symmetrize.h"
#include "train/word_align.h"

#include "failing_alloc.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A path is a state per target word: 0…S-1 at the source word, S…2S-1 at NULL after it. */
enum { S = 3, T = 4, STATES = 2 * S };

static const float t_given[T][S] = {
    {0.7f, 0.1f, 0.05f}, {0.2f, 0.02f, 0.3f}, {0.01f, 0.6f, 0.1f}, {0.3f, 0.25f, 0.4f}};
static const float t_null[T] = {0.05f, 0.2f, 0.01f, 0.1f};

static double emission(int state, int j)
{
    return state < S ? (double)t_given[j][state] : (double)t_null[j];
}

static double transition(const as_hmm *hmm, int from, int to)
{
    const double p_null = 0.2;
    int i_from = from % S, i = to % S;
    if (to >= S)
        return i == i_from ? p_null : 0;
    double norm = 0;
    for (int k = 0; k < S; k++)
        norm += hmm->jump[k - i_from + AS_HMM_JUMP];
    return (1 - p_null) * hmm->jump[i - i_from + AS_HMM_JUMP] / norm;
}

static void test_posteriors_are_sums_over_all_paths(void **state)
{
    (void)state;
    as_hmm hmm;
    as_hmm_init(&hmm);
    hmm.jump[AS_HMM_JUMP - 1] = 0.3;
    hmm.jump[AS_HMM_JUMP + 1] = 2.5;
    hmm.jump[AS_HMM_JUMP + 2] = 0.7;

    double total = 0, gamma_sum[T][STATES] = {{0}}, jump_sum[AS_HMM_JUMPS] = {0};
    int n_paths = 1;
    for (int j = 0; j < T; j++)
        n_paths *= STATES;
    for (int code = 0; code < n_paths; code++) {
        int path[T], rest = code;
        double p = 1;
        for (int j = 0; j < T; j++, rest /= STATES) {
            path[j] = rest % STATES;
            p *= emission(path[j], j);
            p *= j > 0 ? transition(&hmm, path[j - 1], path[j]) : (path[j] < S ? 0.8 : 0.2) / S;
        }
        total += p;
        for (int j = 0; j < T; j++) {
            gamma_sum[j][path[j]] += p;
            if (j > 0 && path[j] < S)
                jump_sum[path[j] - path[j - 1] % S + AS_HMM_JUMP] += p;
        }
    }

    float gamma[T][S], gamma_null[T];
    double jump_counts[AS_HMM_JUMPS] = {0};
    as_hmm_scratch *scratch = as_hmm_scratch_new();
    assert_non_null(scratch);
    const as_alignment_task task = {S, T, &t_given[0][0], t_null, &gamma[0][0], gamma_null};
    double log_likelihood = as_hmm_posteriors(scratch, &hmm, &task, jump_counts);
    as_hmm_scratch_free(scratch);

    assert_true(fabs(log_likelihood - log(total)) < 1e-5);
    for (int j = 0; j < T; j++) {
        double null = 0;
        for (int i = 0; i < S; i++) {
            assert_true(fabs((double)gamma[j][i] - gamma_sum[j][i] / total) < 1e-5);
            null += gamma_sum[j][S + i] / total;
        }
        assert_true(fabs((double)gamma_null[j] - null) < 1e-5);
    }
    for (int d = 0; d < AS_HMM_JUMPS; d++)
        assert_true(fabs(jump_counts[d] - jump_sum[d] / total) < 1e-5);
}

static void test_model_1_posteriors(void **state)
{
    (void)state;
    const float t[2] = {0.3f, 0.1f}, none[1] = {0.1f};
    float gamma[2], gamma_null[1];
    const as_alignment_task task = {2, 1, t, none, gamma, gamma_null};
    double log_likelihood = as_model_1_posteriors(&task);
    assert_true(fabs((double)gamma[0] - 0.6) < 1e-6);
    assert_true(fabs((double)gamma[1] - 0.2) < 1e-6);
    assert_true(fabs((double)gamma_null[0] - 0.2) < 1e-6);
    assert_true(fabs(log_likelihood - log(0.5 / 3)) < 1e-6);
}

static void assert_links(const int *forward, const int *backward, int n_source, int n_target,
                         const char *expected)
{
    bool links[64];
    char text[256] = "";
    as_symmetrize(links, forward, backward, n_source, n_target);
    for (int i = 0; i < n_source; i++)
        for (int j = 0; j < n_target; j++)
            if (links[j * n_source + i])
                snprintf(text + strlen(text), sizeof text - strlen(text), "%d-%d ", i, j);
    assert_string_equal(text, expected);
}

static void test_symmetrize(void **state)
{
    (void)state;
    /* Both agree. */
    assert_links((const int[]){0, 1}, (const int[]){0, 1}, 2, 2, "0-0 1-1 ");
    /* One says more: 1-2 touches 1-1 and reaches the free target word 2. */
    assert_links((const int[]){0, 1, 1}, (const int[]){0, 1}, 2, 3, "0-0 1-1 1-2 ");
    /* 2-2 is far from the agreed 0-0 and both its words are free: taken in at the end. */
    assert_links((const int[]){0, -1, 2}, (const int[]){0, -1, -1}, 3, 3, "0-0 2-2 ");
    /* 0-2 is far from the agreed link and its source word is not free: left out. */
    assert_links((const int[]){0, -1, 0}, (const int[]){0, -1, -1}, 3, 3, "0-0 ");
    /* The directions disagree on everything and no neighbour is agreed on. */
    assert_links((const int[]){1, -1}, (const int[]){1, -1}, 2, 2, "0-1 1-0 ");
    assert_links((const int[]){-1}, (const int[]){-1}, 1, 1, "");
}

/* The word pairs a-A, b-B, c-C, d-D, seen only in sentences of two, in changing order. */
static const char corpus_text[] = "a b\tB A\nb c\tC B\nc d\tC D\na d\tA D\nb d\tD B\na c\tC A\n"
                                  "a\tA\nb a\tB A\nd c\tD C\n";

static void read_corpus(as_tsv *tsv, as_word_text *source, as_word_text *target)
{
    char *copy = strdup(corpus_text);
    assert_non_null(copy);
    assert_true(as_tsv_parse("corpus", copy, strlen(copy), tsv, NULL));
    assert_true(as_word_text_init(source, tsv, 1, AS_SOURCE, AS_WORDS_OF_TOKENIZER, NULL));
    assert_true(as_word_text_init(target, tsv, 1, AS_TARGET, AS_WORDS_OF_TOKENIZER, NULL));
}

static void check_corpus(int n_workers)
{
    as_tsv tsv;
    as_word_text source, target;
    as_pool *pool;
    int *links = NULL;
    read_corpus(&tsv, &source, &target);
    assert_true(as_pool_new(n_workers, &pool, NULL));
    const as_word_align_options options = {.n_model_1 = 5, .n_hmm = 5};
    assert_true(as_word_align(&source, &target, pool, &options, &links, NULL));
    for (int k = 0; k < tsv.n; k++)
        for (int j = 0; j < as_word_text_length(&target, k); j++) {
            size_t at = target.from[k] + (size_t)j;
            size_t line_at = (size_t)(tsv.rows[k].target - tsv.text) + 2 * (size_t)j;
            int i = links[at];
            assert_in_range(i, 0, as_word_text_length(&source, k) - 1);
            char answer = tsv.rows[k].source[2 * i];
            assert_int_equal(answer - 'a', tsv.text[line_at] - 'A');
        }
    free(links);
    as_pool_free(pool);
    as_word_text_finish(&source);
    as_word_text_finish(&target);
    as_tsv_finish(&tsv);
}

static void test_corpus(void **state)
{
    (void)state;
    check_corpus(1);
    check_corpus(3);
}

static void test_words_are_those_of_the_tokenizer(void **state)
{
    (void)state;
    char *text = strdup("L'Été 1992!\t我们 ok\n");
    as_tsv tsv;
    as_word_text source, target;
    assert_true(as_tsv_parse("corpus", text, strlen(text), &tsv, NULL));
    assert_true(as_word_text_init(&source, &tsv, 1, AS_SOURCE, AS_WORDS_OF_TOKENIZER, NULL));
    assert_true(as_word_text_init(&target, &tsv, 1, AS_TARGET, AS_WORDS_OF_TOKENIZER, NULL));
    assert_int_equal(as_word_text_length(&source, 0), 4); /* l' été 1992 ! */
    assert_int_equal(as_word_text_length(&target, 0), 3); /* 我 们 ok */
    as_word_text_finish(&source);
    as_word_text_finish(&target);
    assert_true(as_word_text_init(&source, &tsv, 1, AS_SOURCE, AS_WORDS_BETWEEN_SPACES, NULL));
    assert_true(as_word_text_init(&target, &tsv, 1, AS_TARGET, AS_WORDS_BETWEEN_SPACES, NULL));
    assert_int_equal(as_word_text_length(&source, 0), 2); /* l'été 1992! */
    assert_int_equal(as_word_text_length(&target, 0), 2); /* 我们 ok */
    as_word_text_finish(&source);
    as_word_text_finish(&target);
    as_tsv_finish(&tsv);
}

enum { LINES = 600, LINE = 12, TYPES = 1500 };

/* Lines of random words, the first of them often and the last of them seldom, as in a text. */
static as_word_text random_text(uint64_t seed, size_t *from, int *ids)
{
    as_random random = as_random_for(seed, 0, 0);
    for (int k = 0; k < LINES * LINE; k++) {
        double u = as_random_unit(&random);
        ids[k] = (int)(u * u * u * TYPES);
    }
    for (size_t k = 0; k <= LINES; k++)
        from[k] = k * LINE;
    return (as_word_text){.n = LINES, .from = from, .ids = ids, .n_types = TYPES};
}

/* Each word that stands opposite e is found where it is, and most of those that a pass over the
 * text looks up without a search through the row. */
static void test_looking_up(void **state)
{
    (void)state;
    static size_t from[2][LINES + 1];
    static int ids[2][LINES * LINE];
    as_word_text e = random_text(1, from[0], ids[0]), f = random_text(2, from[1], ids[1]);
    as_lexicon lexicon;
    assert_true(as_lexicon_init(&lexicon, &e, &f, AS_HMM_LENGTH, NULL));
    for (int w = 0; w < TYPES; w++)
        for (size_t at = lexicon.from[w]; at < lexicon.from[w + 1]; at++)
            assert_int_equal(as_lexicon_lookup(&lexicon, w, lexicon.f[at]), at);
    size_t n_direct = 0, n_all = (size_t)LINES * LINE * LINE;
    for (int i = 0; i < LINES * LINE; i++)
        for (int j = i / LINE * LINE; j < (i / LINE + 1) * LINE; j++) {
            const size_t *blocks = &lexicon.first_block[ids[0][i]];
            n_direct += (size_t)ids[1][j] / 64 < blocks[1] - blocks[0];
        }
    assert_true(n_direct > n_all / 2);
    assert_true(lexicon.first_block[TYPES] * sizeof *lexicon.blocks <=
                lexicon.from[TYPES] * sizeof *lexicon.f);
    as_lexicon_finish(&lexicon);
}

static void test_long_and_cancelled(void **state)
{
    (void)state;
    char *text = calloc(1, 4096);
    assert_non_null(text);
    strcat(text, "x y\t");
    for (int k = 0; k <= AS_HMM_LENGTH; k++)
        strcat(text, "w ");
    strcat(text, "\nx y\tX Y\n");
    as_tsv tsv;
    as_word_text source, target;
    as_pool *pool;
    assert_true(as_tsv_parse("corpus", text, strlen(text), &tsv, NULL));
    assert_true(as_word_text_init(&source, &tsv, 1, AS_SOURCE, AS_WORDS_OF_TOKENIZER, NULL));
    assert_true(as_word_text_init(&target, &tsv, 1, AS_TARGET, AS_WORDS_OF_TOKENIZER, NULL));
    assert_true(as_pool_new(1, &pool, NULL));
    int *links = NULL;
    as_word_align_options options = {.n_model_1 = 1, .n_hmm = 1};
    assert_true(as_word_align(&source, &target, pool, &options, &links, NULL));
    for (int j = 0; j <= AS_HMM_LENGTH; j++)
        assert_int_equal(links[j], -1);
    free(links);

    const atomic_bool cancel = true;
    as_error err = {0};
    options.cancel = &cancel;
    assert_false(as_word_align(&source, &target, pool, &options, &links, &err));
    assert_int_equal(err.status, AS_ERR_CANCELLED);
    as_pool_free(pool);
    as_word_text_finish(&source);
    as_word_text_finish(&target);
    as_tsv_finish(&tsv);
}

typedef struct alignment_job {
    as_tsv tsv;
    as_pool *pool;
} alignment_job;

static bool align_once(void *data)
{
    const alignment_job *job = data;
    const as_word_align_options options = {.n_model_1 = 1, .n_hmm = 1};
    as_word_text source = {0}, target = {0};
    int *links = NULL;
    as_error err = {0};
    bool done = as_word_text_init(&source, &job->tsv, 1, AS_SOURCE, AS_WORDS_OF_TOKENIZER, &err) &&
                as_word_text_init(&target, &job->tsv, 1, AS_TARGET, AS_WORDS_OF_TOKENIZER, &err) &&
                as_word_align(&source, &target, job->pool, &options, &links, &err);
    if (!done)
        assert_int_equal(err.status, AS_ERR_SYSTEM);
    free(links);
    as_word_text_finish(&source);
    as_word_text_finish(&target);
    return done;
}

static void test_failing_allocations(void **state)
{
    (void)state;
    alignment_job job;
    char *copy = strdup(corpus_text);
    assert_true(as_tsv_parse("corpus", copy, strlen(copy), &job.tsv, NULL));
    assert_true(as_pool_new(1, &job.pool, NULL));
    assert_true(failing_alloc_try_all(align_once, &job) > 10);
    as_pool_free(job.pool);
    as_tsv_finish(&job.tsv);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_posteriors_are_sums_over_all_paths),
        cmocka_unit_test(test_model_1_posteriors),
        cmocka_unit_test(test_symmetrize),
        cmocka_unit_test(test_corpus),
        cmocka_unit_test(test_words_are_those_of_the_tokenizer),
        cmocka_unit_test(test_looking_up),
        cmocka_unit_test(test_long_and_cancelled),
        cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
