#include "paint/xml.h"

#include "core/text.h"

static const char *entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void as_xml_text(as_buffer *out, const char *text, size_t len)
{
    static const char replacement[] = "\xEF\xBF\xBD";
    for (size_t at = 0; at < len;) {
        int32_t c = 0;
        size_t n = as_utf8_decode(text, len, at, &c);
        bool control = c < 0x20 && c != '\t' && c != '\n' && c != '\r';
        if (n == 0 || control || c == 0xfffe || c == 0xffff)
            as_buffer_text(out, replacement);
        else if (n == 1 && entity(text[at]) != NULL)
            as_buffer_text(out, entity(text[at]));
        else
            as_buffer_bytes(out, text + at, n);
        at += n > 0 ? n : 1;
    }
}
