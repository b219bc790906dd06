#include "core/prefix.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

char **as_pieces_copy(const char *const *from, int n)
{
    char **pieces = as_alloc((size_t)n + 1, sizeof *pieces);
    for (int k = 0; pieces && from && k < n; k++) {
        if (from[k] && !(pieces[k] = strdup(from[k]))) {
            as_pieces_free(pieces, k);
            return NULL;
        }
    }
    return pieces;
}

void as_pieces_free(char **pieces, int n)
{
    for (int k = 0; pieces && k < n; k++)
        free(pieces[k]);
    free(pieces);
}

void as_prefix_tokens_finish(as_prefix_tokens *tokens)
{
    as_pieces_free(tokens->unknown, tokens->n);
    free(tokens->ids);
    *tokens = (as_prefix_tokens){0};
}

/* Puts the tokens of the text after those that are given. */
static bool add_part(as_prefix_tokens *made, const as_sentence *part, as_error *err)
{
    for (int k = 0; k < part->n; k++) {
        const as_token *token = &part->tokens[k];
        int at = made->n - part->n + k;
        made->ids[at] = token->id;
        if (token->id == AS_UNK && !(made->unknown[at] = strdup(token->piece)))
            return as_fail_memory(err, "the prefix");
    }
    return true;
}

static bool join(as_prefix_tokens *out, const as_prefix *prefix, const as_sentence *part,
                 as_error *err)
{
    if (prefix->n_ids > AS_MAX_TARGET || part->n > AS_MAX_TARGET - prefix->n_ids)
        return as_fail(err, AS_ERR_ARGUMENT, "the prefix has more than %d tokens", AS_MAX_TARGET);
    int total = prefix->n_ids + part->n;
    as_prefix_tokens made = {.n = total};
    if (total == 0) {
        *out = made;
        return true;
    }
    made.ids = as_alloc((size_t)total, sizeof *made.ids);
    made.unknown = as_alloc((size_t)total, sizeof *made.unknown);
    bool ok = made.ids && made.unknown;
    if (ok && prefix->n_ids > 0)
        memcpy(made.ids, prefix->ids, (size_t)prefix->n_ids * sizeof *made.ids);
    for (int k = 0; ok && prefix->unknown && k < prefix->n_ids; k++)
        if (prefix->unknown[k])
            ok = (made.unknown[k] = strdup(prefix->unknown[k])) != NULL;
    if (!ok)
        as_fail_memory(err, "the prefix");
    if (!ok || !add_part(&made, part, err)) {
        as_prefix_tokens_finish(&made);
        return false;
    }
    *out = made;
    return true;
}

bool as_prefix_tokens_init(as_prefix_tokens *out, const as_tokenizer *target,
                           const as_prefix *prefix, as_error *err)
{
    as_sentence part = {0};
    if (prefix->text &&
        !as_tokenize_part(target, prefix->text, prefix->text_len, prefix->joint, &part, err))
        return false;
    bool ok = join(out, prefix, &part, err);
    as_sentence_finish(&part);
    return ok;
}

bool as_prefix_tokens_copy(as_prefix_tokens *out, const as_sentence *sentence, as_error *err)
{
    return join(out, &(as_prefix){0}, sentence, err);
}

void as_prefix_force(const as_prefix_tokens *tokens, as_decode_options *options)
{
    options->prefix = tokens->ids;
    options->n_prefix = tokens->n;
    options->prefix_unknown = (const char *const *)tokens->unknown;
}
