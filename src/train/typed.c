#include "train/typed.h"

#include "core/text.h"
#include "train/words.h"

#include <string.h>
#include <utf8proc.h>

enum { WORD_BYTES = 64 };

/* How one pair is changed. */
typedef struct manner {
    bool first, all, open_ended, typographic;
} manner;

static bool chance(as_random *random, int percent)
{
    return as_random_below(random, 100) < (uint32_t)percent;
}

static manner choose(as_random *random)
{
    manner m;
    do {
        uint32_t letters = as_random_below(random, 100);
        m.first = letters < 30;
        m.all = letters >= 70;
        m.open_ended = chance(random, 50);
        m.typographic = chance(random, 40);
    } while (!m.first && !m.all && !m.open_ended && !m.typographic);
    return m;
}

/* The first word, when the text begins with it or with marks before it. */
static bool first_word(const char *text, size_t len, as_word *word)
{
    as_word_scan scan = as_words(text, len);
    return as_word_next(&scan, word);
}

/* The mark that ends the text, its length and the spaces before it: where the rest ends. `len`
 * when it ends with no single . ! or ?, or with an abbreviation (p.m., U.S., …). */
static size_t without_end(const char *text, size_t len)
{
    static const char *const marks[] = {".",           "!", "?", "\xE3\x80\x82", "\xEF\xBC\x81",
                                        "\xEF\xBC\x9F"}; /* … and 。！？ */
    size_t rest = len;
    for (int k = 0; k < 6 && rest == len; k++) {
        size_t n = strlen(marks[k]);
        if (len > n && memcmp(text + len - n, marks[k], n) == 0)
            rest = len - n;
    }
    if (rest == len)
        return len;
    size_t word = rest; /* the last word must have no mark of its own */
    while (word > 0 && text[word - 1] != ' ') {
        char c = text[--word];
        if (c == '.' || c == '!' || c == '?' || c == '"')
            return len;
    }
    for (int32_t c; rest > 0;) { /* "Oui !" and the narrow spaces of French */
        size_t at = rest;
        while (at > 0 && ((unsigned char)text[--at] & 0xC0) == 0x80)
            ;
        if (as_utf8_decode(text, rest, at, &c) == 0 ||
            (c != ' ' && c != 0xA0 && c != 0x2009 && c != 0x202F))
            break;
        rest = at;
    }
    return rest > 0 ? rest : len;
}

static void write_small(const char *text, size_t len, as_buffer *out)
{
    int32_t c;
    for (size_t at = 0, bytes; (bytes = as_utf8_decode(text, len, at, &c)) > 0; at += bytes) {
        utf8proc_uint8_t small[4];
        as_buffer_bytes(out, small, (size_t)utf8proc_encode_char(utf8proc_tolower(c), small));
    }
}

/* The text with `small` in place of its first word. */
static void write_with_first(const char *text, size_t len, const as_word *word, const char *small,
                             as_buffer *out)
{
    size_t end = word->start + word->len;
    as_buffer_bytes(out, text, word->start);
    as_buffer_text(out, small);
    as_buffer_bytes(out, text + end, len - end);
}

/* Turns ' and " from byte `from` of the buffer on into ’ ‘ “ ”. */
static void set_marks(as_buffer *buffer, size_t from)
{
    as_buffer set = {0};
    char before = ' ';
    for (size_t k = from; k < buffer->len; before = buffer->text[k++]) {
        bool opens = before == ' ' || before == '(' || before == '"' || before == '-';
        if (buffer->text[k] == '\'')
            as_buffer_text(&set, opens ? "\xE2\x80\x98" : "\xE2\x80\x99");
        else if (buffer->text[k] == '"')
            as_buffer_text(&set, opens ? "\xE2\x80\x9C" : "\xE2\x80\x9D");
        else
            as_buffer_bytes(&set, &buffer->text[k], 1);
    }
    buffer->len = from;
    buffer->failed = buffer->failed || set.failed;
    as_buffer_bytes(buffer, set.text, set.len);
    as_buffer_finish(&set);
}

void as_typed_write(const as_word_forms *forms, const char *source, size_t source_len,
                    const char *target, size_t target_len, as_random *random, as_buffer *source_out,
                    as_buffer *target_out)
{
    manner m = choose(random);
    as_word word, other;
    char small[WORD_BYTES];
    size_t from = source_out->len;
    if (m.open_ended) {
        size_t source_rest = without_end(source, source_len);
        size_t target_rest = without_end(target, target_len);
        if (source_rest < source_len && target_rest < target_len) {
            source_len = source_rest;
            target_len = target_rest;
        }
    }
    bool lowered = m.all || (m.first && first_word(source, source_len, &word) &&
                             as_word_lowered(forms, AS_SOURCE, source + word.start, word.len, small,
                                             sizeof small));
    if (m.all)
        write_small(source, source_len, source_out);
    else if (lowered)
        write_with_first(source, source_len, &word, small, source_out);
    else
        as_buffer_bytes(source_out, source, source_len);
    if (lowered && first_word(target, target_len, &other) &&
        as_word_lowered(forms, AS_TARGET, target + other.start, other.len, small, sizeof small))
        write_with_first(target, target_len, &other, small, target_out);
    else
        as_buffer_bytes(target_out, target, target_len);
    if (m.typographic)
        set_marks(source_out, from);
}
