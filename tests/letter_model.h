/* A small model of random weights that reads and writes single letters, for tests of decoding. */
#ifndef TESTS_LETTER_MODEL_H
#define TESTS_LETTER_MODEL_H

#include "core/model.h"

typedef struct letter_model_spec {
    as_readout readout;
    as_dtype dtype;
    int V;             /* both vocabularies: 5 to 30, the specials and then a, b, c … */
    float sharpness;   /* multiplies every weight; 1 gives nearly uniform P */
    float end, unknown; /* added to the logits of </s> and <unk> */
    unsigned long long seed;
    as_score_kind score;
    as_query query;
} letter_model_spec;

/* Fails the running test when memory is short. Free with as_model_free. */
as_model *letter_model(const letter_model_spec *spec);

#endif
