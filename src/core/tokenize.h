/* Sentences as a model and a reader see them: text to tokens and back. */
#ifndef AS_CORE_TOKENIZE_H
#define AS_CORE_TOKENIZE_H

#include "core/bpe.h"
#include "core/error.h"
#include "core/vocab.h"

#include <stddef.h>
#include <stdint.h>

typedef enum as_unit {
    AS_UNIT_BPE,
    AS_UNIT_CHAR,
    AS_UNIT_WORD,    /* imported models: what stands between spaces, as it is */
    AS_UNIT_SUBWORD, /* the same, in the pieces of subword-nmt: all but a word's last end in "@@" */
} as_unit;

/* One side's tokenizer: how text becomes ids. The borrowed parts outlive it. */
typedef struct as_tokenizer {
    as_unit unit;
    const as_vocab *vocab;
    const as_bpe *bpe; /* NULL with AS_UNIT_CHAR and AS_UNIT_WORD */
    bool end_apart;    /* AS_UNIT_SUBWORD: its codes are of version 0.1 (bpe_codes.h) */
    bool begins;       /* a sentence begins with <s> */
} as_tokenizer;

/* The same for tokenizers that give every text the same ids: of the same unit, vocabulary and
 * merges. Never 0. */
uint64_t as_tokenizer_fingerprint(const as_tokenizer *tokenizer);

/* One token. Identity is its position, never its string: repeated words are distinct. */
typedef struct as_token {
    int id;
    char *piece;         /* owned: as in the vocabulary ("▁accord"); of an unknown, what would
                            stand there ("▁龘") */
    const char *surface; /* what a person reads: the piece without its space mark; points into
                            `piece`. The mark itself where the token is nothing else */
    int word;            /* the word it belongs to (as_pretokens), its first one when a Han or kana
                            piece covers several; a lone space mark goes with the word after it, or
                            the last one. -1 for specials and in a text without words */
    bool known;          /* false: the model saw <unk> */
    bool special;        /* </s>, and in output <s> or <pad> */
    size_t start, len;   /* the surface, in bytes of the sentence's text; the space for a lone
                            space mark (len 0 when it has none); len 0 for specials */
} as_token;

typedef struct as_sentence {
    char *text; /* normalized (as_text_normalize); with words as the unit, as given but for spaces */
    size_t text_len;
    as_token *tokens;
    int n;       /* tokens, a closing </s> included */
    int n_words; /* in the text (as_pretokens), or with words as the unit between its spaces */
} as_sentence;

/* Normalizes, splits and numbers `text`, and appends </s>. Empty text gives n = 1.
 *
 * With AS_UNIT_BPE each pre-token is split into characters, the first one carrying the space mark
 * "▁", and joined by the merges; a result outside the vocabulary falls apart into its characters
 * again. With AS_UNIT_CHAR every character is a token and a space is "▁". A character outside the
 * vocabulary is one <unk> with its own piece and surface, even when spelled like a special: no
 * text gives the ids of <pad>, <s> or </s>, nor <unk> as known.
 *
 * With AS_UNIT_WORD and AS_UNIT_SUBWORD nothing is normalized: white space separates words, and each
 * is looked up as it stands, or split by the codes. A piece outside the vocabulary is one <unk>.
 *
 * *out is filled only on success; release with as_sentence_finish. Errors: those of
 * as_text_normalize. */
bool as_tokenize(const as_tokenizer *tokenizer, const char *text, size_t len, as_sentence *out,
                 as_error *err);

/* What stands before a text that is tokenized. */
typedef enum as_joint {
    AS_JOINT_START, /* nothing: it begins the sentence */
    AS_JOINT_SPACE, /* a space: it begins a word */
    AS_JOINT_NONE,  /* the word or mark before it: it goes on with that */
} as_joint;

/* The same for a part of a sentence, and without </s> or any other special: what the ids of the
 * whole sentence hold there, as far as no piece spans the joint. With AS_UNIT_WORD and
 * AS_UNIT_SUBWORD a word always begins. */
bool as_tokenize_part(const as_tokenizer *tokenizer, const char *text, size_t len, as_joint joint,
                      as_sentence *out, as_error *err);

/* Safe on a zeroed sentence, and twice. */
void as_sentence_finish(as_sentence *sentence);

/* Ids back to tokens with surfaces, words and text: the inverse of as_tokenize, exact for known
 * text, and (but for AS_UNIT_SUBWORD, where an unknown piece does not tell whether its word goes on)
 * for all text when `unknown` gives the pieces. unknown[k], when not NULL, is the piece
 * to put where ids[k] is <unk>, with "▁" when a space precedes it (as_token.piece of a source
 * token); a NULL entry or array gives "<unk>", after a space with AS_UNIT_BPE. Specials give
 * tokens without text. No </s> is appended. Spaces that a model emits in excess collapse.
 * ARGUMENT when an id is outside the vocabulary; LIMIT past AS_TEXT_MAX_BYTES; SYSTEM. */
bool as_detokenize(const as_tokenizer *tokenizer, const int *ids, int n, const char *const *unknown,
                   as_sentence *out, as_error *err);

#endif
