/* Batches: every pair as often as it should come, limits kept, the same again from a position. */
#include "train/batch.h"

#include "failing_alloc.h"
#include "tiny_run.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double one = 1;

static as_batcher *batcher(const as_corpus *corpus, const as_batch_options *options,
                           const as_batch_position *position)
{
    as_batcher *b;
    as_error err = {0};
    const as_corpus *view = corpus;
    if (!as_batcher_new(&view, &one, 1, options, position, &b, &err))
        fail_msg("%s", err.message);
    return b;
}

static as_batch next(as_batcher *b)
{
    as_batch batch;
    as_error err = {0};
    if (!as_batcher_next(b, &batch, &err))
        fail_msg("%s", err.message);
    return batch;
}

static as_batch_options plain_options(void)
{
    return (as_batch_options){
        .batch_tokens = 30, .max_tokens = 20, .source_space = -1, .target_space = -1, .seed = 4};
}

/* In k rounds through the data every pair comes k times, plus or minus the pool that is open. */
static void test_every_pair_comes(void **state)
{
    (void)state;
    as_corpus corpus;
    tiny_corpus(&corpus, TINY_PAIRS, 1);
    as_batch_options options = plain_options();
    as_batcher *b = batcher(&corpus, &options, NULL);
    int seen[TINY_PAIRS] = {0}, drawn = 0;
    while (as_batcher_epochs(b) < 40) {
        as_batch batch = next(b);
        for (int k = 0; k < batch.B; k++, drawn++)
            for (int j = 0; j < corpus.n; j++)
                seen[j] += batch.pairs[k].x == corpus.pairs[j].x;
    }
    for (int j = 0; j < corpus.n; j++)
        assert_true(abs(seen[j] - drawn / corpus.n) <= 10);
    as_batcher_free(b);
    as_corpus_finish(&corpus);
}

static void test_limits(void **state)
{
    (void)state;
    as_corpus corpus;
    tiny_corpus(&corpus, TINY_PAIRS, 1);
    as_batch_options options = plain_options();
    for (int sentences = 0; sentences <= 3; sentences += 3) {
        options.batch_sentences = sentences;
        as_batcher *b = batcher(&corpus, &options, NULL);
        long tokens = 0, longest = 0;
        int n = 0;
        for (; n < 500; n++) {
            as_batch batch = next(b);
            long S = 0, T = 0;
            for (int k = 0; k < batch.B; k++) {
                S += batch.pairs[k].S;
                T += batch.pairs[k].T;
                if (k > 0)
                    assert_true(batch.pairs[k].T <= batch.pairs[k - 1].T); /* longest first */
            }
            assert_true(batch.B >= 1);
            assert_int_equal(S, batch.n_source_tokens);
            assert_int_equal(T, batch.n_target_tokens);
            tokens += T;
            longest = T > longest ? T : longest;
        }
        /* Cut evenly: on average within the limit, at most one pair past it. */
        assert_true(tokens <= 30L * n);
        assert_true(longest <= 30 + 7);
        as_batcher_free(b);
    }
    as_corpus_finish(&corpus);
}

static void test_same_again_from_every_position(void **state)
{
    (void)state;
    enum { BATCHES = 130, EVERY = 7 };
    as_corpus corpus;
    tiny_corpus(&corpus, TINY_PAIRS, 1);
    as_batch_options options = plain_options();
    options.join = 0.4;
    as_batcher *b = batcher(&corpus, &options, NULL);
    long tokens[BATCHES], first[BATCHES];
    as_batch_position positions[BATCHES];
    for (int k = 0; k < BATCHES; k++) {
        positions[k] = as_batcher_position(b);
        as_batch batch = next(b);
        tokens[k] = batch.n_target_tokens;
        first[k] = batch.pairs[0].x[0] + 100 * batch.pairs[batch.B - 1].x[0] + 10000 * batch.B;
    }
    assert_true(positions[BATCHES - 1].pool > 0);
    as_batcher_free(b);
    for (int start = 0; start < BATCHES; start += EVERY) {
        b = batcher(&corpus, &options, &positions[start]);
        for (int k = start; k < BATCHES; k++) {
            as_batch batch = next(b);
            assert_int_equal(batch.n_target_tokens, tokens[k]);
            assert_int_equal(batch.pairs[0].x[0] + 100 * batch.pairs[batch.B - 1].x[0] +
                                 10000 * batch.B,
                             first[k]);
        }
        as_batcher_free(b);
    }
    as_corpus_finish(&corpus);
}

/* A joined example is two to four pairs of the corpus in a row, one </s> at the end. */
static int count_parts(const as_pair *pair)
{
    /* Sources equal targets in this corpus, so joined ones must too. */
    assert_int_equal(pair->S, pair->T);
    assert_memory_equal(pair->x, pair->y, (size_t)pair->S * sizeof *pair->x);
    assert_int_equal(pair->x[pair->S - 1], AS_EOS);
    int parts = 1;
    for (int k = 0; k < pair->S - 1; k++) {
        assert_int_not_equal(pair->x[k], AS_EOS);
        parts += pair->x[k] == AS_UNK; /* the space of this test */
    }
    return parts;
}

/* Of every batch, of a text that one pool goes through several times: what was given out, however
 * it was joined, over the pairs of the text; and the same where a run continues. */
static void test_epochs_count_batches(void **state)
{
    (void)state;
    as_corpus corpus;
    tiny_corpus(&corpus, TINY_PAIRS, 1);
    as_batch_options options = plain_options();
    options.source_space = options.target_space = AS_UNK; /* not in the corpus */
    const double half = 0.5;
    const as_corpus *view = &corpus;
    for (options.join = 0; options.join < 1; options.join += 0.4) {
        as_batcher *b, *again;
        assert_true(as_batcher_new(&view, &half, 1, &options, NULL, &b, NULL));
        assert_true(as_batcher_epochs(b) == 0);
        int given = 0;
        for (int k = 0; k < 200; k++) {
            as_batch batch = next(b);
            for (int j = 0; j < batch.B; j++)
                given += count_parts(&batch.pairs[j]);
            assert_float_equal(as_batcher_epochs(b), given / (0.5 * TINY_PAIRS), 1e-9);
            if (k % 20 != 0)
                continue;
            as_batch_position position = as_batcher_position(b);
            assert_true(as_batcher_new(&view, &half, 1, &options, &position, &again, NULL));
            assert_true(as_batcher_epochs(again) == as_batcher_epochs(b));
            as_batcher_free(again);
        }
        assert_true(as_batcher_position(b).pool >= 2);
        as_batcher_free(b);
    }
    as_corpus_finish(&corpus);
}

static void test_joining(void **state)
{
    (void)state;
    as_corpus corpus;
    tiny_corpus(&corpus, TINY_PAIRS, 1);
    as_batch_options options = plain_options();
    options.join = 0.5;
    options.source_space = options.target_space = AS_UNK; /* not in the corpus */
    as_batcher *b = batcher(&corpus, &options, NULL);
    int n_of[AS_MAX_JOINED + 1] = {0}, n = 0;
    for (int k = 0; k < 400; k++) {
        as_batch batch = next(b);
        for (int j = 0; j < batch.B; j++, n++) {
            int parts = count_parts(&batch.pairs[j]);
            assert_in_range(parts, 1, AS_MAX_JOINED);
            assert_true(batch.pairs[j].S <= options.max_tokens);
            n_of[parts]++;
        }
    }
    assert_true(fabs((double)(n - n_of[1]) / n - 0.5) < 0.05);
    assert_true(n_of[2] > 0 && n_of[3] > 0 && n_of[4] > 0);
    as_batcher_free(b);
    as_corpus_finish(&corpus);
}

/* Every token is linked to itself in this corpus, so in a joined example it must be too; the space
 * and </s> are linked to nothing. */
static void check_links(const as_pair *pair)
{
    assert_non_null(pair->links.from);
    for (int t = 0; t < pair->T; t++) {
        bool linked = pair->y[t] != AS_EOS && pair->y[t] != AS_UNK;
        assert_int_equal(pair->links.from[t + 1] - pair->links.from[t], linked);
        if (linked)
            assert_int_equal(pair->links.i[pair->links.from[t]], t);
    }
}

static void test_joining_moves_links(void **state)
{
    (void)state;
    as_corpus corpus;
    tiny_corpus(&corpus, TINY_PAIRS, 1);
    tiny_links(&corpus);
    as_batch_options options = plain_options();
    options.join = 0.5;
    for (int space = -1; space <= AS_UNK; space += AS_UNK + 1) {
        options.source_space = options.target_space = space;
        as_batcher *b = batcher(&corpus, &options, NULL);
        for (int k = 0; k < 200; k++) {
            as_batch batch = next(b);
            for (int j = 0; j < batch.B; j++)
                check_links(&batch.pairs[j]);
        }
        as_batcher_free(b);
    }
    as_corpus_finish(&corpus);
}

/* A pair whose links are not known may be joined with one whose links are. */
static void test_joining_with_unknown_links(void **state)
{
    (void)state;
    as_corpus corpus;
    tiny_corpus(&corpus, TINY_PAIRS, 1);
    tiny_links(&corpus);
    for (int k = 0; k < corpus.n; k += 2)
        corpus.pairs[k].links = (as_token_links){0};
    as_batch_options options = plain_options();
    options.join = 0.9;
    as_batcher *b = batcher(&corpus, &options, NULL);
    long n_linked = 0, n_tokens = 0;
    for (int k = 0; k < 400; k++) {
        as_batch batch = next(b);
        for (int j = 0; j < batch.B; j++) {
            const as_pair *pair = &batch.pairs[j];
            n_tokens += pair->T;
            for (int t = 0; pair->links.from && t < pair->T; t++)
                for (int l = pair->links.from[t]; l < pair->links.from[t + 1]; l++, n_linked++)
                    assert_int_equal(pair->links.i[l], t);
        }
    }
    assert_true(n_linked > n_tokens / 4 && n_linked < n_tokens / 2 + n_tokens / 8);
    as_batcher_free(b);
    as_corpus_finish(&corpus);
}

static void test_weights(void **state)
{
    (void)state;
    as_corpus corpora[2];
    tiny_corpus(&corpora[0], TINY_PAIRS, 1);
    tiny_corpus(&corpora[1], 3 * TINY_PAIRS, 2);
    const as_corpus *views[] = {&corpora[0], &corpora[1]};
    const double weights[] = {2, 0.5}; /* 120 to 90 draws */
    as_batch_options options = plain_options();
    as_batcher *b;
    assert_true(as_batcher_new(views, weights, 2, &options, NULL, &b, NULL));
    while (as_batcher_epochs(b) < 30)
        next(b);
    as_batch_position position = as_batcher_position(b);
    double share = (double)position.drawn[0] / (double)(position.drawn[0] + position.drawn[1]);
    assert_true(fabs(share - 120.0 / 210) < 0.03);
    as_batcher_free(b);
    as_corpus_finish(&corpora[0]);
    as_corpus_finish(&corpora[1]);
}

static void test_wrong_use(void **state)
{
    (void)state;
    as_corpus corpus, empty = {0};
    tiny_corpus(&corpus, TINY_PAIRS, 1);
    const as_corpus *view = &corpus, *empty_view = &empty;
    as_batch_options options = plain_options();
    as_batcher *b;
    as_error err = {0};
    assert_false(as_batcher_new(&empty_view, &one, 1, &options, NULL, &b, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_false(as_batcher_new(&view, &one, 0, &options, NULL, &b, &err));
    as_batch_position position = {.batch = 100000};
    assert_false(as_batcher_new(&view, &one, 1, &options, &position, &b, &err));
    position.batch = -1;
    assert_false(as_batcher_new(&view, &one, 1, &options, &position, &b, &err));
    as_corpus_finish(&corpus);
}

static void test_cutting_to_measure(void **state)
{
    (void)state;
    const as_pair pairs[] = {
        {.S = 9, .T = 50}, {.S = 9, .T = 6}, {.S = 9, .T = 4}, {.S = 2, .T = 3}, {.S = 2, .T = 3}};
    int starts[6];
    assert_int_equal(as_batch_cut(pairs, 5, 10, starts), 4);
    assert_int_equal(starts[0], 0); /* too long for any batch: alone */
    assert_int_equal(starts[1], 1);
    assert_int_equal(starts[2], 2); /* 9 + 9 source tokens are too many */
    assert_int_equal(starts[3], 3);
    assert_int_equal(starts[4], 5);
}

static bool draw_some(void *data)
{
    const as_corpus *corpus = data;
    as_batch_options options = plain_options();
    options.join = 0.5;
    as_batcher *b;
    if (!as_batcher_new(&corpus, &one, 1, &options, NULL, &b, NULL))
        return false;
    bool done = true;
    as_batch batch;
    for (int k = 0; k < 100 && done; k++)
        done = as_batcher_next(b, &batch, NULL);
    as_batcher_free(b);
    return done;
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    as_corpus corpus;
    tiny_corpus(&corpus, TINY_PAIRS, 1);
    assert_true(failing_alloc_try_all(draw_some, &corpus) >= 3);
    as_corpus_finish(&corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_pair_comes),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_same_again_from_every_position),
        cmocka_unit_test(test_epochs_count_batches),
        cmocka_unit_test(test_joining),
        cmocka_unit_test(test_joining_moves_links),
        cmocka_unit_test(test_joining_with_unknown_links),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_wrong_use),
        cmocka_unit_test(test_cutting_to_measure),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
