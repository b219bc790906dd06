#include "train/tsv.h"

#include "core/file.h"
#include "core/memory.h"
#include "core/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = INT_MAX };

static int count_lines(const char *text, size_t len)
{
    size_t n = len > 0 && text[len - 1] != '\n';
    for (const char *p = text; (p = memchr(p, '\n', len - (size_t)(p - text))); p++)
        n++;
    return (int)n; /* at most FILE_LIMIT */
}

/* Whether nothing is left in the normal form: there are many kinds of spaces, and more that nobody
 * sees. Nearly every text says no with its first byte. */
static bool is_blank(const char *text, size_t len)
{
    for (size_t k = 0; k < len; k++)
        if (text[k] > ' ' && text[k] < 0x7f)
            return false;
    char *normal;
    size_t normal_len;
    if (!as_text_normalize(text, len, &normal, &normal_len, NULL))
        return false; /* not UTF-8, or too long: told by what is done with it next */
    free(normal);
    return normal_len == 0;
}

static bool check_side(const char *name, const char *text, size_t len, as_error *err)
{
    if (len > AS_TEXT_MAX_BYTES)
        return as_fail(err, AS_ERR_LIMIT, "%s of %zu bytes, expected at most %d", name, len,
                       AS_TEXT_MAX_BYTES);
    return !is_blank(text, len) || as_fail(err, AS_ERR_FORMAT, "empty %s", name);
}

/* Here, as the length, because only here the place is known; learning a vocabulary sees lines of
 * all files. */
static bool check_utf8(const char *text, size_t len, as_error *err)
{
    int32_t codepoint;
    for (size_t at = 0, bytes; at < len; at += bytes)
        if ((bytes = as_utf8_decode(text, len, at, &codepoint)) == 0)
            return as_fail(err, AS_ERR_FORMAT, "invalid UTF-8 at byte %zu of the line (0x%02X)", at,
                           (unsigned char)text[at]);
    return true;
}

static int count_columns(const char *line, size_t len)
{
    int n = 1;
    for (size_t k = 0; k < len; k++)
        n += line[k] == '\t';
    return n;
}

static bool parse_line(const char *line, size_t len, bool references, as_tsv_row *row,
                       as_error *err)
{
    const char *tab = memchr(line, '\t', len);
    if (!tab && is_blank(line, len))
        return as_fail(err, AS_ERR_FORMAT, "empty line, expected source, tab, target");
    if (!tab)
        return as_fail(err, AS_ERR_FORMAT, "no tab, expected source, tab, target");
    const char *target = tab + 1;
    size_t source_len = (size_t)(tab - line), rest_len = len - source_len - 1;
    const char *next = memchr(target, '\t', rest_len);
    size_t target_len = next ? (size_t)(next - target) : rest_len;
    if (next && !references)
        return as_fail(err, AS_ERR_FORMAT, "%d columns, expected 2: source, tab, target",
                       count_columns(line, len));
    if (!check_side("source", line, source_len, err) ||
        !check_side("target", target, target_len, err))
        return false;
    *row = (as_tsv_row){line, target, source_len, target_len, rest_len};
    return check_utf8(line, len, err);
}

static bool parse(const char *place, char *text, size_t len, bool references, as_tsv *out,
                  as_error *err)
{
    as_tsv tsv = {.text = text};
    size_t place_size = strlen(place) + 1;
    if (len > FILE_LIMIT) {
        as_fail(err, AS_ERR_LIMIT, "%s: %zu bytes, expected at most %d", place, len, FILE_LIMIT);
        goto fail;
    }
    tsv.n = count_lines(text, len);
    tsv.place = malloc(place_size);
    tsv.rows = as_alloc((size_t)tsv.n, sizeof *tsv.rows);
    if (!tsv.place || !tsv.rows) {
        as_fail_memory(err, "the sentence pairs");
        goto fail;
    }
    memcpy(tsv.place, place, place_size);
    const char *line = text, *text_end = text + len;
    for (int k = 0; k < tsv.n; k++) {
        const char *end = memchr(line, '\n', (size_t)(text_end - line));
        if (!end)
            end = text_end;
        if (!parse_line(line, (size_t)(end - line), references, &tsv.rows[k], err)) {
            as_fail_in(err, "%s:%d", place, k + 1);
            goto fail;
        }
        line = end + 1;
    }
    *out = tsv;
    return true;
fail:
    as_tsv_finish(&tsv);
    return false;
}

bool as_tsv_parse(const char *place, char *text, size_t len, as_tsv *out, as_error *err)
{
    return parse(place, text, len, false, out, err);
}

static bool read_file(const char *path, bool references, as_tsv *out, as_error *err)
{
    unsigned char *bytes;
    size_t len;
    return as_file_read(path, FILE_LIMIT, &bytes, &len, err) &&
           parse(path, (char *)bytes, len, references, out, err);
}

bool as_tsv_read(const char *path, as_tsv *out, as_error *err)
{
    return read_file(path, false, out, err);
}

bool as_tsv_read_references(const char *path, as_tsv *out, as_error *err)
{
    return read_file(path, true, out, err);
}

void as_tsv_finish(as_tsv *tsv)
{
    free(tsv->rows);
    free(tsv->text);
    free(tsv->place);
    *tsv = (as_tsv){0};
}
