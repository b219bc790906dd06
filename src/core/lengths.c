#include "core/lengths.h"

#include "core/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

as_lengths as_lengths_default(void)
{
    return (as_lengths){.bounds = {15, 30}, .n_bounds = 2};
}

bool as_lengths_parse(const char *text, as_lengths *out, as_error *err)
{
    as_lengths lengths = {.n_bounds = 0};
    const char *at = text;
    int least = 1;
    do {
        int value = 0;
        size_t digits = strspn(at, "0123456789");
        for (size_t k = 0; k < digits && value <= AS_LENGTH_MAX; k++)
            value = 10 * value + (at[k] - '0');
        if (digits == 0 || (at[digits] != ',' && at[digits] != '\0') || value < least ||
            value > AS_LENGTH_MAX || lengths.n_bounds == AS_LENGTH_BOUNDS_MAX)
            return as_fail(err, AS_ERR_ARGUMENT,
                           "'%s' is not a list of 1 to %d rising numbers of words between commas, "
                           "each from 1 to %d, as in 15,30",
                           text, AS_LENGTH_BOUNDS_MAX, AS_LENGTH_MAX);
        lengths.bounds[lengths.n_bounds++] = value;
        least = value + 1;
        at += digits;
    } while (*at++ == ',');
    *out = lengths;
    return true;
}

int as_lengths_bucket(const as_lengths *lengths, int n_words)
{
    int bucket = 0;
    while (bucket < lengths->n_bounds && n_words > lengths->bounds[bucket])
        bucket++;
    return bucket;
}

void as_lengths_range(const as_lengths *lengths, int bucket, int *first, int *last)
{
    *first = bucket > 0 ? lengths->bounds[bucket - 1] + 1 : 1;
    *last = bucket < lengths->n_bounds ? lengths->bounds[bucket] : INT_MAX;
}

bool as_length_in_words(const char *text, size_t len, int *out, as_error *err)
{
    char *normal = NULL;
    size_t normal_len = 0;
    as_pretoken *pretokens = NULL;
    int n = 0;
    bool ok = as_text_normalize(text, len, &normal, &normal_len, err) &&
              as_pretokens(normal, normal_len, &pretokens, &n, err);
    if (ok)
        *out = n > 0 ? pretokens[n - 1].word + pretokens[n - 1].n_words : 0;
    free(pretokens);
    free(normal);
    return ok;
}
