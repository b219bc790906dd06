#include "train/pieces.h"

#include "core/buffer.h"
#include "core/file.h"
#include "core/memory.h"
#include "core/text.h"
#include "train/bpe_learn.h"
#include "train/word_counts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MODEL_LIMIT ((size_t)1 << 36) /* bytes; a model that trains here is far smaller */

static int rows_taken(const as_tsv *file, double weight)
{
    return weight < 1 ? (int)(weight * file->n + 0.5) : file->n;
}

static bool parse(as_pieces *pieces, as_error *err)
{
    return as_vocab_parse(pieces->vocab_text, strlen(pieces->vocab_text), &pieces->vocab, err) &&
           (pieces->unit == AS_UNIT_CHAR ||
            as_bpe_parse(pieces->bpe_text, strlen(pieces->bpe_text), &pieces->bpe, err));
}

/* Lines of one or both columns of the files. */
typedef struct lines {
    const char **texts; /* [n] */
    size_t *lens;
    int n;
} lines;

static void lines_finish(lines *l)
{
    free(l->texts);
    free(l->lens);
    *l = (lines){0};
}

static void add_lines(lines *l, const as_tsv *file, int n_rows, as_side side)
{
    for (int k = 0; k < n_rows; k++, l->n++) {
        const as_tsv_row *row = &file->rows[k];
        l->texts[l->n] = side == AS_SOURCE ? row->source : row->target;
        l->lens[l->n] = side == AS_SOURCE ? row->source_len : row->target_len;
    }
}

static bool list_lines(const as_tsv *files, const double *weights, int n_files, bool source,
                       bool target, lines *out, as_error *err)
{
    size_t total = 0;
    for (int f = 0; f < n_files; f++)
        total += (size_t)rows_taken(&files[f], weights[f]) * ((size_t)source + (size_t)target);
    lines l = {as_alloc(total, sizeof *l.texts), as_alloc(total, sizeof *l.lens), 0};
    if (!l.texts || !l.lens || total > INT_MAX) {
        lines_finish(&l);
        return as_fail_memory(err, "learning the vocabulary");
    }
    for (int f = 0; f < n_files; f++) {
        if (source)
            add_lines(&l, &files[f], rows_taken(&files[f], weights[f]), AS_SOURCE);
        if (target)
            add_lines(&l, &files[f], rows_taken(&files[f], weights[f]), AS_TARGET);
    }
    *out = l;
    return true;
}

static bool learn(const lines *l, as_unit unit, int n_pieces, as_pieces *out, as_error *err)
{
    as_pieces pieces = {.unit = unit};
    bool done = unit == AS_UNIT_CHAR ? as_char_vocab_learn(l->texts, l->lens, l->n, n_pieces,
                                                           &pieces.vocab_text, err)
                                     : as_bpe_learn(l->texts, l->lens, l->n, n_pieces,
                                                    &pieces.bpe_text, &pieces.vocab_text, err);
    if (!done || !parse(&pieces, err)) {
        as_pieces_finish(&pieces);
        return false;
    }
    *out = pieces;
    return true;
}

bool as_pieces_learn(const as_tsv *files, const double *weights, int n_files, as_side side,
                     as_unit unit, int n_pieces, as_pieces *out, as_error *err)
{
    lines l;
    if (!list_lines(files, weights, n_files, side == AS_SOURCE, side == AS_TARGET, &l, err))
        return false;
    bool done = learn(&l, unit, n_pieces, out, err) ||
                as_fail_in(err, "%s vocabulary", side == AS_SOURCE ? "source" : "target");
    lines_finish(&l);
    return done;
}

/* ---- joint ---- */

/* Marks the pieces that a word, with its space mark, falls into; lens has room for its bytes. */
static bool mark_word(const as_pieces *joint, as_table_string word, size_t *lens, as_arena *scratch,
                      unsigned char *used)
{
    int n = as_bpe_split(word.bytes, word.len, lens);
    if ((n = as_bpe_join(joint->bpe, word.bytes, lens, n, scratch)) < 0)
        return false;
    const char *piece = word.bytes;
    for (int k = 0; k < n; piece += lens[k++]) {
        int id = as_vocab_lookup(joint->vocab, piece, lens[k]);
        if (id >= 0)
            used[id] = 1;
    }
    return true;
}

static bool mark_words(const as_pieces *joint, const as_counts *words, unsigned char *used)
{
    size_t longest = 1;
    for (int w = 0; w < words->table.n; w++)
        if (words->table.strings[w].len > longest)
            longest = words->table.strings[w].len;
    size_t *lens = as_alloc(longest, sizeof *lens);
    as_arena scratch = {0};
    bool done = lens != NULL;
    for (int w = 0; done && w < words->table.n; w++)
        done = mark_word(joint, words->table.strings[w], lens, &scratch, used);
    as_arena_finish(&scratch);
    free(lens);
    return done;
}

/* Specials, the space mark and single characters stay on both sides: any word can be spelled. */
static bool is_elementary(const as_pieces *joint, int id)
{
    const char *piece = as_vocab_piece(joint->vocab, id);
    size_t len = strlen(piece), mark = as_space_mark_len(piece, len);
    return id < AS_N_SPECIAL || mark == len || as_text_next_cluster(piece, len, mark) == len;
}

/* One side's share of the joint pieces. */
static bool take_share(const as_pieces *joint, const as_counts *words, as_pieces *out,
                       as_error *err)
{
    int n = as_vocab_size(joint->vocab);
    unsigned char *used = as_alloc((size_t)n, 1);
    as_buffer text = {0};
    bool done = used && mark_words(joint, words, used);
    for (int id = 0; done && id < n; id++)
        if (used[id] || is_elementary(joint, id)) {
            as_buffer_text(&text, as_vocab_piece(joint->vocab, id));
            as_buffer_text(&text, "\n");
        }
    done = (done && as_buffer_ok(&text, NULL)) || as_fail_memory(err, "a vocabulary");
    done = done && as_pieces_parse(joint->unit, text.text, joint->bpe_text, out, err);
    as_buffer_finish(&text);
    free(used);
    return done;
}

static bool share_side(const as_tsv *files, const double *weights, int n_files, as_side side,
                       const as_pieces *joint, as_pieces *out, as_error *err)
{
    lines l;
    as_counts words = {0};
    if (joint->unit == AS_UNIT_CHAR)
        return as_pieces_parse(joint->unit, joint->vocab_text, NULL, out, err);
    if (!list_lines(files, weights, n_files, side == AS_SOURCE, side == AS_TARGET, &l, err))
        return false;
    bool done =
        as_count_words(l.texts, l.lens, l.n, &words, err) && take_share(joint, &words, out, err);
    as_counts_finish(&words);
    lines_finish(&l);
    return done;
}

bool as_pieces_learn_joint(const as_tsv *files, const double *weights, int n_files, as_unit unit,
                           int n_pieces, as_pieces *source, as_pieces *target, as_error *err)
{
    lines l;
    as_pieces joint = {0}, first = {0};
    if (!list_lines(files, weights, n_files, true, true, &l, err))
        return false;
    bool done = learn(&l, unit, n_pieces, &joint, err) &&
                share_side(files, weights, n_files, AS_SOURCE, &joint, &first, err) &&
                share_side(files, weights, n_files, AS_TARGET, &joint, target, err);
    lines_finish(&l);
    as_pieces_finish(&joint);
    if (done)
        *source = first;
    else
        as_pieces_finish(&first);
    return done || as_fail_in(err, "joint vocabulary");
}

static bool copy_text(const char *text, char **out, as_error *err)
{
    size_t size = strlen(text) + 1;
    if (!(*out = malloc(size)))
        return as_fail_memory(err, "a vocabulary");
    memcpy(*out, text, size);
    return true;
}

bool as_pieces_parse(as_unit unit, const char *vocab_text, const char *bpe_text, as_pieces *out,
                     as_error *err)
{
    as_pieces pieces = {.unit = unit};
    if (!copy_text(vocab_text, &pieces.vocab_text, err) ||
        (unit == AS_UNIT_BPE && !copy_text(bpe_text ? bpe_text : "", &pieces.bpe_text, err)) ||
        !parse(&pieces, err)) {
        as_pieces_finish(&pieces);
        return false;
    }
    *out = pieces;
    return true;
}

bool as_pieces_from_metadata(const as_safetensors *file, as_side side, as_unit unit, as_pieces *out,
                             as_error *err)
{
    const char *vocab_key = side == AS_SOURCE ? "source.vocab" : "target.vocab";
    const char *bpe_key = side == AS_SOURCE ? "source.bpe" : "target.bpe";
    const char *vocab = as_safetensors_metadata(file, vocab_key, NULL);
    const char *bpe = as_safetensors_metadata(file, bpe_key, NULL);
    if (!vocab || (unit == AS_UNIT_BPE && !bpe))
        return as_fail(err, AS_ERR_FORMAT, "no %s", vocab ? bpe_key : vocab_key);
    return as_pieces_parse(unit, vocab, bpe, out, err) || as_fail_in(err, "%s", vocab_key);
}

bool as_pieces_read(const char *path, as_unit unit, as_pieces *source, as_pieces *target,
                    as_error *err)
{
    unsigned char *bytes;
    size_t len;
    if (!as_file_read(path, MODEL_LIMIT, &bytes, &len, err))
        return false; /* the message names the file already */
    as_safetensors *file = NULL;
    as_pieces first = {0};
    bool done = as_safetensors_parse(bytes, len, &file, err) &&
                as_pieces_from_metadata(file, AS_SOURCE, unit, &first, err) &&
                as_pieces_from_metadata(file, AS_TARGET, unit, target, err);
    if (done) {
        *source = first;
    } else {
        as_pieces_finish(&first);
        as_fail_in(err, "%s", path);
    }
    as_safetensors_free(file);
    free(bytes);
    return done;
}

void as_pieces_finish(as_pieces *pieces)
{
    as_vocab_free(pieces->vocab);
    as_bpe_free(pieces->bpe);
    free(pieces->vocab_text);
    free(pieces->bpe_text);
    *pieces = (as_pieces){0};
}

as_tokenizer as_pieces_tokenizer(const as_pieces *pieces)
{
    return (as_tokenizer){.unit = pieces->unit, .vocab = pieces->vocab, .bpe = pieces->bpe};
}

int as_pieces_space(const as_pieces *pieces)
{
    if (pieces->unit == AS_UNIT_BPE)
        return -1;
    return as_vocab_lookup(pieces->vocab, AS_SPACE_MARK, AS_SPACE_MARK_LEN);
}
