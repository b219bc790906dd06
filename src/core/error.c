#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
