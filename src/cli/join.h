/* Long test sentences out of short ones, so that a corpus of short sentences shows what a model
 * does with long ones. Nothing is left to chance.
 *
 * For each bucket of lengths (core/lengths.h) the whole corpus is gone through once: its pairs, in
 * their order, are put side by side until the source has at least as many words as the bucket's
 * sentences, and then a new group begins. A group that has become too long for the bucket is left
 * out, and so is what is unfinished at the end. A group of one pair is the pair itself.
 *
 * Texts are put together with a space where their language has one (as_text_space_between). The
 * k-th reference of a group is made of the k-th of every pair, or its last where it has fewer;
 * there are as many as the pair with the most has. */
#ifndef AS_CLI_JOIN_H
#define AS_CLI_JOIN_H

#include "cli/corpus.h"
#include "core/buffer.h"
#include "core/lengths.h"

/* One bucket's group so far. Start from as_joiner_init; release with as_joiner_finish. */
typedef struct as_joiner {
    int least, most; /* words of a source that are wanted */
    as_buffer source;
    as_buffer *references; /* [n_references] */
    int n_references;
    int n_pairs;          /* in the group */
    long long n_left_out; /* pairs of groups that were too long */
} as_joiner;

void as_joiner_init(as_joiner *joiner, const as_lengths *lengths, int bucket);
void as_joiner_finish(as_joiner *joiner);

/* Adds a pair. When that completes a group, *out is the group (the caller's; as_test_pair_finish)
 * and *complete is true. Errors: FORMAT, LIMIT, SYSTEM. */
bool as_joiner_add(as_joiner *joiner, const as_test_pair *pair, as_test_pair *out, bool *complete,
                   as_error *err);

#endif
