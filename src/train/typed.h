/* A pair as people type it: small letters, no full stop, typographic marks. */
#ifndef AS_TRAIN_TYPED_H
#define AS_TRAIN_TYPED_H

#include "core/buffer.h"
#include "train/random.h"
#include "train/word_forms.h"

/* Appends both texts to the buffers, changed in one way or several, by chance:
 *  - the first letter of both sides small, each only where the corpus writes the word small inside
 *    sentences (the, not Tom, I or a German noun); the source decides, and when it keeps its
 *    capital, so does the target;
 *  - or the whole source in small letters, and the target's first letter as above;
 *  - without the mark that ends the sentence, . ! or ?, when both sides have one and it ends no
 *    abbreviation;
 *  - the source with typographic apostrophes and quotation marks.
 * Cannot fail but for memory, which the buffers remember. */
void as_typed_write(const as_word_forms *forms, const char *source, size_t source_len,
                    const char *target, size_t target_len, as_random *random, as_buffer *source_out,
                    as_buffer *target_out);

#endif
