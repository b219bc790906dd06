#include "cli/look.h"

#include <stddef.h>

const char *const as_theme_choices[] = {"light", "dark", "paper", NULL};
const char *const as_language_choices[] = {"en", "zh", NULL};
