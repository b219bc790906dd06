/* What a model file says besides its weights: the texts of __metadata__, read and written here
 * only.
 *
 * config is a JSON object with exactly these keys, those in parentheses only when they are not what
 * models trained here have:
 *   "score" "query" "readout"          names as as_score_name and its siblings give them
 *   ("start" "feed" "reads" "norm")    names, as_start_names and so on
 *   "E" "H" "D" "A" "R"                sizes, as in params.h
 *   "source_vocab" "target_vocab"      pieces in each vocabulary
 *   "source_unit" "target_unit"        as_unit_name
 *   ("source_begins")                  "no", "yes": source sentences begin with <s>
 *   ("no_unknown" "may_be_empty" "narrowing" "length_power")   "no", "yes"; as_search_rules
 *   ("length_percent" "length_extra")  numbers; as_search_rules */
#ifndef AS_CORE_MODEL_FORMAT_H
#define AS_CORE_MODEL_FORMAT_H

#include "core/model.h"
#include "core/safetensors.h"

#define AS_MODEL_FORMAT "alphascope/1"

const char *as_unit_name(as_unit unit);

/* The config and the texts of a file, all checked but for the vocabularies and merges, which are
 * only known to be there when they must be. Texts are borrowed from `file`; NULL when absent.
 * Errors: FORMAT, LIMIT, SYSTEM. */
bool as_model_texts_read(const as_safetensors *file, as_config *config, as_model_card *card,
                         as_error *err);

/* The same as entries of __metadata__, after the same checks (ARGUMENT, LIMIT, SYSTEM).
 * out holds AS_MODEL_MAX_TEXTS and borrows from card; *config_json, which out borrows too, is the
 * caller's (free). */
enum { AS_MODEL_MAX_TEXTS = 16 };
bool as_model_texts_write(const as_config *config, const as_model_card *card, as_st_metadata *out,
                          int *n_out, char **config_json, as_error *err);

#endif
