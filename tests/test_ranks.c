/* A run on several ranks (threads here): the losses of one process with as many workers, one
 * failure that ends all, ends at the same step, files from rank 0 only, and a continued run that is
 * the unbroken one. */
#include "train/ranks.h"
#include "train/run.h"

#include "thread_ranks.h"
#include "tiny_run.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char letters[] = "<pad>\n<s>\n</s>\n<unk>\n▁\na\nb\nc\nd\ne\nf\ng\n";

enum { STEPS = 20 };

/* What each rank saw. */
typedef struct seen {
    bool done;
    as_error err;
    as_step steps[STEPS];
    as_loss measured;
    as_run_end end;
    long step;
    int n_reports;
    uint64_t checksum; /* of weights and moments at the end */
} seen;

typedef struct fixture {
    as_corpus train, valid;
    const as_corpus *view;
    double weight;
    as_pieces pieces;
    char folder[64], checkpoint[THREAD_RANKS_MAX][96], model[THREAD_RANKS_MAX][96];
    as_settings settings;
    /* What the ranks are to do differently from each other. */
    int rank_cancels, rank_drifts, rank_of_other_lr, rank_of_other_text; /* -1: none */
    bool resume;
    seen seen[THREAD_RANKS_MAX];
} fixture;

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    tiny_corpus(&f->train, TINY_PAIRS, 1);
    tiny_corpus(&f->valid, TINY_PAIRS, 2);
    f->view = &f->train;
    f->weight = 1;
    assert_true(as_pieces_parse(AS_UNIT_CHAR, letters, NULL, &f->pieces, NULL));
    snprintf(f->folder, sizeof f->folder, "/tmp/test_ranks.XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    for (int r = 0; r < THREAD_RANKS_MAX; r++) {
        snprintf(f->checkpoint[r], sizeof f->checkpoint[r], "%s/%d.checkpoint", f->folder, r);
        snprintf(f->model[r], sizeof f->model[r], "%s/%d.safetensors", f->folder, r);
    }
    f->settings = tiny_settings();
    f->settings.unit = AS_UNIT_CHAR;
    f->settings.validate_every = 20;
    f->rank_cancels = f->rank_drifts = f->rank_of_other_lr = f->rank_of_other_text = -1;
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    as_corpus_finish(&f->train);
    as_corpus_finish(&f->valid);
    as_pieces_finish(&f->pieces);
    for (int r = 0; r < THREAD_RANKS_MAX; r++) {
        unlink(f->checkpoint[r]);
        unlink(f->model[r]);
    }
    rmdir(f->folder);
    free(f);
    return 0;
}

static bool begin(const fixture *f, const as_settings *settings, const as_comm *comm,
                  as_trainer **out, as_error *err)
{
    const as_trainer_data data = {.corpora = &f->view,
                                  .weights = &f->weight,
                                  .n_corpora = 1,
                                  .valid = &f->valid,
                                  .source_space = -1,
                                  .target_space = -1,
                                  .comm = comm};
    as_config config = tiny_config(settings);
    return as_trainer_new(settings, &config, &data, out, err);
}

static bool step_and_measure(const fixture *f, const as_settings *settings, const as_comm *comm,
                             seen *me)
{
    as_trainer *t;
    if (!begin(f, settings, comm, &t, &me->err))
        return false;
    bool done = true;
    for (int k = 0; k < STEPS && done; k++)
        done = as_trainer_step(t, &me->steps[k], &me->err);
    done = done && as_trainer_measure(t, &me->measured, &me->err);
    as_trainer_state state = as_trainer_blocks(t);
    me->checksum = as_state_checksum(&state);
    as_trainer_free(t);
    return done;
}

static void step_on_rank(const as_comm *comm, void *data)
{
    fixture *f = data;
    as_settings s = f->settings;
    s.ranks = comm->n;
    seen *me = &f->seen[comm->rank];
    me->done = step_and_measure(f, &s, comm, me);
}

static void assert_done(const seen *it)
{
    if (!it->done)
        fail_msg("%s", it->err.message);
}

static void assert_near(double got, double want)
{
    if (!(fabs(got - want) <= 1e-5 * fabs(want)))
        fail_msg("%.9g, want %.9g", got, want);
}

/* Dropout, joined examples, clipping and averaging are all on. */
static void test_losses_of_one_process(void **state)
{
    fixture *f = *state;
    static const struct {
        int ranks, threads;
    } cases[] = {{1, 2}, {2, 1}, {2, 2}, {3, 1}, {4, 4}}; /* 16 workers, batches of about 9 */
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        seen one = {0};
        as_settings s = f->settings;
        s.threads = cases[c].ranks * cases[c].threads;
        one.done = step_and_measure(f, &s, NULL, &one);
        assert_done(&one);

        memset(f->seen, 0, sizeof f->seen);
        f->settings.threads = cases[c].threads;
        thread_ranks_run(cases[c].ranks, step_on_rank, f);
        for (int r = 0; r < cases[c].ranks; r++) {
            const seen *it = &f->seen[r];
            assert_done(it);
            assert_true(it->checksum == f->seen[0].checksum);
            for (int k = 0; k < STEPS; k++) {
                assert_int_equal(it->steps[k].loss.n, one.steps[k].loss.n);
                assert_near(it->steps[k].loss.smoothed, one.steps[k].loss.smoothed);
                assert_near(it->steps[k].norm, one.steps[k].norm);
            }
            assert_int_equal(it->measured.n, one.measured.n);
            assert_near(it->measured.nll, one.measured.nll);
        }
    }
}

static void test_number_of_ranks_must_be_that_of_the_settings(void **state)
{
    fixture *f = *state;
    as_trainer *t;
    as_error err = {0};
    f->settings.ranks = 2;
    assert_false(begin(f, &f->settings, NULL, &t, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_non_null(strstr(err.message, "ranks=2"));
}

/* ---- whole runs ---- */

typedef struct watcher {
    fixture *fixture;
    as_trainer *trainer;
    int rank;
    atomic_bool cancel;
} watcher;

static void watch(void *context, const as_run_status *status)
{
    watcher *w = context;
    w->fixture->seen[w->rank].n_reports++;
    if (status->event != AS_RUN_STEP || status->progress->step != 9)
        return;
    if (w->rank == w->fixture->rank_cancels)
        atomic_store(&w->cancel, true);
    if (w->rank == w->fixture->rank_drifts)
        as_trainer_blocks(w->trainer).weights[70] += 1e-3f;
}

static bool restore(const fixture *f, as_trainer *t, as_error *err)
{
    as_checkpoint checkpoint;
    if (!as_checkpoint_load(f->checkpoint[0], &checkpoint, err))
        return false;
    bool done = as_checkpoint_restore(&checkpoint, t, err);
    as_checkpoint_finish(&checkpoint);
    return done;
}

static void run_on_rank(const as_comm *comm, void *data)
{
    fixture *f = data;
    seen *me = &f->seen[comm->rank];
    *me = (seen){0};
    watcher w = {.fixture = f, .rank = comm->rank};
    as_run_options options = {
        .model_path = f->model[comm->rank],
        .checkpoint_path = f->checkpoint[comm->rank],
        .source = &f->pieces,
        .target = &f->pieces,
        .data_fingerprint = comm->rank == f->rank_of_other_text ? 78 : 77,
        .cancel = &w.cancel,
        .report = watch,
        .context = &w,
        .card = {.source_unit = AS_UNIT_CHAR,
                 .target_unit = AS_UNIT_CHAR,
                 .source_vocab = f->pieces.vocab_text,
                 .target_vocab = f->pieces.vocab_text},
    };
    as_settings s = f->settings;
    s.ranks = comm->n;
    s.lr *= comm->rank == f->rank_of_other_lr ? 2 : 1;
    bool begun = begin(f, &s, comm, &w.trainer, &me->err);
    begun = begun && (!f->resume || restore(f, w.trainer, &me->err));
    me->done =
        as_comm_agree(comm, begun, &me->err) && as_run(w.trainer, &options, &me->end, &me->err);
    if (begun) {
        as_trainer_state state = as_trainer_blocks(w.trainer);
        me->checksum = as_state_checksum(&state);
        me->step = as_trainer_progress(w.trainer)->step;
        as_trainer_free(w.trainer);
    }
}

static void test_only_rank_0_writes(void **state)
{
    fixture *f = *state;
    thread_ranks_run(3, run_on_rank, f);
    for (int r = 0; r < 3; r++) {
        assert_done(&f->seen[r]);
        assert_int_equal(f->seen[r].end, AS_RUN_COMPLETE);
        assert_int_equal(access(f->model[r], F_OK), r == 0 ? 0 : -1);
        assert_int_equal(access(f->checkpoint[r], F_OK), r == 0 ? 0 : -1);
    }
}

/* A signal that one rank gets stops all of them at the same step. */
static void test_cancelled_and_continued(void **state)
{
    fixture *f = *state;
    thread_ranks_run(2, run_on_rank, f);
    assert_done(&f->seen[0]);
    uint64_t unbroken = f->seen[0].checksum;
    f->rank_cancels = 1;
    thread_ranks_run(2, run_on_rank, f);
    for (int r = 0; r < 2; r++) {
        assert_done(&f->seen[r]);
        assert_int_equal(f->seen[r].end, AS_RUN_CANCELLED);
        assert_int_equal(f->seen[r].step, 9);
    }
    f->rank_cancels = -1;
    f->resume = true;
    thread_ranks_run(2, run_on_rank, f);
    for (int r = 0; r < 2; r++) {
        assert_done(&f->seen[r]);
        assert_int_equal(f->seen[r].end, AS_RUN_COMPLETE);
        assert_true(f->seen[r].checksum == unbroken);
    }
}

static void assert_all_failed(const fixture *f, int n, const char *message)
{
    for (int r = 0; r < n; r++) {
        assert_false(f->seen[r].done);
        if (strstr(f->seen[r].err.message, message) == NULL)
            fail_msg("rank %d: \"%s\", want \"%s\"", r, f->seen[r].err.message, message);
    }
}

static void test_differences_are_found(void **state)
{
    fixture *f = *state;
    f->rank_of_other_lr = 1;
    thread_ranks_run(2, run_on_rank, f);
    assert_all_failed(f, 2, "rank 1 on machine 1: lr: not the same as on rank 0");
    f->rank_of_other_lr = -1;
    f->rank_of_other_text = 2;
    thread_ranks_run(3, run_on_rank, f);
    assert_all_failed(f, 3, "rank 2 on machine 2: the training text: not the same");
    f->rank_of_other_text = -1;
    f->rank_drifts = 1;
    thread_ranks_run(2, run_on_rank, f);
    assert_all_failed(f, 2, "rank 1 on machine 1: the weights: not the same");
    assert_int_equal(f->seen[0].step, f->settings.validate_every);
}

static void test_files_that_cannot_be_written(void **state)
{
    fixture *f = *state;
    snprintf(f->checkpoint[0], sizeof f->checkpoint[0], "%s/none/0.checkpoint", f->folder);
    thread_ranks_run(2, run_on_rank, f);
    assert_all_failed(f, 2, "rank 0 on machine 0: ");
    assert_all_failed(f, 2, "none/0.checkpoint");
}

/* A rank that fails in the middle of a step takes the others with it. */
static void break_on_rank(const as_comm *comm, void *data)
{
    fixture *f = data;
    seen *me = &f->seen[comm->rank];
    as_settings s = f->settings;
    as_trainer *t;
    s.ranks = comm->n;
    if (!begin(f, &s, comm, &t, &me->err))
        return;
    me->done = as_trainer_step(t, &me->steps[0], &me->err);
    as_trainer_state state = as_trainer_blocks(t);
    if (comm->rank == 1)
        for (size_t k = 0; k < state.n; k++)
            state.weights[k] = INFINITY;
    me->done = me->done && as_trainer_step(t, &me->steps[1], &me->err);
    as_trainer_free(t);
}

static void test_failing_rank(void **state)
{
    fixture *f = *state;
    thread_ranks_run(3, break_on_rank, f);
    assert_all_failed(f, 3, "step 2: rank 1 on machine 1: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
        TEST(test_losses_of_one_process), TEST(test_number_of_ranks_must_be_that_of_the_settings),
        TEST(test_only_rank_0_writes),    TEST(test_cancelled_and_continued),
        TEST(test_differences_are_found), TEST(test_files_that_cannot_be_written),
        TEST(test_failing_rank),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
