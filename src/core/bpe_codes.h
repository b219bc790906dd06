/* Codes of subword-nmt (Sennrich, Haddow, Birch 2016): "#version: 0.2" on the first line, then a
 * merge a line, "left right", best first. A word's last symbol carries "</w>"; in files of version
 * 0.1, which have no first line of that kind, "</w>" is a symbol of its own until it is merged. */
#ifndef AS_CORE_BPE_CODES_H
#define AS_CORE_BPE_CODES_H

#include "core/error.h"

#include <stddef.h>

enum { AS_BPE_CODES_MAX_BYTES = 64 << 20 };

typedef struct as_bpe_codes {
    char *merges; /* for as_bpe_parse: newline-separated, without the first line */
    size_t len;
    bool end_apart; /* version 0.1 */
} as_bpe_codes;

/* Reads codes and checks that they are merges; release with as_bpe_codes_finish. Messages count
 * lines from the first merge. Errors: FORMAT (also a version other than 0.1 and 0.2, and a merge
 * twice), LIMIT, SYSTEM; *out is zeroed then. */
bool as_bpe_codes_parse(const void *bytes, size_t len, as_bpe_codes *out, as_error *err);
/* The same from a file, which the messages name. */
bool as_bpe_codes_read(const char *path, as_bpe_codes *out, as_error *err);
/* Safe on zeroed codes, and twice. */
void as_bpe_codes_finish(as_bpe_codes *codes);

#endif
