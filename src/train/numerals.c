#include "train/numerals.h"

#include "core/text.h"
#include "train/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* LONGEST leaves room for a first group of thousands to grow. */
enum { LONGEST = AS_NUMERAL_DIGITS - 3, LONGEST_LONE = 7, THOUSANDS = 3 };

static bool is_digit(const char *text, size_t len, size_t at)
{
    return at < len && text[at] >= '0' && text[at] <= '9';
}

static size_t count_digits(const char *text, size_t len, size_t at)
{
    size_t n = 0;
    while (is_digit(text, len, at + n))
        n++;
    return n;
}

/* The length of a separator at `at` that another group follows, or 0. `first` is the length of the
 * number's first group. */
static size_t separator_len(const char *text, size_t len, size_t at, size_t first)
{
    int32_t c;
    size_t bytes = as_utf8_decode(text, len, at, &c);
    if (bytes == 0)
        return 0;
    size_t n = count_digits(text, len, at + bytes);
    if (c == '.' || c == ',')
        return n > 0 ? bytes : 0;
    bool thin = c == ' ' || c == '\'' || c == 0xA0 || c == 0x2009 || c == 0x202F;
    return thin && n == THOUSANDS && first <= THOUSANDS ? bytes : 0;
}

static bool binds(int32_t c)
{
    return as_is_cased(c) || c == ':' || c == '/';
}

/* A colon that ends a clause, as in "in 1998: …", binds nothing; digits must follow it. */
static bool is_bound(const char *text, size_t len, size_t start, size_t end)
{
    int32_t c;
    size_t before = start;
    while (before > 0 && ((unsigned char)text[--before] & 0xC0) == 0x80)
        ;
    if (start > 0 && as_utf8_decode(text, len, before, &c) > 0 && binds(c))
        return true;
    size_t bytes = as_utf8_decode(text, len, end, &c);
    return bytes > 0 && binds(c) && (as_is_cased(c) || is_digit(text, len, end + bytes));
}

bool as_numeral_next(const char *text, size_t len, size_t *at, as_numeral *out)
{
    size_t start = *at, n;
    while (start < len && !is_digit(text, len, start))
        start++;
    if (start >= len)
        return false;
    as_numeral numeral = {.start = start};
    as_digits *d = &numeral.digits;
    size_t end = start, used = 0, first = count_digits(text, len, start), separator = 0;
    do {
        end += separator;
        n = count_digits(text, len, end);
        if (d->n_groups == AS_NUMERAL_GROUPS || used + n > LONGEST) {
            numeral.bound = true; /* too long: passed over whole */
        } else {
            memcpy(d->digits + used, text + end, n);
            numeral.separators[d->n_groups] = end - separator;
            numeral.separator_lens[d->n_groups] = separator;
            d->lens[d->n_groups++] = (int)n;
            used += n;
        }
        end += n;
        separator = separator_len(text, len, end, first);
    } while (separator > 0);
    numeral.len = end - start;
    numeral.bound = numeral.bound || is_bound(text, len, start, end);
    *at = end;
    *out = numeral;
    return true;
}

/* A lone group's new length. */
static int lone_len(int old, as_random *random)
{
    return as_random_below(random, 5) < 3 && old <= LONGEST_LONE
               ? old
               : 1 + (int)as_random_below(random, LONGEST_LONE);
}

bool as_digits_are_thousands(const as_digits *d)
{
    for (int k = 1; k < d->n_groups; k++)
        if (d->lens[k] != THOUSANDS)
            return false;
    return d->n_groups > 1 && d->lens[0] <= THOUSANDS;
}

static bool make_year(const as_digits *old, as_random *random, as_digits *out)
{
    int year = atoi(old->digits);
    if (old->n_groups != 1 || old->lens[0] != 4 || year < 1000 || year > 2100 ||
        as_random_below(random, 10) < 3)
        return false;
    bool early = as_random_below(random, 3) == 0; /* most are of the last two centuries */
    year =
        early ? 1000 + (int)as_random_below(random, 900) : 1850 + (int)as_random_below(random, 200);
    *out = (as_digits){.lens = {4}, .n_groups = 1};
    snprintf(out->digits, sizeof out->digits, "%d", year);
    return true;
}

as_digits as_numeral_other(const as_digits *old, as_random *random)
{
    as_digits made = *old;
    if (make_year(old, random, &made))
        return made;
    if (old->n_groups == 1)
        made.lens[0] = lone_len(old->lens[0], random);
    else if (as_digits_are_thousands(old))
        made.lens[0] = 1 + (int)as_random_below(random, THOUSANDS);
    int n = 0;
    for (int k = 0; k < made.n_groups; k++)
        n += made.lens[k];
    for (int k = 0; k < n; k++)
        made.digits[k] = (char)('0' + as_random_below(random, 10));
    made.digits[n] = '\0';
    bool padded = old->digits[0] == '0' && old->lens[0] > 1; /* as in 05 */
    bool decimal = made.n_groups > 1 && !as_digits_are_thousands(old);
    if (made.n_groups == 1 && made.lens[0] == 1)
        made.digits[0] = (char)('2' + as_random_below(random, 8));
    else if (!padded && !decimal)
        made.digits[0] = (char)('1' + as_random_below(random, 9));
    return made;
}

size_t as_numeral_write(const char *text, const as_numeral *old, const as_digits *digits, char *out)
{
    if (old->digits.n_groups == 1) {
        size_t len = strlen(digits->digits);
        memcpy(out, digits->digits, len);
        return len;
    }
    size_t n = 0, used = 0;
    for (int k = 0; k < digits->n_groups; k++) {
        memcpy(out + n, text + old->separators[k], old->separator_lens[k]);
        n += old->separator_lens[k];
        memcpy(out + n, digits->digits + used, (size_t)digits->lens[k]);
        n += (size_t)digits->lens[k];
        used += (size_t)digits->lens[k];
    }
    return n;
}
