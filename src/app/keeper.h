/* Keeps the settings file up to date while the program runs: what changes is noted at once and
 * written when it has rested for a moment, so that a crash costs a moment and typing costs no
 * writes. Takes the time as an argument; no clock of its own. */
#ifndef AS_APP_KEEPER_H
#define AS_APP_KEEPER_H

#include "app/settings.h"

#include <stdbool.h>
#include <stdint.h>

/* Written this long after the last change, and this long after the first at the latest. */
enum { AS_KEEPER_REST_MS = 500, AS_KEEPER_MOST_MS = 3000 };

typedef struct as_keeper {
    char *path;                 /* NULL: nothing is read or written */
    as_app_settings settings;   /* as they are now; changed by the functions below alone */
    bool changed;               /* since they were last written */
    uint64_t first_ms, last_ms; /* of the changes that are not written yet */
} as_keeper;

/* Reads the settings file into a zeroed keeper. A file that cannot be used is no reason to stop: it
 * is told in *problem (AS_OK: none), the settings are empty, and a file that stays where it is,
 * unread, is never written over. Release with as_keeper_finish in every case. */
void as_keeper_open(as_keeper *keeper, as_error *problem);
void as_keeper_finish(as_keeper *keeper);

/* keeper->settings.FIELD = value. What is the same already is no change. Without memory a text
 * stays as it was. */
void as_keeper_text(as_keeper *keeper, char **field, const char *text, size_t len, uint64_t now_ms);
void as_keeper_number(as_keeper *keeper, int *field, int value, uint64_t now_ms);

/* When the file is to be written; UINT64_MAX: there is nothing to write. */
uint64_t as_keeper_due_ms(const as_keeper *keeper);
/* Writes it if something changed, due or not. After a failure it is not tried again until the next
 * change. Errors: SYSTEM. */
bool as_keeper_write(as_keeper *keeper, as_error *err);

#endif
