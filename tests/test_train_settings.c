/* Settings: what --set accepts, and that JSON brings every one of them back. */
#include "train/settings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void test_set(void **state)
{
    (void)state;
    as_settings s = as_settings_defaults();
    as_error err;
    assert_true(as_settings_set(&s, "E=64", &err));
    assert_int_equal(s.E, 64);
    assert_true(as_settings_set(&s, "lr=2.5e-4", &err));
    assert_true(s.lr == 2.5e-4);
    assert_true(as_settings_set(&s, "readout=tanh", &err));
    assert_int_equal(s.readout, AS_READOUT_TANH);
    assert_true(as_settings_set(&s, "dtype=f16", &err));
    assert_int_equal(s.dtype, AS_F16);
}

static void test_refusals(void **state)
{
    (void)state;
    const struct {
        const char *text, *part;
    } bad[] = {
        {"E", "key=value"},
        {"=3", "no setting \"\""},
        {"e=3", "no setting \"e\"; known: E H D"},
        {"e\n=3", "no setting \"e?\""},
        {"\u202ee", "\"?e\" is no setting"},
        {"E=\n", "E is \"?\""},
        {"readout=\xff", "readout is \"?\""},
        {"E=", "expected a number from 1 to 8192"},
        {"E=0", "expected a whole number from 1 to 8192"},
        {"E=2.5", "expected a whole number"},
        {"E=1e9", "expected a whole number"},
        {"E=64x", "expected a number"},
        {"lr=nan", "expected a number from 0 to 10"},
        {"dropout=1", "from 0 to 0.95"},
        {"join=-0.1", "from 0 to 1"},
        {"readout=maxi", "expected one of linear, tanh, maxout"},
        {"schedule=", "expected one of constant, linear, cosine"},
    };
    as_settings before = as_settings_defaults(), s = before;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        as_error err = {0};
        assert_false(as_settings_set(&s, bad[k].text, &err));
        assert_int_equal(err.status, AS_ERR_ARGUMENT);
        if (!strstr(err.message, bad[k].part))
            fail_msg("%s: \"%s\" lacks \"%s\"", bad[k].text, err.message, bad[k].part);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

static void test_json_round_trip(void **state)
{
    (void)state;
    /* Every setting away from its default. */
    as_settings s = as_settings_defaults(), back;
    for (const as_setting *row = as_setting_table(); row->name; row++) {
        void *field = (char *)&s + row->field;
        if (row->kind == AS_SETTING_REAL)
            *(double *)field = row->initial == row->min ? row->max : row->min;
        else if (row->kind == AS_SETTING_INT)
            *(int *)field = (int)(row->initial == row->min ? row->max : row->min);
        else
            *(int *)field = row->choices[1] ? row->initial == 0 : 0;
    }
    json_t *object = as_settings_to_json(&s);
    assert_non_null(object);
    as_error err;
    assert_true(as_settings_from_json(object, &back, &err));
    assert_memory_equal(&s, &back, sizeof s);

    json_object_set_new(object, "E", json_string("many"));
    assert_false(as_settings_from_json(object, &back, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    json_object_set_new(object, "E", json_integer(0));
    assert_false(as_settings_from_json(object, &back, &err));
    json_decref(object);
    assert_true(as_settings_from_json(NULL, &back, &err)); /* an old file: all defaults */
    assert_int_equal(back.E, as_settings_defaults().E);
}

static void test_change(void **state)
{
    (void)state;
    as_settings run = as_settings_defaults(), wanted = run;
    as_error err;
    wanted.max_steps *= 2;
    wanted.lr /= 2;
    assert_true(as_settings_check_change(&run, &wanted, &err));
    wanted.seed++;
    assert_false(as_settings_check_change(&run, &wanted, &err));
    assert_non_null(strstr(err.message, "seed=2, but the run was begun with 1"));
}

static void test_config(void **state)
{
    (void)state;
    as_settings s = as_settings_defaults();
    as_config config = as_settings_config(&s, 100, 200);
    assert_true(as_config_check(&config, NULL));
    assert_true(config.R == 0 && config.Vx == 100 && config.Vy == 200);
    s.readout = AS_READOUT_TANH;
    config = as_settings_config(&s, 100, 200);
    assert_true(as_config_check(&config, NULL));
    assert_int_equal(config.R, 256);
}

static void test_combinations(void **state)
{
    (void)state;
    const struct {
        const char *sets[3], *part;
    } cases[] = {
        {{"score=dot"}, NULL}, /* D = 512 and H = 256 */
        {{"score=dot", "query=current"}, NULL},
        {{"score=general", "D=100"}, NULL},
        {{"score=none"}, NULL},
        {{"query=half"}, "query half is for imported models and cannot be trained"},
        {{"readout=relu"}, "readout relu is for imported models and cannot be trained"},
        {{"score=dot", "H=128"},
         "score dot multiplies s with h_i: decoder D is 512, expected 2 H = 256"},
        {{"score=none", "query=current"},
         "score none asks nothing: query is current, expected previous"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        as_settings s = as_settings_defaults();
        as_error err = {0};
        for (int j = 0; j < 3 && cases[k].sets[j]; j++)
            assert_true(as_settings_set(&s, cases[k].sets[j], NULL));
        bool fine = as_settings_check(&s, &err);
        assert_int_equal(fine, cases[k].part == NULL);
        if (!fine) {
            assert_int_equal(err.status, AS_ERR_ARGUMENT);
            assert_string_equal(err.message, cases[k].part);
        }
        as_config config = as_settings_config(&s, 100, 100);
        assert_int_equal(config.A, as_score_has_A(config.score) ? 256 : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_json_round_trip),
        cmocka_unit_test(test_change),
        cmocka_unit_test(test_config),
        cmocka_unit_test(test_combinations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
