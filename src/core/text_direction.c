#include <utf8proc.h>

#include "core/text.h"

/* Rules P2 and P3 of UAX 9; there are no isolates in an edited line. */
bool as_text_is_rtl(const char *text, size_t len)
{
    int32_t c;
    for (size_t k = 0; k < len;) {
        size_t n = as_utf8_decode(text, len, k, &c);
        k += n ? n : 1;
        if (!n)
            continue;
        switch (utf8proc_get_property(c)->bidi_class) {
        case UTF8PROC_BIDI_CLASS_L:
            return false;
        case UTF8PROC_BIDI_CLASS_R:
        case UTF8PROC_BIDI_CLASS_AL:
            return true;
        default:
            break;
        }
    }
    return false;
}
