/* Training logs: what is read, and what each bad line is told. */
#include "core/run_log.h"

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

static void parse(as_run_log *log, const char *text)
{
    as_error err = {0};
    if (!as_run_log_parse(text, strlen(text), log, &err))
        fail_msg("%s", err.message);
}

static void reads_what_it_knows(void **state)
{
    (void)state;
    as_run_log log;
    parse(&log, "{\"step\":50,\"epoch\":0.1,\"lr\":0.001,\"train_loss\":8.5,\"best\":true}\n"
                "\n  \r\n"
                "{\"step\":100,\"train_loss\":null,\"valid_nll\":2.5,\"valid_bleu\":40,"
                "\"tokens_per_second\":1e4,\"align_loss\":1}");
    assert_int_equal(log.n, 2);
    assert_true(log.values[AS_LOG_STEP][1] == 100);
    assert_true(log.values[AS_LOG_RATE][0] == 0.001 && isnan(log.values[AS_LOG_RATE][1]));
    assert_true(isnan(log.values[AS_LOG_TRAIN_LOSS][1]));
    assert_true(log.values[AS_LOG_VALID_NLL][1] == 2.5 && log.values[AS_LOG_VALID_BLEU][1] == 40);
    assert_true(log.values[AS_LOG_SPEED][1] == 1e4 && log.values[AS_LOG_ALIGN_LOSS][1] == 1);
    assert_int_equal(as_run_log_count(&log, AS_LOG_TRAIN_LOSS), 1);
    assert_int_equal(as_run_log_count(&log, AS_LOG_STEP), 2);
    as_run_log_finish(&log);
    as_run_log_finish(&log);
}

/* A line and a measurement may share a step; a smaller one takes back what it repeats. */
static void a_continued_run_takes_back(void **state)
{
    (void)state;
    as_run_log log;
    parse(&log, "{\"step\":50,\"lr\":1}\n{\"step\":100,\"lr\":2}\n{\"step\":100,\"lr\":3}\n"
                "{\"step\":150,\"lr\":4}\n{\"step\":100,\"lr\":5}\n{\"step\":120,\"lr\":6}\n");
    assert_int_equal(log.n, 3);
    static const double rates[] = {1, 5, 6};
    assert_memory_equal(log.values[AS_LOG_RATE], rates, sizeof rates);
    as_run_log_finish(&log);
}

/* As a run that was killed leaves it: the lines before it are good, whatever is left of it. */
static void leaves_out_half_a_last_line(void **state)
{
    (void)state;
    static const char last[] = "{\"step\":100,\"lr\":2}";
    for (size_t cut = 0; cut < sizeof last; cut++) {
        char text[64];
        snprintf(text, sizeof text, "{\"step\":50,\"lr\":1}\n%.*s", (int)cut, last);
        as_run_log log;
        parse(&log, text);
        assert_int_equal(log.n, cut < sizeof last - 1 ? 1 : 2);
        as_run_log_finish(&log);
    }
}

static void names_the_bad_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"", "no line, expected JSON objects with a step"},
        {"\n \n", "no line, expected JSON objects with a step"},
        {"{\"step\":1}\nnonsense\n", "line 2: no JSON ("},
        {"{\"step\":1}\n\n{\"step\":2\n", "line 3: no JSON ("},
        {"{\"step\":1", "line 1: no JSON ("},
        {"{\"step\":1} {\"step\":2}\n", "line 1: no JSON ("},
        {"[1]\n", "line 1: no JSON object, expected {\"step\":…}"},
        {"{\"lr\":1}\n", "line 1: no \"step\", expected a number of 0 or more"},
        {"{\"step\":-1}\n", "line 1: no \"step\", expected a number of 0 or more"},
        {"{\"step\":\"1\"}\n", "line 1: \"step\" is a string, expected a number"},
        {"{\"step\":1,\"lr\":[1]}\n", "line 1: \"lr\" is a list, expected a number"},
        {"{\"step\":1,\"valid_nll\":true}\n", "line 1: \"valid_nll\" is true, expected a number"},
        {"{\"step\":1,\"lr\":1,\"lr\":2}\n", "line 1: no JSON ("},
        {"{\"step\":1,\"lr\":1e999}\n", "line 1: no JSON ("},
        {"{\"step\":NaN}\n", "line 1: no JSON ("},
        {"{\"step\":1,\"\xff\":2}\n", "line 1: no JSON ("},
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        as_run_log log = {.n = -1};
        as_error err = {0};
        assert_false(as_run_log_parse(bad[k].text, strlen(bad[k].text), &log, &err));
        assert_int_equal(err.status, AS_ERR_FORMAT);
        if (strncmp(err.message, bad[k].message, strlen(bad[k].message)) != 0)
            fail_msg("got  %s\n  want %s", err.message, bad[k].message);
        assert_int_equal(log.n, -1);
    }
}

static bool parse_one(void *data)
{
    (void)data;
    static const char text[] = "{\"step\":1}\n{\"step\":2}\n";
    as_run_log log;
    if (!as_run_log_parse(text, sizeof text - 1, &log, NULL))
        return false;
    as_run_log_finish(&log);
    return true;
}

static void survives_every_failed_allocation(void **state)
{
    (void)state;
    assert_true(failing_alloc_try_all(parse_one, NULL) >= AS_N_LOG_SERIES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_it_knows),
        cmocka_unit_test(a_continued_run_takes_back),
        cmocka_unit_test(leaves_out_half_a_last_line),
        cmocka_unit_test(names_the_bad_line),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
