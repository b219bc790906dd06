/* Example sentences: a first text that suits the model. */
#ifndef AS_APP_EXAMPLES_H
#define AS_APP_EXAMPLES_H

/* The first example of a shipped model: the first line of assets/examples/ID.txt beside the folder
 * models/ that holds `model_path`. The caller's (free); NULL when there is none. */
char *as_example_first(const char *model_path, const char *id);

#endif
