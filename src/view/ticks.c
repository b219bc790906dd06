#include "view/ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char thousands[] = "\xE2\x80\xAF"; /* U+202F */

/* The smallest of 1, 2, 5, 10 times a power of ten that is not below x. */
static double round_up(double x)
{
    double power = pow(10, floor(log10(x)));
    static const double factors[] = {1, 2, 5, 10};
    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++)
        if (factors[k] * power >= x * (1 - 1e-9))
            return factors[k] * power;
    return 10 * power;
}

as_ticks as_ticks_between(double low, double high, int most)
{
    as_ticks ticks = {.step = round_up(high / most - low / most)};
    for (;; ticks.step = round_up(ticks.step * 1.5)) {
        double slack = 1e-9; /* of a step: a mark at the very end counts */
        double from = ceil(low / ticks.step - slack), to = floor(high / ticks.step + slack);
        if (to - from + 1 > most)
            continue;
        ticks.first = from * ticks.step;
        ticks.n = to >= from ? (int)(to - from) + 1 : 0;
        return ticks;
    }
}

double as_ticks_value(const as_ticks *ticks, int k)
{
    double value = ticks->first + k * ticks->step;
    return fabs(value) < ticks->step * 1e-6 ? 0 : value;
}

/* -12345 to "−12 345", in place; the text has digits and perhaps a minus sign before them. */
static void group(char *text)
{
    char *digits = text + strcspn(text, "0123456789");
    size_t n = strspn(digits, "0123456789"), room = strlen(thousands);
    if (n < 5)
        return;
    for (size_t left = n; left > 3; left -= 3) {
        char *at = digits + left - 3;
        memmove(at + room, at, strlen(at) + 1);
        memcpy(at, thousands, room);
    }
}

static void append_superscript(char *out, size_t size, int n)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char plain[16];
    snprintf(plain, sizeof plain, "%d", n);
    for (const char *p = plain; *p != '\0'; p++) {
        const char *more = *p == '-' ? "⁻" : digits[*p - '0'];
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s", more);
    }
}

/* 1.5×10⁷, with as many decimals as the marks' distance asks for. */
static char *scientific(char *out, double value, int power)
{
    int exponent = (int)floor(log10(fabs(value)) + 1e-9);
    int decimals = exponent > power ? exponent - power : 0;
    as_format_fixed(out, value / pow(10, exponent), decimals < 9 ? decimals : 9);
    size_t used = strlen(out);
    snprintf(out + used, AS_FORMAT_MAX - used, "×10");
    append_superscript(out, AS_FORMAT_MAX, exponent);
    return out;
}

char *as_ticks_label(char *out, const as_ticks *ticks, int k)
{
    double value = as_ticks_value(ticks, k);
    int power = (int)floor(log10(ticks->step) + 1e-9); /* of the step's leading digit */
    double largest = fmax(fabs(ticks->first), fabs(as_ticks_value(ticks, ticks->n - 1)));
    if (value == 0)
        return strcpy(out, "0");
    if (power < -6 || largest >= 1e7)
        return scientific(out, value, power);
    as_format_fixed(out, value, power < 0 ? -power : 0);
    if (power >= 0)
        group(out);
    return out;
}
