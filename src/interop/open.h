/* Opening a model, whoever made it: model files of this program, and those of the toolkits that
 * import.h reads, whose vocabularies are found through the configuration beside them. */
#ifndef AS_INTEROP_OPEN_H
#define AS_INTEROP_OPEN_H

#include "core/catalogue.h"

/* As as_model_load and as_import. */
bool as_open_model(const char *path, as_model **out, as_error *err);

/* What a model is: as as_model_card_read, which reads a header alone; another toolkit's model is
 * read whole. */
bool as_open_about(const char *path, as_model_about *out, as_error *err);

#endif
