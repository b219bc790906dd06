#include "interop/import.h"

#include "core/bpe_codes.h"
#include "core/buffer.h"
#include "core/file.h"
#include "core/memory.h"
#include "interop/npz.h"
#include "interop/regular.h"
#include "interop/toolkit.h"
#include "interop/torch_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The logit of what a toolkit's vocabulary does not have: of probability 0 in float32. */
#define ABSENT_LOGIT (-1e9f)

enum { SOURCE, TARGET, N_SIDES };

static const char *const side_names[N_SIDES] = {"source", "target"};

/* What as_imported.texts are. */
enum { SOURCE_VOCAB, TARGET_VOCAB, SOURCE_CODES, TARGET_CODES, NAME, TRAINING };

static const as_toolkit *const toolkits[] = {
    &as_toolkit_marian,     &as_toolkit_nematus,  &as_toolkit_joeynmt,
    &as_toolkit_bentrevett, &as_toolkit_bastings,
};

/* ---- The file ------------------------------------------------------------------------------ */

enum { HEAD = 8 };

/* How a file begins: a ZIP archive, an empty one, what torch wrote before version 1.6. */
static const unsigned char zip_magic[] = {'P', 'K', 3, 4};
static const unsigned char empty_zip_magic[] = {'P', 'K', 5, 6};
static const unsigned char old_torch_magic[HEAD] = {0x80, 0x02, 0x8a, 0x0a, 0x6c, 0xfc, 0x9c, 0x46};

static bool is_zip(const unsigned char head[HEAD])
{
    return memcmp(head, zip_magic, sizeof zip_magic) == 0 ||
           memcmp(head, empty_zip_magic, sizeof empty_zip_magic) == 0;
}

bool as_import_knows(const char *path)
{
    unsigned char head[HEAD];
    size_t len;
    return as_regular_head(path, head, sizeof head, &len, NULL) && len == sizeof head &&
           (is_zip(head) || memcmp(head, old_torch_magic, sizeof head) == 0);
}

static bool ends_in(const char *text, const char *tail)
{
    size_t len = strlen(text), tail_len = strlen(tail);
    return len >= tail_len && strcmp(text + len - tail_len, tail) == 0;
}

/* Whether the archive is one of torch's: an entry NAME/data.pkl, which no .npz has. */
static bool is_torch(const char *path, bool *out, as_error *err)
{
    as_archive *archive;
    if (!as_archive_open(path, &archive, err))
        return false;
    *out = false;
    for (int k = 0; k < as_archive_count(archive); k++)
        *out = *out || ends_in(as_archive_at(archive, k)->name, "/data.pkl");
    as_archive_free(archive);
    return true;
}

static bool open_arrays(const char *path, as_arrays **out, as_error *err)
{
    unsigned char head[HEAD] = {0};
    size_t len;
    bool torch = true;
    if (!as_regular_head(path, head, sizeof head, &len, err) ||
        (is_zip(head) && !is_torch(path, &torch, err)))
        return false;
    return torch ? as_torch_open(path, out, err) : as_npz_open(path, out, err);
}

static const as_toolkit *find_toolkit(const as_arrays *arrays, as_error *err)
{
    char name[AS_PRINTABLE];
    for (size_t k = 0; k < sizeof toolkits / sizeof toolkits[0]; k++)
        if (toolkits[k]->owns(arrays))
            return toolkits[k];
    as_fail(err, AS_ERR_FORMAT,
            "arrays of no model known here (Marian and Nematus, JoeyNMT, the PyTorch tutorials of "
            "bentrevett and bastings); the first of %d is %s",
            as_arrays_count(arrays),
            as_arrays_count(arrays) > 0
                ? as_printable(name, sizeof name, as_arrays_at(arrays, 0)->name)
                : "not there");
    return NULL;
}

/* ---- Words --------------------------------------------------------------------------------- */

/* Vocabularies that are programs of their own. */
static bool check_kind(const char *path, as_error *err)
{
    if (ends_in(path, ".spm"))
        return as_fail(err, AS_ERR_FORMAT, "%s: SentencePiece models are not implemented here",
                       path);
    if (ends_in(path, ".fsv"))
        return as_fail(err, AS_ERR_FORMAT, "%s: factored vocabularies are not implemented here",
                       path);
    return true;
}

static bool read_words(const as_import_source *source, const as_plan *plan, int side,
                       as_vocabulary *out, as_error *err)
{
    const char *given = source->files->vocabs[side], *path = given ? given : plan->vocabs[side];
    int wanted = side == SOURCE ? plan->layout.sizes.Vx : plan->layout.sizes.Vy;
    as_word_list list;
    if (!path && source->files->config)
        return as_fail(err, AS_ERR_FORMAT,
                       "%s names no vocabularies; --vocabs SOURCE TARGET gives them",
                       source->files->config);
    if (!path)
        return as_fail(err, AS_ERR_FORMAT,
                       "no configuration beside it names its vocabularies; alphascope import takes "
                       "them with --vocabs SOURCE TARGET");
    if (!check_kind(path, err) || !as_word_list_read(path, &list, err))
        return false;
    bool ok = list.n == wanted || (list.n > wanted && plan->longer_words) ||
              as_fail(err, AS_ERR_FORMAT, "%s has %d words, but the %s embedding has %d", path,
                      list.n, side_names[side], wanted);
    if (ok)
        ok = as_vocabulary_from_words(&list, wanted, &plan->specials[side], out, err) ||
             as_fail_in(err, "%s", path);
    as_word_list_finish(&list);
    return ok;
}

/* The text of codes that as_bpe_codes_read has checked; *out is the caller's (free). */
static bool read_codes(const char *path, char **out, as_error *err)
{
    as_bpe_codes codes;
    unsigned char *bytes = NULL;
    size_t len = 0;
    if (!as_bpe_codes_read(path, &codes, err))
        return false;
    as_bpe_codes_finish(&codes);
    if (!as_file_read(path, AS_BPE_CODES_MAX_BYTES, &bytes, &len, err))
        return false;
    *out = (char *)bytes;
    return true;
}

/* ---- Weights ------------------------------------------------------------------------------- */

static void set_sizes(const as_layout_sizes *sizes, const as_vocabulary words[N_SIDES],
                      as_config *config)
{
    config->E = sizes->source_E > sizes->target_E ? sizes->source_E : sizes->target_E;
    config->H = sizes->H;
    config->D = sizes->D;
    config->A = as_score_has_A(config->score) ? sizes->A : 0;
    config->R = as_readout_has_R(config->readout) ? sizes->R : 0;
    config->Vx = words[SOURCE].n;
    config->Vy = words[TARGET].n;
}

/* The model may be larger than its file, where arrays are tied, but not much: sizes that do not go
 * together must not make a small file ask for all memory. */
static bool check_growth(const as_arrays *arrays, size_t floats, as_error *err)
{
    enum { TIMES = 4, SLACK = 1 << 20 };
    size_t numbers = 0;
    for (int k = 0; k < as_arrays_count(arrays); k++)
        numbers += as_arrays_at(arrays, k)->count; /* each has its bytes in the file: no wrap */
    return floats / TIMES <= numbers + SLACK ||
           as_fail(err, AS_ERR_LIMIT,
                   "%zu numbers would make a model of %zu, expected at most %d "
                   "times as many",
                   numbers, floats, (int)TIMES);
}

static bool read_weights(as_arrays *arrays, const as_plan *plan, const as_vocabulary words[N_SIDES],
                         as_imported *out, as_error *err)
{
    size_t floats;
    as_params params;
    if (!as_layout_check(arrays, &plan->layout, err) ||
        !as_params_floats(&out->config, &floats, err) || !check_growth(arrays, floats, err))
        return false;
    out->block = as_alloc(floats, sizeof *out->block);
    if (!out->block)
        return as_fail_memory(err, "the weights");
    as_params_bind(&params, &out->config, out->block);
    float *b_o = params.output_b.data;
    for (int y = 0; y < words[TARGET].n; y++)
        b_o[y] = words[TARGET].words[y] < 0 ? ABSENT_LOGIT : 0;
    return as_layout_fill(arrays, &plan->layout, &out->config, words[SOURCE].words,
                          words[TARGET].words, &params, err);
}

/* ---- The card ------------------------------------------------------------------------------ */

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* "Marian s2s: model.npz", and the same for programs. */
static bool describe(const as_import_source *source, const as_plan *plan, as_imported *out,
                     as_error *err)
{
    char shown[AS_PRINTABLE];
    as_buffer name = {0}, training = {0};
    as_printable(shown, sizeof shown, file_name(source->path));
    as_buffer_format(&name, "%s: %s", plan->toolkit, shown);
    as_buffer_text(&training, "{\"toolkit\":");
    as_buffer_json_string(&training, plan->toolkit);
    as_buffer_text(&training, ",\"file\":");
    as_buffer_json_string(&training, shown);
    as_buffer_text(&training, "}");
    out->texts[NAME] = name.text;
    out->texts[TRAINING] = training.text;
    return as_buffer_ok(&name, err) && as_buffer_ok(&training, err);
}

static bool make_card(const as_import_source *source, const as_plan *plan, as_imported *out,
                      as_error *err)
{
    const char *const *codes = source->files->codes;
    for (int side = 0; side < N_SIDES; side++)
        if (codes[side] && !read_codes(codes[side], &out->texts[SOURCE_CODES + side], err))
            return false;
    if (!describe(source, plan, out, err))
        return false;
    out->card = (as_model_card){
        .source_unit = codes[SOURCE] ? AS_UNIT_SUBWORD : AS_UNIT_WORD,
        .target_unit = codes[TARGET] ? AS_UNIT_SUBWORD : AS_UNIT_WORD,
        .source_begins = plan->source_begins,
        .source_vocab = out->texts[SOURCE_VOCAB],
        .target_vocab = out->texts[TARGET_VOCAB],
        .source_bpe = out->texts[SOURCE_CODES],
        .target_bpe = out->texts[TARGET_CODES],
        .name = out->texts[NAME],
        .training = out->texts[TRAINING],
    };
    return true;
}

/* ---- The whole ----------------------------------------------------------------------------- */

/* Follows a plan. The words go into the card as texts. */
static bool build(const as_import_source *source, const as_plan *plan, as_vocabulary words[N_SIDES],
                  as_imported *out, as_error *err)
{
    for (int side = 0; side < N_SIDES; side++) {
        if (!read_words(source, plan, side, &words[side], err))
            return false;
        out->texts[SOURCE_VOCAB + side] = words[side].text;
        words[side].text = NULL;
    }
    out->config = plan->config;
    set_sizes(&plan->layout.sizes, words, &out->config);
    return read_weights(source->arrays, plan, words, out, err) && make_card(source, plan, out, err);
}

/* A configuration that was given and says nothing that is asked is a mistake of who gave it. */
static bool check_config(const as_import_source *source, const as_plan *plan, as_error *err)
{
    return !source->files->config || plan->config_read ||
           as_fail(
               err, AS_ERR_ARGUMENT,
               "the configuration %s is not needed: a model of %s has its settings in itself and "
               "its vocabularies from --vocabs",
               source->files->config, plan->toolkit);
}

static bool import_arrays(const as_import_source *source, as_imported *out, as_error *err)
{
    as_plan plan = {0};
    as_vocabulary words[N_SIDES] = {0};
    const as_toolkit *toolkit = find_toolkit(source->arrays, err);
    bool ok = toolkit && toolkit->plan(source, &plan, err) && check_config(source, &plan, err) &&
              build(source, &plan, words, out, err);
    for (int side = 0; side < N_SIDES; side++) {
        free(plan.vocabs[side]);
        as_vocabulary_finish(&words[side]);
    }
    return ok;
}

/* What the archive's entries come to; the file itself is a little larger. */
static size_t archive_bytes(as_arrays *arrays)
{
    const as_archive *archive = as_arrays_archive(arrays);
    size_t bytes = 0;
    for (int k = 0; k < as_archive_count(archive); k++)
        bytes += as_archive_at(archive, k)->bytes;
    return bytes;
}

bool as_import(const char *path, const as_import_files *files, as_imported *out, as_error *err)
{
    as_imported made = {0};
    as_import_source source = {.path = path, .files = files};
    *out = made;
    bool ok = open_arrays(path, &source.arrays, err) && import_arrays(&source, &made, err);
    if (ok)
        made.file_bytes = archive_bytes(source.arrays);
    as_arrays_free(source.arrays);
    if (!ok) {
        as_imported_finish(&made);
        return as_fail_in(err, "%s", path);
    }
    *out = made;
    return true;
}

void as_imported_finish(as_imported *imported)
{
    for (size_t k = 0; k < sizeof imported->texts / sizeof imported->texts[0]; k++)
        free(imported->texts[k]);
    free(imported->block);
    *imported = (as_imported){0};
}

bool as_imported_model(as_imported *imported, as_model **out, as_error *err)
{
    float *block = imported->block;
    imported->block = NULL; /* as_model_from_params takes it in any case */
    bool ok = as_model_from_params(&imported->config, block, &imported->card, out, err);
    if (ok)
        (*out)->file_bytes = imported->file_bytes;
    as_imported_finish(imported);
    return ok;
}

bool as_imported_save(const as_imported *imported, const char *path, as_error *err)
{
    as_params params;
    as_params_bind(&params, &imported->config, imported->block);
    return as_model_save(path, &imported->config, &params, &imported->card, AS_F32, err);
}
