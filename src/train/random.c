#include "train/random.h"

#include <math.h>

static uint64_t splitmix64(uint64_t *x)
{
    uint64_t z = (*x += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

as_random as_random_for(uint64_t seed, uint64_t stream, uint64_t index)
{
    uint64_t x = seed;
    x = splitmix64(&x) ^ stream;
    x = splitmix64(&x) ^ index;
    as_random random;
    for (int k = 0; k < 4; k++)
        random.state[k] = splitmix64(&x);
    return random;
}

static uint64_t rotate_left(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

uint64_t as_random_next(as_random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint32_t as_random_below(as_random *random, uint32_t n)
{
    /* The top of the 32-bit range that does not divide evenly is drawn again. */
    uint32_t limit = UINT32_MAX - UINT32_MAX % n;
    uint32_t x;
    do
        x = (uint32_t)(as_random_next(random) >> 32);
    while (x >= limit);
    return x % n;
}

double as_random_unit(as_random *random)
{
    return (double)(as_random_next(random) >> 11) * 0x1p-53;
}

double as_random_normal(as_random *random)
{
    double u = 1.0 - as_random_unit(random); /* in (0, 1]: the logarithm is finite */
    double v = as_random_unit(random);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

void as_random_shuffle(as_random *random, int *order, int n)
{
    for (int k = n - 1; k > 0; k--) {
        int other = (int)as_random_below(random, (uint32_t)k + 1);
        int kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
}
