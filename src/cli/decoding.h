/* The options of decoding, shared by every command that decodes. */
#ifndef AS_CLI_DECODING_H
#define AS_CLI_DECODING_H

#include "cli/options.h"
#include "core/decode.h"

enum { AS_DEFAULT_BEAM = 5, AS_BEAM_MAX = 64 };

/* What -b, --max-length, --length-penalty and --replace-unknown set. */
typedef struct as_decoding {
    int beam, max_length;
    double length_alpha;
    bool replace_unknown;
} as_decoding;

#define AS_DECODING_DEFAULTS                                                                       \
    {.beam = AS_DEFAULT_BEAM, .length_alpha = 1.0}

/* Four rows of an option table. */
#define AS_DECODING_OPTIONS(d)                                                                     \
    {.short_name = 'b', .long_name = "beam", .kind = AS_OPTION_INT, .value = &(d).beam,            \
     .operand = "N", .help = "hypotheses kept, 1 (greedy) to 64 (5)", .min = 1,                    \
     .max = AS_BEAM_MAX},                                                                          \
    {.long_name = "max-length", .kind = AS_OPTION_INT, .value = &(d).max_length, .operand = "N",   \
     .help = "most target tokens (twice the source and 20)", .min = 1, .max = 100000},             \
    {.long_name = "length-penalty", .kind = AS_OPTION_REAL, .value = &(d).length_alpha,            \
     .operand = "A", .help = "score = log P / ((5 + T)/6)^A (1)", .min = 0, .max = 10},            \
    {.short_name = 'u', .long_name = "replace-unknown", .kind = AS_OPTION_FLAG,                    \
     .value = &(d).replace_unknown, .help = "<unk> becomes the word it attends to most"}

/* The library's options from the command line's, with the interrupt as cancel flag. */
as_decode_options as_decoding_options(const as_decoding *decoding, int n_best,
                                      const atomic_bool *cancel);

#endif
