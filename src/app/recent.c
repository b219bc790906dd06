#include "app/recent.h"

#include <stdlib.h>
#include <string.h>

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Where the text is in the list, or what it takes the place of; n: nowhere. */
static int place_of(const as_sentences *recent, const char *text)
{
    for (int k = 0; k < recent->n; k++)
        if (strcmp(recent->items[k], text) == 0)
            return k;
    return recent->n > 0 && begins_with(text, recent->items[0]) ? 0 : recent->n;
}

bool as_recent_add(as_sentences *recent, const char *text)
{
    const char *newest = recent->n > 0 ? recent->items[0] : "";
    if (text[strspn(text, " ")] == '\0' || strlen(text) > AS_RECENT_BYTES ||
        begins_with(newest, text))
        return false;
    int place = place_of(recent, text);
    const char *texts[AS_RECENT_MAX + 1] = {text};
    int n = 1;
    for (int k = 0; k < recent->n && n < AS_RECENT_MAX; k++)
        if (k != place)
            texts[n++] = recent->items[k];
    return as_sentences_set(recent, texts, n, NULL);
}
