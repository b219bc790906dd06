/* Names and numbers that both sides of a pair write alike, and others put in their place, so that
 * a model learns to copy what it never saw. */
#ifndef AS_TRAIN_SWAP_H
#define AS_TRAIN_SWAP_H

#include "core/buffer.h"
#include "train/made_names.h"
#include "train/numerals.h"
#include "train/word_forms.h"

enum { AS_SWAP_ITEMS = 8, AS_SWAP_SITES = 16 };

/* One name or number of a pair. */
typedef struct as_swap_item {
    const char *text; /* a name, where the source has it first; NULL: a number */
    size_t len;
    bool genitive;    /* a side has the name with an s */
    bool fixed;       /* a number that must stay: bound, or grouped in several ways */
    as_digits digits; /* of a number: the one with the most groups */
    int n_sites[2];   /* by as_side */
} as_swap_item;

/* Where an item stands. */
typedef struct as_swap_site {
    size_t start, len; /* bytes */
    int item;
    as_numeral numeral; /* of a number */
} as_swap_site;

/* What can be swapped in a pair: items that stand equally often on both sides. */
typedef struct as_swap {
    const as_tsv_row *row;
    as_swap_item items[AS_SWAP_ITEMS];
    int n_items, n_names;
    as_swap_site sites[2][AS_SWAP_SITES]; /* by as_side, in the order of the text */
    int n_sites[2];
} as_swap;

/* Finds them; the row must outlive *out. False when there are none. Names are words that the
 * corpus's forms call so, also before an s (Toms); numbers match when their digits do, whatever
 * separates their groups (1,000 and 1 000). 0 and 1, and numbers bound to letters, stay.
 * Cannot fail. */
bool as_swap_find(const as_word_forms *forms, const as_tsv_row *row, as_swap *out);

/* Whether a new name can stand in the text; asked again with another when not. */
typedef bool as_swap_accepts(void *context, const char *name, size_t len);

/* Appends both texts with every item swapped to the buffers. False when no acceptable name was
 * found in a few attempts; the buffers are then worthless. */
bool as_swap_write(const as_swap *swap, as_random *random, as_swap_accepts *accepts, void *context,
                   as_buffer *source, as_buffer *target);

#endif
