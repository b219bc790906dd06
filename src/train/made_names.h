/* Names that nobody need bear: made of syllables in the manner of several languages, so that a
 * model learns to copy a name instead of remembering it. */
#ifndef AS_TRAIN_MADE_NAMES_H
#define AS_TRAIN_MADE_NAMES_H

#include "train/random.h"

#include <stdbool.h>
#include <stddef.h>

enum { AS_MADE_NAME_BYTES = 96 };

/* A name of one or two words with capitals, some with something in front (Brelda, Okumé-Tarn,
 * McVuri, Al-Zhara), NUL-terminated, into out [AS_MADE_NAME_BYTES]; returns its length. `vowel`:
 * its first letter is one of a e i o u, with or without an accent, and otherwise none of them;
 * languages that elide ("d'Anna", "de Tom") then stay right. Cannot fail. */
size_t as_make_name(as_random *random, bool vowel, char *out);

/* Whether the text begins with such a vowel. Cannot fail. */
bool as_begins_with_vowel(const char *text, size_t len);

#endif
