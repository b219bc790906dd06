#include "view/wrap.h"

#include "core/text.h"

#include <stdbool.h>

/* Where a line may end: after a space, and around every cluster from the CJK symbols on
 * (U+2E80): Han, kana, Hangul, full-width forms. */
static bool is_wide(const char *text, size_t len, size_t offset)
{
    int32_t c = 0;
    return as_utf8_decode(text, len, offset, &c) > 0 && c >= 0x2e80;
}

/* The end of the word at `at`, with the spaces after it. */
static size_t word_end(const char *text, size_t len, size_t at)
{
    bool wide = at < len && is_wide(text, len, at);
    size_t end = as_text_next_cluster(text, len, at);
    while (!wide && end < len && text[end] != ' ' && !is_wide(text, len, end))
        end = as_text_next_cluster(text, len, end);
    while (end < len && text[end] == ' ')
        end++;
    return end;
}

static size_t without_spaces(const char *text, size_t len)
{
    while (len > 0 && text[len - 1] == ' ')
        len--;
    return len;
}

/* As many clusters of a word that is too long for a line as fit. */
static size_t cut_word(const as_text_metrics *tm, as_font font, float size, float width,
                       const char *text, size_t len)
{
    size_t end = as_text_next_cluster(text, len, 0);
    while (end < len) {
        size_t next = as_text_next_cluster(text, len, end);
        if (tm->width(tm->context, font, size, text, next) > width)
            break;
        end = next;
    }
    return end;
}

size_t as_wrap_line(const as_text_metrics *tm, as_font font, float size, float width,
                    const char *text, size_t len)
{
    size_t end = 0;
    while (end < len) {
        size_t next = word_end(text, len, end);
        if (tm->width(tm->context, font, size, text, without_spaces(text, next)) > width)
            break;
        end = next;
    }
    if (end > 0 || len == 0)
        return end;
    size_t word = word_end(text, len, 0);
    size_t cut = cut_word(tm, font, size, width, text, without_spaces(text, word));
    return cut < without_spaces(text, word) ? cut : word;
}
