/* Gradients of the whole model against central differences of its loss, and a batch against its
 * sentences one by one. */
#include "named_param.h"

#include "train/graph.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { VX = 9, VY = 11 };

typedef struct fixture {
    as_config config;
    size_t n;
    float *weights, *gradients;
    as_params params, d_params;
    as_arena arena;
    as_graph graph;
} fixture;

/* A decoder's settings. Every combination that makes sense is listed once. */
typedef struct variant {
    as_score_kind score;
    as_query query;
    as_readout readout;
} variant;

static const variant bahdanau = {AS_SCORE_ADDITIVE, AS_QUERY_PREVIOUS, AS_READOUT_LINEAR};
static const variant bahdanau_tanh = {AS_SCORE_ADDITIVE, AS_QUERY_PREVIOUS, AS_READOUT_TANH};

static as_config config_of(variant v)
{
    return (as_config){.score = v.score,
                       .query = v.query,
                       .readout = v.readout,
                       .E = 3,
                       .H = 4,
                       .D = v.score == AS_SCORE_DOT ? 8 : 5,
                       .A = as_score_has_A(v.score) ? 3 : 0,
                       .R = as_readout_has_R(v.readout) ? 4 : 0,
                       .Vx = VX,
                       .Vy = VY};
}

/* Calls `check` with every combination that makes sense; returns how many there were. */
static int for_each_variant(void (*check)(variant v))
{
    int n = 0;
    variant v;
    for (v.score = 0; as_score_names[v.score]; v.score++)
        for (v.query = 0; as_query_names[v.query]; v.query++)
            for (v.readout = 0; as_readout_names[v.readout]; v.readout++) {
                as_config config = config_of(v);
                if (!as_graph_check(&config, NULL))
                    continue;
                check(v);
                n++;
            }
    return n;
}

static void setup(fixture *f, variant v)
{
    f->config = config_of(v);
    as_error err;
    assert_true(as_params_floats(&f->config, &f->n, &err));
    f->weights = as_alloc(f->n, sizeof(float));
    f->gradients = as_alloc(f->n, sizeof(float));
    assert_non_null(f->weights);
    assert_non_null(f->gradients);
    as_params_bind(&f->params, &f->config, f->weights);
    as_params_bind(&f->d_params, &f->config, f->gradients);
    as_random random = as_random_for(7, 0, 0);
    for (size_t k = 0; k < f->n; k++)
        f->weights[k] = (float)(as_random_unit(&random) - 0.5) * 1.2f;
    /* Neighbours in maxout stand apart, so that no difference quotient straddles the kink. */
    float *b_r = as_mat_f32(&f->params.readout_b);
    for (int k = 0; v.readout == AS_READOUT_MAXOUT && k < f->config.R; k++)
        b_r[2 * k + k % 2] += 4;
    f->arena = (as_arena){0};
    f->graph = (as_graph){as_kernels_best(), &f->config, &f->params, &f->arena, .matmul = NULL};
}

static void teardown(fixture *f)
{
    as_arena_finish(&f->arena);
    free(f->weights);
    free(f->gradients);
}

static as_loss run(fixture *f, const as_pair *pairs, int B, const as_graph_options *options,
                   as_params *d_params)
{
    as_loss loss = {0};
    as_error err = {0};
    if (!as_graph_run(&f->graph, pairs, B, options, d_params, &loss, &err))
        fail_msg("%s", err.message);
    return loss;
}

/* Derivative of the scaled loss by one weight; fourth order, so that the step may be large enough
 * to stand clear of single precision. */
static double central_difference(fixture *f, size_t k, const as_pair *pairs, int B,
                                 const as_graph_options *options)
{
    const double step = 0.02;
    float kept = f->weights[k];
    double sum = 0;
    const double at[] = {-2, -1, 1, 2}, factor[] = {1, -8, 8, -1};
    for (int j = 0; j < 4; j++) {
        f->weights[k] = kept + (float)(at[j] * step);
        as_loss loss = run(f, pairs, B, options, NULL);
        sum += factor[j] * (loss.smoothed + options->guide * loss.guided);
    }
    f->weights[k] = kept;
    return options->scale * sum / (12 * step);
}

static void check_gradients(variant v, const as_pair *pairs, int B, const as_graph_options *options)
{
    fixture f;
    setup(&f, v);
    run(&f, pairs, B, options, &f.d_params);
    as_param_spec specs[AS_MAX_PARAMS];
    int n_specs = as_param_specs(&f.config, specs);
    for (int s = 0; s < n_specs; s++) {
        const float *data = as_mat_f32(as_param_of(&f.params, &specs[s]));
        size_t first = (size_t)(data - f.weights);
        double largest = 0;
        for (size_t k = first; k < first + (size_t)specs[s].rows * (size_t)specs[s].cols; k++) {
            double want = central_difference(&f, k, pairs, B, options), got = f.gradients[k];
            largest = fmax(largest, fabs(want));
            if (!(fabs(got - want) <= 5e-5 + 1e-3 * fabs(want)))
                fail_msg("%s[%zu]: gradient %.8g, central difference %.8g", specs[s].name,
                         k - first, got, want);
        }
        /* A gradient that is 0 everywhere would agree with a loss that ignores the parameter. */
        if (pairs[0].S > 1 && pairs[0].T > 1)
            if (!(largest > 1e-4 * options->scale))
                fail_msg("%s: no gradient above %g", specs[s].name, largest);
    }
    teardown(&f);
}

static const int x_long[] = {4, 7, 5, 5, 8, 2}, y_long[] = {6, 4, 10, 9, 2};
static const int x_short[] = {6, 2}, y_short[] = {5, 7, 8, 4, 4, 10, 2};
static const int x_mid[] = {8, 3, 4, 2}, y_mid[] = {7, 6, 2};
static const int x_one[] = {2}, y_one[] = {2};

static const as_pair mixed[] = {
    {.x = x_long, .y = y_long, .S = 6, .T = 5},
    {.x = x_short, .y = y_short, .S = 2, .T = 7},
    {.x = x_one, .y = y_one, .S = 1, .T = 1},
    {.x = x_mid, .y = y_mid, .S = 4, .T = 3},
};
enum { N_MIXED = 4, N_MIXED_TOKENS = 5 + 7 + 1 + 3 };

static void check_plain(variant v)
{
    check_gradients(v, mixed, N_MIXED, &(as_graph_options){.scale = 0.25, .label_smoothing = 0.1});
}

static void check_dropout(variant v)
{
    as_graph_options options = {.scale = 0.25,
                                .dropout = 0.3,
                                .dropout_readout = 0.4,
                                .label_smoothing = 0.1,
                                .random = as_random_for(3, 1, 4)};
    check_gradients(v, mixed, N_MIXED, &options);
}

/* Links of some tokens of the four pairs: several, none, </s> itself. */
static const int from_long[] = {0, 2, 2, 5, 6, 6}, i_long[] = {0, 3, 1, 2, 4, 0};
static const int from_short[] = {0, 1, 1, 1, 3, 3, 3, 4}, i_short[] = {0, 0, 1, 1};
static const int from_one[] = {0, 1}, i_one[] = {0};

static void linked_pairs(as_pair pairs[N_MIXED])
{
    const as_token_links links[N_MIXED] = {{from_long, i_long}, {from_short, i_short},
                                           {from_one, i_one}, {NULL, NULL}};
    for (int b = 0; b < N_MIXED; b++) {
        pairs[b] = mixed[b];
        pairs[b].links = links[b];
    }
}

static void check_guided(variant v)
{
    if (v.readout != AS_READOUT_LINEAR)
        return; /* comes after the attention: one is enough */
    as_pair pairs[N_MIXED];
    linked_pairs(pairs);
    const as_graph_options options = {.scale = 0.25,
                                      .dropout = 0.3,
                                      .dropout_readout = 0.4,
                                      .label_smoothing = 0.1,
                                      .guide = 2,
                                      .random = as_random_for(3, 1, 4)};
    check_gradients(v, pairs, N_MIXED, &options);
}

/* Links change what is minimised, not what is computed; with guide 0 not even the gradients. */
static void check_guided_loss(variant v)
{
    as_pair pairs[N_MIXED];
    linked_pairs(pairs);
    fixture plain, guided;
    setup(&plain, v);
    setup(&guided, v);
    const as_graph_options options = {.scale = 1};
    as_loss a = run(&plain, mixed, N_MIXED, &options, &plain.d_params);
    as_loss b = run(&guided, pairs, N_MIXED, &options, &guided.d_params);
    assert_true(a.guided == 0 && (b.guided > 0) == as_config_attends(&guided.config));
    assert_true(a.smoothed == b.smoothed && a.nll == b.nll && a.n == b.n);
    assert_memory_equal(plain.gradients, guided.gradients, plain.n * sizeof *plain.gradients);
    teardown(&plain);
    teardown(&guided);
}

static void check_one_token(variant v)
{
    const as_graph_options options = {.scale = 1};
    const as_pair one = {.x = x_one, .y = y_one, .S = 1, .T = 1};
    const as_pair one_source = {.x = x_one, .y = y_mid, .S = 1, .T = 3};
    const as_pair one_target = {.x = x_mid, .y = y_one, .S = 4, .T = 1};
    check_gradients(v, &one, 1, &options);
    check_gradients(v, &one_source, 1, &options);
    check_gradients(v, &one_target, 1, &options);
}

static void check_batch(variant v)
{
    fixture together, apart;
    setup(&together, v);
    setup(&apart, v);
    const as_graph_options options = {.scale = 1, .label_smoothing = 0.1, .guide = 2};
    as_pair pairs[N_MIXED];
    linked_pairs(pairs);
    as_loss loss = run(&together, pairs, N_MIXED, &options, &together.d_params), sum = {0};
    for (int b = 0; b < N_MIXED; b++) {
        as_loss one = run(&apart, &pairs[b], 1, &options, &apart.d_params);
        as_loss_add(&sum, &one);
    }
    assert_int_equal(loss.n, N_MIXED_TOKENS);
    assert_int_equal(sum.n, N_MIXED_TOKENS);
    assert_int_equal(loss.n_right, sum.n_right);
    assert_true(fabs(loss.smoothed - sum.smoothed) <= 1e-6 * sum.smoothed);
    assert_true(fabs(loss.nll - sum.nll) <= 1e-6 * sum.nll);
    assert_true(fabs(loss.guided - sum.guided) <= 1e-6 * sum.guided);
    for (size_t k = 0; k < together.n; k++)
        assert_true(fabs(together.gradients[k] - apart.gradients[k]) <=
                    1e-6 + 1e-5 * fabs(apart.gradients[k]));
    teardown(&together);
    teardown(&apart);
}

/* 4 scores with both queries and none with one; 3 readouts. */
enum { N_VARIANTS = 9 * 3 };

static void test_gradients(void **state)
{
    (void)state;
    assert_int_equal(for_each_variant(check_plain), N_VARIANTS);
}

static void test_gradients_dropout(void **state)
{
    (void)state;
    assert_int_equal(for_each_variant(check_dropout), N_VARIANTS);
}

static void test_guided(void **state)
{
    (void)state;
    assert_int_equal(for_each_variant(check_guided), N_VARIANTS);
    assert_int_equal(for_each_variant(check_guided_loss), N_VARIANTS);
}

static void test_gradients_one_token(void **state)
{
    (void)state;
    assert_int_equal(for_each_variant(check_one_token), N_VARIANTS);
}

static void test_batch_is_its_sentences(void **state)
{
    (void)state;
    assert_int_equal(for_each_variant(check_batch), N_VARIANTS);
}

/* Packed products give the same gradient as those of BLAS; on rounded inputs nearly so: its
 * direction is kept to a few parts in 10,000. */
static void check_matmul(variant v)
{
    const as_matmul_kernel *kernels[AS_MAX_MATMUL_KERNELS];
    int n = as_matmul_all(kernels);
    fixture exact, packed;
    setup(&exact, v);
    const as_graph_options options = {
        .scale = 1, .dropout_readout = 0.3, .random = as_random_for(3, 1, 4)};
    as_loss a = run(&exact, mixed, N_MIXED, &options, &exact.d_params);
    for (int by = 0; by < n; by++) {
        bool rounds = as_matmul_precision(kernels[by]) == AS_PRECISION_BF16;
        setup(&packed, v);
        packed.graph.matmul = kernels[by];
        as_loss b = run(&packed, mixed, N_MIXED, &options, &packed.d_params);
        assert_true(fabs(a.nll - b.nll) <= (rounds ? 5e-3 : 1e-6) * a.nll);
        assert_true(!rounds || a.nll != b.nll); /* the other products did run */
        double aa = 0, bb = 0, ab = 0;
        for (size_t k = 0; k < exact.n; k++) {
            aa += (double)exact.gradients[k] * exact.gradients[k];
            bb += (double)packed.gradients[k] * packed.gradients[k];
            ab += (double)exact.gradients[k] * packed.gradients[k];
        }
        assert_true(ab / sqrt(aa * bb) > (rounds ? 0.9995 : 1 - 1e-10));
        teardown(&packed);
    }
    teardown(&exact);
}

static void test_packed_products(void **state)
{
    (void)state;
    assert_int_equal(for_each_variant(check_matmul), N_VARIANTS);
}

/* Gradients are added to what is there; a pass leaves the weights alone. */
static void test_gradients_accumulate(void **state)
{
    (void)state;
    fixture f;
    setup(&f, bahdanau_tanh);
    const as_graph_options options = {.scale = 1};
    run(&f, mixed, N_MIXED, &options, &f.d_params);
    float *once = as_alloc(f.n, sizeof *once);
    assert_non_null(once);
    for (size_t k = 0; k < f.n; k++)
        once[k] = f.gradients[k];
    run(&f, mixed, N_MIXED, &options, &f.d_params);
    for (size_t k = 0; k < f.n; k++)
        assert_true(fabsf(f.gradients[k] - 2 * once[k]) <= 1e-6f + 1e-5f * fabsf(once[k]));
    free(once);
    teardown(&f);
}

static void test_not_finite_is_an_error(void **state)
{
    (void)state;
    fixture f;
    setup(&f, bahdanau);
    as_mat_f32(named_param(&f.params, &f.config, "attention.v_a"))[1] = NAN;
    as_loss loss = {0};
    as_error err = {0};
    assert_false(as_graph_run(&f.graph, mixed, N_MIXED, &(as_graph_options){.scale = 1},
                              &f.d_params, &loss, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_int_equal(loss.n, 0);
    as_mat_f32(named_param(&f.params, &f.config, "attention.v_a"))[1] = 0;
    as_mat_f32(&f.params.output_b)[4] = INFINITY;
    assert_false(as_graph_run(&f.graph, mixed, N_MIXED, &(as_graph_options){.scale = 1},
                              &f.d_params, &loss, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradients),
        cmocka_unit_test(test_gradients_dropout),
        cmocka_unit_test(test_guided),
        cmocka_unit_test(test_gradients_one_token),
        cmocka_unit_test(test_batch_is_its_sentences),
        cmocka_unit_test(test_packed_products),
        cmocka_unit_test(test_gradients_accumulate),
        cmocka_unit_test(test_not_finite_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
