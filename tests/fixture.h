/* Reading the committed fixtures of tests/reference and comparing floats with them. */
#ifndef AS_TESTS_FIXTURE_H
#define AS_TESTS_FIXTURE_H

#include <jansson.h>
#include <stddef.h>

/* The JSON file `name` of tests/reference; fails the test when it cannot be read.
 * Release with json_decref. */
json_t *fixture_load(const char *name);

/* The path of a file of tests/reference, in a static buffer. */
const char *fixture_path(const char *name);

/* "variants/SCORE_QUERY_READOUT" of every combination that makes sense, but for the two that have
 * fixtures of their own; into out, which holds FIXTURE_VARIANTS of them. Returns how many. A new
 * score or readout asks for its fixtures by itself. */
enum { FIXTURE_VARIANTS = 64, FIXTURE_NAME = 64 };
int fixture_variants(char out[FIXTURE_VARIANTS][FIXTURE_NAME]);

/* A member that must be there; borrowed. */
json_t *fixture_member(json_t *object, const char *key);
double fixture_number(json_t *object, const char *key);
int fixture_int(json_t *object, const char *key);
const char *fixture_string(json_t *object, const char *key);

/* The numbers of an array of any depth, flattened row by row; *n receives how many. The caller's
 * (free). */
double *fixture_doubles(json_t *array, size_t *n);
float *fixture_floats(json_t *array, size_t *n);
int *fixture_ints(json_t *array, size_t *n);

/* Fails unless got lies within `tolerance` of want, relative to the larger of |want| and `scale`. */
void assert_near(const char *what, double got, double want, double tolerance, double scale);

/* got [n] against the (nested) array, each element within `tolerance` of the larger of itself and
 * the tensor's root mean square: a sum that cancels to nearly nothing keeps the rounding of its
 * terms, so nearness to zero promises no digits. */
void assert_all_near(const char *what, const float *got, size_t n, json_t *want, double tolerance);

#endif
