/* The places of the temperature's slider. Sharp to flat, the model's own tau = 1 in the middle;
 * every tau is written in full, so that the command line can be given the same. */
#ifndef AS_VIEW_SHARPNESS_H
#define AS_VIEW_SHARPNESS_H

enum { AS_SHARPNESS_PLACES = 25, AS_SHARPNESS_TRAINED = AS_SHARPNESS_PLACES / 2 };

/* The tau of a place (clamped into the range). */
double as_sharpness_tau(int place);

#endif
