/* One side's vocabulary and merges, as text for files and parsed for use. */
#ifndef AS_TRAIN_PIECES_H
#define AS_TRAIN_PIECES_H

#include "core/safetensors.h"
#include "core/tokenize.h"
#include "train/tsv.h"

typedef struct as_pieces {
    as_unit unit;
    char *vocab_text, *bpe_text; /* bpe_text NULL with AS_UNIT_CHAR */
    as_vocab *vocab;
    as_bpe *bpe;
} as_pieces;

typedef enum as_side { AS_SOURCE, AS_TARGET } as_side;

/* Learns from one column of the files: all rows of file k, or only the share weights[k] of them
 * when that is below 1 (the rows are taken from the start). *out is the caller's; release with
 * as_pieces_finish. Errors: those of as_bpe_learn. */
bool as_pieces_learn(const as_tsv *files, const double *weights, int n_files, as_side side,
                     as_unit unit, int n_pieces, as_pieces *out, as_error *err);

/* Learns both sides' pieces from both columns: one set of merges, `n_pieces` pieces at most, of
 * which each side keeps those that its own text needs, and every character of both. A name then
 * falls into the same pieces on both sides, which makes it easier to copy (Sennrich, Haddow, Birch
 * 2016, section 3.2). Otherwise as above. */
bool as_pieces_learn_joint(const as_tsv *files, const double *weights, int n_files, as_unit unit,
                           int n_pieces, as_pieces *source, as_pieces *target, as_error *err);

/* From the texts of a model file, which are copied. bpe_text may be NULL with AS_UNIT_CHAR.
 * Errors: FORMAT, SYSTEM. */
bool as_pieces_parse(as_unit unit, const char *vocab_text, const char *bpe_text, as_pieces *out,
                     as_error *err);

/* The same from the metadata of a model or checkpoint. Errors: FORMAT (names the key), SYSTEM. */
bool as_pieces_from_metadata(const as_safetensors *file, as_side side, as_unit unit, as_pieces *out,
                             as_error *err);

/* Both sides of a model file. Errors: those of reading files, FORMAT; messages name the file. */
bool as_pieces_read(const char *path, as_unit unit, as_pieces *source, as_pieces *target,
                    as_error *err);

/* Safe on a zeroed struct and twice. */
void as_pieces_finish(as_pieces *pieces);

as_tokenizer as_pieces_tokenizer(const as_pieces *pieces);

/* The id that stands between joined texts: "▁" with characters, none (-1) with subwords, whose
 * first piece already carries its space. */
int as_pieces_space(const as_pieces *pieces);

#endif
