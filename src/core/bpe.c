#include "core/bpe.h"

#include "core/hash.h"
#include "core/string_table.h"
#include "core/text.h"
#include "core/vocab.h"

#include <stdlib.h>
#include <string.h>

/* Symbols are numbered strings: the sides of all merges and their results. */
typedef struct merge {
    int left, right; /* symbols; left -1 marks an empty slot */
    int rank;        /* 0 is best */
    int joined;      /* the symbol left + right */
} merge;

struct as_bpe {
    as_string_table symbols;
    char *text;   /* a copy of the merges: the bytes of left and right sides */
    char *joined; /* the bytes of the results */
    merge *slots; /* open addressing by (left, right), at most half full */
    size_t n_slots;
    as_hash_key key;
    uint64_t fingerprint;
};

/* The slot of a pair, or the empty one where it belongs. */
static merge *find_merge(const as_bpe *bpe, int left, int right)
{
    size_t mask = bpe->n_slots - 1, slot = (size_t)as_hash_pair(&bpe->key, left, right) & mask;
    while (bpe->slots[slot].left >= 0 &&
           (bpe->slots[slot].left != left || bpe->slots[slot].right != right))
        slot = (slot + 1) & mask;
    return &bpe->slots[slot];
}

/* The merge of two symbols, or NULL. Symbols that the table does not know are -1. */
static const merge *lookup_merge(const as_bpe *bpe, int left, int right)
{
    if (left < 0 || right < 0)
        return NULL;
    const merge *found = find_merge(bpe, left, right);
    return found->left >= 0 ? found : NULL;
}

/* Parsing */

static bool add_merge(as_bpe *bpe, const char *line, size_t len, int rank, char **joined,
                      as_error *err)
{
    const char *space = memchr(line, ' ', len);
    if (!space)
        return as_fail(err, AS_ERR_FORMAT, "merges line %d: no space between two pieces", rank + 1);
    size_t left_len = (size_t)(space - line), right_len = len - left_len - 1;
    const char *right_text = space + 1, *fault;
    if ((fault = as_piece_fault(line, left_len)) != NULL)
        return as_fail(err, AS_ERR_FORMAT, "merges line %d: the left piece %s", rank + 1, fault);
    if ((fault = as_piece_fault(right_text, right_len)) != NULL)
        return as_fail(err, AS_ERR_FORMAT, "merges line %d: the right piece %s", rank + 1, fault);

    char *result = *joined;
    memcpy(result, line, left_len);
    memcpy(result + left_len, right_text, right_len);
    *joined += left_len + right_len;

    int left = as_string_table_add(&bpe->symbols, line, left_len, NULL);
    int right = as_string_table_add(&bpe->symbols, right_text, right_len, NULL);
    int both = as_string_table_add(&bpe->symbols, result, left_len + right_len, NULL);
    if (left < 0 || right < 0 || both < 0)
        return as_fail_memory(err, "merges");
    merge *slot = find_merge(bpe, left, right);
    if (slot->left >= 0)
        return as_fail(err, AS_ERR_FORMAT, "merges line %d: the pair of line %d again", rank + 1,
                       slot->rank + 1);
    *slot = (merge){left, right, rank, both};
    return true;
}

static bool read_merges(as_bpe *bpe, size_t len, as_error *err)
{
    char *joined = bpe->joined;
    int rank = 0;
    for (size_t start = 0; start < len; rank++) {
        const char *line = bpe->text + start;
        const char *newline = memchr(line, '\n', len - start);
        size_t line_len = newline ? (size_t)(newline - line) : len - start;
        if (!add_merge(bpe, line, line_len, rank, &joined, err))
            return false;
        bpe->fingerprint = as_hash_fold(bpe->fingerprint, line, line_len);
        start += line_len + 1;
    }
    return true;
}

static size_t count_lines(const char *text, size_t len)
{
    size_t n = len > 0;
    for (size_t k = 0; k + 1 < len; k++)
        n += text[k] == '\n';
    return n;
}

bool as_bpe_parse(const char *text, size_t len, as_bpe **out, as_error *err)
{
    size_t n = count_lines(text, len), n_slots = 2;
    if (n > AS_MAX_MERGES)
        return as_fail(err, AS_ERR_LIMIT, "%zu merges; at most %d are accepted", n, AS_MAX_MERGES);
    while (n_slots < 2 * n)
        n_slots *= 2;
    as_bpe *bpe = calloc(1, sizeof *bpe);
    if (!bpe)
        return as_fail_memory(err, "merges");
    bpe->text = malloc(len + 1);
    bpe->joined = malloc(len + 1);
    bpe->slots = malloc(n_slots * sizeof *bpe->slots);
    bpe->n_slots = n_slots;
    bpe->key = as_hash_key_new();
    if (!bpe->text || !bpe->joined || !bpe->slots) {
        as_bpe_free(bpe);
        return as_fail_memory(err, "merges");
    }
    if (len > 0)
        memcpy(bpe->text, text, len);
    for (size_t k = 0; k < n_slots; k++)
        bpe->slots[k].left = -1;
    if (!read_merges(bpe, len, err)) {
        as_bpe_free(bpe);
        return false;
    }
    *out = bpe;
    return true;
}

void as_bpe_free(as_bpe *bpe)
{
    if (!bpe)
        return;
    as_string_table_finish(&bpe->symbols);
    free(bpe->text);
    free(bpe->joined);
    free(bpe->slots);
    free(bpe);
}

uint64_t as_bpe_fingerprint(const as_bpe *bpe)
{
    return bpe->fingerprint;
}

/* Joining. Symbols form a linked list over an array; candidate pairs wait in a heap, best first.
 * A candidate is stale, and dropped, when its symbols have changed since. */

typedef struct node {
    int symbol;
    int previous, next; /* -1 at the ends */
    size_t len;         /* 0 once joined into the node before */
} node;

typedef struct candidate {
    int rank, at;    /* at: the left node */
    int left, right; /* the symbols it was made for */
} candidate;

typedef struct joiner {
    const as_bpe *bpe;
    node *nodes;
    candidate *heap;
    int n_heap;
} joiner;

static bool better(const candidate *a, const candidate *b)
{
    return a->rank != b->rank ? a->rank < b->rank : a->at < b->at;
}

static void heap_push(joiner *j, candidate c)
{
    int k = j->n_heap++;
    for (; k > 0 && better(&c, &j->heap[(k - 1) / 2]); k = (k - 1) / 2)
        j->heap[k] = j->heap[(k - 1) / 2];
    j->heap[k] = c;
}

static candidate heap_pop(joiner *j)
{
    candidate top = j->heap[0], last = j->heap[--j->n_heap];
    int k = 0;
    for (int child; (child = 2 * k + 1) < j->n_heap; k = child) {
        if (child + 1 < j->n_heap && better(&j->heap[child + 1], &j->heap[child]))
            child++;
        if (!better(&j->heap[child], &last))
            break;
        j->heap[k] = j->heap[child];
    }
    j->heap[k] = last;
    return top;
}

/* Considers the pair of node `at` and the one after it. */
static void consider(joiner *j, int at)
{
    int next = at < 0 ? -1 : j->nodes[at].next;
    if (next < 0)
        return;
    int left = j->nodes[at].symbol, right = j->nodes[next].symbol;
    const merge *m = lookup_merge(j->bpe, left, right);
    if (m)
        heap_push(j, (candidate){m->rank, at, left, right});
}

static void join_best(joiner *j)
{
    candidate best = heap_pop(j);
    node *left = &j->nodes[best.at];
    if (left->len == 0 || left->next < 0)
        return;
    node *right = &j->nodes[left->next];
    if (left->symbol != best.left || right->symbol != best.right)
        return;
    left->symbol = lookup_merge(j->bpe, best.left, best.right)->joined;
    left->len += right->len;
    left->next = right->next;
    right->len = 0;
    if (left->next >= 0)
        j->nodes[left->next].previous = best.at;
    consider(j, left->previous);
    consider(j, best.at);
}

int as_bpe_split(const char *text, size_t len, size_t *lens)
{
    int n = 0;
    size_t mark = as_space_mark_len(text, len);
    for (size_t at = 0, end; at < len; at = end) {
        end = as_text_next_cluster(text, len, at == 0 ? mark : at);
        lens[n++] = end - at;
    }
    return n;
}

int as_bpe_join(const as_bpe *bpe, const char *text, size_t *lens, int n, as_arena *scratch)
{
    if (n < 2)
        return n;
    as_arena_reset(scratch);
    joiner j = {.bpe = bpe};
    j.nodes = as_arena_alloc(scratch, (size_t)n, sizeof *j.nodes);
    /* n - 1 pairs at first, and at most two more for each of at most n - 1 joins */
    j.heap = as_arena_alloc(scratch, 3 * (size_t)n, sizeof *j.heap);
    if (!j.nodes || !j.heap)
        return -1;
    size_t at = 0;
    for (int k = 0; k < n; k++) {
        int symbol = as_string_table_lookup(&bpe->symbols, text + at, lens[k]);
        j.nodes[k] = (node){symbol, k - 1, k + 1 < n ? k + 1 : -1, lens[k]};
        at += lens[k];
    }
    for (int k = 0; k + 1 < n; k++)
        consider(&j, k);
    while (j.n_heap > 0)
        join_best(&j);
    int count = 0;
    for (int k = 0; k < n; k++) {
        if (j.nodes[k].len > 0)
            lens[count++] = j.nodes[k].len;
    }
    return count;
}
