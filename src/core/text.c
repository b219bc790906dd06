#include "core/text.h"

#include "core/memory.h"

#include <utf8proc.h>

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

size_t as_utf8_decode(const char *text, size_t len, size_t offset, int32_t *codepoint)
{
    if (offset >= len)
        return 0;
    size_t left = len - offset;
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text + offset,
                                          left < 4 ? (utf8proc_ssize_t)left : 4, codepoint);
    return n > 0 ? (size_t)n : 0;
}

size_t as_space_mark_len(const char *piece, size_t len)
{
    bool marked = len >= AS_SPACE_MARK_LEN && memcmp(piece, AS_SPACE_MARK, AS_SPACE_MARK_LEN) == 0;
    return marked ? AS_SPACE_MARK_LEN : 0;
}

/* Normal form */

static bool is_space(int32_t c)
{
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return true;
    default:
        return c == 0x200B || c == 0xFEFF;
    }
}

static bool is_invisible(int32_t c)
{
    return c == 0x00AD || c == 0x061C || c == 0x200E || c == 0x200F ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F);
}

/* Decodes text into `out` (room for len code points) with spaces and marks replaced. Returns how
 * many; *needs_nfc tells whether any lies where NFC could change something. */
static bool read_codepoints(const char *text, size_t len, int32_t *out, size_t *count,
                            bool *needs_nfc, as_error *err)
{
    size_t n = 0;
    for (size_t at = 0; at < len;) {
        int32_t c;
        size_t bytes = as_utf8_decode(text, len, at, &c);
        if (bytes == 0)
            return as_fail(err, AS_ERR_FORMAT, "invalid UTF-8 at byte %zu (0x%02X)", at,
                           (unsigned char)text[at]);
        at += bytes;
        if (is_invisible(c))
            continue;
        if (is_space(c)) {
            if (n > 0 && out[n - 1] != ' ')
                out[n++] = ' ';
            continue;
        }
        /* Below U+0300 everything is composed already and nothing combines. */
        *needs_nfc |= c >= 0x0300;
        out[n++] = c == 0x2581 ? '_' : c;
    }
    if (n > 0 && out[n - 1] == ' ')
        n--;
    *count = n;
    return true;
}

/* UAX 15: no code point has a longer canonical decomposition. */
enum { DECOMPOSED_MAX = 4 };

/* Canonical decomposition of n code points into `out`, which holds DECOMPOSED_MAX * n. Returns how
 * many they become. */
static size_t decompose(const int32_t *in, size_t n, int32_t *out)
{
    size_t used = 0;
    for (size_t k = 0; k < n; k++) {
        int boundclass = UTF8PROC_BOUNDCLASS_START;
        utf8proc_ssize_t more = utf8proc_decompose_char(in[k], out + used, DECOMPOSED_MAX,
                                                        UTF8PROC_DECOMPOSE, &boundclass);
        assert(more > 0 && more <= DECOMPOSED_MAX);
        used += (size_t)more;
    }
    return used;
}

static unsigned combining_class(int32_t c)
{
    return (unsigned)utf8proc_get_property(c)->combining_class;
}

/* Canonical order: each run of combining marks sorted by class, equal classes in their order. A
 * counting sort, because a hostile text may be one run of a million marks. */
static void order_marks(int32_t *text, size_t n, int32_t *scratch)
{
    for (size_t start = 0; start < n;) {
        if (combining_class(text[start]) == 0) {
            start++;
            continue;
        }
        size_t at[257] = {0};
        size_t end = start;
        for (; end < n && combining_class(text[end]) != 0; end++)
            at[combining_class(text[end]) + 1]++;
        if (end - start > 1) {
            for (int c = 1; c <= 256; c++)
                at[c] += at[c - 1];
            for (size_t k = start; k < end; k++)
                scratch[at[combining_class(text[k])]++] = text[k];
            memcpy(text + start, scratch, (end - start) * sizeof *text);
        }
        start = end;
    }
}

/* NFC of *text, which is replaced by a new block. */
static bool compose(int32_t **text, size_t *n, as_error *err)
{
    size_t room = *n * DECOMPOSED_MAX;
    int32_t *wide = malloc(2 * room * sizeof *wide);
    if (!wide)
        return as_fail_memory(err, "text");
    size_t count = decompose(*text, *n, wide);
    order_marks(wide, count, wide + room);
    utf8proc_ssize_t composed =
        utf8proc_normalize_utf32(wide, (utf8proc_ssize_t)count, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
    assert(composed >= 0);
    free(*text);
    *text = wide;
    *n = (size_t)composed;
    return true;
}

static bool write_utf8(const int32_t *text, size_t n, char **out, size_t *out_len, as_error *err)
{
    char *bytes = malloc(n * 4 + 1);
    if (!bytes)
        return as_fail_memory(err, "text");
    size_t len = 0;
    for (size_t k = 0; k < n; k++)
        len += (size_t)utf8proc_encode_char(text[k], (utf8proc_uint8_t *)bytes + len);
    bytes[len] = '\0';
    *out = bytes;
    *out_len = len;
    return true;
}

bool as_text_normalize(const char *text, size_t len, char **out, size_t *out_len, as_error *err)
{
    if (len > AS_TEXT_MAX_BYTES)
        return as_fail(err, AS_ERR_LIMIT, "text of %zu bytes; at most %d are accepted", len,
                       AS_TEXT_MAX_BYTES);
    int32_t *codepoints = malloc((len + 1) * sizeof *codepoints);
    if (!codepoints)
        return as_fail_memory(err, "text");
    size_t n = 0;
    bool needs_nfc = false;
    bool ok = read_codepoints(text, len, codepoints, &n, &needs_nfc, err) &&
              (!needs_nfc || compose(&codepoints, &n, err)) &&
              write_utf8(codepoints, n, out, out_len, err);
    free(codepoints);
    return ok;
}

bool as_text_repair(const char *text, size_t len, char **out, size_t *out_len, as_error *err)
{
    size_t room;
    if (!as_mul_size(len, 3, &room) || !as_add_size(room, 1, &room))
        return as_fail_memory(err, "text");
    char *fixed = malloc(room);
    if (!fixed)
        return as_fail_memory(err, "text");
    size_t used = 0;
    for (size_t at = 0; at < len;) {
        int32_t c;
        size_t bytes = as_utf8_decode(text, len, at, &c);
        if (bytes > 0) {
            memcpy(fixed + used, text + at, bytes);
            used += bytes;
            at += bytes;
            continue;
        }
        memcpy(fixed + used, "\xEF\xBF\xBD", 3);
        used += 3;
        at++;
        for (int k = 0; k < 3 && at < len && ((unsigned char)text[at] & 0xC0) == 0x80; k++)
            at++;
    }
    fixed[used] = '\0';
    *out = fixed;
    *out_len = used;
    return true;
}

/* Characters */

size_t as_text_next_cluster(const char *text, size_t len, size_t offset)
{
    int32_t left, right, state = 0;
    if (offset >= len)
        return len;
    size_t bytes = as_utf8_decode(text, len, offset, &left);
    if (bytes == 0)
        return offset + 1;
    offset += bytes;
    while ((bytes = as_utf8_decode(text, len, offset, &right)) > 0) {
        if (utf8proc_grapheme_break_stateful(left, right, &state))
            break;
        offset += bytes;
        left = right;
    }
    return offset;
}

/* The start of the code point (or stray byte) that ends at `offset` > 0. */
static size_t codepoint_before(const char *text, size_t offset)
{
    for (size_t back = 2; back <= 4 && back <= offset; back++) {
        int32_t c;
        size_t start = offset - back;
        if (as_utf8_decode(text, offset, start, &c) == back)
            return start;
    }
    return offset - 1;
}

/* A code point that neither joins what precedes it nor what follows it, when its neighbour is
 * another such: between two of them there is always a boundary. */
static bool stands_alone(const char *text, size_t len, size_t offset)
{
    int32_t c;
    if (as_utf8_decode(text, len, offset, &c) == 0)
        return true;
    return utf8proc_get_property(c)->boundclass == UTF8PROC_BOUNDCLASS_OTHER;
}

size_t as_text_previous_cluster(const char *text, size_t len, size_t offset)
{
    if (offset > len)
        offset = len;
    if (offset == 0)
        return 0;
    /* Walk back to a place that is a boundary for certain, then forward. */
    size_t safe = codepoint_before(text, offset);
    while (safe > 0) {
        size_t before = codepoint_before(text, safe);
        if (stands_alone(text, len, before) && stands_alone(text, len, safe))
            break;
        safe = before;
    }
    size_t next;
    while ((next = as_text_next_cluster(text, len, safe)) < offset)
        safe = next;
    return safe;
}

/* Pre-tokens */

typedef enum char_class { CLASS_LETTER, CLASS_DIGIT, CLASS_CJK, CLASS_OTHER } char_class;

/* Unicode scripts Han, Hiragana and Katakana, by block; punctuation inside the blocks is sorted
 * out by category. */
static bool in_cjk_block(int32_t c)
{
    return (c >= 0x3005 && c <= 0x3007) || (c >= 0x3021 && c <= 0x3029) ||
           (c >= 0x3031 && c <= 0x303C) || (c >= 0x3041 && c <= 0x30FF) ||
           (c >= 0x31F0 && c <= 0x31FF) || (c >= 0x3400 && c <= 0x4DBF) ||
           (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFF66 && c <= 0xFF9F) || (c >= 0x1AFF0 && c <= 0x1B16F) ||
           (c >= 0x20000 && c <= 0x3FFFD);
}

static char_class class_of(int32_t c)
{
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_NL:
        return in_cjk_block(c) ? CLASS_CJK : CLASS_LETTER;
    case UTF8PROC_CATEGORY_ND:
        return CLASS_DIGIT;
    default:
        return CLASS_OTHER;
    }
}

static bool is_apostrophe(int32_t c)
{
    return c == 0x0027 || c == 0x2019;
}

/* One character: where it ends, its first code point (-1 for a stray byte) and class. */
typedef struct character {
    size_t end;
    int32_t first;
    char_class class;
} character;

static character character_at(const char *text, size_t len, size_t offset)
{
    character ch = {as_text_next_cluster(text, len, offset), -1, CLASS_OTHER};
    if (as_utf8_decode(text, len, offset, &ch.first) == 0)
        ch.first = -1;
    else
        ch.class = class_of(ch.first);
    return ch;
}

/* Fills one pre-token that starts at `start` (not a space) and ends before `limit`, the next
 * space. Returns its class. */
static char_class read_pretoken(const char *text, size_t limit, size_t start, as_pretoken *out)
{
    character ch = character_at(text, limit, start);
    char_class class = ch.class;
    *out = (as_pretoken){.start = start, .n_words = 1, .by_character = class == CLASS_CJK};
    size_t end = ch.end;
    while ((class == CLASS_LETTER || class == CLASS_CJK) && end < limit) {
        ch = character_at(text, limit, end);
        bool apostrophe = class == CLASS_LETTER && is_apostrophe(ch.first);
        if (ch.class != class && !apostrophe)
            break;
        end = ch.end;
        out->n_words += class == CLASS_CJK;
        if (apostrophe)
            break;
    }
    out->len = end - start;
    return class;
}

static bool ends_in_apostrophe(const char *text, const as_pretoken *p)
{
    int32_t c;
    size_t last = codepoint_before(text, p->start + p->len);
    return as_utf8_decode(text, p->start + p->len, last, &c) > 0 && is_apostrophe(c);
}

/* Letters and digits that touch are one word, unless an apostrophe parts them. */
static bool same_word(const char *text, const as_pretoken *before, char_class before_class,
                      char_class class)
{
    bool joins = (before_class == CLASS_LETTER || before_class == CLASS_DIGIT) &&
                 (class == CLASS_LETTER || class == CLASS_DIGIT);
    return joins && !ends_in_apostrophe(text, before);
}

bool as_pretokens(const char *text, size_t len, as_pretoken **out, int *count, as_error *err)
{
    if (len > INT_MAX / 4)
        return as_fail(err, AS_ERR_LIMIT, "text of %zu bytes is too long to split", len);
    size_t capacity = 16, n = 0;
    as_pretoken *list = malloc(capacity * sizeof *list);
    if (!list)
        return as_fail_memory(err, "pre-tokens");
    bool space = true;
    char_class before = CLASS_OTHER;
    int words = 0;
    size_t limit = 0; /* the next space */
    for (size_t at = 0; at < len;) {
        if (text[at] == ' ') {
            space = true;
            at++;
            continue;
        }
        if (n == capacity) {
            as_pretoken *more = realloc(list, 2 * capacity * sizeof *list);
            if (!more) {
                free(list);
                return as_fail_memory(err, "pre-tokens");
            }
            list = more;
            capacity *= 2;
        }
        if (limit <= at) {
            const char *gap = memchr(text + at, ' ', len - at);
            limit = gap ? (size_t)(gap - text) : len;
        }
        as_pretoken *p = &list[n];
        char_class class = read_pretoken(text, limit, at, p);
        p->space_before = space;
        p->word = words;
        if (!space && same_word(text, p - 1, before, class))
            p->word--;
        words = p->word + p->n_words;
        at = p->start + p->len;
        before = class;
        space = false;
        n++;
    }
    *out = list;
    *count = (int)n;
    return true;
}

/* Word-wise motion */

static bool in_word(char_class class)
{
    return class != CLASS_OTHER;
}

/* The end of the word that starts at `offset`. */
static size_t word_end(const char *text, size_t len, size_t offset)
{
    character ch = character_at(text, len, offset);
    bool cjk = ch.class == CLASS_CJK;
    size_t end = ch.end;
    while (end < len) {
        ch = character_at(text, len, end);
        bool part = in_word(ch.class) && (ch.class == CLASS_CJK) == cjk;
        if (!part && !cjk && is_apostrophe(ch.first) && ch.end < len) {
            char_class next = character_at(text, len, ch.end).class;
            part = next == CLASS_LETTER || next == CLASS_DIGIT;
        }
        if (!part)
            break;
        end = ch.end;
    }
    return end;
}

/* The first start of a word at or after `offset`; len when there is none. */
static size_t word_start(const char *text, size_t len, size_t offset)
{
    while (offset < len) {
        character ch = character_at(text, len, offset);
        if (in_word(ch.class))
            break;
        offset = ch.end;
    }
    return offset;
}

size_t as_text_next_word(const char *text, size_t len, size_t offset)
{
    size_t start = word_start(text, len, offset);
    return start < len ? word_end(text, len, start) : len;
}

size_t as_text_previous_word(const char *text, size_t len, size_t offset)
{
    /* Forward from the beginning: a word's start depends on all that precedes it. */
    size_t previous = 0;
    for (size_t start = word_start(text, len, 0); start < offset && start < len;) {
        previous = start;
        start = word_start(text, len, word_end(text, len, start));
    }
    return previous;
}
