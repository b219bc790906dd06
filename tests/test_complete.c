/* How a path could go on: folders and model files, as the path was written. */
#include "app/complete.h"
#include "failing_alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/alphascope-complete-XXXXXX";
static const char *const files[] = {"b.safetensors",    "a.safetensors", "a.txt",  ".h.safetensors",
                                    "ab/c.safetensors", "n.npz",         "n.ckpt", "n.npz.yml"};

static int make(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL || chdir(folder) != 0 || mkdir("ab", 0700) != 0)
        return -1;
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
        FILE *file = fopen(files[k], "wb");
        if (file == NULL)
            return -1;
        fclose(file);
    }
    setenv("HOME", folder, 1);
    return 0;
}

static int remove_all(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++)
        unlink(files[k]);
    rmdir("ab");
    return chdir("/") == 0 ? rmdir(folder) : -1;
}

static bool is_npz(const char *path)
{
    size_t len = strlen(path);
    return len > 4 && strcmp(path + len - 4, ".npz") == 0;
}

static bool is_model(const char *path)
{
    return is_npz(path) || strstr(path, ".safetensors") != NULL || strstr(path, ".ckpt") != NULL;
}

static void check(const char *path, int n, const char *const *want)
{
    as_sentences found = {0};
    assert_true(as_path_completions(path, is_model, &found, NULL));
    assert_int_equal(found.n, n);
    for (int k = 0; k < n; k++)
        assert_string_equal(found.items[k], want[k]);
    as_sentences_finish(&found);
}

static void folders_and_models_in_order(void **state)
{
    (void)state;
    char path[128], want[3][160];
    snprintf(path, sizeof path, "%s/a", folder);
    snprintf(want[0], sizeof want[0], "%s/a.safetensors", folder);
    snprintf(want[1], sizeof want[1], "%s/ab/", folder);
    check(path, 2, (const char *[]){want[0], want[1]});
    snprintf(path, sizeof path, "%s/ab/", folder);
    snprintf(want[2], sizeof want[2], "%s/ab/c.safetensors", folder);
    check(path, 1, (const char *[]){want[2]});
}

static void it_stays_as_it_was_written(void **state)
{
    (void)state;
    check("", 5, (const char *[]){"a.safetensors", "ab/", "b.safetensors", "n.ckpt", "n.npz"});
    check("./b", 1, (const char *[]){"./b.safetensors"});
    check("~/ab/", 1, (const char *[]){"~/ab/c.safetensors"});
    check(".h", 1, (const char *[]){".h.safetensors"});
    check("nothing", 0, NULL);
    check("/no/such/folder/", 0, NULL);
    char *home = as_path_expanded("~/x");
    assert_non_null(strstr(home, "alphascope-complete-"));
    free(home);
    home = as_path_expanded("~x"); /* somebody else's */
    assert_string_equal(home, "~x");
    free(home);
}

static void files_are_those_that_are_wanted(void **state)
{
    (void)state;
    as_sentences found = {0};
    assert_true(as_path_completions("n", is_npz, &found, NULL));
    assert_int_equal(found.n, 1);
    assert_string_equal(found.items[0], "n.npz");
    as_sentences_finish(&found);
}

static void memory_runs_out(void **state)
{
    (void)state;
    bool failed = true;
    int told = 0;
    for (long k = 1; failed && k < 100; k++) {
        long before = failing_alloc_live();
        as_sentences found = {0};
        as_error err = {0};
        failing_alloc_arm(k, false);
        bool ok = as_path_completions("", is_model, &found, &err);
        failed = failing_alloc_disarm();
        told += !ok;
        assert_true(ok || err.status == AS_ERR_SYSTEM);
        as_sentences_finish(&found);
        assert_int_equal(failing_alloc_live(), before);
    }
    assert_true(told > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_and_models_in_order),
        cmocka_unit_test(it_stays_as_it_was_written),
        cmocka_unit_test(files_are_those_that_are_wanted),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, make, remove_all);
}
