/* A name for a file, out of a sentence. */
#ifndef AS_VIEW_FILE_NAME_H
#define AS_VIEW_FILE_NAME_H

#include <stddef.h>

enum { AS_FILE_NAME_MAX = 64 }; /* bytes, with the NUL */

/* The first words of the text with hyphens between them, as many as fit, in small letters as far as
 * they are Latin: "the-agreement-on-the-european-economic". A first word that is longer is cut at a
 * character; other scripts keep theirs. "alignment" where there is no word. Returns out. */
char *as_file_name_of(char out[AS_FILE_NAME_MAX], const char *text, size_t len);

#endif
