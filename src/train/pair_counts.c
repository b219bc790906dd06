#include "train/pair_counts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Doubles an array of `size`-byte elements when `n` fill it. */
static bool grow(void **array, int n, int *capacity, size_t size)
{
    if (n < *capacity)
        return true;
    if (*capacity > INT_MAX / 4)
        return false;
    int more = *capacity ? 2 * *capacity : 4;
    void *p = realloc(*array, (size_t)more * size);
    if (!p)
        return false;
    *array = p;
    *capacity = more;
    return true;
}

#define GROW(array, n, capacity) grow((void **)&(array), n, &(capacity), sizeof *(array))

static size_t find_slot(const as_pair_counts *p, int left, int right)
{
    size_t mask = p->n_slots - 1, slot = (size_t)as_hash_pair(&p->key, left, right) & mask;
    for (; p->slots[slot] >= 0; slot = (slot + 1) & mask) {
        const as_symbol_pair *pair = &p->pairs[p->slots[slot]];
        if (pair->left == left && pair->right == right)
            break;
    }
    return slot;
}

/* Keeps the slots at most half full. */
static bool grow_slots(as_pair_counts *p)
{
    if (p->n_slots > 2 * (size_t)p->n)
        return true;
    size_t n_slots = p->n_slots ? 2 * p->n_slots : 1024;
    int *slots = malloc(n_slots * sizeof *slots);
    if (!slots)
        return false;
    if (p->n_slots == 0)
        p->key = as_hash_key_new();
    free(p->slots);
    p->slots = slots;
    p->n_slots = n_slots;
    for (size_t k = 0; k < n_slots; k++)
        slots[k] = -1;
    for (int k = 0; k < p->n; k++)
        slots[find_slot(p, p->pairs[k].left, p->pairs[k].right)] = k;
    return true;
}

/* The pair's index, made when it is new; -1 when memory is short. */
static int find_or_make(as_pair_counts *p, int left, int right)
{
    if (!grow_slots(p))
        return -1;
    size_t slot = find_slot(p, left, right);
    if (p->slots[slot] >= 0)
        return p->slots[slot];
    if (!GROW(p->pairs, p->n, p->capacity))
        return -1;
    p->pairs[p->n] = (as_symbol_pair){.left = left, .right = right};
    p->slots[slot] = p->n;
    return p->n++;
}

bool as_pairs_add(as_pair_counts *p, int left, int right, long long count, int word)
{
    int index = find_or_make(p, left, right);
    if (index < 0)
        return false;
    as_symbol_pair *pair = &p->pairs[index];
    pair->count += count;
    if (count <= 0)
        return true;
    if (pair->n_words == 0 || pair->words[pair->n_words - 1] != word) {
        if (!GROW(pair->words, pair->n_words, pair->capacity))
            return false;
        pair->words[pair->n_words++] = word;
    }
    if (!pair->waiting) {
        if (!GROW(p->risen, p->n_risen, p->risen_capacity))
            return false;
        p->risen[p->n_risen++] = index;
        pair->waiting = true;
    }
    return true;
}

/* The queue. Every pair with a count has an entry of at least that count in it. */

static int compare_text(const as_pair_counts *p, int left, int right)
{
    const as_table_string *a = &p->symbols->strings[left], *b = &p->symbols->strings[right];
    int order = memcmp(a->bytes, b->bytes, a->len < b->len ? a->len : b->len);
    return order ? order : (a->len > b->len) - (a->len < b->len);
}

static bool better(const as_pair_counts *p, const as_pair_entry *a, const as_pair_entry *b)
{
    if (a->count != b->count)
        return a->count > b->count;
    const as_symbol_pair *x = &p->pairs[a->pair], *y = &p->pairs[b->pair];
    int order = compare_text(p, x->left, y->left);
    return (order ? order : compare_text(p, x->right, y->right)) < 0;
}

/* Room is made by the caller. */
static void push(as_pair_counts *p, as_pair_entry entry)
{
    int k = p->n_heap++;
    for (; k > 0 && better(p, &entry, &p->heap[(k - 1) / 2]); k = (k - 1) / 2)
        p->heap[k] = p->heap[(k - 1) / 2];
    p->heap[k] = entry;
}

static as_pair_entry pop(as_pair_counts *p)
{
    as_pair_entry top = p->heap[0], last = p->heap[--p->n_heap];
    int k = 0;
    for (int child; (child = 2 * k + 1) < p->n_heap; k = child) {
        if (child + 1 < p->n_heap && better(p, &p->heap[child + 1], &p->heap[child]))
            child++;
        if (!better(p, &p->heap[child], &last))
            break;
        p->heap[k] = p->heap[child];
    }
    p->heap[k] = last;
    return top;
}

bool as_pairs_queue(as_pair_counts *p)
{
    for (int k = 0; k < p->n_risen; k++) {
        as_symbol_pair *pair = &p->pairs[p->risen[k]];
        pair->waiting = false;
        if (pair->count <= 0)
            continue;
        if (!GROW(p->heap, p->n_heap, p->heap_capacity))
            return false;
        push(p, (as_pair_entry){pair->count, p->risen[k]});
    }
    p->n_risen = 0;
    return true;
}

int as_pairs_take_best(as_pair_counts *p, long long min_count)
{
    while (p->n_heap > 0) {
        as_pair_entry top = pop(p);
        long long count = p->pairs[top.pair].count;
        if (top.count < min_count)
            return -1;
        if (count == top.count)
            return top.pair;
        if (count < top.count && count >= min_count)
            push(p, (as_pair_entry){count, top.pair});
    }
    return -1;
}

void as_pairs_finish(as_pair_counts *p)
{
    for (int k = 0; k < p->n; k++)
        free(p->pairs[k].words);
    free(p->pairs);
    free(p->slots);
    free(p->heap);
    free(p->risen);
    *p = (as_pair_counts){0};
}
