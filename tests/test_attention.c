/* Softmax, context and the additive score: against double arithmetic and central differences, with
 * one position and with padding. */
#include "core/attention.h"
#include "core/memory.h"
#include "core/score.h"
#include "differences.h"

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

/* ---- The additive score: the loss is weight . e -------------------------------------------- */

enum { E = 3, H = 4, D = 6, A = 11 };

typedef struct score_fixture {
    const as_score *score;
    as_params params;
    float *block;
    size_t n_floats;
    int S;
    float q[A], keys[MAX_S * A], e[MAX_S], weight[MAX_S];
} score_fixture;

static double score_loss(void *data)
{
    score_fixture *f = data;
    f->score->forward(as_kernels_best(), &f->params, f->e, f->q, f->keys, f->S, A);
    double sum = 0;
    for (int i = 0; i < f->S; i++)
        sum += (double)f->weight[i] * (double)f->e[i];
    return sum;
}

static const as_config config = {.E = E, .H = H, .D = D, .A = A, .Vx = 5, .Vy = 5};

static void score_fixture_init(score_fixture *f, int S)
{
    *f = (score_fixture){.score = as_score_lookup(AS_SCORE_ADDITIVE), .S = S};
    assert_true(as_params_floats(&config, &f->n_floats, NULL));
    f->block = as_alloc(f->n_floats, sizeof *f->block);
    assert_non_null(f->block);
    fill_random(f->block, f->n_floats, 4);
    as_params_bind(&f->params, &config, f->block);
    fill_random(f->q, A, 5);
    fill_random(f->keys, MAX_S * A, 6);
    fill_random(f->weight, MAX_S, 7);
}

static void test_score_forward(void **state)
{
    (void)state;
    score_fixture f;
    score_fixture_init(&f, MAX_S);
    assert_int_equal(f.score->kind, AS_SCORE_ADDITIVE);
    assert_int_equal(f.score->width(&config), A);
    assert_ptr_equal(f.score->key_W(&f.params)->data, f.params.attention_U_a.data);
    assert_ptr_equal(f.score->key_b(&f.params)->data, f.params.attention_b_a.data);
    assert_ptr_equal(f.score->query_W(&f.params)->data, f.params.attention_W_a.data);
    score_loss(&f);
    for (int i = 0; i < MAX_S; i++) {
        double want = 0;
        for (int a = 0; a < A; a++)
            want += (double)as_mat_f32(&f.params.attention_v_a)[a] *
                    tanh((double)f.q[a] + (double)f.keys[i * A + a]);
        assert_close((double)f.e[i], want, 1e-5);
    }
    free(f.block);
}

static void test_score_backward(void **state)
{
    (void)state;
    for (int S = 1; S <= MAX_S; S += 4) {
        score_fixture f;
        score_fixture_init(&f, S);
        float *d_block = as_alloc(f.n_floats, sizeof *d_block);
        assert_non_null(d_block);
        as_params d_params;
        as_params_bind(&d_params, &config, d_block);
        float d_q[A] = {0}, d_keys[MAX_S * A] = {0}, scratch[A];
        for (int twice = 0; twice < 2; twice++) /* gradients accumulate */
            f.score->backward(as_kernels_best(), &f.params, &d_params, d_q, d_keys, f.weight, f.q,
                              f.keys, scratch, S, A);
        for (size_t k = 0; k < f.n_floats; k++)
            d_block[k] /= 2;
        for (int k = 0; k < A; k++)
            d_q[k] /= 2;
        for (int k = 0; k < MAX_S * A; k++)
            d_keys[k] /= 2;
        check_gradient("q", score_loss, &f, f.q, d_q, A);
        check_gradient("keys", score_loss, &f, f.keys, d_keys, MAX_S * A);
        check_gradient("parameters", score_loss, &f, f.block, d_block, f.n_floats);
        free(d_block);
        free(f.block);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forward),        cmocka_unit_test(test_softmax_of_extremes),
        cmocka_unit_test(test_backward),       cmocka_unit_test(test_score_forward),
        cmocka_unit_test(test_score_backward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
