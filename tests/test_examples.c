/* Which file holds a model's example sentences. */
#include "app/examples.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char data[] = "/tmp/test_examples.XXXXXX";
static const char *const folders[] = {"assets", "assets/examples", "assets/examples/compare"};
static const char *const files[][2] = {
    {"assets/examples/eng-fra.txt", "A cat.\n\n  \nTwo dogs.\r\n"},
    {"assets/examples/eng-fra-old.txt", "Thou art.\n"},
    {"assets/examples/compare/own.txt", "My own.\n"},
    {"assets/examples/small.txt", "Tea.\n"},
    {"assets/secret.txt", "No example.\n"},
};
enum {
    N_FOLDERS = sizeof folders / sizeof *folders,
    N_FILES = sizeof files / sizeof *files,
};

static int setup(void **state)
{
    (void)state;
    char path[128];
    assert_non_null(mkdtemp(data));
    for (int k = 0; k < N_FOLDERS; k++) {
        snprintf(path, sizeof path, "%s/%s", data, folders[k]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    for (int k = 0; k < N_FILES; k++) {
        snprintf(path, sizeof path, "%s/%s", data, files[k][0]);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_true(fputs(files[k][1], file) >= 0);
        assert_int_equal(fclose(file), 0);
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    char path[128];
    for (int k = N_FILES; k-- > 0;) {
        snprintf(path, sizeof path, "%s/%s", data, files[k][0]);
        unlink(path);
    }
    for (int k = N_FOLDERS; k-- > 0;) {
        snprintf(path, sizeof path, "%s/%s", data, folders[k]);
        rmdir(path);
    }
    return rmdir(data);
}

static void expect_first(const char *id, const char *languages, const char *want)
{
    char *first = as_example_first(data, id, languages);
    if (want == NULL) {
        assert_null(first);
    } else {
        assert_non_null(first);
        assert_string_equal(first, want);
    }
    free(first);
}

static void test_own_file_before_that_of_the_languages(void **state)
{
    (void)state;
    expect_first("eng-fra", "eng-fra", "A cat.");
    expect_first("compare/own", "eng-fra", "My own.");
    expect_first("compare/none", "eng-fra", "A cat.");
    expect_first("small/none", "eng-fra", "Tea.");
    expect_first("../none", "", NULL);
    expect_first("../secret/none", "", NULL);
    expect_first("/some/where/else.safetensors", "eng-fra", "A cat.");
    expect_first("eng-fra-old", "", "Thou art.");
    expect_first("unknown", "eng-deu", NULL);
    expect_first("unknown", "", NULL);
}

static void test_languages_are_no_path(void **state)
{
    (void)state;
    expect_first("unknown", "../secret", NULL);
    expect_first("unknown", "compare/own", NULL);
}

static void test_lines(void **state)
{
    (void)state;
    as_sentences out = {0};
    assert_true(as_examples_read(data, "compare/none", "eng-fra", &out, NULL));
    assert_int_equal(out.n, 2);
    assert_string_equal(out.items[0], "A cat.");
    assert_string_equal(out.items[1], "Two dogs.");
    as_sentences_finish(&out);
    assert_true(as_examples_read(NULL, "eng-fra", "eng-fra", &out, NULL));
    assert_int_equal(out.n, 0);
    as_sentences_finish(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_own_file_before_that_of_the_languages),
        cmocka_unit_test(test_languages_are_no_path),
        cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
