#include "train/words.h"

#include "core/text.h"

#include <utf8proc.h>

enum { NAME_LETTERS = 3 };

bool as_is_capital(int32_t codepoint)
{
    utf8proc_category_t category = utf8proc_category(codepoint);
    return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT;
}

bool as_is_cased(int32_t codepoint)
{
    return as_is_capital(codepoint) || utf8proc_category(codepoint) == UTF8PROC_CATEGORY_LL;
}

static bool is_mark(int32_t codepoint)
{
    utf8proc_category_t category = utf8proc_category(codepoint);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC;
}

/* What may stand inside a word after its first letter. */
static bool goes_on(int32_t codepoint)
{
    return as_is_cased(codepoint) || is_mark(codepoint) ||
           utf8proc_category(codepoint) == UTF8PROC_CATEGORY_ND;
}

/* After these a capital is due or may be. */
static bool opens_sentence(int32_t c)
{
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_PI: /* initial and final quotation marks */
    case UTF8PROC_CATEGORY_PF:
        return c != 0x2019; /* the apostrophe */
    default:
        return c == '.' || c == '!' || c == '?' || c == ':' || c == '"' || c == 0x2026 ||
               c == 0x201E || c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF1A;
    }
}

as_word_scan as_words(const char *text, size_t len)
{
    return (as_word_scan){.text = text, .len = len, .opens = true};
}

bool as_word_next(as_word_scan *scan, as_word *out)
{
    int32_t c;
    size_t bytes;
    while ((bytes = as_utf8_decode(scan->text, scan->len, scan->at, &c)) > 0 && !as_is_cased(c)) {
        scan->at += bytes;
        scan->opens = scan->opens || opens_sentence(c);
    }
    if (bytes == 0)
        return false;
    as_word word = {.start = scan->at, .first = !scan->any, .opens = scan->opens};
    while ((bytes = as_utf8_decode(scan->text, scan->len, scan->at, &c)) > 0 && goes_on(c))
        scan->at += bytes;
    word.len = scan->at - word.start;
    scan->any = true;
    scan->opens = false;
    *out = word;
    return true;
}

bool as_is_title_case(const char *word, size_t len)
{
    int n = 0;
    int32_t c;
    for (size_t at = 0, bytes; (bytes = as_utf8_decode(word, len, at, &c)) > 0; at += bytes) {
        if (is_mark(c))
            continue;
        if (!as_is_cased(c) || as_is_capital(c) != (n == 0))
            return false;
        n++;
    }
    return n >= NAME_LETTERS;
}
