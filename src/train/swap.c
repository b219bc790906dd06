#include "train/swap.h"

#include "train/words.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_ATTEMPTS = 12 };

/* ---- finding ---- */

static bool same_text(const as_swap_item *item, const char *word, size_t len)
{
    return item->text && item->len == len && memcmp(item->text, word, len) == 0;
}

/* Whether a word is the item's name or its genitive (Toms). */
static bool is_name_of(const as_swap_item *item, const char *word, size_t len)
{
    return same_text(item, word, len) ||
           (len > 1 && word[len - 1] == 's' && same_text(item, word, len - 1));
}

static as_swap_item *add_item(as_swap *swap)
{
    if (swap->n_items == AS_SWAP_ITEMS)
        return NULL;
    as_swap_item *item = &swap->items[swap->n_items++];
    *item = (as_swap_item){0};
    return item;
}

/* A site of an item; false when there are too many, and the pair is left alone. */
static bool add_site(as_swap *swap, as_side side, const as_swap_site *site)
{
    if (swap->n_sites[side] == AS_SWAP_SITES)
        return false;
    swap->sites[side][swap->n_sites[side]++] = *site;
    swap->items[site->item].n_sites[side]++;
    return true;
}

static bool add_name(as_swap *swap, as_side side, const char *text, const as_word *word, int k)
{
    as_swap_item *item = &swap->items[k];
    bool genitive = !same_text(item, text + word->start, word->len);
    item->genitive = item->genitive || genitive;
    return add_site(swap, side, &(as_swap_site){word->start, word->len - genitive, k, {0}});
}

static bool find_names(const as_word_forms *forms, as_swap *swap, as_side side, const char *text,
                       size_t len)
{
    as_word_scan scan = as_words(text, len);
    as_word word;
    while (as_word_next(&scan, &word)) {
        const char *bytes = text + word.start;
        int k = 0;
        while (k < swap->n_items && !is_name_of(&swap->items[k], bytes, word.len))
            k++;
        if (k == swap->n_items) {
            if (side == AS_TARGET || !as_word_is_name(forms, bytes, word.len))
                continue;
            as_swap_item *item = add_item(swap);
            if (!item)
                return false;
            item->text = bytes;
            item->len = word.len;
        }
        if (!add_name(swap, side, text, &word, k))
            return false;
    }
    return true;
}

/* Whether two numbers of the same digits are the same: 1,000 and 1.000 and 1000, but not 1.5 and
 * 15. */
static bool same_groups(const as_digits *a, const as_digits *b)
{
    if (a->n_groups == b->n_groups)
        return memcmp(a->lens, b->lens, (size_t)a->n_groups * sizeof *a->lens) == 0;
    const as_digits *grouped = a->n_groups > b->n_groups ? a : b;
    return (a->n_groups == 1 || b->n_groups == 1) && as_digits_are_thousands(grouped);
}

static bool find_numbers(as_swap *swap, as_side side, const char *text, size_t len)
{
    as_numeral numeral;
    for (size_t at = 0; as_numeral_next(text, len, &at, &numeral);) {
        const as_digits *digits = &numeral.digits;
        int k = swap->n_names;
        while (k < swap->n_items && strcmp(swap->items[k].digits.digits, digits->digits) != 0)
            k++;
        if (k == swap->n_items) {
            if (side == AS_TARGET)
                continue;
            as_swap_item *item = add_item(swap);
            if (!item)
                return false;
            item->digits = *digits;
        }
        as_digits *known = &swap->items[k].digits;
        if (numeral.bound || !same_groups(known, digits)) {
            swap->items[k].fixed = true;
            continue;
        }
        if (digits->n_groups > known->n_groups)
            *known = *digits;
        if (!add_site(swap, side, &(as_swap_site){numeral.start, numeral.len, k, numeral}))
            return false;
    }
    return true;
}

static bool is_swappable(const as_swap_item *item)
{
    if (item->fixed || item->n_sites[AS_SOURCE] == 0 ||
        item->n_sites[AS_SOURCE] != item->n_sites[AS_TARGET])
        return false;
    return item->text ||
           (strcmp(item->digits.digits, "0") != 0 && strcmp(item->digits.digits, "1") != 0);
}

static int earlier_first(const void *a, const void *b)
{
    const as_swap_site *p = a, *q = b;
    return (p->start > q->start) - (p->start < q->start);
}

/* Keeps the sites of items that can be swapped, names and numbers in the order of the text. */
static int keep_sites(const as_swap *swap, as_swap_site *sites, int n)
{
    int kept = 0;
    for (int k = 0; k < n; k++)
        if (is_swappable(&swap->items[sites[k].item]))
            sites[kept++] = sites[k];
    qsort(sites, (size_t)kept, sizeof *sites, earlier_first);
    return kept;
}

bool as_swap_find(const as_word_forms *forms, const as_tsv_row *row, as_swap *out)
{
    out->row = row;
    out->n_items = out->n_names = out->n_sites[AS_SOURCE] = out->n_sites[AS_TARGET] = 0;
    if (!find_names(forms, out, AS_SOURCE, row->source, row->source_len) ||
        !find_names(forms, out, AS_TARGET, row->target, row->target_len))
        return false;
    out->n_names = out->n_items;
    if (!find_numbers(out, AS_SOURCE, row->source, row->source_len) ||
        !find_numbers(out, AS_TARGET, row->target, row->target_len))
        return false;
    out->n_sites[AS_SOURCE] = keep_sites(out, out->sites[AS_SOURCE], out->n_sites[AS_SOURCE]);
    out->n_sites[AS_TARGET] = keep_sites(out, out->sites[AS_TARGET], out->n_sites[AS_TARGET]);
    return out->n_sites[AS_SOURCE] > 0;
}

/* ---- writing ---- */

/* What stands in an item's place. */
typedef struct replacement {
    char name[AS_MADE_NAME_BYTES];
    size_t name_len;
    as_digits digits;
} replacement;

/* German writes no s after these. */
static bool ends_in_sibilant(const char *name, size_t len)
{
    return len > 0 && (strchr("sxz", name[len - 1]) != NULL ||
                       (len > 1 && memcmp(name + len - 2, "\xC3\x9F", 2) == 0));
}

static bool make_replacement(const as_swap_item *item, as_random *random, as_swap_accepts *accepts,
                             void *context, replacement *out)
{
    if (!item->text) {
        out->digits = as_numeral_other(&item->digits, random);
        return true;
    }
    bool vowel = as_begins_with_vowel(item->text, item->len);
    for (int k = 0; k < NAME_ATTEMPTS; k++) {
        out->name_len = as_make_name(random, vowel, out->name);
        if (!(item->genitive && ends_in_sibilant(out->name, out->name_len)) &&
            accepts(context, out->name, out->name_len))
            return true;
    }
    return false;
}

static void write_side(const as_swap *swap, as_side side, const replacement *new_items,
                       as_buffer *out)
{
    const char *text = side == AS_SOURCE ? swap->row->source : swap->row->target;
    size_t len = side == AS_SOURCE ? swap->row->source_len : swap->row->target_len, at = 0;
    for (int k = 0; k < swap->n_sites[side]; k++) {
        const as_swap_site *site = &swap->sites[side][k];
        const replacement *item = &new_items[site->item];
        as_buffer_bytes(out, text + at, site->start - at);
        at = site->start + site->len;
        if (swap->items[site->item].text) {
            as_buffer_bytes(out, item->name, item->name_len);
        } else {
            char number[AS_NUMERAL_BYTES];
            as_buffer_bytes(out, number,
                            as_numeral_write(text, &site->numeral, &item->digits, number));
        }
    }
    as_buffer_bytes(out, text + at, len - at);
}

bool as_swap_write(const as_swap *swap, as_random *random, as_swap_accepts *accepts, void *context,
                   as_buffer *source, as_buffer *target)
{
    replacement new_items[AS_SWAP_ITEMS];
    for (int k = 0; k < swap->n_items; k++)
        if (is_swappable(&swap->items[k]) &&
            !make_replacement(&swap->items[k], random, accepts, context, &new_items[k]))
            return false;
    write_side(swap, AS_SOURCE, new_items, source);
    write_side(swap, AS_TARGET, new_items, target);
    return true;
}
