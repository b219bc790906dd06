#include "view/blank.h"

#include <string.h>

/* Length of the space at text[k], 0 when there is none: ASCII, no-break, ideographic, U+2000-200B,
 * narrow no-break, mathematical, byte order mark. */
static size_t space_len(const char *text, size_t len, size_t k)
{
    static const char *const spaces[] = {
        " ",      "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003",
        "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200a",
        "\u200b", "\u202f", "\u205f", "\u3000", "\ufeff",
    };
    for (size_t s = 0; s < sizeof spaces / sizeof spaces[0]; s++) {
        size_t n = strlen(spaces[s]);
        if (n <= len - k && memcmp(text + k, spaces[s], n) == 0)
            return n;
    }
    return 0;
}

bool as_text_is_blank(const char *text, size_t len)
{
    for (size_t k = 0; k < len;) {
        size_t n = space_len(text, len, k);
        if (n == 0)
            return false;
        k += n;
    }
    return true;
}
