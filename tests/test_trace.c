/* The inside of a step, against what is written out here in double; and the temperature. */
#include "core/decode.h"
#include "core/measures.h"
#include "core/trace.h"
#include "failing_alloc.h"
#include "letter_model.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct subject {
    as_model *model;
    as_session *session;
    as_translation *made;
} subject;

static void open(subject *s, const letter_model_spec *spec, const char *text, double temperature)
{
    as_decode_options options = as_decode_defaults();
    options.beam = 3;
    options.keep_states = true;
    options.temperature = temperature;
    as_error err = {0};
    int n = 0;
    s->model = letter_model(spec);
    assert_true(as_session_new(s->model, &s->session, NULL));
    if (!as_translate(s->session, text, strlen(text), &options, &s->made, &n, &err))
        fail_msg("%s", err.message);
}

static void close(subject *s)
{
    as_translation_free(s->made);
    as_session_free(s->session);
    as_model_free(s->model);
}

/* W [rows x cols] row `row` times [ a ; b ], plus bias. */
static double product(const as_mat *W, const as_mat *bias, int row, const float *a, int n_a,
                      const float *b)
{
    const float *w = as_mat_f32(W) + (size_t)row * W->stride;
    double sum = (double)as_mat_f32(bias)[row];
    for (int k = 0; k < W->cols; k++)
        sum += (double)w[k] * (double)(k < n_a ? a[k] : b[k - n_a]);
    return sum;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* One update of the cell on x = [ a ; b ] (gru.h). out [D]; mean: of r and of z. */
static void gru(const as_gru_params *cell, int D, const float *a, int n_a, const float *b,
                const float *s, float *out, double mean[2])
{
    mean[0] = mean[1] = 0;
    for (int k = 0; k < D; k++) {
        double gx[3], gh[3];
        for (int gate = 0; gate < 3; gate++) {
            gx[gate] = product(&cell->W_ih, &cell->b_ih, gate * D + k, a, n_a, b);
            gh[gate] = product(&cell->W_hh, &cell->b_hh, gate * D + k, s, D, NULL);
        }
        double r = sigmoid(gx[0] + gh[0]), z = sigmoid(gx[1] + gh[1]);
        out[k] = (float)((1 - z) * tanh(gx[2] + r * gh[2]) + z * (double)s[k]);
        mean[0] += r / D;
        mean[1] += z / D;
    }
}

/* What makes s_t from s_{t-1}, y_{t-1} and c_t, or c_{t-1} where s_t asks. */
static void check_gates(const subject *s, const as_trace *trace)
{
    const as_config *config = &s->model->config;
    const as_params *params = &s->model->params;
    int E = config->E, D = config->D, H2 = 2 * config->H;
    float *nothing = calloc((size_t)H2, sizeof *nothing), *y = calloc((size_t)E, sizeof *y);
    float *half = calloc((size_t)D, sizeof *half), *next = calloc((size_t)D, sizeof *next);
    for (int t = 0; t < trace->T; t++) {
        int id = t == 0 ? AS_BOS : s->made->target.tokens[t - 1].id;
        const float *s_in = s->made->s + (size_t)t * (size_t)D;
        const float *c = s->made->c + (size_t)t * (size_t)H2;
        as_mat_row(as_kernels_plain(), y, &params->target_embedding, id);
        if (config->query == AS_QUERY_CURRENT)
            c = t == 0 ? nothing : c - H2;
        double mean[2];
        gru(&params->cell, D, y, E, c, s_in, next, mean);
        if (config->query == AS_QUERY_HALF) {
            memcpy(half, next, (size_t)D * sizeof *half);
            gru(&params->second, D, c, H2, NULL, half, next, mean);
        }
        assert_float_equal(trace->r[t], mean[0], 1e-5);
        assert_float_equal(trace->z[t], mean[1], 1e-5);
        for (int k = 0; k < D; k++) /* these gates made the state that the translation has */
            assert_float_equal(s_in[D + k], next[k], 1e-4);
    }
    free(nothing);
    free(y);
    free(half);
    free(next);
}

static void check_terms(const subject *s, const as_trace *trace)
{
    float *terms = calloc((size_t)trace->n_terms, sizeof *terms);
    for (int t = 0; t < trace->T; t++)
        for (int i = 0; i < trace->S; i++) {
            double sum = 0, size = 0, e = (double)s->made->energy[t * trace->S + i];
            as_trace_terms(trace, t, i, terms);
            for (int k = 0; k < trace->n_terms; k++) {
                sum += (double)terms[k];
                size += fabs((double)terms[k]);
            }
            assert_float_equal(sum, e, 1e-6 * size + 1e-6);
        }
    free(terms);
}

/* v_k tanh(W_a s_{t-1} + U_a h_i + b_a)_k, the slots in the order of the score's file. */
static void check_additive_term(const subject *s, const as_trace *trace, int t, int i, int k)
{
    const as_mat *own = s->model->params.attention;
    const float *h = s->made->h + (size_t)i * (size_t)own[1].cols;
    const float *q = s->made->s + (size_t)t * (size_t)own[0].cols;
    float zero = 0;
    as_mat none = {&zero, AS_F32, 1, 1, 1};
    as_mat row = own[0];
    row.data = as_mat_f32(&own[0]) + (size_t)k * own[0].stride;
    row.rows = 1;
    double want = product(&own[1], &own[2], k, h, own[1].cols, NULL) +
                  product(&row, &none, 0, q, own[0].cols, NULL);
    want = (double)as_mat_f32(&own[3])[k] * tanh(want);
    float *terms = calloc((size_t)trace->n_terms, sizeof *terms);
    as_trace_terms(trace, t, i, terms);
    assert_float_equal(terms[k], want, 1e-5 * fabs(want) + 1e-6);
    free(terms);
}

static void test_every_variant(void **state)
{
    (void)state;
    int n = 0;
    letter_model_spec spec = {.V = 12, .sharpness = 4, .unknown = -60, .end = -1, .seed = 3};
    for (spec.score = 0; as_score_names[spec.score]; spec.score++)
        for (spec.query = 0; as_query_names[spec.query]; spec.query++) {
            if (spec.score == AS_SCORE_NONE && spec.query != AS_QUERY_PREVIOUS)
                continue;
            subject s;
            as_trace *trace;
            open(&s, &spec, "abcdefgfed", n % 2 ? 0.5 : 1);
            assert_true(as_trace_new(s.model, s.made, &trace, NULL));
            assert_int_equal(trace->T, s.made->target.n);
            assert_int_equal(trace->S, s.made->source.n);
            assert_int_equal(trace->n_terms > 0, as_config_attends(&s.model->config));
            check_gates(&s, trace);
            as_model_free(s.model); /* a trace stands for itself */
            s.model = NULL;
            if (trace->n_terms > 0)
                check_terms(&s, trace);
            as_trace_free(trace);
            close(&s);
            n++;
        }
    assert_int_equal(n, 13);
}

static void test_one_term(void **state)
{
    (void)state;
    subject s;
    as_trace *trace;
    const letter_model_spec spec = {.V = 12, .sharpness = 4, .unknown = -60, .end = -1, .seed = 3};
    open(&s, &spec, "abcdefg", 1);
    assert_true(as_trace_new(s.model, s.made, &trace, NULL));
    assert_int_equal(trace->n_terms, s.model->config.A);
    for (int k = 0; k < trace->n_terms; k++)
        check_additive_term(&s, trace, trace->T - 1, k % trace->S, k);
    as_trace_free(trace);
    close(&s);
}

/* More rows than are made again at once. */
static void test_a_long_translation(void **state)
{
    (void)state;
    subject s;
    as_trace *trace;
    const letter_model_spec spec = {
        .V = 12, .sharpness = 3, .unknown = -60, .end = -100, .seed = 3, .query = AS_QUERY_CURRENT};
    char text[101] = "";
    memset(text, 'b', 100);
    open(&s, &spec, text, 1);
    assert_true(s.made->target.n > 200);
    assert_true(as_trace_new(s.model, s.made, &trace, NULL));
    check_gates(&s, trace);
    check_terms(&s, trace);
    as_trace_free(trace);
    close(&s);
}

/* A decoder that is fed r_{t-1}, which no translation keeps. */
static void test_input_feeding(void **state)
{
    (void)state;
    static const char *const names[] = {"feed_readout", "feed_readout_relu"};
    const char *tests = getenv("AS_TESTS_DIR");
    for (int k = 0; k < 2; k++) {
        char path[1024];
        subject s;
        as_trace *trace;
        snprintf(path, sizeof path, "%s/reference/imported/%s.safetensors", tests ? tests : "tests",
                 names[k]);
        assert_true(as_model_load(path, &s.model, NULL));
        assert_true(as_session_new(s.model, &s.session, NULL));
        as_decode_options options = as_decode_defaults();
        options.keep_states = true;
        assert_true(as_align(s.session, "a b c", 5, "d e f g", 7, &options, &s.made, NULL));
        assert_true(s.made->target.n > 4);
        assert_true(as_trace_new(s.model, s.made, &trace, NULL));
        assert_true(trace->n_terms > 0);
        check_terms(&s, trace);
        as_trace_free(trace);
        close(&s);
    }
}

static void test_without_states(void **state)
{
    (void)state;
    subject s;
    as_trace *trace = NULL;
    as_error err;
    const letter_model_spec spec = {.V = 12, .sharpness = 3, .seed = 3};
    open(&s, &spec, "abc", 1);
    free(s.made->h);
    s.made->h = NULL;
    assert_false(as_trace_new(s.model, s.made, &trace, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_null(trace);
    as_trace_free(NULL);
    close(&s);
}

static bool make_trace(void *data)
{
    subject *s = data;
    as_trace *trace = NULL;
    as_error err = {0};
    bool ok = as_trace_new(s->model, s->made, &trace, &err);
    assert_true(ok || err.status == AS_ERR_SYSTEM);
    as_trace_free(trace);
    return ok;
}

static void test_failing_allocations(void **state)
{
    (void)state;
    subject s;
    const letter_model_spec spec = {.V = 12, .sharpness = 3, .seed = 3};
    open(&s, &spec, "abcdef", 1);
    assert_true(failing_alloc_try_all(make_trace, &s) > 5);
    close(&s);
}

/* alpha = softmax(e / tau), and the energies are as they were at the first step, whose state no
 * alpha has touched. */
static void test_temperature(void **state)
{
    (void)state;
    const letter_model_spec spec = {.V = 12, .sharpness = 4, .unknown = -60, .end = -1, .seed = 3};
    static const double taus[] = {0.25, 1, 4};
    double entropy[3];
    float e_1[8];
    for (int j = 0; j < 3; j++) {
        subject s;
        open(&s, &spec, "abcdefg", taus[j]);
        assert_true(s.made->temperature == taus[j]);
        int S = s.made->source.n;
        assert_int_equal(S, 8);
        for (int t = 0; t < s.made->target.n; t++) {
            const float *e = s.made->energy + t * S, *alpha = s.made->alpha + t * S;
            double sum = 0;
            for (int i = 0; i < S; i++)
                sum += exp((double)e[i] / taus[j]);
            for (int i = 0; i < S; i++)
                assert_float_equal(alpha[i], exp((double)e[i] / taus[j]) / sum, 1e-5);
        }
        entropy[j] = as_row_entropy(s.made->alpha, S);
        if (j == 0)
            memcpy(e_1, s.made->energy, sizeof e_1);
        assert_memory_equal(e_1, s.made->energy, sizeof e_1);
        close(&s);
    }
    assert_true(entropy[0] < entropy[1] && entropy[1] < entropy[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_variant),      cmocka_unit_test(test_one_term),
        cmocka_unit_test(test_a_long_translation), cmocka_unit_test(test_input_feeding),
        cmocka_unit_test(test_without_states),     cmocka_unit_test(test_failing_allocations),
        cmocka_unit_test(test_temperature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
