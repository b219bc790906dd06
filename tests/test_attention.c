/* Softmax, context and the scores: against double arithmetic and central differences, with
 * one position and with padding. */
#include "core/attention.h"
#include "core/memory.h"
#include "core/score.h"
#include "differences.h"
#include "named_param.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_S = 9, N = 14 };

static const struct {
    int length, S;
} shapes[] = {{1, 1}, {1, 4}, {5, 5}, {6, MAX_S}, {MAX_S, MAX_S}};
enum { N_SHAPES = sizeof shapes / sizeof shapes[0] };

static void assert_close(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("got %.9g, want %.9g", got, want);
}

/* ---- Softmax and context: the loss is weight . c, c = sum_i softmax(e)_i h_i --------------- */

typedef struct fixture {
    int length, S;
    float e[MAX_S], alpha[MAX_S], h[MAX_S * N], c[N], weight[N];
} fixture;

static double loss(void *data)
{
    fixture *f = data;
    assert_true(as_softmax(as_kernels_best(), f->alpha, f->e, f->length, f->S, NULL));
    as_context(as_kernels_best(), f->c, f->alpha, f->h, f->length, N);
    double sum = 0;
    for (int k = 0; k < N; k++)
        sum += (double)f->weight[k] * (double)f->c[k];
    return sum;
}

static void fixture_init(fixture *f, int length, int S)
{
    *f = (fixture){.length = length, .S = S};
    fill_random(f->e, MAX_S, 1);
    fill_random(f->h, MAX_S * N, 2);
    fill_random(f->weight, N, 3);
    for (int i = 0; i < S; i++)
        f->e[i] *= 3;
    for (int i = length; i < S; i++)
        f->e[i] = NAN; /* padding is never looked at */
}

static void test_forward(void **state)
{
    (void)state;
    for (int s = 0; s < N_SHAPES; s++) {
        fixture f;
        fixture_init(&f, shapes[s].length, shapes[s].S);
        loss(&f);
        double z = 0, sum = 0;
        for (int i = 0; i < f.length; i++)
            z += exp((double)f.e[i]);
        for (int i = 0; i < f.length; i++) {
            assert_close((double)f.alpha[i], exp((double)f.e[i]) / z, 1e-6);
            sum += (double)f.alpha[i];
        }
        assert_close(sum, 1, 1e-6);
        for (int i = f.length; i < f.S; i++)
            assert_true(f.alpha[i] == 0 && !signbit(f.alpha[i]));
        for (int k = 0; k < N; k++) {
            double want = 0;
            for (int i = 0; i < f.length; i++)
                want += (double)f.alpha[i] * (double)f.h[i * N + k];
            assert_close((double)f.c[k], want, 1e-6);
        }
    }
}

static void test_softmax_of_extremes(void **state)
{
    (void)state;
    const as_kernels *kernels = as_kernels_best();
    float e[] = {FLT_MAX, 0, -FLT_MAX, FLT_MAX};
    assert_true(as_softmax(kernels, e, e, 4, 4, NULL)); /* in place */
    assert_true(e[0] == 0.5f && e[1] == 0 && e[2] == 0 && e[3] == 0.5f);
    float far[] = {-1000, -1001};
    assert_true(as_softmax(kernels, far, far, 2, 2, NULL));
    assert_close((double)far[0], 1 / (1 + exp(-1)), 1e-6);

    const float bad[] = {NAN, INFINITY, -INFINITY};
    const char *const messages[] = {"i = 1: the score is nan, expected a finite number",
                                    "i = 1: the score is inf, expected a finite number",
                                    "i = 1: the score is -inf, expected a finite number"};
    for (int k = 0; k < 3; k++) {
        float scores[] = {1, bad[k], 2};
        as_error err;
        assert_false(as_softmax(kernels, scores, scores, 3, 3, &err));
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_string_equal(err.message, messages[k]);
    }
}

static void test_backward(void **state)
{
    (void)state;
    for (int s = 0; s < N_SHAPES; s++) {
        fixture f;
        fixture_init(&f, shapes[s].length, shapes[s].S);
        loss(&f);
        float d_e[MAX_S] = {0}, d_alpha[MAX_S] = {0}, d_h[MAX_S * N];
        for (int k = 0; k < MAX_S * N; k++)
            d_h[k] = 1; /* gradients accumulate */
        as_context_backward(as_kernels_best(), d_alpha, d_h, f.weight, f.alpha, f.h, f.length, N);
        as_softmax_backward(d_e, f.alpha, d_alpha, f.S);
        for (int k = 0; k < MAX_S * N; k++)
            d_h[k] -= 1;
        check_gradient("e", loss, &f, f.e, d_e, (size_t)f.length);
        check_gradient("h", loss, &f, f.h, d_h, (size_t)(f.S * N));
        for (int i = f.length; i < f.S; i++)
            assert_true(d_e[i] == 0);
        as_softmax_backward(d_alpha, f.alpha, d_alpha, f.S); /* in place */
        assert_memory_equal(d_alpha, d_e, (size_t)f.S * sizeof *d_e);
    }
}

/* ---- The scores: the loss is weight . e ------------------------------------------------------ */

enum { H = 4, D = 2 * H, A = 11, MAX_W = 11 };

typedef struct score_fixture {
    as_config config;
    const as_score *score;
    as_params params;
    float *block;
    size_t n_floats;
    int S, W;
    float q[MAX_W], keys[MAX_S * MAX_W], e[MAX_S], weight[MAX_S];
} score_fixture;

static double score_loss(void *data)
{
    score_fixture *f = data;
    f->score->forward(as_kernels_best(), &f->params, f->e, f->q, f->keys, f->S, f->W);
    double sum = 0;
    for (int i = 0; i < f->S; i++)
        sum += (double)f->weight[i] * (double)f->e[i];
    return sum;
}

static void score_fixture_init(score_fixture *f, as_score_kind kind, int S)
{
    const as_config config = {
        .score = kind, .E = 3, .H = H, .D = D, .A = as_score_has_A(kind) ? A : 0, .Vx = 5, .Vy = 5};
    *f = (score_fixture){.config = config, .score = as_score_lookup(kind), .S = S};
    f->W = as_dim_size(&config, f->score->width);
    assert_in_range(f->W, 1, MAX_W);
    assert_true(as_params_floats(&config, &f->n_floats, NULL));
    f->block = as_alloc(f->n_floats, sizeof *f->block);
    assert_non_null(f->block);
    fill_random(f->block, f->n_floats, 4);
    as_params_bind(&f->params, &config, f->block);
    fill_random(f->q, (size_t)f->W, 5);
    fill_random(f->keys, (size_t)(MAX_S * f->W), 6);
    fill_random(f->weight, MAX_S, 7);
}

/* What the score's file says, with v_a where it has one. */
static double score_by_hand(const score_fixture *f, const float *k)
{
    double product = 0, additive = 0;
    const as_mat *v_a = named_param((as_params *)&f->params, &f->config, "attention.v_a");
    for (int a = 0; a < f->W; a++) {
        product += (double)f->q[a] * (double)k[a];
        if (v_a)
            additive += (double)as_mat_f32(v_a)[a] * tanh((double)f->q[a] + (double)k[a]);
    }
    return v_a ? additive : f->config.score == AS_SCORE_SCALED_DOT ? product / sqrt(A) : product;
}

static void test_score_forward(void **state)
{
    (void)state;
    for (as_score_kind kind = 0; as_score_names[kind]; kind++) {
        if (kind == AS_SCORE_NONE)
            continue;
        score_fixture f;
        score_fixture_init(&f, kind, MAX_S);
        score_loss(&f);
        for (int i = 0; i < MAX_S; i++)
            assert_close((double)f.e[i], score_by_hand(&f, f.keys + i * f.W), 1e-5);
        free(f.block);
    }
}

static void test_score_backward(void **state)
{
    (void)state;
    for (as_score_kind kind = 0; as_score_names[kind]; kind++)
        for (int S = 1; S <= MAX_S && kind != AS_SCORE_NONE; S += 4) {
            score_fixture f;
            score_fixture_init(&f, kind, S);
            float *d_block = as_alloc(f.n_floats, sizeof *d_block);
            assert_non_null(d_block);
            as_params d_params;
            as_params_bind(&d_params, &f.config, d_block);
            float d_q[MAX_W] = {0}, d_keys[MAX_S * MAX_W] = {0};
            for (int twice = 0; twice < 2; twice++) /* gradients accumulate */
                f.score->backward(as_kernels_best(), &f.params, &d_params, d_q, d_keys, f.weight,
                                  f.q, f.keys, S, f.W);
            for (size_t k = 0; k < f.n_floats; k++)
                d_block[k] /= 2;
            for (int k = 0; k < MAX_W; k++)
                d_q[k] /= 2;
            for (int k = 0; k < MAX_S * MAX_W; k++)
                d_keys[k] /= 2;
            check_gradient("q", score_loss, &f, f.q, d_q, (size_t)f.W);
            check_gradient("keys", score_loss, &f, f.keys, d_keys, (size_t)(MAX_S * f.W));
            check_gradient("parameters", score_loss, &f, f.block, d_block, f.n_floats);
            free(d_block);
            free(f.block);
        }
}

/* The projections, by their names in model files; NULL: used as they are. */
static void test_score_projections(void **state)
{
    (void)state;
    static const struct {
        as_score_kind kind;
        const char *key_W, *key_b, *query_W;
        int width;
    } want[] = {
        {AS_SCORE_ADDITIVE, "attention.U_a", "attention.b_a", "attention.W_a", A},
        {AS_SCORE_GENERAL, "attention.W_a", NULL, NULL, D},
        {AS_SCORE_DOT, NULL, NULL, NULL, D},
        {AS_SCORE_SCALED_DOT, "attention.W_k", NULL, "attention.W_q", A},
    };
    for (size_t k = 0; k < sizeof want / sizeof want[0]; k++) {
        score_fixture f;
        score_fixture_init(&f, want[k].kind, 1);
        const struct {
            const char *name;
            int slot;
        } mats[] = {{want[k].key_W, f.score->key_W},
                    {want[k].key_b, f.score->key_b},
                    {want[k].query_W, f.score->query_W}};
        for (int m = 0; m < 3; m++) {
            const as_mat *got = as_score_mat(&f.params, mats[m].slot);
            if (mats[m].name)
                assert_ptr_equal(got, named_param(&f.params, &f.config, mats[m].name));
            else
                assert_null(got);
        }
        assert_int_equal(f.W, want[k].width);
        assert_true(as_config_attends(&f.config));
        free(f.block);
    }
    assert_false(as_config_attends(&(as_config){.score = AS_SCORE_NONE}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forward),        cmocka_unit_test(test_softmax_of_extremes),
        cmocka_unit_test(test_backward),       cmocka_unit_test(test_score_forward),
        cmocka_unit_test(test_score_backward), cmocka_unit_test(test_score_projections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
