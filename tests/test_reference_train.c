/* Training against an independent implementation (tests/reference): the loss and every gradient of
 * one batch of different lengths, then ten steps of clipping and Adam.
 *
 * The reference is float64 autograd over the plain equations. Gradients 1e-4, relative to the
 * element or its tensor's root mean square: float32 sums over all tokens and back through time.
 * Losses 1e-5 at the start and 1e-4 along the way: Adam divides by the gradient's own size, so a
 * weight whose gradient is nearly zero may move differently in float32. */
#include "fixture.h"

#include "core/model.h"
#include "train/adam.h"
#include "train/graph.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LOSS_TOLERANCE 1e-5
#define STEP_TOLERANCE 1e-4
#define GRADIENT_TOLERANCE 1e-4

enum { MAX_PAIRS = 16, N_STEPS = 10 };

/* Parameters, gradients and Adam's moments are blocks of one layout. */
typedef struct trainee {
    json_t *fixture;
    as_model *model;
    size_t n_floats;
    float *w, *d_w, *m, *v;
    as_params params, d_params;
    as_pair pairs[MAX_PAIRS];
    int B;
    as_arena arena;
} trainee;

/* The model's weights, copied tensor by tensor into a block of our own. */
static void copy_weights(trainee *tr)
{
    const as_config *config = &tr->model->config;
    assert_true(as_params_floats(config, &tr->n_floats, NULL));
    tr->w = as_alloc(tr->n_floats, sizeof(float));
    tr->d_w = as_alloc(tr->n_floats, sizeof(float));
    tr->m = as_alloc(tr->n_floats, sizeof(float));
    tr->v = as_alloc(tr->n_floats, sizeof(float));
    as_params_bind(&tr->params, config, tr->w);
    as_params_bind(&tr->d_params, config, tr->d_w);
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(config, specs);
    for (int k = 0; k < n; k++) {
        const as_mat *from = as_param_of_const(&tr->model->params, &specs[k]);
        memcpy(as_mat_f32(as_param_of(&tr->params, &specs[k])), as_mat_f32(from),
               (size_t)specs[k].rows * (size_t)specs[k].cols * sizeof(float));
    }
}

static void trainee_open(trainee *tr, const char *name)
{
    char file[128];
    snprintf(file, sizeof file, "%s.json", name);
    tr->fixture = fixture_load(file);
    as_error err = { 0 };
    if (!as_model_load(fixture_path(fixture_string(tr->fixture, "model")), &tr->model, &err))
        fail_msg("%s", err.message);
    copy_weights(tr);
    size_t k, n;
    json_t *pair;
    json_array_foreach(fixture_member(tr->fixture, "pairs"), k, pair) {
        assert_true(k < MAX_PAIRS);
        as_pair *p = &tr->pairs[tr->B++];
        p->x = fixture_ints(json_array_get(pair, 0), &n);
        p->S = (int)n;
        p->y = fixture_ints(json_array_get(pair, 1), &n);
        p->T = (int)n;
    }
}

static void trainee_close(trainee *tr)
{
    for (int b = 0; b < tr->B; b++) {
        free((int *)tr->pairs[b].x);
        free((int *)tr->pairs[b].y);
    }
    as_arena_finish(&tr->arena);
    free(tr->w);
    free(tr->d_w);
    free(tr->m);
    free(tr->v);
    as_model_free(tr->model);
    json_decref(tr->fixture);
}

/* The mean loss over all target tokens; d_w receives its gradient. */
static double run(trainee *tr)
{
    long n_tokens = 0;
    for (int b = 0; b < tr->B; b++)
        n_tokens += tr->pairs[b].T;
    as_graph graph = {
        .kernels = as_kernels_best(),
        .config = &tr->model->config,
        .params = &tr->params,
        .arena = &tr->arena,
    };
    as_graph_options options = {
        .label_smoothing = fixture_number(tr->fixture, "smoothing"),
        .scale = 1.0 / (double)n_tokens,
    };
    memset(tr->d_w, 0, tr->n_floats * sizeof(float));
    as_loss loss = { 0 };
    as_error err = { 0 };
    if (!as_graph_run(&graph, tr->pairs, tr->B, &options, &tr->d_params, &loss, &err))
        fail_msg("%s", err.message);
    assert_int_equal(loss.n, n_tokens);
    return loss.smoothed / (double)loss.n;
}

/* Row and column sums weighted 1, 2, 3, 1, … stand in for the larger matrices. */
static void check_sums(const as_param_spec *spec, const float *got, json_t *want)
{
    size_t rows = (size_t)spec->rows, cols = (size_t)spec->cols;
    float *row_sums = calloc(rows, sizeof *row_sums);
    float *column_sums = calloc(cols, sizeof *column_sums);
    for (size_t j = 0; j < rows; j++)
        for (size_t k = 0; k < cols; k++) {
            row_sums[j] += got[j * cols + k] * (float)(1 + k % 3);
            column_sums[k] += got[j * cols + k] * (float)(1 + j % 3);
        }
    char place[96];
    snprintf(place, sizeof place, "row sums of d %s", spec->name);
    assert_all_near(place, row_sums, rows, fixture_member(want, "rows"), GRADIENT_TOLERANCE);
    snprintf(place, sizeof place, "column sums of d %s", spec->name);
    assert_all_near(place, column_sums, cols, fixture_member(want, "columns"), GRADIENT_TOLERANCE);
    free(row_sums);
    free(column_sums);
}

static void check_gradients(trainee *tr)
{
    json_t *gradients = fixture_member(tr->fixture, "gradients");
    as_param_spec specs[AS_MAX_PARAMS];
    int n = as_param_specs(&tr->model->config, specs);
    assert_int_equal(json_object_size(gradients), n);
    for (int k = 0; k < n; k++) {
        json_t *want = fixture_member(gradients, specs[k].name);
        const float *got = as_mat_f32(as_param_of(&tr->d_params, &specs[k]));
        if (json_is_object(want))
            check_sums(&specs[k], got, want);
        else
            assert_all_near(specs[k].name, got, (size_t)specs[k].rows * (size_t)specs[k].cols,
                            want, GRADIENT_TOLERANCE);
    }
    double norm = sqrt(as_sum_of_squares(tr->d_w, tr->n_floats));
    assert_near("gradient norm", norm, fixture_number(tr->fixture, "gradient_norm"),
                GRADIENT_TOLERANCE, 0);
}

static void check_steps(trainee *tr)
{
    const as_adam adam = { .beta_1 = 0.9, .beta_2 = 0.999, .epsilon = 1e-8 };
    double rate = fixture_number(tr->fixture, "rate"), clip = fixture_number(tr->fixture, "clip");
    size_t n_losses, n_norms;
    double *losses = fixture_doubles(fixture_member(tr->fixture, "losses"), &n_losses);
    double *norms = fixture_doubles(fixture_member(tr->fixture, "norms"), &n_norms);
    assert_int_equal(n_losses, N_STEPS);
    assert_int_equal(n_norms, N_STEPS);
    for (int step = 1; step <= N_STEPS; step++) {
        char place[64];
        snprintf(place, sizeof place, "loss of step %d", step);
        assert_near(place, run(tr), losses[step - 1], STEP_TOLERANCE, 0);
        double norm = sqrt(as_sum_of_squares(tr->d_w, tr->n_floats));
        snprintf(place, sizeof place, "gradient norm of step %d", step);
        assert_near(place, norm, norms[step - 1], 10 * STEP_TOLERANCE, 0);
        as_adam_update(&adam, tr->w, tr->m, tr->v, tr->d_w, tr->n_floats, rate,
                       as_clip_scale(norm, clip), step);
    }
    assert_near("norm of the weights", sqrt(as_sum_of_squares(tr->w, tr->n_floats)),
                fixture_number(tr->fixture, "weights_norm"), STEP_TOLERANCE, 0);
    free(losses);
    free(norms);
}

static void training_matches(void **state)
{
    trainee tr = { 0 };
    trainee_open(&tr, *state);
    assert_near("loss", run(&tr), fixture_number(tr.fixture, "loss"), LOSS_TOLERANCE, 0);
    check_gradients(&tr);
    check_steps(&tr);
    trainee_close(&tr);
}

int main(void)
{
    static char variants[FIXTURE_VARIANTS][FIXTURE_NAME];
    struct CMUnitTest tests[3 + FIXTURE_VARIANTS] = {
        { "linear readout", training_matches, NULL, NULL, (void *)"train_linear" },
        { "tanh readout, smoothing, clipping", training_matches, NULL, NULL,
          (void *)"train_tanh" },
        { "odd sizes, smoothing, clipping", training_matches, NULL, NULL,
          (void *)"train_odd" },
    };
    int n = 3, n_variants = fixture_variants(variants);
    for (int k = 0; k < n_variants; k++)
        tests[n++] = (struct CMUnitTest){ variants[k], training_matches, NULL, NULL, variants[k] };
    return cmocka_run_group_tests(tests, NULL, NULL); /* the unused rows at the end are skipped */
}
