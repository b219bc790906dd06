#include "train/pieces.h"

#include "core/file.h"
#include "core/memory.h"
#include "core/text.h"
#include "train/bpe_learn.h"

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

bool as_pieces_learn(const as_tsv *files, const double *weights, int n_files, as_side side,
                     as_unit unit, int n_pieces, as_pieces *out, as_error *err)
{
    as_pieces pieces = {.unit = unit};
    size_t total = 0;
    for (int f = 0; f < n_files; f++)
        total += (size_t)rows_taken(&files[f], weights[f]);
    const char **lines = as_alloc(total, sizeof *lines);
    size_t *lens = as_alloc(total, sizeof *lens);
    bool done = false;
    if (!lines || !lens) {
        as_fail_memory(err, "learning the vocabulary");
        goto end;
    }
    int n = 0;
    for (int f = 0; f < n_files; f++)
        for (int k = 0; k < rows_taken(&files[f], weights[f]); k++, n++) {
            const as_tsv_row *row = &files[f].rows[k];
            lines[n] = side == AS_SOURCE ? row->source : row->target;
            lens[n] = side == AS_SOURCE ? row->source_len : row->target_len;
        }
    if (unit == AS_UNIT_CHAR)
        done = as_char_vocab_learn(lines, lens, n, n_pieces, &pieces.vocab_text, err);
    else
        done = as_bpe_learn(lines, lens, n, n_pieces, &pieces.bpe_text, &pieces.vocab_text, err);
    done = done && parse(&pieces, err);
    if (done)
        *out = pieces;
    else
        as_fail_in(err, "%s vocabulary", side == AS_SOURCE ? "source" : "target");
end:
    free(lines);
    free(lens);
    if (!done)
        as_pieces_finish(&pieces);
    return done;
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
    return (as_tokenizer){pieces->unit, pieces->vocab, pieces->bpe};
}

int as_pieces_space(const as_pieces *pieces)
{
    if (pieces->unit == AS_UNIT_BPE)
        return -1;
    return as_vocab_lookup(pieces->vocab, AS_SPACE_MARK, AS_SPACE_MARK_LEN);
}
