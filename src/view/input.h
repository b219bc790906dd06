/* What a person does, in our own words: the window translates its toolkit's events into these,
 * tests and the monkey make them up. Positions are logical pixels, origin top left. */
#ifndef AS_VIEW_INPUT_H
#define AS_VIEW_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keys that are not text. Letters and digits stand for shortcuts (with Ctrl) and for commands of
 * the heatmap; what is typed arrives as AS_INPUT_TEXT. AS_KEY_A + n is the n-th letter of the
 * alphabet, AS_KEY_0 + n a digit. Numeric keypad keys map to their main twins. */
typedef enum as_key {
    AS_KEY_NONE,
    AS_KEY_LEFT,
    AS_KEY_RIGHT,
    AS_KEY_UP,
    AS_KEY_DOWN,
    AS_KEY_HOME,
    AS_KEY_END,
    AS_KEY_PAGE_UP,
    AS_KEY_PAGE_DOWN,
    AS_KEY_BACKSPACE,
    AS_KEY_DELETE,
    AS_KEY_INSERT,
    AS_KEY_ENTER,
    AS_KEY_SPACE,
    AS_KEY_TAB,
    AS_KEY_ESCAPE,
    AS_KEY_PLUS, /* also the key that carries = */
    AS_KEY_MINUS,
    AS_KEY_F1,
    AS_KEY_F2,
    AS_KEY_F3,
    AS_KEY_F4,
    AS_KEY_F5,
    AS_KEY_F6,
    AS_KEY_F7,
    AS_KEY_F8,
    AS_KEY_F9,
    AS_KEY_F10,
    AS_KEY_F11,
    AS_KEY_F12,
    AS_KEY_0, /* to AS_KEY_0 + 9 */
    AS_KEY_9 = AS_KEY_0 + 9,
    AS_KEY_A, /* to AS_KEY_A + 25 */
    AS_KEY_Z = AS_KEY_A + 25,
    AS_N_KEYS,
} as_key;

enum { AS_MOD_SHIFT = 1, AS_MOD_CTRL = 2, AS_MOD_ALT = 4 }; /* Ctrl is Command on a Mac */

typedef enum as_mouse_button {
    AS_MOUSE_LEFT,
    AS_MOUSE_MIDDLE,
    AS_MOUSE_RIGHT,
} as_mouse_button;

typedef enum as_input_kind {
    AS_INPUT_KEY,           /* key, mods: a press or its repeat */
    AS_INPUT_TEXT,          /* text: committed characters (also what an input method commits) */
    AS_INPUT_COMPOSITION,   /* text: what the input method shows so far ("" ends it); caret */
    AS_INPUT_PASTE,         /* text: the clipboard, answering AS_REQUEST_PASTE */
    AS_INPUT_MOUSE_MOVE,    /* x, y, mods */
    AS_INPUT_MOUSE_PRESS,   /* x, y, button, mods; multiple clicks are counted here, by time */
    AS_INPUT_MOUSE_RELEASE, /* x, y, button */
    AS_INPUT_MOUSE_LEAVE,   /* the pointer left the window */
    AS_INPUT_WHEEL,         /* wheel_x, wheel_y, mods; at the last known pointer position */
    AS_INPUT_RESIZE,        /* width, height: the window in logical pixels; uncovered */
    AS_INPUT_FOCUS,         /* focused: the window got or lost the keyboard */
} as_input_kind;

/* One event. Fields that its kind does not name are ignored. */
typedef struct as_input {
    as_input_kind kind;
    uint64_t time_ms; /* from any fixed start, never backwards: caret blink, double clicks */
    as_key key;
    unsigned mods; /* AS_MOD_… */
    as_mouse_button button;
    float x, y;
    float wheel_x, wheel_y; /* notches; positive is right and down (the content moves up) */
    float width, height;
    bool uncovered; /* it has no longer the whole screen, and the view did not ask for that */
    bool focused;
    const char *text; /* borrowed for the call; invalid UTF-8 is repaired */
    size_t text_len;
    size_t caret; /* COMPOSITION: byte offset of the caret in text */
} as_input;

#endif
