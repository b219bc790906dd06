/* The list of models: names that people read, the one to start with, bad files. */
#include "app/model_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/alphascope-list-XXXXXX";
static const char *const files[] = {"bad", "dates", "eng-fra", "other", "outside"};
enum { N_FILES = sizeof files / sizeof *files };
static const char vocabulary[] = "<pad>\n<s>\n</s>\n<unk>\na\nb";

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s.safetensors", folder, name);
    return path;
}

static bool save(const char *file, const char *name, const char *languages)
{
    bool other = strcmp(file, "other") == 0;
    const as_config config = {.score = other ? AS_SCORE_GENERAL : AS_SCORE_ADDITIVE,
                              .query = other ? AS_QUERY_CURRENT : AS_QUERY_PREVIOUS,
                              .readout = AS_READOUT_LINEAR,
                              .E = 3,
                              .H = 4,
                              .D = 5,
                              .A = other ? 0 : 2,
                              .Vx = 6,
                              .Vy = 6};
    const as_model_card card = {.source_unit = AS_UNIT_CHAR,
                                .target_unit = AS_UNIT_CHAR,
                                .source_vocab = vocabulary,
                                .target_vocab = vocabulary,
                                .name = name,
                                .languages = languages,
                                .licence = "CC BY 2.0 FR",
                                .data = "Tatoeba"};
    as_model *model;
    as_error err;
    bool ok = as_model_random(&config, AS_F32, 1, &model, &err) &&
              as_model_save(path_of(file), &config, &model->params, &card, AS_F32, &err);
    if (ok)
        as_model_free(model);
    else
        fprintf(stderr, "%s\n", err.message);
    return ok;
}

static int make_models(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    FILE *bad = fopen(path_of("bad"), "wb");
    if (bad == NULL)
        return -1;
    fputs("x", bad);
    fclose(bad);
    bool ok = save("dates", "dates", "") && save("eng-fra", "eng-fra", "eng-fra") &&
              save("other", "other", "eng-fra") && save("outside", "far out", "aaa-bbb");
    return ok ? 0 : -1;
}

static int remove_models(void **state)
{
    (void)state;
    for (int i = 0; i < N_FILES; i++)
        unlink(path_of(files[i]));
    return rmdir(folder);
}

/* All files but "outside", as a catalogue lists them. */
static as_catalogue catalogue_new(void)
{
    as_catalogue c = {.entries = calloc(N_FILES - 1, sizeof *c.entries), .n = N_FILES - 1};
    assert_non_null(c.entries);
    for (int i = 0; i < c.n; i++) {
        c.entries[i].name = strdup(files[i]);
        c.entries[i].path = strdup(path_of(files[i]));
    }
    return c;
}

static as_model_list read_list(const char *extra, const char *wanted)
{
    as_catalogue c = catalogue_new();
    as_model_list list;
    as_error err;
    if (!as_model_list_read(&c, extra, wanted, &list, &err))
        fail_msg("%s", err.message);
    as_catalogue_finish(&c);
    return list;
}

static void names_are_for_people(void **state)
{
    (void)state;
    as_model_list list = read_list(NULL, NULL);
    assert_int_equal(list.n, 3); /* the bad file is left out */
    assert_int_equal(list.n_bad, 1);
    assert_int_equal(list.bad.status, AS_ERR_FORMAT);
    assert_non_null(strstr(list.bad.message, path_of("bad")));
    assert_string_equal(list.items[0].name, "dates");
    assert_string_equal(list.items[1].name, "English → French");
    assert_string_equal(list.items[2].name, "English → French · other");
    assert_string_equal(list.items[1].score, "additive · Bahdanau 2015");
    assert_string_equal(list.items[2].score, "general (sₜ, hᵢ)");
    assert_string_equal(list.items[0].chinese_name, "dates");
    assert_string_equal(list.items[1].chinese_name, "英语 → 法语");
    assert_string_equal(list.items[2].chinese_name, "英语 → 法语 · other");
    assert_string_equal(list.items[1].chinese_score, "加性注意力 · Bahdanau 2015");
    assert_non_null(strstr(list.items[1].card, "Tatoeba"));
    assert_non_null(strstr(list.items[1].card, "CC BY 2.0 FR"));
    assert_non_null(strstr(list.items[1].card, " million parameters"));
    assert_non_null(strstr(list.items[1].chinese_card, " × 10⁶ 个参数"));
    assert_non_null(strstr(list.items[1].chinese_card, "CC BY 2.0 FR"));
    assert_int_equal(list.selected, 1); /* the default */
    as_model_list_finish(&list);
}

static void the_wanted_model_is_selected(void **state)
{
    (void)state;
    as_model_list list = read_list(NULL, "other");
    assert_string_equal(list.items[list.selected].id, "other");
    as_model_list_finish(&list);
    list = read_list(NULL, "gone since");
    assert_string_equal(list.items[list.selected].id, "eng-fra");
    as_model_list_finish(&list);
    char *dates = strdup(path_of("dates"));
    list = read_list(dates, NULL); /* by path, and listed once */
    assert_int_equal(list.n, 3);
    assert_string_equal(list.items[list.selected].id, "dates");
    as_model_list_finish(&list);
    free(dates);
}

static void a_file_given_by_hand_comes_first(void **state)
{
    (void)state;
    char *outside = strdup(path_of("outside"));
    as_model_list list = read_list(outside, NULL);
    assert_int_equal(list.n, 4);
    assert_int_equal(list.selected, 0);
    assert_string_equal(list.items[0].path, outside);
    assert_string_equal(list.items[0].name, "far out"); /* languages that have no name here */
    as_model_list_finish(&list);
    free(outside);
}

/* It stands first, and still the name alone is that of the model of the catalogue. */
static void a_file_given_by_hand_is_told_apart(void **state)
{
    (void)state;
    char *outside = strdup(path_of("outside"));
    assert_true(save("outside", "my own", "eng-fra"));
    as_model_list list = read_list(outside, NULL);
    assert_string_equal(list.items[0].name, "English → French · outside.safetensors");
    assert_string_equal(list.items[2].id, "eng-fra");
    assert_string_equal(list.items[2].name, "English → French");
    as_model_list_finish(&list);
    assert_true(save("outside", "far out", "aaa-bbb"));
    free(outside);
}

static void a_file_given_by_hand_is_found_from_any_folder(void **state)
{
    (void)state;
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    as_model_list list = read_list("./outside.safetensors", NULL);
    assert_int_equal(chdir(before), 0);
    assert_int_equal(list.selected, 0);
    char *full = realpath(path_of("outside"), NULL);
    assert_string_equal(list.items[0].id, full);
    free(full);
    as_model_list_finish(&list);
}

static void models_of_other_toolkits_are_listed_too(void **state)
{
    (void)state;
    char path[4096];
    snprintf(path, sizeof path, "%s/reference/toolkits/s2s/model.npz", getenv("AS_TESTS_DIR"));
    as_model_list list = read_list(path, NULL);
    assert_int_equal(list.selected, 0);
    assert_string_equal(list.items[0].name, "Marian s2s: model.npz");
    assert_string_equal(list.items[0].score, "additive (s′ₜ, hᵢ)");
    as_model_list_finish(&list);
}

static void a_bad_file_given_by_hand_is_an_error(void **state)
{
    (void)state;
    as_catalogue c = catalogue_new();
    as_model_list list = {.n = 77};
    as_error err;
    char *bad = strdup(path_of("bad"));
    assert_false(as_model_list_read(&c, bad, NULL, &list, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_non_null(strstr(err.message, bad));
    assert_false(as_model_list_read(&c, "/nowhere/x.safetensors", NULL, &list, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_int_equal(list.n, 77);
    free(bad);
    as_catalogue_finish(&c);
}

static void no_model_at_all(void **state)
{
    (void)state;
    const as_catalogue none = {NULL, 0};
    as_model_list list;
    assert_true(as_model_list_read(&none, NULL, NULL, &list, NULL));
    assert_int_equal(list.n, 0);
    assert_int_equal(list.n_bad, 0);
    assert_int_equal(list.selected, -1);
    as_model_list_finish(&list);
}

/* While the program runs: a new one at the end, one that is there where it is. */
static void models_join_the_list(void **state)
{
    (void)state;
    as_model_list list = read_list(NULL, NULL);
    as_error err;
    int place = -1, n = list.n;
    assert_true(as_model_list_add(&list, path_of("outside"), &place, &err));
    assert_int_equal(place, n);
    assert_int_equal(list.n, n + 1);
    assert_string_equal(list.items[n].name, "far out");
    assert_true(list.items[n].id[0] == '/'); /* a later run finds it from anywhere */
    assert_true(as_model_list_add(&list, path_of("outside"), &place, &err));
    assert_int_equal(place, n);
    assert_true(as_model_list_add(&list, path_of("dates"), &place, &err));
    assert_int_equal(place, 0);
    assert_false(as_model_list_add(&list, path_of("bad"), &place, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_false(as_model_list_add(&list, path_of("none"), &place, &err));
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_int_equal(list.n, n + 1);
    as_model_list_finish(&list);
}

/* Another model under the same name, then one that is broken: the list keeps what was good. */
static void a_file_that_was_replaced_is_read_anew(void **state)
{
    (void)state;
    as_model_list list = read_list(NULL, NULL);
    as_error err;
    int place = -1;
    assert_int_equal(list.items[0].version, 0);
    assert_true(save("dates", "dates of today", "eng-fra"));
    assert_true(as_model_list_add(&list, path_of("dates"), &place, &err));
    assert_int_equal(place, 0);
    assert_int_equal(list.items[0].version, 1);
    assert_string_equal(list.items[0].about.name, "dates of today");
    assert_string_equal(list.items[0].id, "dates");
    assert_string_equal(list.items[0].name, "English → French");
    assert_string_equal(list.items[1].name, "English → French · eng-fra"); /* told apart again */
    FILE *bad = fopen(path_of("dates"), "wb");
    assert_non_null(bad);
    fclose(bad);
    assert_false(as_model_list_add(&list, path_of("dates"), &place, &err));
    assert_int_equal(list.items[0].version, 1);
    assert_string_equal(list.items[0].about.name, "dates of today");
    as_model_list_finish(&list);
    assert_true(save("dates", "dates", ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_join_the_list),
        cmocka_unit_test(a_file_that_was_replaced_is_read_anew),
        cmocka_unit_test(names_are_for_people),
        cmocka_unit_test(the_wanted_model_is_selected),
        cmocka_unit_test(a_file_given_by_hand_comes_first),
        cmocka_unit_test(a_file_given_by_hand_is_told_apart),
        cmocka_unit_test(a_file_given_by_hand_is_found_from_any_folder),
        cmocka_unit_test(models_of_other_toolkits_are_listed_too),
        cmocka_unit_test(a_bad_file_given_by_hand_is_an_error),
        cmocka_unit_test(no_model_at_all),
    };
    return cmocka_run_group_tests(tests, make_models, remove_models);
}
