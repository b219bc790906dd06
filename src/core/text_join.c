#include "core/text_join.h"

#include "core/text.h"

/* By block; Hangul, which is written with spaces, is not among them. */
static bool is_written_without_spaces(int32_t c)
{
    static const struct {
        int32_t first, last;
    } blocks[] = {
        {0x2e80, 0x312f},   /* radicals, punctuation, kana, Bopomofo */
        {0x3190, 0xa4cf},   /* enclosed and compatibility forms, Han, Yi */
        {0xf900, 0xfaff},   /* compatibility ideographs */
        {0xfe30, 0xfe4f},   /* forms of punctuation */
        {0xff01, 0xff9f},   /* full-width forms, half-width kana */
        {0x1aff0, 0x1b16f}, /* more kana */
        {0x20000, 0x3fffd}, /* more Han */
    };
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
        if (c >= blocks[k].first && c <= blocks[k].last)
            return true;
    return false;
}

bool as_text_space_between(const char *left, size_t left_len, const char *right, size_t right_len)
{
    if (left_len == 0 || right_len == 0)
        return false;
    size_t last = left_len - 1;
    while (last > 0 && left_len - last < 4 && ((unsigned char)left[last] & 0xc0) == 0x80)
        last--;
    int32_t before = 0, after = 0;
    as_utf8_decode(left, left_len, last, &before);
    as_utf8_decode(right, right_len, 0, &after);
    return !is_written_without_spaces(before) && !is_written_without_spaces(after);
}
