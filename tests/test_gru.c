/* The gated recurrent unit against its equations in double and central differences. */
#include "core/gru.h"
#include "differences.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_B = 4, MAX_D = 19 };

typedef struct fixture {
    int B, D;
    float gx[MAX_B * 3 * MAX_D], gh[MAX_B * 3 * MAX_D], h[MAX_B * MAX_D];
    float out[MAX_B * MAX_D], gates[MAX_B * 3 * MAX_D];
    float weight[MAX_B * MAX_D]; /* the loss is weight . h_out */
    const unsigned char *live;
} fixture;

static const unsigned char some[MAX_B] = {1, 0, 1, 0};

static void fixture_init(fixture *f, int B, int D, const unsigned char *live)
{
    *f = (fixture){.B = B, .D = D, .live = live};
    fill_random(f->gx, MAX_B * 3 * MAX_D, 1);
    fill_random(f->gh, MAX_B * 3 * MAX_D, 2);
    fill_random(f->h, MAX_B * MAX_D, 3);
    fill_random(f->weight, MAX_B * MAX_D, 4);
}

static double loss(void *data)
{
    fixture *f = data;
    as_gru_forward(as_kernels_best(), f->out, f->gates, f->gx, f->gh, f->h, f->live, f->B, f->D);
    double sum = 0;
    for (int k = 0; k < f->B * f->D; k++)
        sum += (double)f->weight[k] * (double)f->out[k];
    return sum;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static void test_forward(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, MAX_B, MAX_D, some);
    loss(&f);
    for (int b = 0; b < f.B; b++)
        for (int k = 0; k < f.D; k++) {
            const float *gx = f.gx + b * 3 * f.D, *gh = f.gh + b * 3 * f.D;
            double r = sigmoid((double)gx[k] + (double)gh[k]);
            double z = sigmoid((double)gx[f.D + k] + (double)gh[f.D + k]);
            double n = tanh((double)gx[2 * f.D + k] + r * (double)gh[2 * f.D + k]);
            double h = (double)f.h[b * f.D + k];
            double want = some[b] ? (1 - z) * n + z * h : h;
            assert_true(fabs((double)f.out[b * f.D + k] - want) < 1e-6);
        }
    float kept[MAX_B * MAX_D];
    memcpy(kept, f.out, sizeof kept);
    as_gru_forward(as_kernels_best(), f.h, NULL, f.gx, f.gh, f.h, some, f.B, f.D); /* in place */
    assert_memory_equal(f.h, kept, sizeof kept);
}

static void check_backward(int B, int D, const unsigned char *live)
{
    fixture f;
    fixture_init(&f, B, D, live);
    loss(&f);
    float d_gx[MAX_B * 3 * MAX_D], d_gh[MAX_B * 3 * MAX_D], d_h[MAX_B * MAX_D];
    as_gru_backward(as_kernels_best(), d_gx, d_gh, d_h, f.weight, f.gates, f.gh, f.h, live, B, D);
    size_t n = (size_t)(B * D);
    check_gradient("gx", loss, &f, f.gx, d_gx, 3 * n);
    check_gradient("gh", loss, &f, f.gh, d_gh, 3 * n);
    check_gradient("h", loss, &f, f.h, d_h, n);
    for (int b = 0; live && b < B; b++) /* padding: nothing but the state's own gradient */
        for (int k = 0; k < D && !live[b]; k++)
            assert_true(d_gx[b * 3 * D + k] == 0 && d_gh[b * 3 * D + k] == 0 &&
                        d_h[b * D + k] == f.weight[b * D + k]);
}

static void test_backward(void **state)
{
    (void)state;
    check_backward(1, 1, NULL);
    check_backward(1, MAX_D, NULL);
    check_backward(MAX_B, 16, NULL);
    check_backward(MAX_B, MAX_D, some);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forward),
        cmocka_unit_test(test_backward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
