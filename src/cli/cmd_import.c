#include "cli/commands.h"
#include "cli/options.h"
#include "cli/program.h"

#include "interop/import.h"

#include <unistd.h>

/* The first --codes is of both sides, a second one of the target. */
static bool take_codes(void *context, const char *path, as_error *err)
{
    as_import_files *files = context;
    if (files->codes[0] != NULL && files->codes[1] != files->codes[0])
        return as_fail(err, AS_ERR_ARGUMENT, "codes of the source and of the target are all");
    if (files->codes[0] == NULL)
        files->codes[0] = path;
    files->codes[1] = path;
    return true;
}

/* Not even --force replaces a file that is read. */
static bool check_output(const char *path, const as_import_files *files, const char *to,
                         as_error *err)
{
    return as_program_apart(to, path, err) && as_program_apart(to, files->config, err) &&
           as_program_apart(to, files->vocabs[0], err) &&
           as_program_apart(to, files->vocabs[1], err) &&
           as_program_apart(to, files->codes[0], err) && as_program_apart(to, files->codes[1], err);
}

static bool import(const char *path, const as_import_files *files, const char *to, bool replace,
                   as_error *err)
{
    as_imported imported;
    if (!replace && access(to, F_OK) == 0)
        return as_fail(err, AS_ERR_ARGUMENT, "%s exists; --force replaces it", to);
    if (!check_output(path, files, to, err) || !as_import(path, files, &imported, err))
        return false;
    bool ok = as_imported_save(&imported, to, err);
    as_imported_finish(&imported);
    return ok;
}

int as_cmd_import(const as_cli *cli, int argc, char **argv)
{
    (void)cli;
    as_import_files files = {0};
    const char *to = NULL;
    bool replace = false;
    const as_option options[] = {
        AS_TEXT('o', "output", &to, "FILE", "the model file to write, FILE.safetensors"),
        AS_PAIR(0, "vocabs", files.vocabs, "SOURCE TARGET",
                "vocabularies: YAML, JSON or a word a line"),
        AS_CALL(0, "codes", &files, "FILE", take_codes,
                "BPE codes of subword-nmt; given twice: source, target"),
        AS_FLAG('f', "force", &replace, "replace FILE when it exists"),
    };
    const as_option_table table = {
        .command = "alphascope import",
        .usage = "[OPTION …] MODEL [CONFIG] -o FILE",
        .summary = "Makes a model file of a model that another toolkit trained: Marian (s2s, amun, "
                   "nematus),\nNematus for Theano, JoeyNMT with recurrent networks, and two "
                   "PyTorch tutorials\n(bentrevett/pytorch-seq2seq 3, "
                   "bastings/annotated_encoder_decoder). The configuration\nand the vocabularies "
                   "are looked for beside MODEL.",
        .options = options,
        .n_options = sizeof options / sizeof *options,
    };
    int n_operands = 0, status = AS_EXIT_DONE;
    if (!as_options_parse(&table, argc, argv, &n_operands, &status))
        return status;
    if (to == NULL)
        return as_options_wrong(&table, "no output file: -o FILE");
    if (n_operands < 1 || n_operands > 2)
        return as_options_wrong(&table, "one MODEL, and at most one CONFIG, not %d files",
                                n_operands);
    if (n_operands == 2)
        files.config = argv[2];
    as_error err = {0};
    return import(argv[1], &files, to, replace, &err) ? AS_EXIT_DONE
                                                      : as_program_fail("import", &err);
}
