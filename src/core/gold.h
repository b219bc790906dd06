/* Gold word alignments, and what an attention matrix says about the same words.
 *
 * One sentence pair a line, columns between tabs:
 *   source words <TAB> target words <TAB> sure links <TAB> possible links
 *   [<TAB> annotated source positions <TAB> annotated target positions]
 * Words stand between single spaces, links as core/pharaoh.h has them, positions count from 0. The
 * fourth column has the links that are possible and not sure; it may have the sure ones as well.
 * With the last two columns only links between annotated positions are scored. */
#ifndef AS_CORE_GOLD_H
#define AS_CORE_GOLD_H

#include "core/decode.h"
#include "core/measures.h"

typedef struct as_gold_word {
    size_t start, len; /* bytes of the side's text */
    bool scored;       /* annotated: its links count */
} as_gold_word;

/* One side. The text is what a model is given: the words in normal form with a space between,
 * except where as_text_space_between wants none. */
typedef struct as_gold_side {
    char *text;
    size_t len;
    as_gold_word *words;
    int n; /* at least 1, at most AS_GOLD_MAX_WORDS */
} as_gold_side;

enum { AS_GOLD_MAX_WORDS = 2000 };

typedef struct as_gold_pair {
    as_gold_side source, target;
    as_link *sure, *possible; /* between scored words */
    int n_sure, n_possible;
} as_gold_pair;

/* Reads one line, without its line break. Release with as_gold_finish; on failure there is nothing
 * to release. Errors: FORMAT (the message names column, place, what was found and expected), LIMIT,
 * SYSTEM. */
bool as_gold_parse(const char *line, size_t len, as_gold_pair *out, as_error *err);
void as_gold_finish(as_gold_pair *pair);

/* Hard links between gold words from the attention of a model along the pair's own texts (as_align
 * of source.text and target.text; ARGUMENT when the translation is of other texts).
 *
 * The model's pieces are not the gold's words. A piece belongs to the words that it overlaps, to
 * each by the share of its characters there; a piece that is nothing but a space belongs to the
 * word after it. With p(k, w) that share, over pieces i of the source and t of the target,
 *
 *   G[v][w] = sum_t p(t, v) sum_i alpha[t + shift][i] p(i, w) / sum_t p(t, v)
 *
 * so source pieces are summed and target pieces averaged. The largest of a row is its link, the
 * first of equals; none where </s> is the largest. Links of words that are not scored are left out.
 *
 * shift 0 reads the matrix as it is. 1 takes for each piece the row after its own and -1 the row
 * before: where one of these scores better, the model's attention runs a step ahead or late. Rows
 * past the ends are no row. *out is the caller's (free). Errors: ARGUMENT, SYSTEM. */
bool as_gold_links(const as_gold_pair *pair, const as_translation *translation, int shift,
                   as_link **out, int *n_out, as_error *err);

/* Keeps the links between scored words, in place; returns how many. Cannot fail. */
int as_gold_keep_scored(const as_gold_pair *pair, as_link *links, int n);

#endif
