#include "train/bpe_learn.h"

#include "core/buffer.h"
#include "core/text.h"
#include "core/vocab.h"
#include "train/pair_counts.h"
#include "train/word_counts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { N_RESERVED = AS_N_SPECIAL + 1 }; /* the specials and "▁" */
enum { MIN_PAIR_COUNT = 2 };
/* A longer run of symbols is cut, so that a text without spaces costs no more than others. */
enum { MAX_WORD_SYMBOLS = 256 };

/* A run of known symbols inside a pre-token. */
typedef struct segment {
    int *symbols;
    int n;
    long long count;
} segment;

typedef struct learner {
    as_counts words, characters;
    int *order;        /* characters by falling count */
    int n_characters;  /* how many of them the vocabulary takes */
    as_counts symbols; /* the taken characters first, then what merges make */
    int *store;        /* the segments' symbols, end to end */
    segment *list;
    int n_list, list_capacity;
    as_pair_counts pairs;
    char *room; /* a joined symbol is written here first */
    size_t room_len;
    as_buffer merges, vocab;
    as_error *err;
} learner;

static bool check_arguments(int n_pieces, as_error *err)
{
    if (n_pieces < N_RESERVED || n_pieces > AS_MAX_PIECES)
        return as_fail(err, AS_ERR_ARGUMENT, "a vocabulary of %d pieces; %d to %d are possible",
                       n_pieces, N_RESERVED, AS_MAX_PIECES);
    return true;
}

static void put_piece(as_buffer *out, const as_table_string *piece)
{
    as_buffer_bytes(out, piece->bytes, piece->len);
    as_buffer_bytes(out, "\n", 1);
}

/* Counts characters and takes those that are frequent enough and fit, most frequent first. */
static bool take_characters(learner *l, bool marked, int n_pieces)
{
    if (!as_count_characters(&l->words, marked, &l->characters, l->err))
        return false;
    l->order = as_counts_order(&l->characters);
    if (!l->order)
        return as_fail_memory(l->err, "characters");
    as_buffer_text(&l->vocab, "<pad>\n<s>\n</s>\n<unk>\n" AS_SPACE_MARK "\n");
    for (int k = 0; k < l->characters.table.n && l->n_characters < n_pieces - N_RESERVED; k++) {
        const as_table_string *ch = &l->characters.table.strings[l->order[k]];
        if (l->characters.counts[l->order[k]] < AS_MIN_CHARACTER_COUNT)
            break;
        if (ch->len > AS_MAX_PIECE_BYTES)
            continue;
        if (as_counts_add(&l->symbols, ch->bytes, ch->len, 1) < 0)
            return as_fail_memory(l->err, "characters");
        put_piece(&l->vocab, ch);
        l->n_characters++;
    }
    return true;
}

static bool add_segment(learner *l, int *symbols, int n, long long count)
{
    if (n < 2)
        return true;
    if (l->n_list == l->list_capacity) {
        if (l->list_capacity > INT_MAX / 4)
            return as_fail_memory(l->err, "words");
        int capacity = l->list_capacity ? 2 * l->list_capacity : 256;
        segment *more = realloc(l->list, (size_t)capacity * sizeof *more);
        if (!more)
            return as_fail_memory(l->err, "words");
        l->list = more;
        l->list_capacity = capacity;
    }
    l->list[l->n_list++] = (segment){symbols, n, count};
    return true;
}

/* Splits one pre-token into runs of known symbols, written at *store, which moves on. */
static bool split_word(learner *l, const as_table_string *text, long long count, int **store)
{
    size_t mark = as_space_mark_len(text->bytes, text->len);
    int *run = *store;
    for (size_t at = 0; at < text->len;) {
        size_t first = at == 0 ? mark : at;
        size_t end = as_text_next_cluster(text->bytes, text->len, first);
        int symbol = as_string_table_lookup(&l->symbols.table, text->bytes + at, end - at);
        if (symbol >= 0)
            *(*store)++ = symbol;
        if (symbol < 0 || *store - run == MAX_WORD_SYMBOLS) {
            if (!add_segment(l, run, (int)(*store - run), count))
                return false;
            run = *store;
        }
        at = end;
    }
    return add_segment(l, run, (int)(*store - run), count);
}

static bool split_words(learner *l)
{
    const as_string_table *words = &l->words.table;
    size_t total = 1;
    for (int k = 0; k < words->n; k++)
        total += words->strings[k].len; /* no more symbols than bytes */
    l->store = malloc(total * sizeof *l->store);
    if (!l->store)
        return as_fail_memory(l->err, "words");
    int *store = l->store;
    for (int k = 0; k < words->n; k++) {
        if (!split_word(l, &words->strings[k], l->words.counts[k], &store))
            return false;
    }
    return true;
}

static bool count_pairs(learner *l)
{
    l->pairs.symbols = &l->symbols.table;
    for (int w = 0; w < l->n_list; w++) {
        const segment *part = &l->list[w];
        for (int k = 0; k + 1 < part->n; k++) {
            if (!as_pairs_add(&l->pairs, part->symbols[k], part->symbols[k + 1], part->count, w))
                return as_fail_memory(l->err, "pairs");
        }
    }
    return as_pairs_queue(&l->pairs) || as_fail_memory(l->err, "pairs");
}

/* Makes the symbol left + right; -1 when memory is short. It is always new: wherever its text
 * stands without a symbol crossing its ends, the same joins have happened inside, so that one pair
 * alone can make it. */
static int join_symbols(learner *l, int left, int right)
{
    const as_table_string a = l->symbols.table.strings[left], b = l->symbols.table.strings[right];
    if (a.len + b.len > l->room_len) {
        char *room = realloc(l->room, 2 * (a.len + b.len));
        if (!room)
            return -1;
        l->room = room;
        l->room_len = 2 * (a.len + b.len);
    }
    memcpy(l->room, a.bytes, a.len);
    memcpy(l->room + a.len, b.bytes, b.len);
    return as_counts_add(&l->symbols, l->room, a.len + b.len, 1);
}

/* Joins the pair in one segment and corrects the counts of it and of the pairs it touches. */
static bool join_in_segment(learner *l, int w, int left, int right, int joined)
{
    segment *part = &l->list[w];
    int *s = part->symbols, n = 0;
    for (int k = 0; k < part->n; k++) {
        bool here = k + 1 < part->n && s[k] == left && s[k + 1] == right;
        if (!here) {
            s[n++] = s[k];
            continue;
        }
        /* s[0..n) is done, s[k..] is to come: a b [left right] c becomes a b [joined] c. */
        bool ok = true;
        if (n > 0)
            ok = as_pairs_add(&l->pairs, s[n - 1], left, -part->count, w) &&
                 as_pairs_add(&l->pairs, s[n - 1], joined, part->count, w);
        ok = ok && as_pairs_add(&l->pairs, left, right, -part->count, w);
        if (ok && k + 2 < part->n)
            ok = as_pairs_add(&l->pairs, right, s[k + 2], -part->count, w) &&
                 as_pairs_add(&l->pairs, joined, s[k + 2], part->count, w);
        if (!ok)
            return as_fail_memory(l->err, "pairs");
        s[n++] = joined;
        k++;
    }
    part->n = n;
    return true;
}

/* Joins a pair wherever it occurs. */
static bool join_everywhere(learner *l, int pair, int joined)
{
    as_symbol_pair *kept = &l->pairs.pairs[pair]; /* moves as pairs are added */
    const as_symbol_pair best = *kept;
    kept->words = NULL;
    kept->n_words = kept->capacity = 0;
    bool ok = true;
    for (int k = 0; ok && k < best.n_words; k++)
        ok = join_in_segment(l, best.words[k], best.left, best.right, joined);
    free(best.words);
    return ok && (as_pairs_queue(&l->pairs) || as_fail_memory(l->err, "pairs"));
}

static bool learn_merges(learner *l, int n_pieces)
{
    for (int n = N_RESERVED + l->n_characters; n < n_pieces;) {
        int pair = as_pairs_take_best(&l->pairs, MIN_PAIR_COUNT);
        if (pair < 0)
            break;
        int left = l->pairs.pairs[pair].left, right = l->pairs.pairs[pair].right;
        const as_table_string *symbols = l->symbols.table.strings;
        if (symbols[left].len + symbols[right].len > AS_MAX_PIECE_BYTES)
            continue;
        int joined = join_symbols(l, left, right);
        if (joined < 0)
            return as_fail_memory(l->err, "pieces");
        symbols = l->symbols.table.strings;
        as_buffer_bytes(&l->merges, symbols[left].bytes, symbols[left].len);
        as_buffer_bytes(&l->merges, " ", 1);
        put_piece(&l->merges, &symbols[right]);
        put_piece(&l->vocab, &symbols[joined]);
        n++;
        if (!join_everywhere(l, pair, joined))
            return false;
    }
    return true;
}

static void learner_finish(learner *l)
{
    as_counts_finish(&l->words);
    as_counts_finish(&l->characters);
    as_counts_finish(&l->symbols);
    free(l->order);
    free(l->store);
    free(l->list);
    free(l->room);
    as_pairs_finish(&l->pairs);
    as_buffer_finish(&l->merges);
    as_buffer_finish(&l->vocab);
}

/* The text of a buffer, never NULL, taken out of it. */
static char *take_text(as_buffer *buffer)
{
    char *text = buffer->text;
    *buffer = (as_buffer){0};
    return text;
}

bool as_bpe_learn(const char *const *lines, const size_t *lens, int n_lines, int n_pieces,
                  char **merges_text, char **vocab_text, as_error *err)
{
    if (!check_arguments(n_pieces, err))
        return false;
    learner l = {.err = err};
    as_buffer_bytes(&l.merges, "", 0);
    bool ok = as_count_words(lines, lens, n_lines, &l.words, err) &&
              take_characters(&l, true, n_pieces) && split_words(&l) && count_pairs(&l) &&
              learn_merges(&l, n_pieces) && as_buffer_ok(&l.merges, err) &&
              as_buffer_ok(&l.vocab, err);
    if (ok) {
        *merges_text = take_text(&l.merges);
        *vocab_text = take_text(&l.vocab);
    }
    learner_finish(&l);
    return ok;
}

bool as_char_vocab_learn(const char *const *lines, const size_t *lens, int n_lines, int n_pieces,
                         char **vocab_text, as_error *err)
{
    if (!check_arguments(n_pieces, err))
        return false;
    learner l = {.err = err};
    bool ok = as_count_words(lines, lens, n_lines, &l.words, err) &&
              take_characters(&l, false, n_pieces) && as_buffer_ok(&l.vocab, err);
    if (ok)
        *vocab_text = take_text(&l.vocab);
    learner_finish(&l);
    return ok;
}
