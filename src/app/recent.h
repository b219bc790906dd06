/* The sentences typed last, the newest first. */
#ifndef AS_APP_RECENT_H
#define AS_APP_RECENT_H

#include "view/sentences.h"

enum { AS_RECENT_MAX = 12, AS_RECENT_BYTES = 1000 }; /* how many, and of what length at most */

/* Notes a sentence that rested in the field; true when that changed the list. Blank and very long
 * ones are not noted. One that is there moves to the front; one that goes on from the newest takes
 * its place, so that pauses in typing leave no halves; the beginning of the newest is none of its
 * own, so that erasing it leaves nothing. Without memory nothing changes. */
bool as_recent_add(as_sentences *recent, const char *text);

#endif
