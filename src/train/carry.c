#include "train/carry.h"

#include "core/memory.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

/* How one vocabulary spells a piece of another; the arrays have room for the longest piece. */
typedef struct spelling {
    const as_tokenizer *old;
    size_t *lens;
    int *ids;
    float *row;
    as_arena scratch;
} spelling;

static bool spelling_new(const as_tokenizer *old, int cols, spelling *out, as_error *err)
{
    *out = (spelling){.old = old};
    out->lens = as_alloc(AS_MAX_PIECE_BYTES, sizeof *out->lens);
    out->ids = as_alloc(AS_MAX_PIECE_BYTES, sizeof *out->ids);
    out->row = as_alloc((size_t)cols, sizeof *out->row);
    return (out->lens && out->ids && out->row) || as_fail_memory(err, "pieces");
}

static void spelling_finish(spelling *s)
{
    free(s->lens);
    free(s->ids);
    free(s->row);
    as_arena_finish(&s->scratch);
}

/* The ids of a piece's characters, from s->ids[n] on; -1 when one is unknown, else the new n. */
static int spell_characters(spelling *s, const char *piece, size_t len, int n)
{
    size_t mark = as_space_mark_len(piece, len);
    for (size_t at = 0, end; at < len; at = end) {
        end = as_text_next_cluster(piece, len, at == 0 ? mark : at);
        int id = as_vocab_lookup(s->old->vocab, piece + at, end - at);
        if (id < 0)
            return -1;
        s->ids[n++] = id;
    }
    return n;
}

/* The old ids that a piece stands for: *n of them, 0 when one of its characters is unknown. */
static bool spell(spelling *s, const char *piece, int *n, as_error *err)
{
    size_t len = strlen(piece);
    *n = 1;
    s->ids[0] = as_vocab_lookup(s->old->vocab, piece, len);
    if (s->ids[0] >= 0)
        return true;
    int parts = as_bpe_split(piece, len, s->lens);
    if (s->old->bpe && (parts = as_bpe_join(s->old->bpe, piece, s->lens, parts, &s->scratch)) < 0)
        return as_fail_memory(err, "pieces");
    *n = 0;
    for (int k = 0; k < parts && *n >= 0; piece += s->lens[k++]) {
        int id = as_vocab_lookup(s->old->vocab, piece, s->lens[k]);
        if (id >= 0)
            s->ids[(*n)++] = id;
        else
            *n = spell_characters(s, piece, s->lens[k], *n);
    }
    *n = *n < 0 ? 0 : *n;
    return true;
}

static void fill_row(const spelling *s, int n, const as_mat *from, float *out)
{
    const as_kernels *kernels = as_kernels_best();
    if (n == 0)
        return;
    as_mat_row(kernels, out, from, s->ids[0]);
    for (int k = 1; k < n; k++) {
        as_mat_row(kernels, s->row, from, s->ids[k]);
        for (int c = 0; c < from->cols; c++)
            out[c] += s->row[c];
    }
    for (int c = 0; c < from->cols; c++)
        out[c] /= (float)n;
}

bool as_carry_rows(const as_mat *to, const as_tokenizer *fresh, const as_mat *from,
                   const as_tokenizer *old, as_error *err)
{
    spelling s;
    bool done = spelling_new(old, from->cols, &s, err);
    for (int id = 0, n; done && id < to->rows; id++) {
        done = spell(&s, as_vocab_piece(fresh->vocab, id), &n, err);
        if (done)
            fill_row(&s, n, from, as_mat_f32(to) + (size_t)id * to->stride);
    }
    spelling_finish(&s);
    return done;
}
