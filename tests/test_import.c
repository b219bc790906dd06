/* Models in the layouts of other toolkits, against what tests/reference/toolkits.py computes from
 * their equations in float64: words, alpha and log P, greedily and with a beam; saved and loaded
 * again; cut at every byte; with every allocation failing. */
#include "interop/import.h"
#include "interop/open.h"

#include "core/decode.h"
#include "core/export.h"

#include "failing_alloc.h"
#include "interop_fixture.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* As for our own models, test_reference.c. */
#define TOLERANCE 1e-5

enum { LIMIT = 8, BEAM = 3, MAX_PATH = 512 };

/* A fixture: its file, and the files given with it, which point into `paths`. */
typedef struct subject {
    char paths[3][MAX_PATH];
    as_import_files files;
} subject;

static void find_subject(json_t *fixture, subject *out)
{
    json_t *vocabs = json_object_get(fixture, "vocabs");
    *out = (subject){0};
    snprintf(out->paths[0], MAX_PATH, "%s", fixture_path(fixture_string(fixture, "file")));
    for (size_t side = 0; vocabs && side < 2; side++) {
        snprintf(out->paths[1 + side], MAX_PATH, "%s",
                 fixture_path(json_string_value(json_array_get(vocabs, side))));
        out->files.vocabs[side] = out->paths[1 + side];
    }
}

static as_model *import_model(const subject *s)
{
    as_imported imported;
    as_model *model = NULL;
    as_error err;
    if (!as_import(s->paths[0], &s->files, &imported, &err) ||
        !as_imported_model(&imported, &model, &err))
        fail_msg("%s", err.message);
    return model;
}

static as_translation *translate(as_session *session, const char *source, int beam)
{
    as_decode_options options = as_decode_defaults();
    as_translation *translation = NULL;
    as_error err;
    int n;
    options.beam = beam;
    options.max_length = LIMIT;
    if (!as_translate(session, source, strlen(source), &options, &translation, &n, &err))
        fail_msg("%s: %s", source, err.message);
    assert_int_equal(n, 1);
    return translation;
}

/* ---- Values -------------------------------------------------------------------------------- */

static void check_numbers(const char *what, const float *got, size_t n, json_t *want)
{
    size_t n_want;
    double *numbers = fixture_doubles(want, &n_want);
    assert_int_equal(n, n_want);
    for (size_t k = 0; k < n; k++)
        assert_near(what, (double)got[k], numbers[k], TOLERANCE, 1);
    free(numbers);
}

static void check_translation(const as_model *model, as_session *session, const char *source,
                              int beam, json_t *want)
{
    as_translation *got = translate(session, source, beam);
    json_t *words = fixture_member(want, "words");
    size_t T = (size_t)got->target.n, S = (size_t)got->source.n;
    if (T != json_array_size(words))
        fail_msg("%s: %zu tokens, expected %zu", source, T, json_array_size(words));
    for (size_t t = 0; t < T; t++)
        assert_string_equal(as_vocab_piece(model->target_vocab, got->target.tokens[t].id),
                            json_string_value(json_array_get(words, t)));
    check_numbers("alpha", got->alpha, T * S, fixture_member(want, "alpha"));
    check_numbers("log P", got->logp, T, fixture_member(want, "logp"));
    as_translation_free(got);
}

static void check_fixture(const char *name, json_t *fixture)
{
    subject s;
    size_t k;
    json_t *expected;
    as_session *session;
    find_subject(fixture, &s);
    as_model *model = import_model(&s);
    assert_true(as_session_new(model, &session, NULL));
    print_message("# %s\n", name);
    assert_int_equal(model->config.rules.length_percent, fixture_int(fixture, "percent"));
    assert_int_equal(model->config.rules.length_extra, fixture_int(fixture, "extra"));
    json_array_foreach (fixture_member(fixture, "cases"), k, expected) {
        const char *source = fixture_string(expected, "source");
        json_t *beam = json_object_get(expected, "beam");
        check_translation(model, session, source, 1, fixture_member(expected, "greedy"));
        if (beam)
            check_translation(model, session, source, BEAM, beam);
    }
    as_session_free(session);
    as_model_free(model);
}

static void for_every_fixture(void (*check)(const char *name, json_t *fixture))
{
    json_t *root = fixture_load("toolkits.json"), *fixture;
    const char *name;
    json_object_foreach (root, name, fixture)
        check(name, fixture);
    json_decref(root);
}

static void every_layout_gives_its_toolkit_s_numbers(void **state)
{
    (void)state;
    for_every_fixture(check_fixture);
}

/* ---- Saved and loaded ---------------------------------------------------------------------- */

/* Everything about the translations of all cases, as JSON. */
static as_buffer all_of(const as_model *model, json_t *fixture)
{
    as_buffer out = {0};
    as_session *session;
    json_t *expected;
    size_t k;
    assert_true(as_session_new(model, &session, NULL));
    json_array_foreach (fixture_member(fixture, "cases"), k, expected)
        for (int beam = 1; beam <= BEAM; beam += BEAM - 1) {
            as_translation *got = translate(session, fixture_string(expected, "source"), beam);
            as_export_json(&out, got, model->target_vocab);
            as_translation_free(got);
        }
    as_session_free(session);
    assert_true(as_buffer_ok(&out, NULL));
    return out;
}

/* A path that nothing has, in memory where the system allows it. */
static void temporary_path(char out[MAX_PATH])
{
    snprintf(out, MAX_PATH, "%s/alphascope-import-%ld",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (long)getpid());
}

static void check_round_trip(const char *name, json_t *fixture)
{
    char path[MAX_PATH];
    subject s;
    as_imported imported;
    as_model *loaded = NULL;
    as_error err;
    (void)name;
    find_subject(fixture, &s);
    temporary_path(path);
    if (!as_import(s.paths[0], &s.files, &imported, &err) ||
        !as_imported_save(&imported, path, &err) || !as_model_load(path, &loaded, &err))
        fail_msg("%s", err.message);
    unlink(path);
    as_imported_finish(&imported);
    as_model *direct = import_model(&s);
    as_buffer before = all_of(direct, fixture), after = all_of(loaded, fixture);
    assert_string_equal(before.text, after.text);
    assert_string_equal(direct->name, loaded->name);
    assert_string_equal(direct->training, loaded->training);
    as_buffer_finish(&before);
    as_buffer_finish(&after);
    as_model_free(direct);
    as_model_free(loaded);
}

static void a_saved_model_translates_to_the_same_bytes(void **state)
{
    (void)state;
    for_every_fixture(check_round_trip);
}

/* ---- Opened beside what is ours ------------------------------------------------------------ */

static void models_open_whoever_made_them(void **state)
{
    (void)state;
    as_model *model = NULL;
    as_model_about about;
    as_error err;
    char path[MAX_PATH];
    snprintf(path, sizeof path, "%s", fixture_path("toolkits/s2s/model.npz"));
    if (!as_open_model(path, &model, &err) || !as_open_about(path, &about, &err))
        fail_msg("%s", err.message);
    assert_string_equal(model->name, "Marian s2s: model.npz");
    assert_string_equal(about.name, model->name);
    assert_int_equal(about.config.query, AS_QUERY_HALF);
    assert_int_equal(about.source_unit, AS_UNIT_WORD);
    assert_true(about.n_parameters > 500 && about.file_bytes == model->file_bytes);
    as_model_about_finish(&about);
    as_model_free(model);
    model = NULL;
    if (!as_open_model(fixture_path("tiny_tanh.safetensors"), &model, &err))
        fail_msg("%s", err.message);
    as_model_free(model);
    model = NULL;
    assert_false(as_open_model("/no/such/file", &model, &err));
    assert_null(model);
    assert_false(as_open_about("/dev/null", &about, &err));
}

static void what_has_no_vocabularies_says_how_to_give_them(void **state)
{
    (void)state;
    as_model *model = NULL;
    as_error err;
    assert_false(as_open_model(fixture_path("toolkits/bastings/model.pt"), &model, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_non_null(strstr(err.message, "--vocabs SOURCE TARGET"));
    assert_false(as_open_model(fixture_path("interop/plain.npz"), &model, &err));
    assert_non_null(strstr(err.message, "the first of 8 is W"));
    assert_false(as_open_model(fixture_path("interop/old.pt"), &model, &err));
    assert_non_null(strstr(err.message, "before version 1.6"));
}

/* ---- Cut, and short of memory -------------------------------------------------------------- */

/* A copy of a file, from its end on made shorter by one byte at a time. */
static void check_truncations(const char *name, json_t *fixture)
{
    subject s;
    char path[MAX_PATH], config[MAX_PATH];
    size_t len;
    (void)name;
    find_subject(fixture, &s);
    temporary_path(path);
    unsigned char *bytes = interop_bytes_at(s.paths[0], &len);
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0 && write(fd, bytes, len) == (ssize_t)len);
    free(bytes);
    /* What lies beside the file, for those that need it. */
    snprintf(config, sizeof config, "%.*s/config.yaml",
             (int)(strrchr(s.paths[0], '/') - s.paths[0]), s.paths[0]);
    if (access(config, F_OK) == 0)
        s.files.config = config;
    while (len-- > 0) {
        as_imported imported;
        as_error err = {0};
        assert_int_equal(ftruncate(fd, (off_t)len), 0);
        if (as_import(path, &s.files, &imported, &err))
            fail_msg("%s cut to %zu bytes is accepted", s.paths[0], len);
        assert_null(imported.block);
        assert_true(err.status != AS_OK && err.message[0] != '\0');
    }
    close(fd);
    unlink(path);
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    for_every_fixture(check_truncations);
}

/* A configuration cut anywhere is refused with a message, or says enough: then the model is whole.
 */
static void every_truncation_of_a_configuration_is_survived(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"s2s/model.npz", "s2s/model.npz.decoder.yml"},
                                           {"theano/model.npz", "theano/model.npz.json"},
                                           {"joey/400.ckpt", "joey/config.yaml"}};
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
        char model[MAX_PATH], inside[MAX_PATH], path[MAX_PATH];
        size_t len;
        int refused = 0;
        snprintf(inside, sizeof inside, "toolkits/%s", pairs[k][0]);
        snprintf(model, sizeof model, "%s", fixture_path(inside));
        snprintf(inside, sizeof inside, "toolkits/%s", pairs[k][1]);
        unsigned char *bytes = interop_bytes_at(fixture_path(inside), &len);
        temporary_path(path);
        int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        assert_true(fd >= 0 && write(fd, bytes, len) == (ssize_t)len);
        free(bytes);
        while (len-- > 0) {
            as_imported imported;
            as_error err = {0};
            assert_int_equal(ftruncate(fd, (off_t)len), 0);
            bool ok = as_import(model, &(as_import_files){.config = path}, &imported, &err);
            assert_true(ok == (imported.block != NULL) && ok == (err.message[0] == '\0'));
            as_imported_finish(&imported);
            refused += !ok;
        }
        assert_true(refused > 10);
        close(fd);
        unlink(path);
    }
}

static bool import_and_drop(void *data)
{
    const subject *s = data;
    as_imported imported;
    as_model *model;
    if (!as_import(s->paths[0], &s->files, &imported, NULL) ||
        !as_imported_model(&imported, &model, NULL))
        return false;
    as_model_free(model);
    return true;
}

static void failing_allocations_leave_nothing_behind(void **state)
{
    (void)state;
    static const char *const names[] = {"s2s", "theano", "joey", "bentrevett"};
    json_t *root = fixture_load("toolkits.json");
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        subject s;
        find_subject(fixture_member(root, names[k]), &s);
        assert_true(failing_alloc_try_all(import_and_drop, &s) > 100);
    }
    json_decref(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_layout_gives_its_toolkit_s_numbers),
        cmocka_unit_test(a_saved_model_translates_to_the_same_bytes),
        cmocka_unit_test(models_open_whoever_made_them),
        cmocka_unit_test(what_has_no_vocabularies_says_how_to_give_them),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_truncation_of_a_configuration_is_survived),
        cmocka_unit_test(failing_allocations_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
