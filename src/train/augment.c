#include "train/augment.h"

#include "train/swap.h"
#include "train/typed.h"
#include "train/words.h"

#include <math.h>
#include <stdlib.h>

enum { STREAM_AUGMENT = 0x600, SHORTEST_NAME = 3 };

typedef enum swap_kind { KIND_NAMES, KIND_NUMBERS, N_KINDS } swap_kind;

/* One corpus and its pairs that can be swapped. */
typedef struct text {
    const as_tsv *file;
    const as_corpus *corpus;
    int *pairs[N_KINDS]; /* indices of pairs */
    int n_pairs[N_KINDS];
    double names_share; /* of the swapped pairs, those drawn for their names */
} text;

struct as_augment {
    as_augment_options options;
    as_tokenizer source, target;
    as_word_forms forms;
    text *texts;
    int n_texts;
    /* Of the pair that is being made. */
    as_buffer swapped[2], typed[2];
    as_arena names;
    bool failed; /* memory was short while a name was judged */
};

static const as_tsv_row *row_of(const text *t, int pair)
{
    return &t->file->rows[t->corpus->rows[pair]];
}

/* ---- finding the pairs to swap ---- */

static bool list_pairs(as_augment *augment, text *t)
{
    as_swap swap;
    for (int kind = 0; kind < N_KINDS; kind++)
        if (!(t->pairs[kind] = as_alloc((size_t)t->corpus->n, sizeof *t->pairs[kind])))
            return false;
    for (int k = 0; k < t->corpus->n; k++) {
        if (!as_swap_find(&augment->forms, row_of(t, k), &swap))
            continue;
        bool has[N_KINDS] = {false};
        for (int j = 0; j < swap.n_sites[AS_SOURCE]; j++)
            has[swap.items[swap.sites[AS_SOURCE][j].item].text ? KIND_NAMES : KIND_NUMBERS] = true;
        for (int kind = 0; kind < N_KINDS; kind++)
            if (has[kind])
                t->pairs[kind][t->n_pairs[kind]++] = k;
    }
    double names = sqrt(t->n_pairs[KIND_NAMES]), numbers = sqrt(t->n_pairs[KIND_NUMBERS]);
    t->names_share = names + numbers > 0 ? names / (names + numbers) : 0;
    return true;
}

bool as_augment_new(const as_tsv *files, const as_corpus *const *corpora, int n_files,
                    const as_tokenizer *source, const as_tokenizer *target,
                    const as_augment_options *options, as_augment **out, as_error *err)
{
    as_augment *augment = as_alloc(1, sizeof *augment);
    if (!augment)
        return as_fail_memory(err, "the changed pairs");
    augment->options = *options;
    augment->source = *source;
    augment->target = *target;
    augment->texts = as_alloc((size_t)n_files, sizeof *augment->texts);
    bool done = augment->texts != NULL || as_fail_memory(err, "the changed pairs");
    augment->n_texts = done ? n_files : 0;
    done = done && as_word_forms_learn(files, n_files, &augment->forms, err);
    for (int k = 0; done && k < n_files; k++) {
        augment->texts[k].file = &files[k];
        augment->texts[k].corpus = corpora[k];
        done = options->swap <= 0 || list_pairs(augment, &augment->texts[k]) ||
               as_fail_memory(err, "the changed pairs");
    }
    if (done)
        *out = augment;
    else
        as_augment_free(augment);
    return done;
}

void as_augment_free(as_augment *augment)
{
    if (!augment)
        return;
    for (int k = 0; k < augment->n_texts; k++)
        for (int kind = 0; kind < N_KINDS; kind++)
            free(augment->texts[k].pairs[kind]);
    free(augment->texts);
    as_word_forms_finish(&augment->forms);
    for (int side = 0; side < 2; side++) {
        as_buffer_finish(&augment->swapped[side]);
        as_buffer_finish(&augment->typed[side]);
    }
    as_arena_finish(&augment->names);
    free(augment);
}

void as_augment_count(const as_augment *augment, int k, int *n_names, int *n_numbers)
{
    *n_names = augment->texts[k].n_pairs[KIND_NAMES];
    *n_numbers = augment->texts[k].n_pairs[KIND_NUMBERS];
}

/* ---- one pair ---- */

static bool is_writable(as_augment *augment, const as_tokenizer *tokenizer, const char *name,
                        size_t len)
{
    const int *ids;
    int n;
    as_arena_reset(&augment->names);
    if (!as_ids_from_text(tokenizer, name, len, &augment->names, &ids, &n, NULL))
        return !(augment->failed = true);
    for (int k = 0; k < n; k++)
        if (ids[k] == AS_UNK)
            return false;
    return true;
}

/* A name must not be a word of the languages (At, Nine), nor short enough to be one. */
static bool is_name_like(const as_augment *augment, const char *name, size_t len)
{
    as_word_scan scan = as_words(name, len);
    as_word word;
    if (len < SHORTEST_NAME)
        return false;
    while (as_word_next(&scan, &word))
        if (as_word_is_common(&augment->forms, name + word.start, word.len))
            return false;
    return true;
}

/* A name that a vocabulary lacks the letters of would teach nothing. */
static bool accepts(void *context, const char *name, size_t len)
{
    as_augment *augment = context;
    return is_name_like(augment, name, len) && is_writable(augment, &augment->source, name, len) &&
           is_writable(augment, &augment->target, name, len);
}

/* A pair to swap; -1 when the corpus has none. */
static int choose_pair(const text *t, as_random *random)
{
    swap_kind kind = as_random_unit(random) < t->names_share ? KIND_NAMES : KIND_NUMBERS;
    if (t->n_pairs[kind] == 0)
        return -1;
    return t->pairs[kind][as_random_below(random, (uint32_t)t->n_pairs[kind])];
}

/* Texts of a swapped pair into augment->swapped; false when there is none. */
static bool swap_texts(as_augment *augment, const text *t, as_random *random)
{
    as_swap swap;
    int pair = choose_pair(t, random);
    as_buffer_reset(&augment->swapped[AS_SOURCE]);
    as_buffer_reset(&augment->swapped[AS_TARGET]);
    return pair >= 0 && as_swap_find(&augment->forms, row_of(t, pair), &swap) &&
           as_swap_write(&swap, random, accepts, augment, &augment->swapped[AS_SOURCE],
                         &augment->swapped[AS_TARGET]);
}

static bool number_pair(as_augment *augment, const as_tsv_row *row, as_arena *arena, as_pair *pair,
                        as_error *err)
{
    as_pair changed = {0};
    if (!as_ids_from_text(&augment->source, row->source, row->source_len, arena, &changed.x,
                          &changed.S, err) ||
        !as_ids_from_text(&augment->target, row->target, row->target_len, arena, &changed.y,
                          &changed.T, err))
        return false;
    if (changed.S <= augment->options.max_tokens && changed.T <= augment->options.max_tokens)
        *pair = changed;
    return true;
}

/* The texts in two buffers as a row. */
static bool row_from_buffers(const as_buffer *buffers, as_tsv_row *row, as_error *err)
{
    *row = (as_tsv_row){buffers[AS_SOURCE].text, buffers[AS_TARGET].text, buffers[AS_SOURCE].len,
                        buffers[AS_TARGET].len, buffers[AS_TARGET].len};
    return as_buffer_ok(&buffers[AS_SOURCE], err) && as_buffer_ok(&buffers[AS_TARGET], err);
}

bool as_augment_pair(as_augment *augment, int k, int index, uint64_t drawn, as_arena *arena,
                     as_pair *pair, as_error *err)
{
    const text *t = &augment->texts[k];
    as_random random = as_random_for(augment->options.seed, STREAM_AUGMENT + (uint64_t)k, drawn);
    bool swaps = as_random_unit(&random) < augment->options.swap;
    bool types = as_random_unit(&random) < augment->options.fragment;
    as_tsv_row row = *row_of(t, index);
    augment->failed = false;
    swaps = swaps && swap_texts(augment, t, &random);
    if (augment->failed)
        return as_fail_memory(err, "the changed pairs");
    if (swaps && !row_from_buffers(augment->swapped, &row, err))
        return false;
    if (types) {
        as_buffer_reset(&augment->typed[AS_SOURCE]);
        as_buffer_reset(&augment->typed[AS_TARGET]);
        as_typed_write(&augment->forms, row.source, row.source_len, row.target, row.target_len,
                       &random, &augment->typed[AS_SOURCE], &augment->typed[AS_TARGET]);
        if (!row_from_buffers(augment->typed, &row, err))
            return false;
    }
    return !(swaps || types) || number_pair(augment, &row, arena, pair, err);
}
