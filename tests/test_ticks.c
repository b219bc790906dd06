/* Marks of an axis: where they lie, what they say, at every scale. */
#include "view/ticks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* The labels with a space between. */
static void assert_labels(double low, double high, int most, const char *want)
{
    char text[512] = "", label[AS_FORMAT_MAX];
    as_ticks ticks = as_ticks_between(low, high, most);
    for (int k = 0; k < ticks.n; k++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", k ? " " : "",
                 as_ticks_label(label, &ticks, k));
    if (strcmp(text, want) != 0)
        fail_msg("%g to %g: got  %s\n  want %s", low, high, text, want);
}

static void marks_are_round_numbers(void **state)
{
    (void)state;
    assert_labels(0, 7300, 8, "0 1000 2000 3000 4000 5000 6000 7000");
    assert_labels(0.9, 9.2, 6, "2 4 6 8");
    assert_labels(0, 0.00105, 4, "0 0.0005 0.0010");
    assert_labels(-1, 1, 5, "−1.0 −0.5 0 0.5 1.0");
    assert_labels(0, 40000, 5, "0 10\u202f000 20\u202f000 30\u202f000 40\u202f000");
    assert_labels(1200000, 1250000, 3,
                  "1\u202f200\u202f000 1\u202f220\u202f000 1\u202f240\u202f000");
    assert_labels(0, 3e7, 4, "0 1×10⁷ 2×10⁷ 3×10⁷");
    assert_labels(1.5e7, 1.7e7, 3, "1.5×10⁷ 1.6×10⁷ 1.7×10⁷");
    assert_labels(0, 3e-8, 4, "0 1×10⁻⁸ 2×10⁻⁸ 3×10⁻⁸");
    assert_labels(3, 3.0001, 3, "3.00000 3.00005 3.00010");
}

static void marks_fill_every_range(void **state)
{
    (void)state;
    static const double lows[] = {0, 1, -1, 1e-300, -1e300, 12345.678, -0.001};
    for (size_t l = 0; l < sizeof lows / sizeof *lows; l++) {
        for (int power = -290; power <= 290; power += 29) {
            for (int most = 2; most <= AS_TICKS_MAX; most += 7) {
                double low = lows[l], high = low + pow(10, power);
                if (!(high - low > fabs(low) * 1e-9)) /* marks closer than numbers are */
                    continue;
                as_ticks ticks = as_ticks_between(low, high, most);
                assert_in_range(ticks.n, most > 4 ? 1 : 0, most);
                for (int k = 0; k < ticks.n; k++) {
                    char label[AS_FORMAT_MAX];
                    double value = as_ticks_value(&ticks, k);
                    assert_true(value >= low - 1e-6 * ticks.step);
                    assert_true(value <= high + 1e-6 * ticks.step);
                    assert_true(strlen(as_ticks_label(label, &ticks, k)) < AS_FORMAT_MAX);
                }
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_round_numbers),
        cmocka_unit_test(marks_fill_every_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
