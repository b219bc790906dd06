/* From a path of the search to a translation that stands for itself. Internal to the core. */
#ifndef AS_CORE_TRANSLATION_H
#define AS_CORE_TRANSLATION_H

#include "core/search.h"

/* The translation of one path of sentence b. `source` is the sentence that was searched; it moves
 * into the translation and is left empty, on failure too. `target`, when not NULL, is the given
 * target and moves likewise; else the path's tokens become text. Errors: SYSTEM, and those of
 * as_detokenize. */
bool as_translation_new(const as_search *search, int b, const as_path *path, as_sentence *source,
                        as_sentence *target, as_translation **out, as_error *err);

#endif
