/* Curves of a training run: a whole picture against tests/golden, and logs that are hard to draw.
 */
#include "view/curves.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failing_alloc.h"
#include "golden.h"
#include "view_driver.h"

static void parse(as_run_log *log, const char *text)
{
    as_error err = {0};
    if (!as_run_log_parse(text, strlen(text), log, &err))
        fail_msg("%s", err.message);
}

static const char usual[] = "{\"step\":0,\"lr\":0,\"tokens_per_second\":900,\"train_loss\":8}\n"
                            "{\"step\":5000,\"lr\":0.001,\"tokens_per_second\":12000,"
                            "\"train_loss\":3,\"valid_nll\":2.5,\"valid_bleu\":20}\n"
                            "{\"step\":10000,\"lr\":0.0005,\"tokens_per_second\":11000,"
                            "\"train_loss\":2,\"valid_nll\":1.5,\"valid_bleu\":41.5}\n";

static void a_run_as_a_picture(void **state)
{
    (void)state;
    static const struct {
        const char *golden;
        as_curves_options options;
    } cases[] = {
        {"curves", {"eng-fra", AS_THEME_PAPER, AS_LANGUAGE_EN}},
        {"curves_dark_chinese", {NULL, AS_THEME_DARK, AS_LANGUAGE_ZH}},
    };
    as_run_log log;
    parse(&log, usual);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        as_draw_list list = {0};
        float width = 0, height = 0;
        assert_true(
            as_curves_frame(&log, &cases[k].options, &fixed_metrics, &list, &width, &height, NULL));
        assert_true(width == 900 && height > 500);
        golden_list(cases[k].golden, &list);
        as_draw_finish(&list);
    }
    as_run_log_finish(&log);
}

/* Draws; every command must lie on the picture. Returns the number of commands, -1 when it fails.
 */
static int draw(const char *text, as_error *err)
{
    as_run_log log;
    as_draw_list list = {0};
    const as_curves_options options = {"x", AS_THEME_LIGHT, AS_LANGUAGE_EN};
    float width = 0, height = 0;
    parse(&log, text);
    bool ok = as_curves_frame(&log, &options, &fixed_metrics, &list, &width, &height, err);
    for (size_t k = 0; k < list.n; k++) {
        const as_box box = list.items[k].box;
        assert_true(box.x >= 0 && box.y >= 0);
        assert_true(fmaxf(box.x, box.x + box.w) <= width);
        assert_true(fmaxf(box.y, box.y + box.h) <= height);
    }
    int n = ok ? (int)list.n : -1;
    as_draw_finish(&list);
    as_run_log_finish(&log);
    return n;
}

static void hard_logs_stay_on_the_picture(void **state)
{
    (void)state;
    static const char *const logs[] = {
        "{\"step\":0,\"lr\":0}",                                         /* one point, nought */
        "{\"step\":7,\"train_loss\":3}",                                 /* one point */
        "{\"step\":1,\"train_loss\":3}\n{\"step\":2,\"train_loss\":3}",  /* level */
        "{\"step\":1,\"train_loss\":-5}\n{\"step\":9,\"train_loss\":5}", /* below nought */
        "{\"step\":1,\"lr\":-5}\n{\"step\":9,\"lr\":5}",                 /* the same, from 0 */
        "{\"step\":1e15,\"lr\":1e-300}\n{\"step\":1e15,\"lr\":1e-299}",  /* tiny */
        "{\"step\":1,\"lr\":1e300}\n{\"step\":2e300,\"lr\":1e301}",      /* huge */
        "{\"step\":3,\"train_loss\":1e16}\n{\"step\":4,\"train_loss\":1.0000000000000002e16}",
    };
    for (size_t k = 0; k < sizeof logs / sizeof *logs; k++) {
        as_error err = {0};
        if (draw(logs[k], &err) < 5)
            fail_msg("%s: %s", logs[k], err.message);
    }
}

static void a_log_without_numbers_is_refused(void **state)
{
    (void)state;
    as_error err = {0};
    assert_int_equal(draw("{\"step\":1,\"lr\":null}\n{\"step\":2}", &err), -1);
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    /* a range that no number holds */
    assert_int_equal(draw("{\"step\":1,\"lr\":-1.7e308}\n{\"step\":2,\"lr\":1.7e308}", &err), -1);
}

/* A million lines cost no more commands than the picture has pixels, and lose no spike. */
static void many_lines_are_few_commands(void **state)
{
    (void)state;
    enum { LINES = 200000, LINE = 64 };
    char *text = malloc((size_t)LINES * LINE);
    assert_non_null(text);
    size_t used = 0;
    for (int k = 0; k < LINES; k++)
        used += (size_t)snprintf(text + used, LINE, "{\"step\":%d,\"train_loss\":%d}\n", k,
                                 k == LINES / 2 ? 100 : k % 2);
    as_run_log log;
    as_draw_list list = {0};
    const as_curves_options options = {"", AS_THEME_LIGHT, AS_LANGUAGE_EN};
    float width, height, top = INFINITY;
    parse(&log, text);
    assert_true(as_curves_frame(&log, &options, &fixed_metrics, &list, &width, &height, NULL));
    assert_in_range(list.n, 1000, 8000);
    for (size_t k = 0; k < list.n; k++)
        if (list.items[k].tag == AS_DRAW_LINE && list.items[k].radius > 0 &&
            list.items[k].box.w < 10)
            top = fminf(top, fminf(list.items[k].box.y, list.items[k].box.y + list.items[k].box.h));
    float loss_top = 0; /* the place of 100, a twentieth of the plot below its upper edge */
    for (size_t k = 0; k < list.n; k++)
        if (list.items[k].tag == AS_DRAW_LINE && list.items[k].radius == 0) {
            loss_top = list.items[k].box.y; /* the lowest gridline comes first */
            break;
        }
    assert_true(top < loss_top - 150);
    as_draw_finish(&list);
    as_run_log_finish(&log);
    free(text);
}

static bool draw_usual(void *data)
{
    as_draw_list list = {0};
    const as_curves_options options = {"x", AS_THEME_LIGHT, AS_LANGUAGE_EN};
    float width, height;
    bool ok = as_curves_frame(data, &options, &fixed_metrics, &list, &width, &height, NULL);
    as_draw_finish(&list);
    return ok;
}

static void survives_every_failed_allocation(void **state)
{
    (void)state;
    as_run_log log;
    parse(&log, usual);
    assert_true(failing_alloc_try_all(draw_usual, &log) > 3);
    as_run_log_finish(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_as_a_picture),
        cmocka_unit_test(hard_logs_stay_on_the_picture),
        cmocka_unit_test(a_log_without_numbers_is_refused),
        cmocka_unit_test(many_lines_are_few_commands),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
