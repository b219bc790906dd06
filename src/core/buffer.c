#include "core/buffer.h"

#include "core/file.h"

#include <utf8proc.h>

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for len more bytes and a NUL. */
static bool reserve(as_buffer *buffer, size_t len)
{
    if (buffer->failed || len >= SIZE_MAX / 2 - buffer->len)
        return !(buffer->failed = true);
    size_t need = buffer->len + len + 1, capacity = buffer->capacity ? buffer->capacity : 256;
    if (need <= buffer->capacity)
        return true;
    while (capacity < need)
        capacity *= 2;
    char *text = realloc(buffer->text, capacity);
    if (!text)
        return !(buffer->failed = true);
    buffer->text = text;
    buffer->capacity = capacity;
    return true;
}

void as_buffer_bytes(as_buffer *buffer, const void *bytes, size_t len)
{
    if (!reserve(buffer, len))
        return;
    if (len > 0)
        memcpy(buffer->text + buffer->len, bytes, len);
    buffer->len += len;
    buffer->text[buffer->len] = '\0';
}

void as_buffer_text(as_buffer *buffer, const char *text)
{
    as_buffer_bytes(buffer, text, strlen(text));
}

void as_buffer_format(as_buffer *buffer, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (len < 0 || (size_t)len >= sizeof text)
        buffer->failed = true;
    else
        as_buffer_bytes(buffer, text, (size_t)len);
}

/* printf put the locale's decimal point, of any number of bytes, between the digits. */
static void put_number(as_buffer *buffer, const char *text)
{
    static const char plain[] = "0123456789+-e";
    size_t whole = strspn(text, plain), rest = whole + strcspn(text + whole, plain);
    as_buffer_bytes(buffer, text, whole);
    if (text[whole] != '\0')
        as_buffer_bytes(buffer, ".", 1);
    as_buffer_text(buffer, text + rest);
}

void as_buffer_rounded(as_buffer *buffer, double x, int digits)
{
    char text[64];
    snprintf(text, sizeof text, "%.*g", digits, x);
    if (isfinite(x))
        put_number(buffer, text);
    else
        as_buffer_text(buffer, "null");
}

/* %g drops zeros, so fewer digits than `least` need not be tried. */
void as_buffer_float(as_buffer *buffer, float x)
{
    char text[64];
    for (int digits = 6; digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double)x);
        if (strtof(text, NULL) == x)
            break;
    }
    if (isfinite(x))
        put_number(buffer, text);
    else
        as_buffer_text(buffer, "null");
}

void as_buffer_double(as_buffer *buffer, double x)
{
    char text[64];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    if (isfinite(x))
        put_number(buffer, text);
    else
        as_buffer_text(buffer, "null");
}

static void put_json_character(as_buffer *buffer, const char *bytes, size_t len)
{
    unsigned char c = (unsigned char)bytes[0];
    if (c == '"' || c == '\\')
        as_buffer_format(buffer, "\\%c", c);
    else if (c == '\n')
        as_buffer_text(buffer, "\\n");
    else if (c == '\t')
        as_buffer_text(buffer, "\\t");
    else if (c < 0x20 || c == 0x7f)
        as_buffer_format(buffer, "\\u%04x", c);
    else
        as_buffer_bytes(buffer, bytes, len);
}

void as_buffer_json_string(as_buffer *buffer, const char *text)
{
    size_t left = strlen(text);
    as_buffer_bytes(buffer, "\"", 1);
    while (left > 0) {
        utf8proc_int32_t c;
        utf8proc_ssize_t n =
            utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)left, &c);
        if (n > 0)
            put_json_character(buffer, text, (size_t)n);
        else
            as_buffer_text(buffer, "\xef\xbf\xbd");
        text += n > 0 ? n : 1;
        left -= n > 0 ? (size_t)n : 1;
    }
    as_buffer_bytes(buffer, "\"", 1);
}

bool as_buffer_ok(const as_buffer *buffer, as_error *err)
{
    return buffer->failed ? as_fail_memory(err, "text") : true;
}

bool as_buffer_save(const as_buffer *buffer, const char *path, bool replace, as_error *err)
{
    as_file_writer writer = {0};
    bool ok = as_buffer_ok(buffer, err) && as_file_writer_open(&writer, path, replace, err);
    errno = 0;
    if (ok && buffer->len > 0 &&
        fwrite(buffer->text, 1, buffer->len, writer.stream) < buffer->len && errno != 0)
        ok = as_fail(err, AS_ERR_SYSTEM, "%s: %s", path, strerror(errno));
    ok = ok && as_file_writer_commit(&writer, err);
    as_file_writer_abort(&writer);
    return ok;
}

void as_buffer_reset(as_buffer *buffer)
{
    buffer->len = 0;
    buffer->failed = false;
    if (buffer->text)
        buffer->text[0] = '\0';
}

void as_buffer_finish(as_buffer *buffer)
{
    free(buffer->text);
    *buffer = (as_buffer){0};
}
