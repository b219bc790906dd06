/* Saving a figure: beside what is there, never over it. */
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
    return mkdtemp(folder) != NULL ? 0 : -1;
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
    static const char *const names[] = {"the.cat.png", "the.cat-2.png", "the.cat-3.png", "plain",
                                        "plain-2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(in_folder(names[i]));
    return rmdir(folder); /* fails when a temporary file was left behind */
}

static as_draw_list figure(void)
{
    as_draw_list list = {0};
    as_draw_rect(&list, (as_box){5, 5, 20, 10}, 0, (as_rgba){30, 60, 90, 255});
    return list;
}

static void assert_saved_as(const char *name, const char *want)
{
    as_draw_list list = figure();
    char *path = NULL;
    as_error err;
    if (!as_save_figure(folder, name, &list, 40, 30, &path, &err))
        fail_msg("%s", err.message);
    assert_string_equal(path, in_folder(want));
    assert_int_equal(access(path, R_OK), 0);
    free(path);
    as_draw_finish(&list);
}

static void names_are_numbered(void **state)
{
    (void)state;
    assert_saved_as("the.cat.png", "the.cat.png");
    assert_saved_as("the.cat.png", "the.cat-2.png");
    assert_saved_as("the.cat.png", "the.cat-3.png");
    unlink(in_folder("the.cat-2.png"));
    assert_saved_as("the.cat.png", "the.cat-2.png");
    assert_saved_as("plain", "plain");
    assert_saved_as("plain", "plain-2");
}

static void what_is_there_stays(void **state)
{
    (void)state;
    FILE *file = fopen(in_folder("the.cat.png"), "wb");
    assert_non_null(file);
    fputs("somebody's", file);
    fclose(file);
    unlink(in_folder("the.cat-2.png"));
    assert_saved_as("the.cat.png", "the.cat-2.png");
    struct stat about;
    assert_int_equal(stat(in_folder("the.cat.png"), &about), 0);
    assert_int_equal(about.st_size, 10);
}

static void a_folder_that_is_not_there(void **state)
{
    (void)state;
    as_draw_list list = figure();
    char *path = NULL;
    as_error err;
    assert_false(as_save_figure("/nowhere", "a.png", &list, 40, 30, &path, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_non_null(strstr(err.message, "/nowhere"));
    assert_null(path);
    as_draw_finish(&list);
}

static void there_is_a_folder_for_pictures(void **state)
{
    (void)state;
    char *path;
    struct stat about;
    assert_true(as_save_folder(&path, NULL));
    assert_int_equal(stat(path, &about), 0);
    assert_true(S_ISDIR(about.st_mode));
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_numbered),
        cmocka_unit_test(what_is_there_stays),
        cmocka_unit_test(a_folder_that_is_not_there),
        cmocka_unit_test(there_is_a_folder_for_pictures),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
