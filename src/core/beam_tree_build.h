/* From the records of a search to its tree. Internal to the core. */
#ifndef AS_CORE_BEAM_TREE_BUILD_H
#define AS_CORE_BEAM_TREE_BUILD_H

#include "core/beam_tree.h"
#include "core/search.h"

/* The tree of a search over one sentence whose best path became the translation. Errors: SYSTEM. */
bool as_beam_tree_new(const as_search *search, as_beam_tree **out, as_error *err);

#endif
