#include "view/sharpness.h"

double as_sharpness_tau(int place)
{
    static const double taus[AS_SHARPNESS_PLACES] = {
        0.1, 0.12, 0.15, 0.2,  0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
        1.1, 1.25, 1.5,  1.75, 2,    2.5, 3,   4,   5,   6,   8,   10,
    };
    int last = AS_SHARPNESS_PLACES - 1;
    return taus[place < 0 ? 0 : place > last ? last : place];
}
