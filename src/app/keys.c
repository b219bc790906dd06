#include "app/keys.h"

typedef struct pair {
    SDL_Keycode from;
    as_key to;
} pair;

static const pair plain[] = {
    {SDLK_LEFT, AS_KEY_LEFT},
    {SDLK_RIGHT, AS_KEY_RIGHT},
    {SDLK_UP, AS_KEY_UP},
    {SDLK_DOWN, AS_KEY_DOWN},
    {SDLK_HOME, AS_KEY_HOME},
    {SDLK_END, AS_KEY_END},
    {SDLK_PAGEUP, AS_KEY_PAGE_UP},
    {SDLK_PAGEDOWN, AS_KEY_PAGE_DOWN},
    {SDLK_BACKSPACE, AS_KEY_BACKSPACE},
    {SDLK_DELETE, AS_KEY_DELETE},
    {SDLK_INSERT, AS_KEY_INSERT},
    {SDLK_RETURN, AS_KEY_ENTER},
    {SDLK_KP_ENTER, AS_KEY_ENTER},
    {SDLK_SPACE, AS_KEY_SPACE},
    {SDLK_TAB, AS_KEY_TAB},
    {SDLK_ESCAPE, AS_KEY_ESCAPE},
    {SDLK_PLUS, AS_KEY_PLUS},
    {SDLK_EQUALS, AS_KEY_PLUS},
    {SDLK_KP_PLUS, AS_KEY_PLUS},
    {SDLK_MINUS, AS_KEY_MINUS},
    {SDLK_KP_MINUS, AS_KEY_MINUS},
};

/* The keypad without Num Lock. */
static const pair keypad[] = {
    {SDLK_KP_0, AS_KEY_INSERT},      {SDLK_KP_1, AS_KEY_END},  {SDLK_KP_2, AS_KEY_DOWN},
    {SDLK_KP_3, AS_KEY_PAGE_DOWN},   {SDLK_KP_4, AS_KEY_LEFT}, {SDLK_KP_6, AS_KEY_RIGHT},
    {SDLK_KP_7, AS_KEY_HOME},        {SDLK_KP_8, AS_KEY_UP},   {SDLK_KP_9, AS_KEY_PAGE_UP},
    {SDLK_KP_PERIOD, AS_KEY_DELETE},
};

static as_key lookup(const pair *pairs, size_t n, SDL_Keycode code)
{
    for (size_t i = 0; i < n; i++) {
        if (pairs[i].from == code)
            return pairs[i].to;
    }
    return AS_KEY_NONE;
}

static as_key keypad_digit(SDL_Keycode code)
{
    if (code == SDLK_KP_0)
        return AS_KEY_0;
    if (code >= SDLK_KP_1 && code <= SDLK_KP_9)
        return (as_key)(AS_KEY_0 + 1 + (code - SDLK_KP_1));
    return AS_KEY_NONE;
}

as_key as_key_from_sdl(SDL_Keysym key)
{
    SDL_Keycode code = key.sym;
    if (code >= SDLK_a && code <= SDLK_z)
        return (as_key)(AS_KEY_A + (code - SDLK_a));
    if (code >= SDLK_0 && code <= SDLK_9)
        return (as_key)(AS_KEY_0 + (code - SDLK_0));
    if (code >= SDLK_F1 && code <= SDLK_F12)
        return (as_key)(AS_KEY_F1 + (code - SDLK_F1));
    as_key found = lookup(plain, sizeof plain / sizeof *plain, code);
    if (found == AS_KEY_NONE && !(key.mod & KMOD_NUM))
        found = lookup(keypad, sizeof keypad / sizeof *keypad, code);
    if (found == AS_KEY_NONE)
        found = keypad_digit(code);
    bool other_script = code > 0x7f && !(code & SDLK_SCANCODE_MASK);
    if (found == AS_KEY_NONE && other_script && key.scancode >= SDL_SCANCODE_A &&
        key.scancode <= SDL_SCANCODE_Z)
        found = (as_key)(AS_KEY_A + ((int)key.scancode - SDL_SCANCODE_A));
    return found;
}

unsigned as_mods_from_sdl(unsigned mod)
{
    unsigned mods = 0;
    if (mod & KMOD_SHIFT)
        mods |= AS_MOD_SHIFT;
#ifdef __APPLE__
    if (mod & KMOD_GUI)
        mods |= AS_MOD_CTRL;
#else
    if (mod & KMOD_CTRL)
        mods |= AS_MOD_CTRL;
#endif
    if (mod & KMOD_LALT)
        mods |= AS_MOD_ALT;
    return mods;
}
