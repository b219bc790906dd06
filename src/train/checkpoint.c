#include "train/checkpoint.h"

#include "core/file.h"
#include "core/hash.h"
#include "core/memory.h"
#include "core/safetensors.h"
#include "train/snapshots.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char format_name[] = "alphascope-checkpoint/1";
static const char texts_sum_name[] = "run.checksum";

enum { N_BLOCKS = 4 + AS_SNAPSHOTS_MAX };

struct as_checkpoint_file {
    unsigned char *bytes;
    size_t len;
    as_safetensors *tensors;
};

/* ---- the blocks ---- */

/* One block and its name in the file. */
typedef struct block {
    char name[24];
    float *numbers;
} block;

/* All that there are, in the order of the file; returns how many. */
static int list_blocks(const as_trainer_state *state, block out[N_BLOCKS])
{
    int n = 0;
    out[n++] = (block){"weights", state->weights};
    out[n++] = (block){"adam.m", state->adam_m};
    out[n++] = (block){"adam.v", state->adam_v};
    if (state->average)
        out[n++] = (block){"average", state->average};
    for (int k = 0; k < state->n_snapshots; k++, n++) {
        snprintf(out[n].name, sizeof out[n].name, "snapshot.%d", k);
        out[n].numbers = state->snapshots[k];
    }
    return n;
}

/* ---- numbers that tell two things apart ---- */

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 29);
}

/* Of the blocks' bits, so that a damaged file is not taken for a run. */
static uint64_t checksum(uint64_t hash, const float *x, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        uint32_t bits;
        memcpy(&bits, &x[k], sizeof bits);
        hash = mix(hash, bits);
    }
    return hash;
}

uint64_t as_state_checksum(const as_trainer_state *state)
{
    block blocks[N_BLOCKS];
    int n = list_blocks(state, blocks);
    uint64_t sum = 0;
    for (int k = 0; k < n; k++)
        sum = checksum(sum, blocks[k].numbers, state->n);
    return sum;
}

/* The metadata that a run depends on. */
static const char *const text_names[] = {"run", "source.vocab", "target.vocab", "source.bpe",
                                         "target.bpe"};
enum { N_TEXTS = sizeof text_names / sizeof *text_names };

/* Of the texts, NULL being none. */
static uint64_t texts_checksum(const char *const texts[N_TEXTS])
{
    uint64_t sum = 0;
    for (int k = 0; k < N_TEXTS; k++)
        sum = as_hash_fold(sum, texts[k], texts[k] ? strlen(texts[k]) : 0);
    return sum;
}

uint64_t as_data_fingerprint(const as_corpus *const *corpora, const double *weights, int n_corpora)
{
    uint64_t hash = (uint64_t)n_corpora;
    for (int k = 0; k < n_corpora; k++) {
        uint64_t bits;
        memcpy(&bits, &weights[k], sizeof bits);
        hash = mix(mix(hash, bits), as_corpus_fingerprint(corpora[k]));
    }
    return hash;
}

/* ---- progress as JSON ---- */

static json_t *loss_to_json(const as_loss *loss)
{
    return json_pack("[f, f, f, I, I]", loss->smoothed, loss->nll, loss->guided,
                     (json_int_t)loss->n, (json_int_t)loss->n_right);
}

/* Counts so large that a run cannot have reached them would overflow when it goes on. */
static bool is_count(json_int_t n)
{
    return n >= 0 && n < (json_int_t)1 << 53;
}

static bool loss_from_json(json_t *array, as_loss *out)
{
    json_int_t n, n_right;
    if (json_unpack(array, "[F, F, F, I, I!]", &out->smoothed, &out->nll, &out->guided, &n,
                    &n_right) != 0 ||
        !is_count(n) || !is_count(n_right))
        return false;
    out->n = (long)n;
    out->n_right = (long)n_right;
    return true;
}

/* One key and its value a line. */
/* clang-format off */
static json_t *progress_to_json(const as_progress *p, int n_corpora)
{
    json_t *drawn = json_array();
    for (int k = 0; k < n_corpora; k++)
        json_array_append_new(drawn, json_integer((json_int_t)p->position.drawn[k]));
    return json_pack("{s:I, s:I, s:f, s:o, s:f, s:I, s:i, s:o, s:I, s:I, s:i, s:o}",
                     "step", (json_int_t)p->step,
                     "target_tokens", (json_int_t)p->n_target_tokens,
                     "seconds", p->seconds,
                     "best_nll", isfinite(p->best_nll) ? json_real(p->best_nll) : json_null(),
                     "best_bleu", p->best_bleu,
                     "best_step", (json_int_t)p->best_step,
                     "since_best", p->n_since_best,
                     "train", loss_to_json(&p->train),
                     "snapshots", (json_int_t)p->n_snapshots,
                     "pool", (json_int_t)p->position.pool,
                     "batch", p->position.batch,
                     "drawn", drawn);
}

static bool progress_from_json(const json_t *object, as_progress *out, as_error *err)
{
    json_int_t step, tokens, best_step, pool, snapshots = 0;
    json_t *best, *drawn, *train = NULL;
    as_progress p = {.best_bleu = -1};
    if (json_unpack((json_t *)object, "{s:I, s:I, s:F, s:o, s?F, s:I, s:i, s?o, s?I, s:I, s:i, s:o}",
                    "step", &step,
                    "target_tokens", &tokens,
                    "seconds", &p.seconds,
                    "best_nll", &best,
                    "best_bleu", &p.best_bleu, /* older runs do not have it, nor train, snapshots */
                    "best_step", &best_step,
                    "since_best", &p.n_since_best,
                    "train", &train,
                    "snapshots", &snapshots,
                    "pool", &pool,
                    "batch", &p.position.batch,
                    "drawn", &drawn) != 0 ||
        !is_count(step) || !is_count(tokens) || !is_count(best_step) || !is_count(pool) ||
        snapshots < 0 || snapshots > step || !(p.best_bleu >= -1) ||
        p.n_since_best < 0 || p.n_since_best > step || !(p.seconds >= 0) ||
        !(json_is_null(best) || json_is_number(best)) || !json_is_array(drawn) ||
        json_array_size(drawn) > AS_MAX_CORPORA || (train && !loss_from_json(train, &p.train)))
        return as_fail(err, AS_ERR_FORMAT, "the progress cannot be read");
    for (size_t k = 0; k < json_array_size(drawn); k++) {
        json_int_t n = json_integer_value(json_array_get(drawn, k));
        if (!is_count(n))
            return as_fail(err, AS_ERR_FORMAT, "the progress cannot be read");
        p.position.drawn[k] = (uint64_t)n;
    }
    p.step = (long)step;
    p.n_target_tokens = (long)tokens;
    p.best_nll = json_is_null(best) ? INFINITY : json_number_value(best);
    p.best_step = (long)best_step;
    p.n_snapshots = (long)snapshots;
    p.position.pool = (uint64_t)pool;
    *out = p;
    return true;
}
/* clang-format on */

/* ---- writing ---- */

/* Of the text that the best measurement was made on; 0 when there is none. */
static uint64_t valid_fingerprint(const as_trainer *trainer)
{
    const as_corpus *valid = as_trainer_inputs(trainer)->valid;
    return valid ? as_corpus_fingerprint(valid) : 0;
}

/* Everything but blocks and vocabularies, as JSON text; the caller's, NULL when memory is short. */
static char *run_text(as_trainer *trainer, const as_trainer_state *state, uint64_t fingerprint,
                      const char *lineage, int n_corpora)
{
    uint64_t sum = as_state_checksum(state);
    char data[32], valid[32], blocks[32];
    snprintf(data, sizeof data, "%016" PRIx64, fingerprint);
    snprintf(valid, sizeof valid, "%016" PRIx64, valid_fingerprint(trainer));
    snprintf(blocks, sizeof blocks, "%016" PRIx64, sum);
    json_t *root = json_pack(
        "{s:o, s:o, s:s, s:s, s:s}", "settings", as_settings_to_json(as_trainer_settings(trainer)),
        "progress", progress_to_json(as_trainer_progress(trainer), n_corpora), "data_fingerprint",
        data, "valid_fingerprint", valid, "checksum", blocks);
    if (root && lineage)
        json_object_set_new(root, "began_from", json_loads(lineage, 0, NULL));
    char *text = root ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    return text;
}

bool as_checkpoint_save(const char *path, as_trainer *trainer, const as_pieces *source,
                        const as_pieces *target, uint64_t data_fingerprint, const char *lineage,
                        as_error *err)
{
    as_trainer_state state = as_trainer_blocks(trainer);
    char *run = run_text(trainer, &state, data_fingerprint, lineage, AS_MAX_CORPORA);
    if (!run)
        return as_fail_memory(err, "a checkpoint");
    block blocks[N_BLOCKS];
    as_st_source tensors[N_BLOCKS];
    int n_blocks = list_blocks(&state, blocks);
    for (int k = 0; k < n_blocks; k++)
        tensors[k] = (as_st_source){blocks[k].name, 1, {state.n}, AS_F32, blocks[k].numbers};
    const char *const texts[N_TEXTS] = {run, source->vocab_text, target->vocab_text,
                                        source->bpe_text, target->bpe_text};
    char sum[32];
    snprintf(sum, sizeof sum, "%016" PRIx64, texts_checksum(texts));
    as_st_metadata metadata[2 + N_TEXTS] = {{"format", format_name}, {texts_sum_name, sum}};
    int n_metadata = 2;
    for (int k = 0; k < N_TEXTS; k++)
        if (texts[k])
            metadata[n_metadata++] = (as_st_metadata){text_names[k], texts[k]};
    bool done = as_safetensors_write(path, tensors, n_blocks, metadata, n_metadata, err);
    free(run);
    return done;
}

/* ---- reading ---- */

static bool read_run(const as_safetensors *file, as_checkpoint *out, as_error *err)
{
    const char *format = as_safetensors_metadata(file, "format", NULL);
    const char *text = as_safetensors_metadata(file, "run", NULL);
    if (!format || strcmp(format, format_name) != 0 || !text)
        return as_fail(err, AS_ERR_FORMAT, "no checkpoint, expected format \"%s\"", format_name);
    json_t *root = json_loads(text, 0, NULL);
    const char *data = json_string_value(json_object_get(root, "data_fingerprint"));
    const char *valid = json_string_value(json_object_get(root, "valid_fingerprint"));
    bool done = as_settings_from_json(json_object_get(root, "settings"), &out->settings, err) &&
                progress_from_json(json_object_get(root, "progress"), &out->progress, err);
    if (done && !data)
        done = as_fail(err, AS_ERR_FORMAT, "no data_fingerprint");
    if (done) {
        json_t *runs = json_object_get(root, "began_from");
        out->data_fingerprint = strtoull(data, NULL, 16);
        out->knows_valid = valid != NULL; /* older runs do not */
        out->valid_fingerprint = valid ? strtoull(valid, NULL, 16) : 0;
        out->lineage = runs ? json_dumps(runs, JSON_COMPACT) : NULL;
        done = !runs || out->lineage || as_fail_memory(err, "a checkpoint");
    }
    json_decref(root);
    return done;
}

/* Older checkpoints have no sum of their texts. */
static bool check_texts(const as_safetensors *file, as_error *err)
{
    const char *want = as_safetensors_metadata(file, texts_sum_name, NULL), *texts[N_TEXTS];
    for (int k = 0; k < N_TEXTS; k++)
        texts[k] = as_safetensors_metadata(file, text_names[k], NULL);
    uint64_t sum = texts_checksum(texts);
    return !want || sum == strtoull(want, NULL, 16) ||
           as_fail(err, AS_ERR_FORMAT,
                   "settings, progress or vocabularies are damaged (their checksum is %016" PRIx64
                   ", expected %.16s)",
                   sum, want);
}

bool as_checkpoint_load(const char *path, as_checkpoint *out, as_error *err)
{
    as_checkpoint checkpoint = {0};
    struct as_checkpoint_file *file = as_alloc(1, sizeof *file);
    if (!file)
        return as_fail_memory(err, "a checkpoint");
    checkpoint.file = file;
    if (!as_file_read(path, (size_t)1 << 36, &file->bytes, &file->len, err))
        goto fail; /* the message names the file already */
    if (!as_safetensors_parse(file->bytes, file->len, &file->tensors, err) ||
        !read_run(file->tensors, &checkpoint, err) ||
        !as_pieces_from_metadata(file->tensors, AS_SOURCE, (as_unit)checkpoint.settings.unit,
                                 &checkpoint.source, err) ||
        !as_pieces_from_metadata(file->tensors, AS_TARGET, (as_unit)checkpoint.settings.unit,
                                 &checkpoint.target, err) ||
        !check_texts(file->tensors, err)) {
        as_fail_in(err, "%s", path);
        goto fail;
    }
    *out = checkpoint;
    return true;
fail:
    as_checkpoint_finish(&checkpoint);
    return false;
}

void as_checkpoint_finish(as_checkpoint *checkpoint)
{
    as_pieces_finish(&checkpoint->source);
    as_pieces_finish(&checkpoint->target);
    free(checkpoint->lineage);
    if (checkpoint->file) {
        as_safetensors_free(checkpoint->file->tensors);
        free(checkpoint->file->bytes);
        free(checkpoint->file);
    }
    *checkpoint = (as_checkpoint){0};
}

static bool restore_block(const as_safetensors *file, const block *to, size_t n, as_error *err)
{
    const as_st_tensor *tensor = as_safetensors_lookup(file, to->name);
    if (!tensor || tensor->dtype != AS_F32 || tensor->bytes != n * sizeof *to->numbers)
        return as_fail(err, AS_ERR_FORMAT, "%s is not %zu F32 numbers", to->name, n);
    memcpy(to->numbers, tensor->data, tensor->bytes);
    return true;
}

static bool check_sum(const as_checkpoint *checkpoint, const as_trainer_state *state, as_error *err)
{
    json_t *root =
        json_loads(as_safetensors_metadata(checkpoint->file->tensors, "run", NULL), 0, NULL);
    const char *text = json_string_value(json_object_get(root, "checksum"));
    uint64_t want = text ? strtoull(text, NULL, 16) : 0;
    json_decref(root);
    uint64_t sum = as_state_checksum(state);
    return sum == want || as_fail(err, AS_ERR_FORMAT,
                                  "the numbers are damaged (their checksum is "
                                  "%016" PRIx64 ", expected %016" PRIx64 ")",
                                  sum, want);
}

bool as_checkpoint_has_other_valid(const as_checkpoint *checkpoint, const as_trainer *trainer)
{
    return checkpoint->knows_valid && checkpoint->valid_fingerprint != valid_fingerprint(trainer);
}

/* Measurements on another text tell nothing about those to come. */
static void forget_best(as_progress *progress)
{
    progress->best_nll = INFINITY;
    progress->best_bleu = -1;
    progress->best_step = 0;
    progress->n_since_best = 0;
}

bool as_checkpoint_restore(const as_checkpoint *checkpoint, as_trainer *trainer, as_error *err)
{
    const as_safetensors *file = checkpoint->file->tensors;
    *as_trainer_progress(trainer) = checkpoint->progress; /* says how many blocks there are */
    if (as_checkpoint_has_other_valid(checkpoint, trainer))
        forget_best(as_trainer_progress(trainer));
    as_trainer_state state = as_trainer_blocks(trainer);
    block blocks[N_BLOCKS];
    int n_blocks = list_blocks(&state, blocks);
    for (int k = 0; k < n_blocks; k++)
        if (!restore_block(file, &blocks[k], state.n, err))
            return false;
    return check_sum(checkpoint, &state, err) && as_trainer_reposition(trainer, err);
}
