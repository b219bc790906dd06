/* Pairs that are changed for training: whatever the text, words lie inside it, what is swapped
 * stands equally often on both sides, and all that is written is UTF-8. */
#include "check.h"

#include "core/text.h"
#include "train/swap.h"
#include "train/typed.h"
#include "train/words.h"

#include <string.h>

static void check_utf8(const as_buffer *text)
{
    int32_t c;
    CHECK(!text->failed);
    for (size_t at = 0, bytes; at < text->len; at += bytes)
        CHECK((bytes = as_utf8_decode(text->text, text->len, at, &c)) > 0);
}

static void check_words(const char *text, size_t len)
{
    as_word_scan scan = as_words(text, len);
    as_word word;
    size_t end = 0;
    for (int n = 0; as_word_next(&scan, &word); n++) {
        CHECK(word.len > 0 && word.start >= end && word.start + word.len <= len);
        CHECK(word.first == (n == 0));
        end = word.start + word.len;
    }
    as_numeral numeral;
    for (size_t at = 0; as_numeral_next(text, len, &at, &numeral);) {
        CHECK(numeral.len > 0 && numeral.start + numeral.len == at && at <= len);
        int digits = 0;
        for (int k = 0; k < numeral.digits.n_groups; k++)
            digits += numeral.digits.lens[k];
        CHECK(digits == (int)strlen(numeral.digits.digits));
    }
}

static bool accept_all(void *context, const char *name, size_t len)
{
    (void)context;
    return len == strlen(name);
}

static void check_row(const as_word_forms *forms, const as_tsv_row *row, uint64_t seed)
{
    as_random random = as_random_for(seed, 0, 0);
    as_buffer source = {0}, target = {0};
    as_swap swap;
    check_words(row->source, row->source_len);
    check_words(row->target, row->target_len);
    if (as_swap_find(forms, row, &swap)) {
        CHECK(swap.n_sites[AS_SOURCE] == swap.n_sites[AS_TARGET]);
        CHECK(as_swap_write(&swap, &random, accept_all, NULL, &source, &target));
        check_utf8(&source);
        check_utf8(&target);
        as_buffer_reset(&source);
        as_buffer_reset(&target);
    }
    as_typed_write(forms, row->source, row->source_len, row->target, row->target_len, &random,
                   &source, &target);
    check_utf8(&source);
    check_utf8(&target);
    as_buffer_finish(&source);
    as_buffer_finish(&target);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = '\0';
    as_tsv tsv;
    if (!as_tsv_parse("pairs", text, size, &tsv, NULL))
        return 0;
    as_word_forms forms;
    CHECK(as_word_forms_learn(&tsv, 1, &forms, NULL));
    for (int k = 0; k < tsv.n; k++)
        check_row(&forms, &tsv.rows[k], (uint64_t)k);
    as_word_forms_finish(&forms);
    as_tsv_finish(&tsv);
    return 0;
}
