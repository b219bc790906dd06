#include "train/dropout.h"

#include "train/loops.h"

void as_dropout_mask(unsigned char *mask, size_t n, double p, as_random *random)
{
    uint64_t threshold = (uint64_t)(p * 65536.0 + 0.5);
    size_t k = 0;
    while (k < n) {
        uint64_t bits = as_random_next(random);
        size_t end = n - k < 4 ? n : k + 4;
        for (; k < end; k++, bits >>= 16)
            mask[k] = (bits & 0xFFFF) >= threshold;
    }
}

void as_dropout_apply(float *x, const unsigned char *mask, size_t n, double p)
{
    as_loops_best()->mask(x, mask, (float)(1.0 / (1.0 - p)), n);
}
