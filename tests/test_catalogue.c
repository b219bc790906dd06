/* Listing models, finding one by name, reading its card, and finding the data folder. */
#include "failing_alloc.h"

#include "core/catalogue.h"
#include "core/memory.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char *program; /* this executable */
static char top[64];        /* a folder of our own */

static char *in_top(char out[256], const char *name)
{
    snprintf(out, 256, "%s/%s", top, name);
    return out;
}

static void make_folder(const char *name)
{
    char path[256];
    assert_int_equal(mkdir(in_top(path, name), 0777), 0);
}

static void make_file(const char *name, const char *text)
{
    char path[256];
    FILE *file = fopen(in_top(path, name), "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int remove_all(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", top);
    return system(command);
}

static int make_top(void **state)
{
    (void)state;
    strcpy(top, "catalogue-XXXXXX");
    if (!mkdtemp(top))
        return 1;
    unsetenv("ALPHASCOPE_DATA");
    make_folder("models");
    make_folder("models/compare");
    make_folder("models/compare/deep");
    make_folder("models/trap.safetensors");
    make_folder("mine");
    make_file("models/eng-fra.safetensors", "x");
    make_file("models/dates.safetensors", "x");
    make_file("models/README.md", "x");
    make_file("models/.hidden.safetensors", "x");
    make_file("models/.safetensors", "x");
    make_file("models/eng-fra.safetensors.tmp", "x");
    make_file("models/compare/none.safetensors", "x");
    make_file("models/compare/additive.safetensors", "x");
    make_file("models/compare/deep/far.safetensors", "x");
    make_file("mine/dates.safetensors", "x");
    make_file("mine/an é.safetensors", "x");
    return 0;
}

static void read_both(as_catalogue *catalogue)
{
    char models[256], mine[256];
    const char *folders[] = {in_top(models, "models"), "no/such/folder", in_top(mine, "mine")};
    as_error err = {0};
    if (!as_catalogue_read(folders, 3, catalogue, &err))
        fail_msg("%s", err.message);
}

static void test_list(void **state)
{
    (void)state;
    static const char *const names[] = {"dates", "eng-fra", "compare/additive", "compare/none",
                                        "an é"};
    as_catalogue catalogue;
    char path[256];
    read_both(&catalogue);
    assert_int_equal(catalogue.n, 5);
    for (int k = 0; k < 5; k++)
        assert_string_equal(catalogue.entries[k].name, names[k]);
    assert_string_equal(catalogue.entries[2].path,
                        in_top(path, "models/compare/additive.safetensors"));
    assert_string_equal(catalogue.entries[0].path, in_top(path, "models/dates.safetensors"));
    as_catalogue_finish(&catalogue);
    assert_int_equal(catalogue.n, 0);
    assert_true(as_catalogue_read(NULL, 0, &catalogue, NULL));
    assert_int_equal(catalogue.n, 0);
    as_catalogue_finish(&catalogue);
}

static void assert_resolves(const as_catalogue *catalogue, const char *model, const char *want)
{
    char *got;
    as_error err = {0};
    if (!as_catalogue_resolve(catalogue, model, &got, &err))
        fail_msg("%s", err.message);
    assert_string_equal(got, want);
    free(got);
}

static void assert_unresolved(const as_catalogue *catalogue, const char *model, const char *part)
{
    char *got = NULL;
    as_error err = {0};
    assert_false(as_catalogue_resolve(catalogue, model, &got, &err));
    assert_null(got);
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    if (!strstr(err.message, part))
        fail_msg("got \"%s\", expected \"%s\"", err.message, part);
}

/* What the system says about a path is passed on: here, a link to itself. */
static void test_refused_path(void **state)
{
    (void)state;
    const as_catalogue empty = {0};
    char loop[256], *got = NULL;
    as_error err = {0};
    in_top(loop, "loop.safetensors");
    assert_int_equal(symlink("loop.safetensors", loop), 0);
    assert_false(as_catalogue_resolve(&empty, loop, &got, &err));
    unlink(loop);
    assert_null(got);
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_non_null(strstr(err.message, strerror(ELOOP)));
    assert_unresolved(&empty, "/dev/null", "/dev/null is a device or pipe, expected a model");
}

static void test_resolve(void **state)
{
    (void)state;
    as_catalogue catalogue, empty = {0};
    char path[256], other[256];
    read_both(&catalogue);
    assert_resolves(&catalogue, "eng-fra", in_top(path, "models/eng-fra.safetensors"));
    assert_resolves(&catalogue, "compare/none", in_top(path, "models/compare/none.safetensors"));
    in_top(other, "mine/dates.safetensors"); /* hidden by name, but a path all the same */
    assert_resolves(&catalogue, other, other);
    assert_unresolved(&catalogue, "eng-deu",
                      "no model \"eng-deu\": neither a known name (dates, eng-fra, "
                      "compare/additive, compare/none, an é) nor a file");
    assert_unresolved(&catalogue, "", "no model \"\"");
    assert_unresolved(&catalogue, "a\nb", "no model \"a?b\"");
    assert_unresolved(&catalogue, in_top(path, "models"), "is a folder, expected a model");
    assert_unresolved(&empty, "dates", "(none, no model is installed)");
    as_catalogue_finish(&catalogue);
}

/* More names than a message holds are cut at a name. */
static void test_many_names(void **state)
{
    (void)state;
    enum { N = 100 };
    as_catalogue_entry entries[N];
    char names[N][16];
    for (int k = 0; k < N; k++) {
        snprintf(names[k], sizeof names[k], "model-%d", k);
        entries[k] = (as_catalogue_entry){names[k], names[k]};
    }
    const as_catalogue catalogue = {entries, N};
    assert_unresolved(&catalogue, "x", "(model-0, model-1, model-2");
    assert_unresolved(&catalogue, "x", ", …) nor a file");
}

static const as_config small = {AS_SCORE_ADDITIVE,
                                AS_QUERY_PREVIOUS,
                                AS_READOUT_TANH,
                                .E = 3,
                                .H = 2,
                                .D = 5,
                                .A = 4,
                                .R = 6,
                                .Vx = 5,
                                .Vy = 6};

static void save_small(const char *path)
{
    const as_model_card card = {
        .source_unit = AS_UNIT_CHAR,
        .target_unit = AS_UNIT_BPE,
        .source_vocab = "<pad>\n<s>\n</s>\n<unk>\na",
        .target_vocab = "<pad>\n<s>\n</s>\n<unk>\na\nb",
        .target_bpe = "",
        .name = "Small",
        .languages = "eng-fra",
        .training = "{}",
    };
    as_params params;
    size_t n;
    as_error err = {0};
    assert_true(as_params_floats(&small, &n, NULL));
    float *block = as_alloc(n, sizeof *block);
    as_params_bind(&params, &small, block);
    if (!as_model_save(path, &small, &params, &card, AS_BF16, &err))
        fail_msg("%s", err.message);
    free(block);
}

static void test_card(void **state)
{
    (void)state;
    char path[256];
    as_model_about about;
    as_error err = {0};
    struct stat status;
    save_small(in_top(path, "small.safetensors"));
    if (!as_model_card_read(path, &about, &err))
        fail_msg("%s", err.message);
    assert_memory_equal(&about.config, &small, sizeof small);
    assert_string_equal(about.name, "Small");
    assert_string_equal(about.languages, "eng-fra");
    assert_string_equal(about.licence, "");
    assert_string_equal(about.training, "{}");
    assert_int_equal(about.source_unit, AS_UNIT_CHAR);
    assert_int_equal(about.target_unit, AS_UNIT_BPE);
    assert_int_equal(about.dtype, AS_BF16);
    /* embeddings 15 + 18, encoder 2 (18 + 12 + 6 + 6), init 10 + 5, attention 20 + 16 + 4 + 4,
     * cell 105 + 75 + 15 + 15, readout 72 + 6, output 36 + 6 */
    assert_int_equal(about.n_parameters, 33 + 84 + 15 + 44 + 210 + 78 + 42);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(about.file_bytes, status.st_size);
    as_model_about_finish(&about);

    assert_false(as_model_card_read(in_top(path, "models/dates.safetensors"), &about, &err));
    assert_int_equal(err.status, AS_ERR_FORMAT);
    assert_non_null(strstr(err.message, "dates.safetensors: 1 bytes, expected at least the 8"));
}

static void assert_data_folder(const char *given, const char *want)
{
    char *got;
    as_error err = {0};
    if (!as_data_folder(given, "/installed", &got, &err))
        fail_msg("%s", err.message);
    assert_string_equal(got, want);
    free(got);
}

static void test_data_folder_chosen(void **state)
{
    (void)state;
    char path[256];
    char *got = NULL;
    as_error err = {0};
    setenv("ALPHASCOPE_DATA", in_top(path, "mine"), 1);
    assert_data_folder(NULL, path);
    assert_data_folder(top, top);
    setenv("ALPHASCOPE_DATA", "no/such/folder", 1);
    assert_false(as_data_folder(NULL, "/installed", &got, &err));
    assert_string_equal(err.message,
                        "the data folder no/such/folder is not there (ALPHASCOPE_DATA)");
    assert_data_folder(top, top);
    assert_false(as_data_folder("elsewhere", "/installed", &got, &err));
    assert_string_equal(err.message, "the data folder elsewhere is not there");
    assert_null(got);
    unsetenv("ALPHASCOPE_DATA");
}

/* Copies this program to top/`place`, runs it there and compares the folder it prints with
 * top`want`. */
static void assert_found_from(const char *place, const char *want)
{
    char command[1024], got[512] = "", root[256];
    snprintf(command, sizeof command, "cp '%s' %s/%s && %s/%s --print-data-folder", program, top,
             place, top, place);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    if (!fgets(got, sizeof got, pipe))
        got[0] = '\0';
    assert_int_equal(pclose(pipe), 0);
    assert_non_null(realpath(top, root));
    char absolute[512];
    snprintf(absolute, sizeof absolute, "%s%s", root, want);
    assert_string_equal(got, absolute);
}

static void test_data_folder_found(void **state)
{
    (void)state;
    make_folder("build");
    make_folder("build/src");
    make_folder("build/src/cli");
    make_folder("assets"); /* beside models: top is a source tree now */
    assert_found_from("build/src/cli/program", "");
    assert_found_from("build/program", "");
    make_folder("usr");
    make_folder("usr/bin");
    make_folder("usr/share");
    make_folder("usr/share/alphascope");
    make_folder("usr/share/alphascope/models");
    make_folder("usr/share/alphascope/assets");
    assert_found_from("usr/bin/program", "/usr/share/alphascope");
}

static bool list_and_read(void *data)
{
    char models[256], card[256];
    const char *folder = in_top(models, "models");
    as_catalogue catalogue = {0};
    as_model_about about = {0};
    (void)data;
    bool ok = as_catalogue_read(&folder, 1, &catalogue, NULL) &&
              as_model_card_read(in_top(card, "small.safetensors"), &about, NULL);
    as_catalogue_finish(&catalogue);
    as_model_about_finish(&about);
    return ok;
}

static void test_failing_allocations(void **state)
{
    (void)state;
    assert_true(failing_alloc_try_all(list_and_read, NULL) > 10);
}

static int print_data_folder(void)
{
    char *folder;
    as_error err;
    if (!as_data_folder(NULL, "/installed", &folder, &err)) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    fputs(folder, stdout);
    free(folder);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--print-data-folder") == 0)
        return print_data_folder();
    program = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),
        cmocka_unit_test(test_resolve),
        cmocka_unit_test(test_refused_path),
        cmocka_unit_test(test_many_names),
        cmocka_unit_test(test_card),
        cmocka_unit_test(test_data_folder_chosen),
        cmocka_unit_test(test_data_folder_found),
        cmocka_unit_test(test_failing_allocations),
    };
    return cmocka_run_group_tests(tests, make_top, remove_all);
}
