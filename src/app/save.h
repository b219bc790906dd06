/* Where what is shown is saved: a folder that can be written to, a name that is free. */
#ifndef AS_APP_SAVE_H
#define AS_APP_SAVE_H

#include "core/error.h"

enum { AS_SAVE_SCALE = 2 }; /* PNG's device pixels per logical pixel */

/* The folder to propose: the first that can be written to of the one remembered (or NULL), the
 * desktop's for pictures (user-dirs.dirs), HOME and the current one. *out is the caller's (free).
 * Errors: SYSTEM. */
bool as_save_folder(const char *remembered, char **out, as_error *err);

/* folder/name, or with -2, -3 … before its ending when that is taken. *out is the caller's (free).
 * Errors: SYSTEM, ARGUMENT (there are AS_SAVE_MOST of that name). */
enum { AS_SAVE_MOST = 9999 };
bool as_save_propose(const char *folder, const char *name, char **out, as_error *err);

/* The folder that a path names a file in, "/" for "/a.png". The caller's (free); NULL: memory is
 * short. */
char *as_save_folder_of(const char *path);

#endif
