/* BLEU while training: that of sentences translated one by one, whoever shares the work. */
#include "train/valid_bleu.h"

#include "core/decode.h"

#include "failing_alloc.h"
#include "letter_model.h"
#include "thread_ranks.h"

#include <assert.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { N_ROWS = 90, MAX_TOKENS = 12 };

typedef struct fixture {
    as_model *model;
    as_tsv rows;
    as_corpus corpus;
    as_valid_text *text;
    double want; /* by hand */
} fixture;

static as_translation *translate(as_session *session, const char *source, as_error *err)
{
    as_translation *found = NULL;
    as_decode_options options = as_decode_defaults();
    int n;
    if (!as_translate(session, source, strlen(source), &options, &found, &n, err))
        fail_msg("%s", err->message);
    return found;
}

/* A file of random letters: the second column is something else, in every other row the third is
 * what the model says, and there may be empty ones. Every tenth source is too long. Adds up what
 * BLEU should see. */
static void write_rows(const fixture *f, const char *path, as_bleu *bleu)
{
    FILE *file = fopen(path, "w");
    as_session *session;
    as_error err = {0};
    assert_non_null(file);
    assert_true(as_session_new(f->model, &session, NULL));
    for (int k = 0; k < N_ROWS; k++) {
        char source[40];
        size_t len = 0;
        int n = k % 10 == 9 ? MAX_TOKENS : 1 + k * 7 % 9;
        for (int j = 0; j < n; j++)
            source[len++] = (char)('a' + (k * k + j * j * 3) % 7);
        source[len] = '\0';
        as_translation *said = translate(session, source, &err);
        const char *references[] = {"abacab", k % 2 ? said->target.text : "ba"};
        bool said_nothing = references[1][0] == '\0';
        fprintf(file, "%s\t%s\t\t%s%s\n", source, references[0], references[1], k % 3 ? "\t" : "");
        if (n < MAX_TOKENS)
            assert_true(
                as_bleu_add(bleu, said->target.text, references, said_nothing ? 1 : 2, &err));
        as_translation_free(said);
    }
    as_session_free(session);
    assert_int_equal(fclose(file), 0);
}

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->model = letter_model(
        &(letter_model_spec){.dtype = AS_F32, .V = 12, .sharpness = 3, .end = 1, .seed = 5});
    char path[] = "/tmp/test_valid_bleu.XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    as_bleu bleu = {.tokenizer = AS_BLEU_CHAR};
    write_rows(f, path, &bleu);
    f->want = as_bleu_score(&bleu);
    as_error err = {0};
    if (!as_tsv_read_references(path, &f->rows, &err))
        fail_msg("%s", err.message);
    unlink(path);
    const as_corpus_text text = {&f->rows, NULL, &f->model->source, &f->model->target, MAX_TOKENS};
    assert_true(as_corpus_init(&f->corpus, &text, NULL, NULL));
    assert_int_equal(f->corpus.n_too_long, N_ROWS / 10);
    assert_true(as_valid_text_new(&f->rows, &f->corpus, &f->model->source, &f->model->target,
                                  AS_BLEU_CHAR, &f->text, NULL));
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    as_valid_text_free(f->text);
    as_corpus_finish(&f->corpus);
    as_tsv_finish(&f->rows);
    as_model_free(f->model);
    free(f);
    return 0;
}

static bool measure(const fixture *f, int threads, const as_comm *comm, double *bleu, as_error *err)
{
    as_pool *pool;
    if (!as_pool_new(threads, &pool, err))
        return false;
    bool done = as_valid_bleu(f->text, &f->model->config, &f->model->params, pool, comm, bleu, err);
    as_pool_free(pool);
    return done;
}

static void test_by_any_number_of_workers(void **state)
{
    const fixture *f = *state;
    assert_true(f->want > 10 && f->want < 90); /* something to see */
    for (int threads = 1; threads <= 5; threads++) {
        double bleu = -1;
        as_error err = {0};
        if (!measure(f, threads, NULL, &bleu, &err))
            fail_msg("%s", err.message);
        assert_true(bleu == f->want);
    }
}

typedef struct ranks {
    const fixture *f;
    bool done[THREAD_RANKS_MAX];
    double bleu[THREAD_RANKS_MAX];
    as_error err[THREAD_RANKS_MAX];
    int broken; /* the rank whose weights are not finite; -1: none */
} ranks;

static void measure_on_rank(const as_comm *comm, void *data)
{
    ranks *r = data;
    fixture mine = *r->f;
    as_model broken = *mine.model;
    float nans[64];
    if (comm->rank == r->broken) {
        assert(broken.config.D <= 64);
        for (int k = 0; k < broken.config.D; k++)
            nans[k] = NAN;
        broken.params.init_b.data = nans;
        mine.model = &broken;
    }
    r->done[comm->rank] = measure(&mine, 2, comm, &r->bleu[comm->rank], &r->err[comm->rank]);
}

static void test_by_ranks(void **state)
{
    for (int n = 2; n <= 3; n++) {
        ranks r = {.f = *state, .broken = -1};
        thread_ranks_run(n, measure_on_rank, &r);
        for (int k = 0; k < n; k++) {
            if (!r.done[k])
                fail_msg("%s", r.err[k].message);
            assert_true(r.bleu[k] == r.f->want);
        }
    }
}

static void test_a_rank_that_fails(void **state)
{
    ranks r = {.f = *state, .broken = 1};
    thread_ranks_run(3, measure_on_rank, &r);
    for (int k = 0; k < 3; k++) {
        assert_false(r.done[k]);
        assert_int_equal(r.err[k].status, AS_ERR_FORMAT);
        assert_non_null(strstr(r.err[k].message, "valid text: rank 1 on machine 1: "));
    }
}

static bool prepare_and_measure(void *data)
{
    fixture f = *(const fixture *)data;
    double bleu;
    if (!as_valid_text_new(&f.rows, &f.corpus, &f.model->source, &f.model->target, AS_BLEU_CHAR,
                           &f.text, NULL))
        return false;
    bool done = measure(&f, 1, NULL, &bleu, NULL);
    as_valid_text_free(f.text);
    return done;
}

static void test_memory_runs_out(void **state)
{
    fixture few = *(const fixture *)*state;
    few.corpus.n = 3;
    assert_true(failing_alloc_try_all(prepare_and_measure, &few) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_by_any_number_of_workers, setup, teardown),
        cmocka_unit_test_setup_teardown(test_by_ranks, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_rank_that_fails, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory_runs_out, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
