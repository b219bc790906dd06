/* The settings file: what was written comes back; what cannot be read is set aside and said. */
#include "app/settings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char home[] = "/tmp/alphascope-settings-XXXXXX";
static char *path;

static int make_home(void **state)
{
    (void)state;
    if (mkdtemp(home) == NULL)
        return -1;
    setenv("XDG_CONFIG_HOME", home, 1);
    return as_app_settings_path(&path, NULL) ? 0 : -1;
}

static int remove_home(void **state)
{
    (void)state;
    char name[128];
    unlink(path);
    for (int i = 2; i <= 6; i++) {
        snprintf(name, sizeof name, "%s.bad-%d", path, i);
        unlink(name);
    }
    snprintf(name, sizeof name, "%s.bad", path);
    unlink(name);
    snprintf(name, sizeof name, "%s/alphascope", home);
    rmdir(name);
    free(path);
    return rmdir(home); /* fails when something else was left behind */
}

static void put(const char *text)
{
    char name[128];
    snprintf(name, sizeof name, "%s/alphascope", home);
    mkdir(name, 0700);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void the_path_follows_the_environment(void **state)
{
    (void)state;
    char *found;
    assert_true(as_app_settings_path(&found, NULL));
    assert_true(strncmp(found, home, strlen(home)) == 0);
    assert_string_equal(found + strlen(home), "/alphascope/settings.json");
    free(found);
    setenv("XDG_CONFIG_HOME", "relative", 1);
    setenv("HOME", "/home/somebody", 1);
    assert_true(as_app_settings_path(&found, NULL));
    assert_string_equal(found, "/home/somebody/.config/alphascope/settings.json");
    free(found);
    unsetenv("HOME");
    as_error err;
    assert_false(as_app_settings_path(&found, &err));
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    setenv("XDG_CONFIG_HOME", home, 1);
}

static void no_file_means_no_settings(void **state)
{
    (void)state;
    as_app_settings s;
    assert_true(as_app_settings_load(path, &s, NULL));
    assert_null(s.sentence);
    assert_int_equal(s.width, 0);
    as_app_settings_finish(&s);
}

/* Reading a pipe would wait for somebody who writes into it. */
static void a_pipe_is_told_and_left(void **state)
{
    (void)state;
    put("");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    as_app_settings s;
    as_error err;
    assert_false(as_app_settings_load(path, &s, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_non_null(strstr(err.message, path));
    unlink(path);
}

static void what_was_written_comes_back(void **state)
{
    (void)state;
    as_app_settings s = {.width = 900, .height = 700, .beam = 8, .text_size = -3};
    const char *sentence = "Il a dit: \"d'accord\" \\ été\n\t\xe7\x95\x8c";
    as_app_settings_set(&s.sentence, sentence, strlen(sentence));
    as_app_settings_set(&s.model, "eng-fra", 7);
    as_app_settings_set(&s.theme, "darkness", 4);
    as_app_settings_set(&s.colormap, "magma", 5);
    as_app_settings_set(&s.range, "square-root", 11);
    as_app_settings_set(&s.reading, "words decimals-2", 16);
    as_app_settings_set(&s.show, "lines", 5);
    as_app_settings_set(&s.compare_model, "/a/\"b\".npz", 10);
    as_app_settings_set(&s.compare_sentence, "", 0);
    as_app_settings_set(&s.model_target, AS_TARGET_OWN, strlen(AS_TARGET_OWN));
    as_app_settings_set(&s.sentence_target, AS_TARGET_SAME, strlen(AS_TARGET_SAME));
    as_app_settings_set(&s.save_folder, "/a \"b\"", 6);
    static const char *const recent[] = {"one \"two\"", "\\ été"};
    assert_true(as_sentences_set(&s.recent, recent, 2, NULL));
    as_error err;
    if (!as_app_settings_save(path, &s, &err))
        fail_msg("%s", err.message);
    as_app_settings_finish(&s);
    assert_null(s.sentence);

    assert_true(as_app_settings_load(path, &s, &err));
    assert_string_equal(s.sentence, sentence);
    assert_string_equal(s.model, "eng-fra");
    assert_string_equal(s.theme, "dark");
    assert_string_equal(s.colormap, "magma");
    assert_string_equal(s.range, "square-root");
    assert_string_equal(s.reading, "words decimals-2");
    assert_string_equal(s.show, "lines");
    assert_string_equal(s.compare_model, "/a/\"b\".npz");
    assert_string_equal(s.compare_sentence, "");
    assert_string_equal(s.model_target, AS_TARGET_OWN);
    assert_string_equal(s.sentence_target, AS_TARGET_SAME);
    assert_string_equal(s.save_folder, "/a \"b\"");
    assert_null(s.language);
    assert_int_equal(s.width, 900);
    assert_int_equal(s.height, 700);
    assert_int_equal(s.text_size, -3);
    assert_int_equal(s.beam, 8);
    assert_int_equal(s.recent.n, 2);
    assert_string_equal(s.recent.items[0], recent[0]);
    assert_string_equal(s.recent.items[1], recent[1]);
    as_app_settings_finish(&s);
}

static void wrong_members_are_ignored(void **state)
{
    (void)state;
    put("{\"sentence\": 5, \"model\": \"dates\", \"width\": -3, \"height\": 99999999999,"
        " \"text_size\": 101, \"beam\": 65, \"range\": [1], \"recent\": [1, \"a\", null],\"x\": "
        "[]}");
    as_app_settings s;
    assert_true(as_app_settings_load(path, &s, NULL));
    assert_null(s.sentence);
    assert_string_equal(s.model, "dates");
    assert_int_equal(s.width, 0);
    assert_int_equal(s.height, 0);
    assert_int_equal(s.text_size, 0);
    assert_int_equal(s.beam, 0);
    assert_null(s.range);
    assert_int_equal(s.recent.n, 1); /* what is a text in it */
    as_app_settings_finish(&s);
}

static void a_bad_file_is_set_aside(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "", "{", "[1]", "{\"sentence\": \"\xff\"}", "not json", "{\"width\": 1, \"width\": 2}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        put(bad[i]);
        as_app_settings s;
        as_error err;
        assert_false(as_app_settings_load(path, &s, &err));
        assert_int_equal(err.status, AS_ERR_FORMAT);
        assert_non_null(strstr(err.message, "settings.json.bad"));
        assert_null(s.sentence);
        assert_int_equal(s.width, 0);
        char aside[128];
        if (i == 0)
            snprintf(aside, sizeof aside, "%s.bad", path);
        else /* the earlier ones stay */
            snprintf(aside, sizeof aside, "%s.bad-%d", path, (int)i + 1);
        assert_non_null(strstr(err.message, aside));
        FILE *file = fopen(aside, "rb");
        assert_non_null(file);
        char text[64] = "";
        size_t n = fread(text, 1, sizeof text - 1, file);
        fclose(file);
        assert_int_equal(n, strlen(bad[i]));
        assert_memory_equal(text, bad[i], n);
        assert_true(as_app_settings_load(path, &s, &err)); /* the next start is an ordinary one */
        as_app_settings_finish(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_path_follows_the_environment),
        cmocka_unit_test(no_file_means_no_settings),
        cmocka_unit_test(a_pipe_is_told_and_left),
        cmocka_unit_test(what_was_written_comes_back),
        cmocka_unit_test(wrong_members_are_ignored),
        cmocka_unit_test(a_bad_file_is_set_aside),
    };
    return cmocka_run_group_tests(tests, make_home, remove_home);
}
