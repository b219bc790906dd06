#include "train/word_text.h"

#include "core/memory.h"
#include "core/text.h"
#include "train/word_counts.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* What grows while a text is read. */
typedef struct reader {
    as_word_text text;
    as_word_rule rule;
    as_counts types;
    size_t n_ids, capacity;
    char *word; /* the word being put together, in lower case */
    size_t word_len, word_room;
} reader;

static bool add_id(reader *r, int id)
{
    if (r->n_ids == r->capacity) {
        size_t capacity = r->capacity ? 2 * r->capacity : 1 << 16;
        int *more = realloc(r->text.ids, capacity * sizeof *more);
        if (!more)
            return false;
        r->text.ids = more;
        r->capacity = capacity;
    }
    r->text.ids[r->n_ids++] = id;
    return true;
}

static bool end_word(reader *r)
{
    if (r->word_len == 0)
        return true;
    int id = as_counts_add(&r->types, r->word, r->word_len, 1);
    r->word_len = 0;
    return id >= 0 && add_id(r, id);
}

/* A lower-case letter may take more bytes than its capital, never more than four. */
static bool append_lower(reader *r, const char *bytes, size_t len)
{
    for (size_t at = 0; at < len;) {
        int32_t c;
        size_t step = as_utf8_decode(bytes, len, at, &c);
        if (r->word_len + 4 > r->word_room) {
            size_t room = 2 * r->word_room + 64;
            char *more = realloc(r->word, room);
            if (!more)
                return false;
            r->word = more;
            r->word_room = room;
        }
        r->word_len += (size_t)utf8proc_encode_char(utf8proc_tolower(c),
                                                    (utf8proc_uint8_t *)r->word + r->word_len);
        at += step ? step : len; /* normalized text is UTF-8 */
    }
    return true;
}

static bool add_pretokens(reader *r, const char *text, const as_pretoken *pretokens, int n)
{
    for (int k = 0; k < n; k++) {
        const as_pretoken *p = &pretokens[k];
        bool by_spaces = r->rule == AS_WORDS_BETWEEN_SPACES;
        bool begins = by_spaces ? p->space_before : k > 0 && p->word != pretokens[k - 1].word;
        if (begins && !end_word(r))
            return false;
        if (by_spaces || !p->by_character) {
            if (!append_lower(r, text + p->start, p->len))
                return false;
            continue;
        }
        for (size_t at = p->start, end; at < p->start + p->len; at = end) {
            end = as_text_next_cluster(text, p->start + p->len, at);
            if (!append_lower(r, text + at, end - at) || !end_word(r))
                return false;
        }
    }
    return end_word(r);
}

static bool add_line(reader *r, const char *line, size_t len, as_error *err)
{
    char *text = NULL;
    as_pretoken *pretokens = NULL;
    size_t text_len;
    int n;
    bool done = as_text_normalize(line, len, &text, &text_len, err) &&
                as_pretokens(text, text_len, &pretokens, &n, err);
    if (done && !add_pretokens(r, text, pretokens, n))
        done = as_fail_memory(err, "the words of a text");
    free(text);
    free(pretokens);
    return done;
}

bool as_word_text_init(as_word_text *out, const as_tsv *files, int n_files, as_side side,
                       as_word_rule rule, as_error *err)
{
    reader r = {.rule = rule};
    size_t total = 0;
    for (int f = 0; f < n_files; f++)
        total += (size_t)files[f].n;
    bool done = (r.text.from = as_alloc(total + 1, sizeof *r.text.from)) != NULL ||
                as_fail_memory(err, "the words of a text");
    for (int f = 0; f < n_files && done; f++)
        for (int k = 0; k < files[f].n && done; k++) {
            const as_tsv_row *row = &files[f].rows[k];
            done = side == AS_SOURCE ? add_line(&r, row->source, row->source_len, err)
                                     : add_line(&r, row->target, row->target_len, err);
            if (!done)
                as_fail_in(err, "%s:%d", files[f].place, k + 1);
            else
                r.text.from[++r.text.n] = r.n_ids;
        }
    r.text.n_types = r.types.table.n;
    as_counts_finish(&r.types);
    free(r.word);
    if (!done) {
        as_word_text_finish(&r.text);
        return false;
    }
    *out = r.text;
    return true;
}

void as_word_text_finish(as_word_text *text)
{
    free(text->from);
    free(text->ids);
    *text = (as_word_text){0};
}

int as_word_text_length(const as_word_text *text, int k)
{
    return (int)(text->from[k + 1] - text->from[k]);
}
