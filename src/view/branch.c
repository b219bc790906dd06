#include "view/branch.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/grow.h"
#include "core/memory.h"
#include "view/result.h"

static const char part_mark[] = "·";

static void branch_finish(as_branch *b)
{
    free(b->source);
    free(b->ids);
    as_pieces_free(b->unknown, b->n);
    free(b->chosen);
    free(b->word);
}

void as_branches_finish(as_branches *branches)
{
    for (int k = 0; k < branches->n; k++)
        branch_finish(&branches->items[k]);
    free(branches->items);
    *branches = (as_branches){0};
}

static char *copied(const char *text, size_t len)
{
    char *copy = malloc(len + 1);
    if (copy) {
        memcpy(copy, text, len);
        copy[len] = '\0';
    }
    return copy;
}

static bool branch_init(as_branch *b, const as_branch_choice *choice)
{
    size_t room = (size_t)choice->t + 1;
    bool is_word = choice->id < 0;
    *b = (as_branch){.model = choice->model,
                     .source_len = choice->source_len,
                     .n = choice->t + !is_word,
                     .word_len = is_word ? choice->word_len : 0,
                     .joint = choice->joint};
    b->source = copied(choice->source, choice->source_len);
    b->ids = as_alloc(room, sizeof *b->ids);
    b->unknown = as_pieces_copy(NULL, choice->t + 1);
    b->chosen = as_alloc(room, sizeof *b->chosen);
    if (is_word)
        b->word = copied(choice->word, choice->word_len);
    if (b->source && b->ids && b->unknown && b->chosen && (b->word || !is_word))
        return true;
    branch_finish(b);
    return false;
}

bool as_branches_add(as_branches *branches, const as_branch_choice *choice,
                     const as_translation *from, const bool *chosen, as_error *err)
{
    as_branch made;
    as_branch *items = as_grown(branches->items, branches->n, &branches->capacity, sizeof *items);
    if (!items)
        return as_fail_memory(err, "the branch");
    branches->items = items;
    if (!branch_init(&made, choice))
        return as_fail_memory(err, "the branch");
    for (int t = 0; t < choice->t; t++) {
        const as_token *token = &from->target.tokens[t];
        bool typed = token->id == AS_UNK && from->forced && from->forced[t];
        if (typed && !(made.unknown[t] = strdup(token->piece))) {
            branch_finish(&made);
            return as_fail_memory(err, "the branch");
        }
        made.ids[t] = token->id;
        made.chosen[t] = chosen && chosen[t];
    }
    made.ids[choice->t] = choice->id;
    made.chosen[choice->t] = true;
    branches->items[branches->n++] = made;
    return true;
}

bool as_branch_is_of(const as_branch *b, int model, const char *source, size_t len)
{
    return b->model == model && b->source_len == len && memcmp(b->source, source, len) == 0;
}

as_prefix as_branch_prefix(const as_branch *b)
{
    return (as_prefix){.ids = b->ids,
                       .n_ids = b->n,
                       .unknown = (const char *const *)b->unknown,
                       .text = b->word,
                       .text_len = b->word_len,
                       .joint = b->joint};
}

void as_branch_marks(const as_branch *b, const as_translation *tr, bool *out)
{
    for (int t = 0; t < tr->target.n; t++)
        out[t] = t < b->n ? b->chosen[t] : tr->forced && tr->forced[t];
}

/* ---- a word's joint ---- */

static bool is_mark(const char *text)
{
    return ispunct((unsigned char)text[0]);
}

/* Does a space stand before token t, or is it one? */
static bool follows_space(const as_sentence *s, int t)
{
    const as_token *token = &s->tokens[t];
    return as_token_is_space(token) || token->start == 0 || s->text[token->start - 1] == ' ';
}

/* Is there no space between the words of the sentence? */
static bool is_unspaced(const as_sentence *s)
{
    return s->n_words > 1 && !memchr(s->text, ' ', s->text_len);
}

as_joint as_branch_joint(const as_sentence *s, int t, const char *word, size_t len, size_t *skip)
{
    *skip = 0;
    size_t mark_len = sizeof part_mark - 1;
    if (len > mark_len && memcmp(word, part_mark, mark_len) == 0) {
        *skip = mark_len;
        return t == 0 ? AS_JOINT_START : AS_JOINT_NONE;
    }
    if (t == 0)
        return AS_JOINT_START;
    if (len > 0 && word[0] == ' ')
        return AS_JOINT_SPACE;
    const as_token *token = &s->tokens[t];
    bool mark = len > 0 && is_mark(word);
    if (token->special)
        return mark || is_unspaced(s) ? AS_JOINT_NONE : AS_JOINT_SPACE;
    if (as_token_is_space(&s->tokens[t - 1]) && !s->tokens[t - 1].special)
        return AS_JOINT_NONE; /* the space is there */
    if (follows_space(s, t) || (is_mark(token->surface) && !mark))
        return AS_JOINT_SPACE;
    return AS_JOINT_NONE;
}
