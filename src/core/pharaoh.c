#include "core/pharaoh.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Digits at text[*at …], at most 8 of them, past which no sentence goes. -1: none, or more. */
static int take_number(const char *text, size_t len, size_t *at)
{
    size_t start = *at;
    int value = 0;
    for (; *at < len && text[*at] >= '0' && text[*at] <= '9'; ++*at) {
        if (*at - start == 8)
            return -1;
        value = 10 * value + (text[*at] - '0');
    }
    return *at > start ? value : -1;
}

/* One link, all of text[len]. */
static bool parse_link(const char *text, size_t len, int n_source, int n_target, as_link *out,
                       as_error *err)
{
    size_t at = 0;
    int source = take_number(text, len, &at);
    bool dash = at < len && text[at++] == '-';
    int target = take_number(text, len, &at);
    if (source < 0 || !dash || target < 0 || at != len) {
        char shown[24], copy[24];
        size_t kept = len < sizeof copy - 1 ? len : sizeof copy - 1;
        memcpy(copy, text, kept);
        copy[kept] = '\0';
        return as_fail(err, AS_ERR_FORMAT, "'%s', expected source-target as in 0-1",
                       as_printable(shown, sizeof shown, copy));
    }
    if (source >= n_source || target >= n_target)
        return as_fail(err, AS_ERR_FORMAT, "%d-%d, expected at most %d-%d for %d and %d words",
                       source, target, n_source - 1, n_target - 1, n_source, n_target);
    *out = (as_link){source, target};
    return true;
}

static int count_links(const char *text, size_t len)
{
    int n = 0;
    for (size_t k = 0; k < len && n <= AS_PHARAOH_MAX; k++)
        n += !is_space(text[k]) && (k == 0 || is_space(text[k - 1]));
    return n;
}

bool as_pharaoh_parse(const char *text, size_t len, int n_source, int n_target, as_link **out,
                      int *n_out, as_error *err)
{
    int n = count_links(text, len);
    if (n > AS_PHARAOH_MAX)
        return as_fail(err, AS_ERR_LIMIT, "more than %d links", AS_PHARAOH_MAX);
    as_link *links = as_alloc((size_t)n, sizeof *links);
    if (links == NULL)
        return as_fail_memory(err, "the links of a line");
    size_t at = 0;
    for (int k = 0; k < n; k++) {
        while (is_space(text[at]))
            at++;
        size_t start = at;
        while (at < len && !is_space(text[at]))
            at++;
        if (!parse_link(text + start, at - start, n_source, n_target, &links[k], err)) {
            free(links);
            return as_fail_in(err, "link %d", k + 1);
        }
    }
    *out = links;
    *n_out = n;
    return true;
}
