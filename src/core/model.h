/* A model: weights, vocabularies and what is known about it, from one .safetensors file.
 * Immutable after loading and shared by threads. */
#ifndef AS_CORE_MODEL_H
#define AS_CORE_MODEL_H

#include "core/params.h"
#include "core/tokenize.h"

typedef struct as_model {
    as_config config;
    as_params params; /* views into `block`; matrices F32 or BF16, vectors F32 */
    void *block;
    as_tokenizer source, target;
    as_vocab *source_vocab, *target_vocab;
    as_bpe *source_bpe, *target_bpe;
    /* From the file; "" when absent. languages is "eng-fra"; training is JSON text. */
    char *name, *languages, *licence, *data, *training;
    size_t file_bytes;
} as_model;

/* Loads and checks a model file: a .safetensors file whose __metadata__ has "format"
 * (alphascope/1), "config" (JSON: "score" "query" "readout", the sizes "E" "H" "D" "A" "R"
 * "source_vocab" "target_vocab", and "source_unit" "target_unit", "bpe", "char", "word" or "subword"; more in imported models,
 * model_format.h), "source.vocab", "target.vocab", "source.bpe", "target.bpe" (with "bpe", and with
 * "subword", where they are codes of subword-nmt), and for people "name", "languages",
 * "licence", "data", "training" (a JSON object). Its tensors are those of as_param_specs. On
 * success *out is the caller's; free with as_model_free. Errors: SYSTEM (open, read, memory),
 * FORMAT (bad file: the message names the file, the tensor or key, what was found and expected),
 * LIMIT. */
bool as_model_load(const char *path, as_model **out, as_error *err);
/* The same from memory, for fuzzing and tests; `place` stands for the file in messages. */
bool as_model_parse(const char *place, const void *bytes, size_t len, as_model **out,
                    as_error *err);
void as_model_free(as_model *model);

/* What a saved model holds besides its weights. Texts as in the file; NULL writes none. */
typedef struct as_model_card {
    as_unit source_unit, target_unit;
    bool source_begins; /* source sentences begin with <s> */
    const char *source_vocab, *target_vocab, *source_bpe, *target_bpe;
    const char *name, *languages, *licence, *data, *training;
} as_model_card;

/* A model of the weights in `block`, which as_params_bind has laid out for a checked config and which
 * becomes the model's (on failure it is freed). *out is the caller's. Errors: FORMAT (a vocabulary or
 * its merges), LIMIT, SYSTEM. */
bool as_model_from_params(const as_config *config, float *block, const as_model_card *card,
                          as_model **out, as_error *err);

/* Whether as_model_save would take this config with this card. Errors: ARGUMENT, LIMIT, SYSTEM. */
bool as_model_card_check(const as_config *config, const as_model_card *card, as_error *err);

/* Writes F32 params as `dtype` (vectors stay F32). Whole or not at all; replaces `path`. What would
 * not load again is refused: ARGUMENT, LIMIT; and SYSTEM. */
bool as_model_save(const char *path, const as_config *config, const as_params *params,
                   const as_model_card *card, as_dtype dtype, as_error *err);

/* A model of random weights from a seed, for benchmarks and tests: vocabularies "w4", "w5", … Its
 * matrices are BF16 when dtype is, else F32. *out is the caller's. Errors: LIMIT, SYSTEM. */
bool as_model_random(const as_config *config, as_dtype dtype, unsigned long long seed,
                     as_model **out, as_error *err);

#endif
