/* Example sentences: a first text that suits the model. */
#ifndef AS_APP_EXAMPLES_H
#define AS_APP_EXAMPLES_H

/* The first example for the model of that name: the first line of DATA/assets/examples/ID.txt. The
 * caller's (free); NULL when there is none, or when `data` is NULL. */
char *as_example_first(const char *data, const char *id);

#endif
