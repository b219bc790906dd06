#include "view/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

char *as_format_fixed(char *out, double x, int decimals)
{
    if (isnan(x))
        return strcpy(out, "n/a");
    const char *sign = x < 0 ? "\u2212" : "";
    double size = fabs(x);
    if (size >= 1e9) {
        snprintf(out, AS_FORMAT_MAX, "%s%s", sign, isinf(x) ? "∞" : ">10⁹");
        return out;
    }
    long long scale = 1;
    for (int k = 0; k < decimals; k++)
        scale *= 10;
    long long whole = llrint(size * (double)scale);
    if (whole == 0)
        sign = ""; /* no minus nought */
    if (decimals == 0)
        snprintf(out, AS_FORMAT_MAX, "%s%lld", sign, whole);
    else
        snprintf(out, AS_FORMAT_MAX, "%s%lld.%0*lld", sign, whole / scale, decimals, whole % scale);
    return out;
}

char *as_format_share(char *out, double x, int decimals)
{
    as_format_fixed(out, x, decimals);
    if (x > 0 && as_format_is_nought(out))
        snprintf(out, AS_FORMAT_MAX, "< 0.%0*d", decimals, 1);
    return out;
}

const char *as_format_equals(const char *share)
{
    return share[0] == '<' ? "" : "= ";
}

bool as_format_is_nought(const char *number)
{
    size_t digits = strspn(number, "0.");
    return digits > 0 && !strpbrk(number, "123456789");
}

char *as_format_cut(char *out, size_t capacity, const char *text)
{
    static const char ellipsis[] = "…";
    size_t len = strlen(text);
    if (len < capacity)
        return memmove(out, text, len + 1);
    size_t keep = capacity - sizeof ellipsis;
    while (keep > 0 && ((unsigned char)text[keep] & 0xc0) == 0x80)
        keep--;
    memmove(out, text, keep);
    memcpy(out + keep, ellipsis, sizeof ellipsis);
    return out;
}

char *as_format_subscript(char *out, int n)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", n < 0 ? 0 : n);
    size_t len = 0;
    for (const char *d = digits; *d; d++) { /* U+2080 + digit */
        out[len++] = (char)0xe2;
        out[len++] = (char)0x82;
        out[len++] = (char)(0x80 + (*d - '0'));
    }
    out[len] = '\0';
    return out;
}
