#include "view/one_line.h"

#include "core/text.h"

/* Length of the control or break at text[k], 0 when it is none: C0, DEL, C1, U+2028, U+2029. */
static size_t control_len(const char *text, size_t len, size_t k)
{
    unsigned char c = (unsigned char)text[k];
    if (c == '\r' && k + 1 < len && text[k + 1] == '\n')
        return 2;
    if (c < 0x20 || c == 0x7f)
        return 1;
    if (c == 0xc2 && k + 1 < len && (unsigned char)text[k + 1] < 0xa0)
        return 2;
    if (c == 0xe2 && k + 2 < len && (unsigned char)text[k + 1] == 0x80 &&
        ((unsigned char)text[k + 2] | 1) == 0xa9)
        return 3;
    return 0;
}

/* Does one of the controls that reorder all the text after them stand at text[k]? Three bytes each:
 * U+202A to U+202E, U+2066 to U+2069. The marks U+200E and U+200F reorder nothing; they may stay.
 */
static bool is_reordering(const char *text, size_t len, size_t k)
{
    const unsigned char *c = (const unsigned char *)text + k;
    if (k + 2 >= len || c[0] != 0xe2)
        return false;
    return (c[1] == 0x80 && c[2] >= 0xaa && c[2] <= 0xae) ||
           (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9);
}

bool as_one_line(const char *text, size_t len, char **out, size_t *out_len, as_error *err)
{
    if (len > AS_ONE_LINE_MAX)
        return as_fail(err, AS_ERR_LIMIT, "the text is %zu bytes long; at most %d fit", len,
                       AS_ONE_LINE_MAX);
    char *valid;
    size_t n;
    if (!as_text_repair(text ? text : "", len, &valid, &n, err))
        return false;
    size_t kept = 0;
    for (size_t k = 0; k < n;) {
        if (is_reordering(valid, n, k)) {
            k += 3;
            continue;
        }
        size_t skip = control_len(valid, n, k);
        valid[kept++] = skip ? ' ' : valid[k];
        k += skip ? skip : 1;
    }
    *out = valid;
    *out_len = kept;
    return true;
}
