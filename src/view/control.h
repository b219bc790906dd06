/* The window's controls: what Tab walks, the pointer presses and a tooltip names. One table says
 * what each is; the layout says where it lies. */
#ifndef AS_VIEW_CONTROL_H
#define AS_VIEW_CONTROL_H

#include "view/strings.h"

/* In the order in which Tab walks them, after the field and the card. */
typedef enum as_control {
    /* the header's: the first at the left after the logo, the others right-aligned in this order */
    AS_CONTROL_MODEL,
    AS_CONTROL_COLOURS,
    AS_CONTROL_EXPORT,
    AS_CONTROL_LANGUAGE,
    AS_CONTROL_HELP,
    AS_N_CONTROLS,
} as_control;

typedef struct as_control_spec {
    const char *name; /* in the dump of the state */
    as_string tip;    /* what it does */
    const char *keys; /* what does the same; "" */
} as_control_spec;

/* Static, never NULL. */
const as_control_spec *as_control_lookup(as_control control);

#endif
