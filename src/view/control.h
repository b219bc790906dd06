/* The window's controls: what Tab walks, the pointer presses and a tooltip names. One table says
 * what each is; the layout says where it lies. */
#ifndef AS_VIEW_CONTROL_H
#define AS_VIEW_CONTROL_H

#include "view/strings.h"

/* In the order in which Tab walks them, after the field and the card. */
typedef enum as_control {
    AS_CONTROL_SENTENCES, /* at the end of the source field */
    /* beside the translation */
    AS_CONTROL_EDIT,
    AS_CONTROL_OWN, /* there only while the translation is not the model's own */
    /* the card's, at its top left: what it shows */
    AS_CONTROL_MATRIX,
    AS_CONTROL_LINES,
    AS_CONTROL_DIAGRAM,
    AS_CONTROL_READING, /* at its top right */
    AS_CONTROL_WHOLE,   /* left of that, there only while a part is shown */
    /* the panel's tabs, in their order */
    AS_CONTROL_TAB_STEP,
    AS_CONTROL_TAB_BEAM,
    AS_CONTROL_TAB_MODEL,
    /* the panel's, from the top; they scroll with its content */
    AS_CONTROL_PATH,
    AS_CONTROL_COMPLETIONS,
    AS_CONTROL_WIDTH, /* of the beam */
    AS_CONTROL_TREE,
    AS_CONTROL_CANDIDATES,
    AS_CONTROL_WORD,
    AS_CONTROL_TERMS,
    AS_CONTROL_SHARPNESS,
    /* the bottom bar's, from the left */
    AS_CONTROL_PREVIOUS,
    AS_CONTROL_PLAY,
    AS_CONTROL_NEXT,
    AS_CONTROL_STEP,
    AS_CONTROL_SPEED,
    /* there only while a file is saved, in place of those above */
    AS_CONTROL_SAVE_PATH,
    AS_CONTROL_SAVE_LIST, /* over what lies above the path */
    AS_CONTROL_SAVE,
    AS_CONTROL_SAVE_CANCEL,
    /* the header's: the first two from the left, after the logo, the others right-aligned */
    AS_CONTROL_MODEL,
    AS_CONTROL_TRAINED, /* there only while the sharpness is not the model's own */
    AS_CONTROL_COMPARE,
    AS_CONTROL_COLOURS,
    AS_CONTROL_EXPORT,
    AS_CONTROL_PANEL,
    AS_CONTROL_LANGUAGE,
    AS_CONTROL_HELP,
    AS_N_CONTROLS,
} as_control;

typedef enum as_control_group {
    AS_GROUP_FIELD,
    AS_GROUP_TARGET,
    AS_GROUP_CARD,
    AS_GROUP_TABS,
    AS_GROUP_PANEL,
    AS_GROUP_FOOTER,
    AS_GROUP_SAVE,
    AS_GROUP_HEADER,
} as_control_group;

typedef struct as_control_spec {
    const char *name; /* in the dump of the state */
    as_control_group group;
    as_string tip;    /* what it does */
    const char *keys; /* what does the same; "" */
} as_control_spec;

/* Static, never NULL. */
const as_control_spec *as_control_lookup(as_control control);

#endif
