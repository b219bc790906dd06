/* SDL's keys in the view's words. Pure: works without a display. */
#ifndef AS_APP_KEYS_H
#define AS_APP_KEYS_H

#include "view/input.h"

#include <SDL_keyboard.h>

/* The key of a press, AS_KEY_NONE when the view has no name for it. The keypad follows Num Lock.
 * Where the layout's letter is not a Latin one, the letter that a US keyboard has in that place, so
 * that Ctrl+C copies everywhere. */
as_key as_key_from_sdl(SDL_Keysym key);

/* AS_MOD_… of SDL's modifiers. AltGr is no Alt: it types characters. */
unsigned as_mods_from_sdl(unsigned mod);

#endif
