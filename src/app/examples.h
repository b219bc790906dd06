/* Example sentences: texts that suit the model. */
#ifndef AS_APP_EXAMPLES_H
#define AS_APP_EXAMPLES_H

#include "view/sentences.h"

/* The examples for the model of that name and those languages ("eng-fra"; "" when the model does
 * not say) into an empty *out: the lines of DATA/assets/examples/ID.txt but blank ones, or, without
 * such a file, of FOLDER.txt when ID is FOLDER/NAME, or of LANGUAGES.txt. Without either, or when
 * `data` is NULL, there are none. Errors: SYSTEM (memory). Release with as_sentences_finish. */
bool as_examples_read(const char *data, const char *id, const char *languages, as_sentences *out,
                      as_error *err);

/* The first of them. The caller's (free); NULL when there is none. */
char *as_example_first(const char *data, const char *id, const char *languages);

#endif
