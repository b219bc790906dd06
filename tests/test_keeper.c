/* The settings file while the program runs: written after a rest, whole, and only for a change. */
#include "app/keeper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char home[] = "/tmp/alphascope-keeper-XXXXXX";
static as_keeper keeper;
static char path[160], folder[128];

static int open_keeper(void **state)
{
    (void)state;
    strcpy(home + sizeof home - 7, "XXXXXX");
    if (mkdtemp(home) == NULL)
        return -1;
    setenv("XDG_CONFIG_HOME", home, 1);
    snprintf(folder, sizeof folder, "%s/alphascope", home);
    snprintf(path, sizeof path, "%s/settings.json", folder);
    as_error problem;
    keeper = (as_keeper){0};
    as_keeper_open(&keeper, &problem);
    return problem.status == AS_OK && keeper.path != NULL ? 0 : -1;
}

static int close_keeper(void **state)
{
    (void)state;
    as_keeper_finish(&keeper);
    chmod(folder, 0700);
    unlink(path);
    rmdir(folder);
    return rmdir(home); /* fails when a half-written file was left behind */
}

static void type(const char *text, uint64_t now_ms)
{
    as_keeper_text(&keeper, &keeper.settings.sentence, text, strlen(text), now_ms);
}

static void assert_written(const char *sentence)
{
    as_app_settings s;
    assert_true(as_app_settings_load(path, &s, NULL));
    assert_non_null(s.sentence);
    assert_string_equal(s.sentence, sentence);
    as_app_settings_finish(&s);
}

static void what_rests_is_written(void **state)
{
    (void)state;
    assert_true(as_keeper_due_ms(&keeper) == UINT64_MAX);
    type("a", 1000);
    assert_int_equal(as_keeper_due_ms(&keeper), 1500);
    type("ab", 1400); /* the rest begins anew */
    assert_int_equal(as_keeper_due_ms(&keeper), 1900);
    assert_true(as_keeper_write(&keeper, NULL));
    assert_written("ab");
    assert_true(as_keeper_due_ms(&keeper) == UINT64_MAX);
}

static void who_never_rests_is_written_too(void **state)
{
    (void)state;
    char text[8] = "";
    for (int k = 0; k < 20; k++) {
        snprintf(text, sizeof text, "%d", k);
        type(text, 1000 + 300 * (uint64_t)k);
    }
    assert_int_equal(as_keeper_due_ms(&keeper), 4000);
}

static void the_same_again_is_no_change(void **state)
{
    (void)state;
    type("a", 0);
    as_keeper_number(&keeper, &keeper.settings.text_size, 2, 0);
    assert_true(as_keeper_write(&keeper, NULL));
    unlink(path);
    type("a", 5000);
    as_keeper_number(&keeper, &keeper.settings.text_size, 2, 5000);
    assert_true(as_keeper_due_ms(&keeper) == UINT64_MAX);
    assert_true(as_keeper_write(&keeper, NULL)); /* nothing to do */
    assert_int_equal(access(path, F_OK), -1);
    as_keeper_number(&keeper, &keeper.settings.text_size, -1, 6000);
    assert_true(as_keeper_write(&keeper, NULL));
    as_app_settings s;
    assert_true(as_app_settings_load(path, &s, NULL));
    assert_int_equal(s.text_size, -1);
    as_app_settings_finish(&s);
}

static void a_write_that_fails_is_told_once(void **state)
{
    (void)state;
    type("a", 0);
    assert_true(as_keeper_write(&keeper, NULL));
    type("b", 0);
    unlink(path);
    rmdir(folder);
    FILE *file = fopen(folder, "wb"); /* a file where the folder was */
    assert_non_null(file);
    fclose(file);
    as_error err = {0};
    assert_false(as_keeper_write(&keeper, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_true(as_keeper_due_ms(&keeper) == UINT64_MAX);
    unlink(folder);
    type("c", 9000); /* the next change is another try */
    assert_true(as_keeper_write(&keeper, &err));
    assert_written("c");
}

static void an_unread_file_is_not_written_over(void **state)
{
    (void)state;
    mkdir(folder, 0700);
    assert_int_equal(mkdir(path, 0700), 0); /* cannot be read as a file, nor set aside as bad */
    as_keeper again = {0};
    as_error problem;
    as_keeper_open(&again, &problem);
    assert_int_not_equal(problem.status, AS_OK);
    assert_null(again.path);
    as_keeper_text(&again, &again.settings.sentence, "x", 1, 0);
    assert_true(as_keeper_due_ms(&again) == UINT64_MAX);
    assert_true(as_keeper_write(&again, NULL));
    as_keeper_finish(&again);
    assert_int_equal(rmdir(path), 0); /* still an empty folder */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_keeper, close_keeper)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_rests_is_written),
        TEST(who_never_rests_is_written_too),
        TEST(the_same_again_is_no_change),
        TEST(a_write_that_fails_is_told_once),
        TEST(an_unread_file_is_not_written_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
