/* Lines of gold alignments: any bytes end in one sentence, or in words that lie in their texts and
 * links between them. */
#include "check.h"

#include "core/gold.h"
#include "core/text.h"

#include <string.h>

static void check_side(const as_gold_side *side)
{
    char *normal = NULL;
    size_t len = 0, end = 0;
    CHECK(side->n >= 1 && side->n <= AS_GOLD_MAX_WORDS);
    for (int w = 0; w < side->n; w++) {
        const as_gold_word *word = &side->words[w];
        CHECK(word->start >= end && word->start - end <= 1 && word->len > 0);
        CHECK(word->start == end || side->text[end] == ' ');
        end = word->start + word->len;
    }
    CHECK(end == side->len && side->text[end] == '\0');
    /* What a tokenizer makes of it is the same text: offsets agree. */
    CHECK(as_text_normalize(side->text, side->len, &normal, &len, NULL));
    CHECK(len == side->len && memcmp(normal, side->text, len) == 0);
    free(normal);
}

static void check_links(const as_gold_pair *pair, const as_link *links, int n)
{
    for (int k = 0; k < n; k++) {
        CHECK(links[k].source >= 0 && links[k].source < pair->source.n);
        CHECK(links[k].target >= 0 && links[k].target < pair->target.n);
        CHECK(pair->source.words[links[k].source].scored);
        CHECK(pair->target.words[links[k].target].scored);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    as_gold_pair pair;
    as_error err = {0};
    if (!as_gold_parse((const char *)data, size, &pair, &err)) {
        CHECK(err.status == AS_ERR_FORMAT || err.status == AS_ERR_LIMIT);
        CHECK(err.message[0] != '\0' && strchr(err.message, '\n') == NULL);
        return 0;
    }
    check_side(&pair.source);
    check_side(&pair.target);
    check_links(&pair, pair.sure, pair.n_sure);
    check_links(&pair, pair.possible, pair.n_possible);
    as_gold_finish(&pair);
    return 0;
}
