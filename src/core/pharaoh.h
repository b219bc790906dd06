/* Word alignments in the Pharaoh format: links "source-target", counted from 0, between spaces. It
 * is what GIZA++'s symmetrizers, fast_align and `alphascope align` write, a line per sentence. */
#ifndef AS_CORE_PHARAOH_H
#define AS_CORE_PHARAOH_H

#include "core/error.h"
#include "core/measures.h"

/* Reads a line of links between n_source and n_target words. A line without a link is fine. *out is
 * the caller's (free), in the order of the line, repeated ones kept. Errors: FORMAT (the message
 * gives the link, what it says and what was expected), LIMIT past AS_PHARAOH_MAX links, SYSTEM. */
enum { AS_PHARAOH_MAX = 10000 };
bool as_pharaoh_parse(const char *text, size_t len, int n_source, int n_target, as_link **out,
                      int *n_out, as_error *err);

#endif
