/* Vocabularies and byte-pair encodings: from pre-tokens to ids and back.
 * BPE: Sennrich, Haddow, Birch 2016 (arXiv:1508.07909). */
#ifndef AS_CORE_VOCAB_H
#define AS_CORE_VOCAB_H

#include "core/error.h"

#include <stddef.h>

enum { AS_PAD = 0, AS_BOS = 1, AS_EOS = 2, AS_UNK = 3, AS_N_SPECIAL = 4 };

typedef struct as_vocab as_vocab; /* immutable after loading; shared by threads */

/* Parses newline-separated pieces; the first four must be <pad> <s> </s> <unk>. FORMAT names the
 * line of an empty, repeated or invalid piece. Free with as_vocab_free. */
bool as_vocab_parse(const char *text, size_t len, as_vocab **out, as_error *err);
void as_vocab_free(as_vocab *vocab);
int as_vocab_size(const as_vocab *vocab);
/* The piece of an id in [0, size), NUL-terminated, borrowed. */
const char *as_vocab_piece(const as_vocab *vocab, int id);
/* The id of a piece, or -1. */
int as_vocab_lookup(const as_vocab *vocab, const char *piece, size_t len);

typedef struct as_bpe as_bpe; /* merge table; immutable; shared by threads */

/* Parses newline-separated merges "left right", best first. An empty text is an empty table: the
 * pieces are single characters (grapheme clusters are not joined). */
bool as_bpe_parse(const char *text, size_t len, as_bpe **out, as_error *err);
void as_bpe_free(as_bpe *bpe);

/* One side's tokenizer: how text becomes ids. Borrowed parts outlive it. */
typedef enum as_unit { AS_UNIT_BPE, AS_UNIT_CHAR } as_unit;

typedef struct as_tokenizer {
    as_unit unit;
    const as_vocab *vocab;
    const as_bpe *bpe; /* NULL with AS_UNIT_CHAR */
} as_tokenizer;

/* One token of a sentence as the model and the screen see it. */
typedef struct as_token {
    int id;
    char *piece;    /* as in the vocabulary ("▁accord"), or the raw piece when unknown */
    char *surface;  /* what a person reads ("accord"); the unknown's own characters; "</s>" */
    int word;       /* index of the word it belongs to; -1 for </s> */
    bool known;     /* false: the model saw <unk> */
    bool special;   /* </s> */
    size_t start, len; /* bytes in the normalized text; len 0 for </s> */
} as_token;

typedef struct as_sentence {
    char *text;      /* normalized */
    size_t text_len;
    as_token *tokens;
    int n;           /* tokens, the closing </s> included */
} as_sentence;

/* Normalizes, splits and numbers `text`, and appends </s>. Empty text gives n = 1. With
 * AS_UNIT_CHAR every character is a token and a space is "▁". *out is filled only on success;
 * release with as_sentence_finish. Errors: those of as_text_normalize, SYSTEM. */
bool as_tokenize(const as_tokenizer *tokenizer, const char *text, size_t len, as_sentence *out,
                 as_error *err);
void as_sentence_finish(as_sentence *sentence);

/* Target ids back to tokens with surfaces, word indices and the detokenized text (exact inverse of
 * as_tokenize on known text). unknown[k], when not NULL, gives the surface for the k-th id where it
 * is <unk> (NULL: "<unk>"). */
bool as_detokenize(const as_tokenizer *tokenizer, const int *ids, int n,
                   const char *const *unknown, as_sentence *out, as_error *err);

#endif
