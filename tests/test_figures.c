/* What was measured of a model: rows of a table, or numbers of its training. */
#include "app/figures.h"
#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/alphascope-figures-XXXXXX", model[64], table[64];
static const char training[] = "{\"steps\": 5, \"valid_nll\": 1.25, \"valid_bleu\": \"high\"}";

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(model, sizeof model, "%s/m.safetensors", folder);
    snprintf(table, sizeof table, "%s/figures.tsv", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(table);
    return rmdir(folder);
}

static void write_table(const char *text)
{
    FILE *file = fopen(table, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void rows_of_the_model(void **state)
{
    (void)state;
    write_table("other\teval x\tbleu\t1\nm\teval a\tbleu\t48.33\nm\teval a\tlengths.0.bleu\t40\n"
                "m\tshort\nm\teval b\taer\tn/a\nm\teval b\taer\t46.76");
    as_figures f;
    assert_true(as_figures_read(model, "m", training, &f, NULL));
    assert_int_equal(f.n, 2);
    assert_string_equal(f.items[0].name, "bleu");
    assert_string_equal(f.items[0].on, "eval a");
    assert_true(f.items[0].value == 48.33);
    assert_string_equal(f.items[1].name, "aer");
    assert_true(f.items[1].value == 46.76);
    as_figures_finish(&f);
}

static void rows_of_a_model_in_a_subfolder(void **state)
{
    (void)state;
    as_figures f;
    char path[128];
    write_table("compare/m\teval a\tbleu\t33.1\n");
    snprintf(path, sizeof path, "%s/compare/m.safetensors", folder);
    assert_true(as_figures_read(path, "compare/m", "", &f, NULL));
    assert_int_equal(f.n, 1);
    assert_true(f.items[0].value == 33.1);
    as_figures_finish(&f);
    assert_true(as_figures_read(path, "other/m", "", &f, NULL));
    assert_int_equal(f.n, 0);
    as_figures_finish(&f);
}

static void else_numbers_of_the_training(void **state)
{
    (void)state;
    as_figures f;
    write_table("other\teval x\tbleu\t1\n");
    assert_true(as_figures_read(model, "m", training, &f, NULL));
    assert_int_equal(f.n, 1);
    assert_string_equal(f.items[0].name, "valid_nll");
    assert_true(f.items[0].value == 1.25);
    as_figures_finish(&f);
    unlink(table);
    static const char *const none[] = {"", "{", "[1]", "5", "{\"valid_nll\": null}"};
    for (size_t k = 0; k < sizeof none / sizeof none[0]; k++) {
        assert_true(as_figures_read("m.safetensors", "m", none[k], &f, NULL));
        assert_int_equal(f.n, 0);
        as_figures_finish(&f);
    }
}

static void memory_runs_out(void **state)
{
    (void)state;
    write_table("m\teval a\tbleu\t48.33\nm\teval b\taer\t46.76\n");
    bool told = false;
    for (long k = 1; k < 12; k++) {
        long before = failing_alloc_live();
        as_figures f = {0};
        as_error err = {0};
        failing_alloc_arm(k, false);
        bool ok = as_figures_read(model, "m", "", &f, &err);
        failing_alloc_disarm();
        told = told || (!ok && err.status == AS_ERR_SYSTEM);
        as_figures_finish(&f);
        assert_int_equal(failing_alloc_live(), before);
    }
    assert_true(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_the_model),
        cmocka_unit_test(rows_of_a_model_in_a_subfolder),
        cmocka_unit_test(else_numbers_of_the_training),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
