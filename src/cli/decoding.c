#include "cli/decoding.h"

as_decode_options as_decoding_options(const as_decoding *decoding, int n_best,
                                      const atomic_bool *cancel)
{
    as_decode_options options = as_decode_defaults();
    options.beam = decoding->beam;
    options.n_best = n_best;
    options.max_length = decoding->max_length;
    options.length_alpha = decoding->length_alpha;
    options.temperature = decoding->temperature;
    options.replace_unknown = decoding->replace_unknown;
    options.cancel = cancel;
    return options;
}
