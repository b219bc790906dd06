/* Files of what is shown, whatever that is: the name's ending says which kind. A program built
 * without cairo has this too and says so. */
#ifndef AS_PAINT_PICTURE_H
#define AS_PAINT_PICTURE_H

#include "view/picture.h"
#include "view/saving.h"

/* Writes a picture, whole or not at all; `scale` is PNG's device pixels per logical pixel.
 * `replace` false: never over an existing file. Errors: SYSTEM, LIMIT, ARGUMENT (the name is taken
 * or ends in none of AS_PICTURE_KINDS; no painter in this program; what frame says). */
bool as_picture_write(const as_picture *picture, const char *path, float scale, bool replace,
                      as_error *err);

/* Writes what is to be saved as the kind of file that the name's ending says, likewise. Errors: as
 * above, and those of as_saving_numbers. */
bool as_saving_write(const as_saving *saving, const char *path, float scale, bool replace,
                     as_error *err);

#endif
