/* Where a file is proposed to be saved: a folder that can be written to, a name that is free. */
#include "app/save.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/alphascope-save-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? setenv("HOME", folder, 1) : -1;
}

static const char *in_folder(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"the.cat.png", "the.cat-2.png", "plain"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(in_folder(names[i]));
    return rmdir(folder);
}

static void touch(const char *name)
{
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    fclose(file);
}

static void assert_proposed(const char *name, const char *want)
{
    char *path = NULL;
    assert_true(as_save_propose(folder, name, &path, NULL));
    assert_string_equal(path, in_folder(want));
    free(path);
}

static void a_name_that_is_taken_is_numbered(void **state)
{
    (void)state;
    assert_proposed("the.cat.png", "the.cat.png");
    touch("the.cat.png");
    assert_proposed("the.cat.png", "the.cat-2.png");
    touch("the.cat-2.png");
    assert_proposed("the.cat.png", "the.cat-3.png");
    unlink(in_folder("the.cat-2.png"));
    assert_proposed("the.cat.png", "the.cat-2.png");
    touch("plain");
    assert_proposed("plain", "plain-2");
    char *path = NULL;
    assert_true(as_save_propose("/", "no such file.png", &path, NULL));
    assert_string_equal(path, "/no such file.png");
    free(path);
}

static void assert_folder(const char *remembered, const char *want)
{
    char *got = NULL;
    assert_true(as_save_folder(remembered, &got, NULL));
    assert_string_equal(got, want);
    free(got);
}

static void the_folder_is_the_last_one(void **state)
{
    (void)state;
    struct stat about;
    char *usual = NULL;
    assert_true(as_save_folder(NULL, &usual, NULL));
    assert_int_equal(stat(usual, &about), 0);
    assert_true(S_ISDIR(about.st_mode));
    assert_folder("/tmp", "/tmp");
    assert_folder("/no such folder", usual); /* it may be gone since */
    assert_folder("", usual);
    assert_folder("tmp", usual); /* of another folder that was current */
    free(usual);
}

static void assert_folder_of(const char *path, const char *want)
{
    char *got = as_save_folder_of(path);
    assert_string_equal(got, want);
    free(got);
}

static void a_path_has_a_folder(void **state)
{
    (void)state;
    assert_folder_of("/a/b c/d.png", "/a/b c");
    assert_folder_of("/d.png", "/");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_that_is_taken_is_numbered),
        cmocka_unit_test(the_folder_is_the_last_one),
        cmocka_unit_test(a_path_has_a_folder),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
