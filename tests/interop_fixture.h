/* The files of tests/reference/interop: reading them, cutting them, changing them. */
#ifndef AS_TESTS_INTEROP_FIXTURE_H
#define AS_TESTS_INTEROP_FIXTURE_H

#include "fixture.h"

#include "interop/arrays.h"

typedef bool (*interop_parser)(const void *bytes, size_t len, as_arrays **out, as_error *err);
typedef bool (*interop_opener)(const char *path, as_arrays **out, as_error *err);

/* The bytes of a fixture in a block of their exact size, the caller's (free). */
unsigned char *interop_bytes(const char *name, size_t *len);
/* The same of any file. */
unsigned char *interop_bytes_at(const char *path, size_t *len);

/* The file has the arrays that arrays.json lists, each number as float32 rounds it. */
void interop_check_file(const char *name, interop_parser parse);
/* Every proper start of the file is refused with a message. */
void interop_check_truncations(const char *name, interop_parser parse);
/* Every byte in turn set to other values: the file is refused, or all its arrays are fetched or
 * refused. */
void interop_check_changes(const char *name, interop_parser parse);

/* A job for failing_alloc_try_all: opens a fixture and fetches every array. */
typedef struct interop_job {
    const char *name;
    interop_opener open;
} interop_job;
bool interop_load_all(void *job);

#endif
