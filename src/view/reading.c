#include "view/reading.h"

#include <stdio.h>
#include <string.h>

static const char decimals[] = "decimals-";

char *as_reading_print(char out[AS_READING_TEXT], const as_reading *r, as_numbers numbers)
{
    char digits[sizeof decimals + 4] = "";
    if (numbers != AS_NUMBERS_NONE)
        snprintf(digits, sizeof digits, "%s%d", decimals, (int)(numbers - AS_NUMBERS_0) % 10);
    snprintf(out, AS_READING_TEXT, "%s%s%s%s", r->words ? "words " : "",
             r->transposed ? "transposed " : "", r->by_source ? "by-source " : "", digits);
    size_t len = strlen(out);
    if (len > 0 && out[len - 1] == ' ')
        out[len - 1] = '\0';
    return out;
}

static bool is(const char *word, size_t len, const char *name)
{
    return len == strlen(name) && memcmp(word, name, len) == 0;
}

void as_reading_parse(const char *text, as_reading *r, as_numbers *numbers)
{
    const size_t prefix = sizeof decimals - 1;
    *r = (as_reading){0};
    *numbers = AS_NUMBERS_NONE;
    for (size_t len; *text; text += len + (text[len] == ' ')) {
        len = strcspn(text, " ");
        r->words = r->words || is(text, len, "words");
        r->transposed = r->transposed || is(text, len, "transposed");
        r->by_source = r->by_source || is(text, len, "by-source");
        bool counts = len == prefix + 1 && memcmp(text, decimals, prefix) == 0;
        if (counts && text[prefix] >= '0' && text[prefix] <= '5')
            *numbers = (as_numbers)(AS_NUMBERS_0 + (text[prefix] - '0'));
    }
}

as_span as_span_within(as_span span, int n)
{
    int from = span.from < 0 ? 0 : span.from, past = span.past > n ? n : span.past;
    return from < past ? (as_span){from, past} : (as_span){0, n};
}

bool as_span_is_all(as_span span, int n)
{
    span = as_span_within(span, n);
    return span.from == 0 && span.past == n;
}
