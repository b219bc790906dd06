/* Translations that a person led another way: the tokens that they begin with, and which of those
 * the person put there. A list of all of them, so that undo comes back to each. */
#ifndef AS_VIEW_BRANCH_H
#define AS_VIEW_BRANCH_H

#include "core/decode.h"
#include "core/prefix.h"

/* A branch belongs to one sentence and one model: for any other it is not meant. */
typedef struct as_branch {
    int model;
    char *source; /* as it was typed */
    size_t source_len;
    int *ids;       /* [n] what it begins with */
    char **unknown; /* [n] of those that are <unk>, as they were typed; else NULL */
    bool *chosen;   /* [n] by the person, not by the model */
    int n;
    char *word; /* then comes this text; NULL: none */
    size_t word_len;
    as_joint joint; /* of the word with what is before it */
} as_branch;

/* What a person puts at step t, 0-based. All of it is borrowed. */
typedef struct as_branch_choice {
    int model;
    const char *source; /* as it stands in the field */
    size_t source_len;
    int t;
    int id;           /* a token; -1: the word */
    const char *word; /* UTF-8 */
    size_t word_len;
    as_joint joint;
} as_branch_choice;

/* A zeroed struct is empty and ready. */
typedef struct as_branches {
    as_branch *items;
    int n, capacity;
} as_branches;

void as_branches_finish(as_branches *branches);

/* Adds one, as the last item: it begins with the tokens of `from` before the step and goes on with
 * the choice. chosen [T]: which of them a person had chosen before; NULL: none. Errors: SYSTEM. */
bool as_branches_add(as_branches *branches, const as_branch_choice *choice,
                     const as_translation *from, const bool *chosen, as_error *err);
/* Is the branch of this sentence and this model? */
bool as_branch_is_of(const as_branch *branch, int model, const char *source, size_t len);

as_prefix as_branch_prefix(const as_branch *branch);
/* Which tokens of the translation that came of it a person chose: out [T]. Cannot fail. */
void as_branch_marks(const as_branch *branch, const as_translation *translation, bool *out);

/* How a word that a person types in place of token t goes with what is before it. A space before it
 * begins a word and "·" goes on with the last one; else it goes as token t does, but that a mark
 * does not stand alone and a letter not at a mark's place. *skip: bytes of the word that say so and
 * are no text. Cannot fail. */
as_joint as_branch_joint(const as_sentence *sentence, int t, const char *word, size_t len,
                         size_t *skip);

#endif
