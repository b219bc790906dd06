/* What every command does as a process: saying what went wrong, stopping when asked to, noticing
 * that its output could not be written. */
#ifndef AS_CLI_PROGRAM_H
#define AS_CLI_PROGRAM_H

#include "core/error.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

/* "alphascope COMMAND: message" on standard error. Returns the exit status 1; after an interrupt it
 * says nothing and ends the process the way the signal would have. */
int as_program_fail(const char *command, const as_error *err);

/* From now on the first SIGINT, SIGTERM, SIGHUP or SIGUSR1 (mpirun and batch queues pass that one
 * on without hurry) raises the flag that is returned instead of ending the process; a second one
 * ends it. */
const atomic_bool *as_program_catch_interrupts(void);
bool as_program_interrupted(void);
/* Ends the process by the signal that was caught, so that the shell sees it; returns 1 if none. */
int as_program_end_interrupted(void);

/* Text on standard error about work that goes on. Waits for whoever reads it (a pipe that is full,
 * a terminal that is paused), but not beyond an interrupt: then the text is lost. A run must not
 * miss its checkpoint for want of a reader; mpirun reads nothing more while it ends its processes.
 */
void as_program_say(const char *text, size_t len);

/* Flushes standard output. SYSTEM when something of it was lost (a full disk). */
bool as_program_flush(as_error *err);

/* Fails (ARGUMENT) when writing `output` would replace `other`, which the command reads or writes
 * as well. NULL: there is no such file. */
bool as_program_apart(const char *output, const char *other, as_error *err);

/* Text from a file, for a terminal: control characters become '?', line breaks stay out. */
void as_program_print(FILE *out, const char *text);

#endif
