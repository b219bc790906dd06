#include "core/prefix.h"

#include "core/decode.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

static bool join(const as_prefix *prefix, const as_sentence *part, int **ids, int *n, as_error *err)
{
    if (prefix->n_ids > AS_MAX_TARGET || part->n > AS_MAX_TARGET - prefix->n_ids)
        return as_fail(err, AS_ERR_ARGUMENT, "the prefix has more than %d tokens", AS_MAX_TARGET);
    int total = prefix->n_ids + part->n;
    if (total == 0) {
        *ids = NULL;
        *n = 0;
        return true;
    }
    int *made = as_alloc((size_t)total, sizeof *made);
    if (!made)
        return as_fail_memory(err, "the prefix");
    if (prefix->n_ids > 0)
        memcpy(made, prefix->ids, (size_t)prefix->n_ids * sizeof *made);
    for (int k = 0; k < part->n; k++)
        made[prefix->n_ids + k] = part->tokens[k].id;
    *ids = made;
    *n = total;
    return true;
}

bool as_prefix_tokens(const as_tokenizer *target, const as_prefix *prefix, int **ids, int *n,
                      as_error *err)
{
    as_sentence part = {0};
    if (prefix->text &&
        !as_tokenize_part(target, prefix->text, prefix->text_len, prefix->joint, &part, err))
        return false;
    bool ok = join(prefix, &part, ids, n, err);
    as_sentence_finish(&part);
    return ok;
}
