/* Training runs: the loss falls, the same seed gives the same bits, a continued run gives the bits
 * of an unbroken one, and no damaged checkpoint is taken for a run. */
#include "core/file.h"
#include "train/checkpoint.h"
#include "train/run.h"

#include "failing_alloc.h"
#include "tiny_run.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char letters[] = "<pad>\n<s>\n</s>\n<unk>\n▁\na\nb\nc\nd\ne\nf\ng\n";

typedef struct fixture {
    as_corpus train, valid;
    const as_corpus *view;
    double weight;
    as_trainer_data data;
    as_pieces pieces;
    char folder[64];
    char checkpoint[128], model[128];
} fixture;

static int setup(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    tiny_corpus(&f->train, TINY_PAIRS, 1);
    tiny_corpus(&f->valid, TINY_PAIRS / 3, 2);
    f->view = &f->train;
    f->weight = 1;
    f->data = (as_trainer_data){.corpora = &f->view,
                                .weights = &f->weight,
                                .n_corpora = 1,
                                .valid = &f->valid,
                                .source_space = -1,
                                .target_space = -1};
    assert_true(as_pieces_parse(AS_UNIT_CHAR, letters, NULL, &f->pieces, NULL));
    snprintf(f->folder, sizeof f->folder, "/tmp/test_trainer.XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->checkpoint, sizeof f->checkpoint, "%s/run.checkpoint", f->folder);
    snprintf(f->model, sizeof f->model, "%s/model.safetensors", f->folder);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    as_corpus_finish(&f->train);
    as_corpus_finish(&f->valid);
    as_pieces_finish(&f->pieces);
    unlink(f->checkpoint);
    unlink(f->model);
    rmdir(f->folder);
    free(f);
    return 0;
}

static as_settings char_settings(void)
{
    as_settings s = tiny_settings();
    s.unit = AS_UNIT_CHAR;
    return s;
}

static as_trainer *trainer(const fixture *f, const as_settings *settings)
{
    as_trainer *t;
    as_error err = {0};
    as_config config = tiny_config(settings);
    if (!as_trainer_new(settings, &config, &f->data, &t, &err))
        fail_msg("%s", err.message);
    return t;
}

static as_step step(as_trainer *t)
{
    as_step s;
    as_error err = {0};
    if (!as_trainer_step(t, &s, &err))
        fail_msg("%s", err.message);
    return s;
}

static void assert_same_state(as_trainer *a, as_trainer *b)
{
    as_trainer_state p = as_trainer_blocks(a), q = as_trainer_blocks(b);
    assert_int_equal(p.n, q.n);
    assert_memory_equal(p.weights, q.weights, p.n * sizeof *p.weights);
    assert_memory_equal(p.adam_m, q.adam_m, p.n * sizeof *p.adam_m);
    assert_memory_equal(p.adam_v, q.adam_v, p.n * sizeof *p.adam_v);
    assert_memory_equal(p.average, q.average, p.n * sizeof *p.average);
    assert_int_equal(p.n_snapshots, q.n_snapshots);
    for (int k = 0; k < p.n_snapshots; k++)
        assert_memory_equal(p.snapshots[k], q.snapshots[k], p.n * sizeof *p.average);
}

static void save(as_trainer *t, const fixture *f)
{
    as_error err = {0};
    if (!as_checkpoint_save(f->checkpoint, t, &f->pieces, &f->pieces, 77, NULL, &err))
        fail_msg("%s", err.message);
}

static void test_loss_falls(void **state)
{
    const fixture *f = *state;
    as_settings s = char_settings();
    s.dropout = s.dropout_readout = s.label_smoothing = s.average = 0;
    s.max_steps = 400;
    as_trainer *t = trainer(f, &s);
    as_loss before, after;
    assert_true(as_trainer_measure(t, &before, NULL));
    for (int k = 0; k < s.max_steps; k++)
        step(t);
    assert_true(as_trainer_measure(t, &after, NULL));
    assert_int_equal(before.n, f->valid.n_target_tokens);
    print_message("# nll per token %.3f, then %.3f\n", before.nll / (double)before.n,
                  after.nll / (double)after.n);
    assert_true(after.nll < 0.6 * before.nll);
    as_trainer_free(t);
}

static void test_same_seed_same_bits(void **state)
{
    const fixture *f = *state;
    for (int threads = 1; threads <= 3; threads++) {
        as_settings s = char_settings();
        s.threads = threads;
        as_trainer *a = trainer(f, &s), *b = trainer(f, &s);
        for (int k = 0; k < 20; k++) {
            step(a);
            step(b);
        }
        assert_same_state(a, b);
        as_trainer_free(a);
        as_trainer_free(b);
    }
}

/* Guided, the attention goes where the links are, and further than when left alone. */
static void test_guided(void **state)
{
    fixture *f = *state;
    tiny_links(&f->train);
    double last[2];
    for (int k = 0; k < 2; k++) {
        as_settings s = char_settings();
        s.align_weight = 5 * k;
        s.dropout = s.dropout_readout = 0;
        s.join = 0;
        s.lr = 0.03;
        s.max_steps = 600;
        as_trainer *t = trainer(f, &s);
        as_step first = step(t);
        assert_true(first.loss.guided / (double)first.loss.n > 0.5);
        for (int j = 0; j < 598; j++)
            step(t);
        as_step end = step(t);
        last[k] = end.loss.guided / (double)end.loss.n;
        as_trainer_free(t);
    }
    assert_true(last[1] < 0.3 * last[0]);
}

/* Without dropout the number of workers changes the order of sums, nothing else. */
static void test_workers_agree(void **state)
{
    fixture *f = *state;
    as_settings s = char_settings();
    tiny_links(&f->train);
    s.dropout = s.dropout_readout = 0;
    s.threads = 1;
    as_trainer *one = trainer(f, &s);
    s.threads = 3;
    as_trainer *three = trainer(f, &s);
    for (int k = 0; k < 5; k++) {
        as_step a = step(one), b = step(three);
        assert_true(a.loss.n == b.loss.n);
        assert_true(fabs(a.loss.guided - b.loss.guided) < 1e-4 * a.loss.guided);
        double difference = a.loss.smoothed - b.loss.smoothed;
        assert_true(difference * difference < 1e-6 * a.loss.smoothed);
    }
    as_trainer_free(one);
    as_trainer_free(three);
}

/* The run in the fixture's checkpoint. */
static as_trainer *restored(const fixture *f)
{
    as_checkpoint checkpoint;
    as_error err = {0};
    if (!as_checkpoint_load(f->checkpoint, &checkpoint, &err))
        fail_msg("%s", err.message);
    assert_true(checkpoint.data_fingerprint == 77);
    assert_string_equal(checkpoint.source.vocab_text, letters);
    as_trainer *t = trainer(f, &checkpoint.settings);
    if (!as_checkpoint_restore(&checkpoint, t, &err))
        fail_msg("%s", err.message);
    as_checkpoint_finish(&checkpoint);
    return t;
}

static void test_continued_run_is_the_unbroken_one(void **state)
{
    fixture *f = *state;
    as_settings s = char_settings();
    tiny_links(&f->train);
    for (int stop = 1; stop <= 31; stop += 10) {
        as_trainer *whole = trainer(f, &s), *first = trainer(f, &s), *second;
        for (int k = 0; k < 50; k++)
            step(whole);
        for (int k = 0; k < stop; k++)
            step(first);
        save(first, f);
        as_trainer_free(first);

        second = restored(f);
        assert_int_equal(as_trainer_progress(second)->step, stop);
        for (int k = stop; k < 50; k++)
            step(second);
        assert_same_state(whole, second);
        as_trainer_free(whole);
        as_trainer_free(second);
    }
}

/* With average_last the kept weights are the mean of those at the last measurements; a run that is
 * continued anywhere has the same ones. */
static void test_mean_of_the_last_measurements(void **state)
{
    const fixture *f = *state;
    as_settings s = char_settings();
    s.average = 0;
    s.average_last = 3;
    as_trainer *t = trainer(f, &s), *again = NULL;
    float *seen[5];
    size_t n = as_trainer_blocks(t).n;
    for (int m = 0; m < 5; m++) {
        for (int k = 0; k < 4; k++)
            step(t);
        as_trainer_take_snapshot(t);
        as_trainer_state now = as_trainer_blocks(t);
        seen[m] = as_alloc(n, sizeof *seen[m]);
        assert_non_null(seen[m]);
        memcpy(seen[m], now.weights, n * sizeof *seen[m]);
        int first = m < 3 ? 0 : m - 2;
        assert_int_equal(now.n_snapshots, m - first + 1);
        assert_true(as_mat_f32(&as_trainer_kept(t)->source_embedding) == now.average);
        for (size_t k = 0; k < n; k++) {
            double sum = 0;
            for (int j = first; j <= m; j++)
                sum += seen[j][k];
            assert_true(fabs(now.average[k] - sum / (m - first + 1)) <= 1e-6 * (1 + fabs(sum)));
        }
        if (again) {
            for (int k = 0; k < 4; k++)
                step(again);
            as_trainer_take_snapshot(again);
            assert_same_state(t, again);
            as_trainer_free(again);
        }
        save(t, f);
        again = restored(f);
        assert_same_state(t, again);
    }
    as_trainer_free(again);
    as_trainer_free(t);
    for (int m = 0; m < 5; m++)
        free(seen[m]);
    s.average = 0.9;
    as_error err = {0};
    assert_false(as_settings_check(&s, &err));
    assert_non_null(strstr(err.message, "average_last=3"));
}

static void write_bytes(const char *path, const unsigned char *bytes, size_t len)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, len, file), len);
    assert_int_equal(fclose(file), 0);
}

static bool can_continue(const fixture *f, as_error *err)
{
    as_checkpoint checkpoint;
    as_settings s = char_settings();
    if (!as_checkpoint_load(f->checkpoint, &checkpoint, err))
        return false;
    as_trainer *t = trainer(f, &s);
    bool done = as_checkpoint_restore(&checkpoint, t, err);
    as_checkpoint_finish(&checkpoint);
    as_trainer_free(t);
    return done;
}

/* The bytes of the checkpoint of a short run. The caller's (free). */
static unsigned char *saved_run(const fixture *f, size_t *len)
{
    as_settings s = char_settings();
    as_trainer *t = trainer(f, &s);
    for (int k = 0; k < 3; k++)
        step(t);
    save(t, f);
    as_trainer_free(t);
    unsigned char *bytes = NULL;
    as_error err = {0};
    assert_true(as_file_read(f->checkpoint, 1 << 24, &bytes, len, &err));
    return bytes;
}

static void test_damaged_checkpoints(void **state)
{
    const fixture *f = *state;
    size_t len;
    unsigned char *bytes = saved_run(f, &len);
    as_error err = {0};
    assert_true(can_continue(f, &err));

    for (size_t cut = 0; cut < len; cut += cut < 3000 ? 61 : 997) {
        write_bytes(f->checkpoint, bytes, cut);
        assert_false(can_continue(f, &err));
        assert_int_equal(err.status, AS_ERR_FORMAT);
    }
    /* One bit of one number, anywhere in the blocks. */
    for (size_t at = len - 8; at > len / 2; at -= len / 23) {
        bytes[at] ^= 4;
        write_bytes(f->checkpoint, bytes, len);
        assert_false(can_continue(f, &err));
        bytes[at] ^= 4;
    }
    write_bytes(f->checkpoint, bytes, len);
    assert_true(can_continue(f, &err));
    free(bytes);
}

/* Writes the checkpoint with the first `from` in its header replaced by `to`. */
static void write_changed(const char *path, const unsigned char *bytes, size_t len,
                          const char *from, const char *to)
{
    size_t at = 0, n_from = strlen(from), n_to = strlen(to);
    while (at + n_from <= len && memcmp(bytes + at, from, n_from) != 0)
        at++;
    assert_true(at + n_from <= len);
    unsigned char *changed = malloc(len + n_to);
    assert_non_null(changed);
    memcpy(changed, bytes, at);
    memcpy(changed + at, to, n_to);
    memcpy(changed + at + n_to, bytes + at + n_from, len - at - n_from);
    uint64_t header;
    memcpy(&header, bytes, sizeof header);
    header += n_to - n_from;
    memcpy(changed, &header, sizeof header);
    write_bytes(path, changed, len + n_to - n_from);
    free(changed);
}

/* Whole files, but no run can have come so far. */
static void test_impossible_progress(void **state)
{
    const fixture *f = *state;
    static const struct {
        const char *from, *to;
    } cases[] = {
        {"\\\"target_tokens\\\":", "\\\"target_tokens\\\":9007199254740999"},
        {"\\\"step\\\":3", "\\\"step\\\":-3"},
        {"\\\"step\\\":3", "\\\"step\\\":9223372036854775807"},
        {"\\\"best_step\\\":0", "\\\"best_step\\\":-1"},
        {"\\\"since_best\\\":0", "\\\"since_best\\\":2147483647"},
        {"\\\"since_best\\\":0", "\\\"since_best\\\":-1"},
        {"\\\"snapshots\\\":0", "\\\"snapshots\\\":-1"},
        {"\\\"snapshots\\\":0", "\\\"snapshots\\\":4"},
        {"\\\"train\\\":[", "\\\"train\\\":[0,"},
        {"\\\"seconds\\\":", "\\\"seconds\\\":-1"},
        {"\\\"best_nll\\\":null", "\\\"best_nll\\\":[]"},
        {"\\\"best_bleu\\\":", "\\\"best_bleu\\\":-"},
        {"\\\"pool\\\":0", "\\\"pool\\\":9223372036854775807"},
        {"\\\"drawn\\\":[0", "\\\"drawn\\\":[9223372036854775807"},
    };
    size_t len;
    unsigned char *bytes = saved_run(f, &len);
    as_error err = {0};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        write_changed(f->checkpoint, bytes, len, cases[k].from, cases[k].to);
        if (can_continue(f, &err))
            fail_msg("%s was accepted", cases[k].to);
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_non_null(strstr(err.message, "the progress cannot be read"));
    }
    free(bytes);
}

/* What a run could have had, but this one has not. Older checkpoints have no sum to tell by. */
static void test_damaged_texts(void **state)
{
    const fixture *f = *state;
    static const char *const cases[][2] = {
        {"\\\"step\\\":3", "\\\"step\\\":4"},
        {"\\\"drawn\\\":[", "\\\"drawn\\\":[1"},
        {"\\\"clip\\\":1", "\\\"clip\\\":2"},
        {"\\\"data_fingerprint\\\":\\\"0", "\\\"data_fingerprint\\\":\\\"1"},
        {"\\na\\n", "\\n!\\n"}, /* a piece */
        {"run.checksum\":\"", "run.checksum\":\"f"},
    };
    size_t len;
    unsigned char *bytes = saved_run(f, &len);
    as_error err = {0};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        write_changed(f->checkpoint, bytes, len, cases[k][0], cases[k][1]);
        if (can_continue(f, &err))
            fail_msg("%s was accepted", cases[k][1]);
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_non_null(strstr(err.message, "settings, progress or vocabularies are damaged"));
    }
    write_changed(f->checkpoint, bytes, len, "run.checksum", "run.c");
    assert_true(can_continue(f, &err));
    free(bytes);
}

static void test_other_sizes_are_refused(void **state)
{
    const fixture *f = *state;
    as_settings s = char_settings();
    as_trainer *t = trainer(f, &s);
    save(t, f);
    as_trainer_free(t);
    as_checkpoint checkpoint;
    as_error err = {0};
    assert_true(as_checkpoint_load(f->checkpoint, &checkpoint, &err));
    s.D++;
    t = trainer(f, &s);
    assert_false(as_checkpoint_restore(&checkpoint, t, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_false(as_settings_check_change(&checkpoint.settings, &s, &err));
    assert_non_null(strstr(err.message, "D=10"));
    s.D--;
    s.max_steps++;
    assert_true(as_settings_check_change(&checkpoint.settings, &s, &err));
    as_trainer_free(t);
    as_checkpoint_finish(&checkpoint);
}

/* A checkpoint that cannot be written leaves the old one as it was. */
static void test_last_good_checkpoint_stays(void **state)
{
    const fixture *f = *state;
    as_settings s = char_settings();
    as_trainer *t = trainer(f, &s);
    save(t, f);
    as_trainer_blocks(t).weights[0] = 0.0f / 0.0f; /* refused by the writer */
    as_error err = {0};
    assert_false(as_checkpoint_save(f->checkpoint, t, &f->pieces, &f->pieces, 77, NULL, &err));
    as_trainer_free(t);
    assert_true(can_continue(f, &err));
}

static void test_weights_that_are_not_finite(void **state)
{
    const fixture *f = *state;
    as_settings s = char_settings();
    as_trainer *t = trainer(f, &s);
    as_trainer_blocks(t).weights[3] = 1.0f / 0.0f;
    as_step out;
    as_error err = {0};
    bool failed = false;
    for (int k = 0; k < 5 && !failed; k++)
        failed = !as_trainer_step(t, &out, &err);
    /* Weight 3 belongs to <pad>, which no sentence holds: clipping must not have spread it. */
    assert_false(failed);
    as_trainer_state blocks = as_trainer_blocks(t);
    for (size_t k = 0; k < blocks.n; k++)
        blocks.weights[k] = 1.0f / 0.0f;
    assert_false(as_trainer_step(t, &out, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_non_null(strstr(err.message, "step 6"));
    as_trainer_free(t);
}

typedef struct events {
    int n_steps, n_measured, n_best, n_checkpoints;
    atomic_bool *raise_at_step_9;
} events;

static void count_event(void *context, const as_run_status *status)
{
    events *e = context;
    e->n_steps += status->event == AS_RUN_STEP;
    e->n_measured += status->event == AS_RUN_MEASURED;
    e->n_best += status->event == AS_RUN_MEASURED && status->best;
    e->n_checkpoints += status->event == AS_RUN_CHECKPOINT;
    if (e->raise_at_step_9 && status->progress->step == 9)
        atomic_store(e->raise_at_step_9, true);
}

static as_run_options run_options(const fixture *f, events *e)
{
    as_run_options options = {.model_path = f->model,
                              .checkpoint_path = f->checkpoint,
                              .source = &f->pieces,
                              .target = &f->pieces,
                              .data_fingerprint = 77,
                              .report = count_event,
                              .context = e};
    options.card = (as_model_card){.source_unit = AS_UNIT_CHAR,
                                   .target_unit = AS_UNIT_CHAR,
                                   .source_vocab = f->pieces.vocab_text,
                                   .target_vocab = f->pieces.vocab_text,
                                   .name = "tiny"};
    return options;
}

static void test_run(void **state)
{
    const fixture *f = *state;
    as_settings s = char_settings();
    s.validate_every = 20;
    s.checkpoint_every = 25;
    as_trainer *t = trainer(f, &s);
    events e = {0};
    as_run_options options = run_options(f, &e);
    as_run_end end;
    as_error err = {0};
    if (!as_run(t, &options, &end, &err))
        fail_msg("%s", err.message);
    assert_int_equal(end, AS_RUN_COMPLETE);
    assert_int_equal(e.n_steps, 60);
    assert_int_equal(e.n_measured, 3);
    assert_true(e.n_best >= 1);
    assert_int_equal(e.n_checkpoints, 3); /* 25, 50 and the end */
    as_model *model;
    if (!as_model_load(f->model, &model, &err))
        fail_msg("%s", err.message);
    assert_string_equal(model->name, "tiny");
    assert_int_equal(model->config.D, 9);
    assert_non_null(strstr(model->training, "\"valid_perplexity\""));
    as_model_free(model);
    as_trainer_free(t);
}

static void test_run_is_cancelled_and_continued(void **state)
{
    const fixture *f = *state;
    as_settings s = char_settings();
    s.validate_every = 20;
    atomic_bool cancel = false;
    events e = {.raise_at_step_9 = &cancel};
    as_trainer *whole = trainer(f, &s), *t = trainer(f, &s);
    as_run_options options = run_options(f, &e);
    options.cancel = &cancel;
    as_run_end end;
    as_error err = {0};
    assert_true(as_run(t, &options, &end, &err));
    assert_int_equal(end, AS_RUN_CANCELLED);
    assert_int_equal(as_trainer_progress(t)->step, 9);
    assert_int_equal(e.n_measured, 0);
    assert_int_equal(e.n_checkpoints, 1);
    as_trainer_free(t);

    t = restored(f);
    options.cancel = NULL;
    assert_true(as_run(t, &options, &end, &err));
    assert_int_equal(end, AS_RUN_COMPLETE);
    assert_true(as_run(whole, &options, &end, &err));
    assert_same_state(whole, t);
    assert_true(as_trainer_progress(t)->best_nll == as_trainer_progress(whole)->best_nll);
    as_trainer_free(t);
    as_trainer_free(whole);
}

static void test_patience(void **state)
{
    const fixture *f = *state;
    as_settings s = char_settings();
    s.validate_every = 1;
    s.patience = 3;
    s.lr = s.lr_min = 0; /* nothing gets better */
    s.average = 0;
    as_trainer *t = trainer(f, &s);
    events e = {0};
    as_run_options options = run_options(f, &e);
    as_run_end end;
    assert_true(as_run(t, &options, &end, NULL));
    assert_int_equal(end, AS_RUN_PATIENCE);
    assert_int_equal(e.n_steps, 4); /* the first is the best, three are not better */
    as_trainer_free(t);
}

static bool begin_and_step(void *data)
{
    const fixture *f = data;
    as_settings s = char_settings();
    as_config config = tiny_config(&s);
    as_trainer *t;
    as_step out;
    as_loss loss;
    s.threads = 1; /* so that the n-th allocation is the same one every time */
    if (!as_trainer_new(&s, &config, &f->data, &t, NULL))
        return false;
    bool done = as_trainer_step(t, &out, NULL) && as_trainer_measure(t, &loss, NULL);
    as_trainer_free(t);
    return done;
}

static void test_memory_runs_out(void **state)
{
    assert_true(failing_alloc_try_all(begin_and_step, *state) > 10);
}

/* Steps like those before take no memory. */
static void test_no_allocation_in_the_long_run(void **state)
{
    const fixture *f = *state;
    as_settings s = char_settings();
    s.threads = 1;
    as_trainer *t = trainer(f, &s);
    for (int k = 0; k < 200; k++)
        step(t);
    failing_alloc_arm(1, true);
    for (int k = 0; k < 200; k++)
        step(t);
    assert_false(failing_alloc_disarm());
    as_trainer_free(t);
}

/* A model of a short run with averaged weights, F32 unless said. */
static as_model *short_model(const fixture *f, as_loss *loss)
{
    as_settings s = char_settings();
    s.max_steps = 20;
    s.dtype = AS_F32;
    as_trainer *t = trainer(f, &s);
    events e = {0};
    as_run_options options = run_options(f, &e);
    as_run_end end;
    as_error err = {0};
    as_model *model;
    if (!as_run(t, &options, &end, &err) || !as_trainer_measure(t, loss, &err) ||
        !as_model_load(f->model, &model, &err))
        fail_msg("%s", err.message);
    as_trainer_free(t);
    return model;
}

/* Before its first step, a run begun from a model has the model's loss, to the last bit. */
static void test_begins_from_a_model(void **state)
{
    const fixture *f = *state;
    as_loss of_model, of_run;
    as_model *model = short_model(f, &of_model);
    for (int average = 0; average <= 1; average++) {
        as_settings s = char_settings();
        s.seed = 99;
        s.average = average * 0.9;
        as_trainer *t = trainer(f, &s);
        as_error err = {0};
        assert_true(as_trainer_measure(t, &of_run, &err));
        assert_true(of_run.nll > of_model.nll);
        if (!as_trainer_begin_from(t, model, NULL, &err) || !as_trainer_measure(t, &of_run, &err))
            fail_msg("%s", err.message);
        assert_int_equal(of_run.n, of_model.n);
        assert_true(of_run.nll == of_model.nll);
        assert_int_equal(as_trainer_progress(t)->step, 0);
        assert_true(step(t).loss.n > 0);
        as_trainer_free(t);
    }
    as_model_free(model);
}

static void test_other_models_are_refused(void **state)
{
    const fixture *f = *state;
    as_loss loss;
    as_model *model = short_model(f, &loss);
    as_settings s = char_settings();
    s.E = 8;
    s.D = 11;
    s.readout = AS_READOUT_TANH;
    s.R = 4;
    as_trainer *t = trainer(f, &s);
    as_error err = {0};
    assert_false(as_trainer_begin_from(t, model, NULL, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_string_equal(err.message, "the model differs from the settings: readout is linear, not "
                                     "tanh, E is 6, not 8, D is 9, not 11, R is 0, not 4");
    as_trainer_free(t);
    as_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
        TEST(test_loss_falls),
        TEST(test_same_seed_same_bits),
        TEST(test_guided),
        TEST(test_workers_agree),
        TEST(test_continued_run_is_the_unbroken_one),
        TEST(test_mean_of_the_last_measurements),
        TEST(test_damaged_checkpoints),
        TEST(test_impossible_progress),
        TEST(test_damaged_texts),
        TEST(test_other_sizes_are_refused),
        TEST(test_last_good_checkpoint_stays),
        TEST(test_weights_that_are_not_finite),
        TEST(test_run),
        TEST(test_run_is_cancelled_and_continued),
        TEST(test_patience),
        TEST(test_memory_runs_out),
        TEST(test_begins_from_a_model),
        TEST(test_other_models_are_refused),
        TEST(test_no_allocation_in_the_long_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
