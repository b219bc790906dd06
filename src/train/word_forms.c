#include "train/word_forms.h"

#include "core/text.h"
#include "train/words.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { WORD_BYTES = 64, ROW_WORDS = 256, MIN_ROWS = 5 };

static const double min_shared = 0.8, max_small = 0.02, max_after_one = 0.6, min_opening = 0.5;

/* Of title-case words: how often the source has them, … */
typedef struct evidence {
    as_counts source; /* … at all */
    as_counts shared; /* … and the target too */
    as_counts first;  /* … as its first word */
    as_counts both;   /* … as its first word and the target too */
    as_counts after;  /* "word before\tword", inside sentences */
} evidence;

static void evidence_finish(evidence *e)
{
    as_counts_finish(&e->source);
    as_counts_finish(&e->shared);
    as_counts_finish(&e->first);
    as_counts_finish(&e->both);
    as_counts_finish(&e->after);
}

static long long count_of(const as_counts *counts, const char *word, size_t len)
{
    int id = as_string_table_lookup(&counts->table, word, len);
    return id < 0 ? 0 : counts->counts[id];
}

static bool add(as_counts *counts, const char *word, size_t len)
{
    return as_counts_add(counts, word, len, 1) >= 0;
}

/* The small form of the first letter and the rest; 0 when it has none or does not fit. */
static size_t lower_first(const char *word, size_t len, char *out, size_t size)
{
    int32_t c;
    utf8proc_uint8_t small[4];
    size_t bytes = as_utf8_decode(word, len, 0, &c);
    if (bytes == 0 || !as_is_capital(c))
        return 0;
    size_t n = (size_t)utf8proc_encode_char(utf8proc_tolower(c), small);
    if (n + len - bytes >= size)
        return 0;
    memcpy(out, small, n);
    memcpy(out + n, word + bytes, len - bytes);
    out[n + len - bytes] = '\0';
    return n + len - bytes;
}

/* The first words of a text, as many as fit; returns how many. */
static int list_words(const char *text, size_t len, as_word *words)
{
    as_word_scan scan = as_words(text, len);
    int n = 0;
    while (n < ROW_WORDS && as_word_next(&scan, &words[n]))
        n++;
    return n;
}

static bool count_after(evidence *e, const char *text, const as_word *before, const as_word *word)
{
    char both[2 * WORD_BYTES];
    if (before->len + word->len + 1 > sizeof both)
        return true;
    memcpy(both, text + before->start, before->len);
    both[before->len] = '\t';
    memcpy(both + before->len + 1, text + word->start, word->len);
    return add(&e->after, both, before->len + 1 + word->len);
}

static bool count_row(evidence *e, as_word_forms *forms, const as_tsv_row *row)
{
    as_word words[ROW_WORDS], others[ROW_WORDS];
    int n = list_words(row->source, row->source_len, words);
    int m = list_words(row->target, row->target_len, others);
    for (int j = 0; j < m; j++)
        if (!others[j].opens &&
            !add(&forms->inside[AS_TARGET], row->target + others[j].start, others[j].len))
            return false;
    for (int k = 0; k < n; k++) {
        const char *word = row->source + words[k].start;
        size_t len = words[k].len;
        if (!words[k].opens && !add(&forms->inside[AS_SOURCE], word, len))
            return false;
        if (len >= WORD_BYTES || !as_is_title_case(word, len))
            continue;
        int j = 0;
        while (j < m &&
               !(others[j].len == len && memcmp(row->target + others[j].start, word, len) == 0))
            j++;
        if (!add(&e->source, word, len) || (j < m && !add(&e->shared, word, len)) ||
            (words[k].first && !add(&e->first, word, len)) ||
            (words[k].first && j == 0 && m > 0 && !add(&e->both, word, len)) ||
            (!words[k].opens && k > 0 && !count_after(e, row->source, &words[k - 1], &words[k])))
            return false;
    }
    return true;
}

/* most[id] = how often the shared word `id` stands after the word that precedes it most. */
static void find_most_after(const evidence *e, long long *most)
{
    for (int k = 0; k < e->after.table.n; k++) {
        as_table_string both = e->after.table.strings[k];
        const char *word = (const char *)memchr(both.bytes, '\t', both.len) + 1;
        int id =
            as_string_table_lookup(&e->shared.table, word, both.len - (size_t)(word - both.bytes));
        if (id >= 0 && e->after.counts[k] > most[id])
            most[id] = e->after.counts[k];
    }
}

static bool choose_names(const evidence *e, as_word_forms *forms)
{
    int n = e->shared.table.n;
    long long *most = as_alloc((size_t)n, sizeof *most);
    bool done = most != NULL;
    if (done)
        find_most_after(e, most);
    for (int id = 0; done && id < n; id++) {
        const char *word = e->shared.table.strings[id].bytes;
        size_t len = e->shared.table.strings[id].len;
        char small[WORD_BYTES + 4];
        size_t small_len = lower_first(word, len, small, sizeof small);
        double shared = (double)e->shared.counts[id];
        double inside = (double)count_of(&forms->inside[AS_SOURCE], word, len);
        double lowered = (double)count_of(&forms->inside[AS_SOURCE], small, small_len);
        double first = (double)count_of(&e->first, word, len);
        double both = (double)count_of(&e->both, word, len);
        if (shared >= MIN_ROWS && shared >= min_shared * (double)count_of(&e->source, word, len) &&
            inside > 0 && lowered <= max_small * (inside + lowered) &&
            (double)most[id] <= max_after_one * inside && both >= min_opening * first)
            done = as_counts_add(&forms->names, word, len, e->shared.counts[id]) >= 0;
    }
    free(most);
    return done;
}

bool as_word_forms_learn(const as_tsv *files, int n_files, as_word_forms *out, as_error *err)
{
    evidence e = {0};
    bool done = true;
    *out = (as_word_forms){0};
    for (int f = 0; f < n_files; f++)
        for (int k = 0; done && k < files[f].n; k++)
            done = count_row(&e, out, &files[f].rows[k]);
    done = done && choose_names(&e, out);
    evidence_finish(&e);
    return done || as_fail_memory(err, "the words of the training text");
}

void as_word_forms_finish(as_word_forms *forms)
{
    as_counts_finish(&forms->inside[AS_SOURCE]);
    as_counts_finish(&forms->inside[AS_TARGET]);
    as_counts_finish(&forms->names);
}

bool as_word_is_name(const as_word_forms *forms, const char *word, size_t len)
{
    return as_string_table_lookup(&forms->names.table, word, len) >= 0;
}

bool as_word_is_common(const as_word_forms *forms, const char *word, size_t len)
{
    char small[WORD_BYTES];
    size_t small_len = lower_first(word, len, small, sizeof small);
    return small_len > 0 && (count_of(&forms->inside[AS_SOURCE], small, small_len) > 0 ||
                             count_of(&forms->inside[AS_TARGET], small, small_len) > 0);
}

bool as_word_lowered(const as_word_forms *forms, as_side side, const char *word, size_t len,
                     char *out, size_t size)
{
    char small[WORD_BYTES];
    size_t small_len = lower_first(word, len, small, sizeof small);
    if (small_len == 0 || small_len >= size ||
        count_of(&forms->inside[side], small, small_len) <=
            count_of(&forms->inside[side], word, len))
        return false;
    memcpy(out, small, small_len + 1);
    return true;
}
