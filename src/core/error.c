#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <utf8proc.h>

/* vsnprintf may cut inside a UTF-8 sequence; step back to the start of the cut character. */
static void trim_partial_character(char *text, size_t size)
{
    size_t len = strlen(text);
    if (len + 1 < size)
        return;
    size_t start = len;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0x80)
        start--;
    if (start == 0)
        return;
    unsigned char lead = (unsigned char)text[start - 1];
    size_t want = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (len - (start - 1) < want)
        text[start - 1] = '\0';
}

bool as_fail(as_error *err, as_status status, const char *format, ...)
{
    if (!err)
        return false;
    err->status = status;
    va_list args;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    trim_partial_character(err->message, sizeof err->message);
    return false;
}

bool as_fail_memory(as_error *err, const char *what)
{
    return as_fail(err, AS_ERR_SYSTEM, "out of memory for %s", what);
}

bool as_fail_in(as_error *err, const char *format, ...)
{
    if (!err)
        return false;
    char message[sizeof err->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    size_t used = strlen(message);
    const char *parts[] = { ": ", err->message };
    for (int k = 0; k < 2; k++) {
        size_t len = strlen(parts[k]), room = sizeof message - 1 - used;
        memcpy(message + used, parts[k], len < room ? len : room);
        used += len < room ? len : room;
    }
    message[used] = '\0';
    trim_partial_character(message, sizeof message);
    memcpy(err->message, message, sizeof message);
    return false;
}

/* Bytes of the character at text, 1 when it is not valid; *shown: whether it is safe to show. */
static size_t character_bytes(const char *text, size_t len, bool *shown)
{
    utf8proc_int32_t c;
    utf8proc_ssize_t n =
        utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)len, &c);
    *shown = false;
    if (n <= 0)
        return 1;
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF: /* would reorder the rest of the line */
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        break;
    default:
        *shown = true;
    }
    return (size_t)n;
}

const char *as_printable(char *out, size_t size, const char *text)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    size_t len = strlen(text), from = 0, used = 0, fits = 0;
    while (from < len) {
        bool shown;
        size_t n = character_bytes(text + from, len - from, &shown), room = shown ? n : 1;
        if (used + room >= size) {
            memcpy(out + fits, ellipsis, sizeof ellipsis);
            return out;
        }
        memcpy(out + used, shown ? text + from : "?", room);
        used += room;
        from += n;
        if (used + sizeof ellipsis <= size)
            fits = used; /* the longest start that leaves room for the ellipsis */
    }
    out[used] = '\0';
    return out;
}
