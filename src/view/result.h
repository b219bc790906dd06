/* A translation with what the screen needs beside it, computed once and not in every frame. */
#ifndef AS_VIEW_RESULT_H
#define AS_VIEW_RESULT_H

#include "core/trace.h"

typedef struct as_result {
    const as_translation *translation; /* borrowed */
    const as_trace *trace;             /* borrowed; NULL after init and where there is none */
    int T, S;
    float *row_max;      /* [T] largest alpha of the row */
    float *entropy;      /* [T] of the row, bit */
    float *coverage;     /* [S] sum over t of alpha */
    bool *chosen;        /* [T] put there by a person; NULL: none is, as after init */
    float *context_norm; /* [T] length of c_t, or NULL when the states were not kept */
    char **candidates;   /* [T x n_candidates] names; "·" leads what continues a word; or NULL */
    char **pieces;       /* likewise, as the vocabulary has them; without one the names */
    bool has_config;
    as_config config;
} as_result;

/* vocab may be NULL (candidates are then "#id"), config too. Errors: ARGUMENT when there is no row
 * or a vocabulary does not know a candidate, SYSTEM. Release with as_result_finish. */
bool as_result_init(as_result *result, const as_translation *translation, const as_vocab *vocab,
                    const as_config *config, as_error *err);
/* Marks what a person put there: chosen [T], copied; NULL: nothing. Errors: SYSTEM; the result is
 * finished then. */
bool as_result_mark(as_result *result, const bool *chosen, as_error *err);
void as_result_finish(as_result *result);

/* What stands on an axis for a token: its surface; "␣" for a blank. Borrowed. */
const char *as_token_label(const as_token *token);
/* Is the token nothing but a space? */
bool as_token_is_space(const as_token *token);
/* Are both of the same text, however it falls into tokens? */
bool as_sentence_same_text(const as_sentence *a, const as_sentence *b);

/* Are there pieces that start a word, so that the others continue one? Not where every character is
 * a piece. */
bool as_vocab_tells_words(const as_vocab *vocab);
/* A piece as a person reads it: "▁accord" is "accord", and with mark_parts "té" that continues a
 * word is "·té"; without a vocabulary "#id". The caller's (free); NULL: memory is short. */
char *as_token_name(const as_vocab *vocab, int id, bool mark_parts);

/* The tokens [*first, *past) that make up the word of token k, without lone spaces; just k for
 * </s>. Cannot fail. */
void as_token_word(const as_sentence *sentence, int k, int *first, int *past);

/* 1 for the largest weight of row t; equal weights by position. */
int as_result_rank(const as_result *result, int t, int i);
/* The position of the second largest weight of row t; -1 when S is 1. */
int as_result_second(const as_result *result, int t);
/* Did a person put token t there? */
bool as_result_is_chosen(const as_result *result, int t);
float as_result_alpha(const as_result *result, int t, int i);

#endif
