/* Any bytes as text: normal form, characters, words, pre-tokens. */
#include "check.h"

#include "core/text.h"

#include <string.h>

/* Boundaries forward and backward are the same, and every step moves. */
static void check_clusters(const char *text, size_t len)
{
    for (size_t at = 0; at < len;) {
        size_t next = as_text_next_cluster(text, len, at);
        CHECK(next > at && next <= len);
        CHECK(as_text_previous_cluster(text, len, next) == at);
        at = next;
    }
}

static void check_word_motion(const char *text, size_t len)
{
    for (size_t at = 0; at < len;) {
        size_t next = as_text_next_word(text, len, at);
        CHECK(next > at && next <= len);
        CHECK(as_text_previous_word(text, len, next) < next);
        at = next;
    }
}

/* Pre-tokens and single spaces between them are the whole text. */
static void check_pretokens(const char *text, size_t len)
{
    as_pretoken *list;
    int n, word = 0;
    CHECK(as_pretokens(text, len, &list, &n, NULL));
    size_t at = 0;
    for (int k = 0; k < n; k++) {
        CHECK(list[k].space_before == (k == 0 || text[at] == ' '));
        at += k > 0 && list[k].space_before;
        CHECK(list[k].start == at && list[k].len > 0);
        CHECK(list[k].word == word || list[k].word == word - 1);
        word = list[k].word + list[k].n_words;
        at += list[k].len;
    }
    CHECK(at == len);
    free(list);
}

static void check_normal_form(const char *text, size_t len)
{
    as_error err;
    char *again;
    size_t again_len;
    if (!as_text_normalize(text, len, &again, &again_len, &err)) {
        CHECK(err.status == AS_ERR_LIMIT); /* NFC may lengthen a text past the limit */
        return;
    }
    CHECK(again_len == len && memcmp(text, again, len) == 0);
    free(again);
    CHECK(strlen(text) == len); /* a NUL byte became a space */
    CHECK(!strstr(text, AS_SPACE_MARK) && !strstr(text, "  "));
    CHECK(len == 0 || (text[0] != ' ' && text[len - 1] != ' '));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    char *text;
    size_t len;
    check_clusters(bytes, size);
    check_word_motion(bytes, size);

    as_error err;
    if (as_text_normalize(bytes, size, &text, &len, &err)) {
        check_normal_form(text, len);
        check_pretokens(text, len);
        free(text);
        return 0;
    }
    CHECK(as_text_repair(bytes, size, &text, &len, &err));
    char *normal;
    size_t normal_len;
    if (as_text_normalize(text, len, &normal, &normal_len, &err))
        free(normal);
    else
        CHECK(err.status == AS_ERR_LIMIT);
    free(text);
    return 0;
}
