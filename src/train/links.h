/* Which words of sentence pairs answer to which: what guided alignment (guided.h) is taught with.
 *
 * A file of links belongs to a file of pairs and has a line for each of its lines, in Pharaoh's
 * form (core/pharaoh.h); a blank line says that nothing is known. Links count the words of
 * as_pretokens, which `alphascope words` writes between spaces for other aligners and `alphascope
 * links` uses. */
#ifndef AS_TRAIN_LINKS_H
#define AS_TRAIN_LINKS_H

#include "core/pharaoh.h"
#include "core/tokenize.h"
#include "train/pass.h"
#include "train/tsv.h"

typedef struct as_link_file {
    char *place; /* for messages: the path */
    char *text;
    const char **lines; /* [n + 1] into text: line k is [lines[k], lines[k + 1]), with its break */
    int n;
} as_link_file;

/* Reads the file of links that belongs to `pairs`; the links themselves are looked at by
 * as_link_file_row. *out is the caller's; release with as_link_file_finish. Errors: SYSTEM, LIMIT,
 * FORMAT (another number of lines than the pairs have). */
bool as_link_file_read(const char *path, const as_tsv *pairs, as_link_file *out, as_error *err);

/* The same from text, which is taken over: freed by as_link_file_finish, and on failure too. */
bool as_link_file_parse(const char *place, char *text, size_t len, const as_tsv *pairs,
                        as_link_file *out, as_error *err);

/* Safe on a zeroed struct and twice. */
void as_link_file_finish(as_link_file *links);

/* The links of row k between two texts of n_source and n_target words. *out is the caller's (free).
 * Errors: FORMAT, LIMIT ("FILE:LINE: link …"), SYSTEM. */
bool as_link_file_row(const as_link_file *links, int k, int n_source, int n_target, as_link **out,
                      int *n, as_error *err);

/* From words to tokens: each token of a target word is linked to all tokens of the source words
 * that the word is linked to; </s> is linked to nothing. links [n] lie within the words of the two
 * sentences. The result lies in the arena. Errors: SYSTEM. */
bool as_token_links_make(const as_link *links, int n, const as_sentence *source,
                         const as_sentence *target, as_arena *arena, as_token_links *out,
                         as_error *err);

#endif
