#include "core/bpe_codes.h"

#include "core/bpe.h"
#include "core/file.h"

#include <stdlib.h>
#include <string.h>

static const char version_mark[] = "#version:";

/* Bytes of the first line, with its newline, when it names a version; 0 when it does not. */
static bool read_version(const char *text, size_t len, size_t *line_bytes, bool *end_apart,
                         as_error *err)
{
    size_t mark = sizeof version_mark - 1;
    *line_bytes = 0;
    *end_apart = true;
    if (len < mark || memcmp(text, version_mark, mark) != 0)
        return true;
    const char *newline = memchr(text, '\n', len);
    size_t line_len = newline ? (size_t)(newline - text) : len;
    char version[16] = "", shown[AS_PRINTABLE];
    size_t at = mark, used = 0;
    for (; at < line_len && used + 1 < sizeof version; at++)
        if (text[at] != ' ' && text[at] != '\r')
            version[used++] = text[at];
    if (strcmp(version, "0.1") != 0 && strcmp(version, "0.2") != 0)
        return as_fail(err, AS_ERR_FORMAT, "codes of version %s, expected 0.1 or 0.2",
                       as_printable(shown, sizeof shown, version));
    *end_apart = strcmp(version, "0.1") == 0;
    *line_bytes = newline ? line_len + 1 : line_len;
    return true;
}

/* Copies the lines, each without a carriage return at its end. */
static size_t copy_lines(char *out, const char *text, size_t len)
{
    size_t used = 0;
    for (size_t k = 0; k < len; k++)
        if (text[k] != '\r' || (k + 1 < len && text[k + 1] != '\n'))
            out[used++] = text[k];
    return used;
}

/* The codes are merges as the tokenizer reads them. */
static bool check_merges(const as_bpe_codes *codes, as_error *err)
{
    as_bpe *bpe;
    if (!as_bpe_parse(codes->merges, codes->len, &bpe, err))
        return false;
    as_bpe_free(bpe);
    return true;
}

bool as_bpe_codes_parse(const void *bytes, size_t len, as_bpe_codes *out, as_error *err)
{
    *out = (as_bpe_codes){0};
    as_bpe_codes made = {0};
    size_t first;
    if (len > AS_BPE_CODES_MAX_BYTES)
        return as_fail(err, AS_ERR_LIMIT, "codes of %zu bytes, expected at most %d", len,
                       AS_BPE_CODES_MAX_BYTES);
    if (!read_version(bytes, len, &first, &made.end_apart, err))
        return false;
    made.merges = malloc(len - first + 1);
    if (!made.merges)
        return as_fail_memory(err, "BPE codes");
    made.len = copy_lines(made.merges, (const char *)bytes + first, len - first);
    made.merges[made.len] = '\0';
    if (!check_merges(&made, err)) {
        as_bpe_codes_finish(&made);
        return false;
    }
    *out = made;
    return true;
}

bool as_bpe_codes_read(const char *path, as_bpe_codes *out, as_error *err)
{
    unsigned char *bytes;
    size_t len;
    *out = (as_bpe_codes){0};
    if (!as_file_read(path, AS_BPE_CODES_MAX_BYTES, &bytes, &len, err))
        return false; /* it names the path */
    bool ok = as_bpe_codes_parse(bytes, len, out, err) || as_fail_in(err, "%s", path);
    free(bytes);
    return ok;
}

void as_bpe_codes_finish(as_bpe_codes *codes)
{
    free(codes->merges);
    *codes = (as_bpe_codes){0};
}
