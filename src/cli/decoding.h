/* The options of decoding, shared by every command that decodes. */
#ifndef AS_CLI_DECODING_H
#define AS_CLI_DECODING_H

#include "cli/options.h"
#include "core/decode.h"

enum { AS_DEFAULT_BEAM = 5 };

/* What -b, --max-length, --length-penalty, --temperature and --replace-unknown set. */
typedef struct as_decoding {
    int beam, max_length;
    double length_alpha, temperature;
    bool replace_unknown;
} as_decoding;

#define AS_DECODING_DEFAULTS                                                                       \
    {                                                                                              \
        .beam = AS_DEFAULT_BEAM, .length_alpha = 1.0, .temperature = 1.0                                               \
    }

/* One row of an option table: temperature is a double. */
#define AS_TEMPERATURE_OPTION(temperature)                                                         \
    AS_REAL(0, "temperature", &(temperature), "TAU", AS_MIN_TEMPERATURE, AS_MAX_TEMPERATURE,       \
            "alpha = softmax(e / TAU): below 1 sharper than trained, above 1 flatter (1)")

/* Five rows of an option table. */
#define AS_DECODING_OPTIONS(d)                                                                     \
    AS_INT('b', "beam", &(d).beam, "N", 1, AS_MAX_BEAM, "hypotheses kept, 1 (greedy) to 64 (5)"),  \
        AS_INT(0, "max-length", &(d).max_length, "N", 1, AS_MAX_TARGET,                            \
               "most target tokens (twice the source and 20)"),                                    \
        AS_REAL(0, "length-penalty", &(d).length_alpha, "A", 0, 10,                                \
                "score = log P / ((5 + T)/6)^A (1)"),                                              \
        AS_TEMPERATURE_OPTION((d).temperature),                                                    \
        AS_FLAG('u', "replace-unknown", &(d).replace_unknown,                                      \
                "<unk> becomes the word it attends to most")

/* The library's options from the command line's, with the interrupt as cancel flag. */
as_decode_options as_decoding_options(const as_decoding *decoding, int n_best,
                                      const atomic_bool *cancel);

#endif
