/* SDL's keys in the view's words, on layouts that are not American too. */
#include "app/keys.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static as_key key(SDL_Keycode code, SDL_Scancode place, unsigned mod)
{
    return as_key_from_sdl((SDL_Keysym){.sym = code, .scancode = place, .mod = (Uint16)mod});
}

static void letters_digits_and_function_keys(void **state)
{
    (void)state;
    assert_int_equal(key(SDLK_a, SDL_SCANCODE_A, 0), AS_KEY_A);
    assert_int_equal(key(SDLK_z, SDL_SCANCODE_Z, 0), AS_KEY_Z);
    assert_int_equal(key(SDLK_s, SDL_SCANCODE_S, KMOD_CTRL), AS_KEY_A + 18);
    assert_int_equal(key(SDLK_0, SDL_SCANCODE_0, 0), AS_KEY_0);
    assert_int_equal(key(SDLK_9, SDL_SCANCODE_9, 0), AS_KEY_9);
    assert_int_equal(key(SDLK_F1, SDL_SCANCODE_F1, 0), AS_KEY_F1);
    assert_int_equal(key(SDLK_F12, SDL_SCANCODE_F12, 0), AS_KEY_F12);
    assert_int_equal(key(SDLK_EQUALS, SDL_SCANCODE_EQUALS, 0), AS_KEY_PLUS);
    assert_int_equal(key(SDLK_CAPSLOCK, SDL_SCANCODE_CAPSLOCK, 0), AS_KEY_NONE);
}

static void the_keypad_follows_num_lock(void **state)
{
    (void)state;
    assert_int_equal(key(SDLK_KP_4, SDL_SCANCODE_KP_4, 0), AS_KEY_LEFT);
    assert_int_equal(key(SDLK_KP_4, SDL_SCANCODE_KP_4, KMOD_NUM), AS_KEY_0 + 4);
    assert_int_equal(key(SDLK_KP_0, SDL_SCANCODE_KP_0, KMOD_NUM), AS_KEY_0);
    assert_int_equal(key(SDLK_KP_0, SDL_SCANCODE_KP_0, 0), AS_KEY_INSERT);
    assert_int_equal(key(SDLK_KP_ENTER, SDL_SCANCODE_KP_ENTER, KMOD_NUM), AS_KEY_ENTER);
}

static void shortcuts_work_on_other_layouts(void **state)
{
    (void)state;
    assert_int_equal(key(0x441, SDL_SCANCODE_C, KMOD_CTRL), AS_KEY_A + 2); /* Cyrillic es */
    assert_int_equal(key(SDLK_a, SDL_SCANCODE_Q, 0), AS_KEY_A);            /* AZERTY */
    assert_int_equal(key(0xe9, SDL_SCANCODE_2, 0), AS_KEY_NONE);           /* é on the 2 */
}

static void modifiers(void **state)
{
    (void)state;
    assert_int_equal(as_mods_from_sdl(KMOD_LSHIFT | KMOD_RCTRL), AS_MOD_SHIFT | AS_MOD_CTRL);
    assert_int_equal(as_mods_from_sdl(KMOD_LALT), AS_MOD_ALT);
    assert_int_equal(as_mods_from_sdl(KMOD_RALT | KMOD_MODE | KMOD_NUM), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_digits_and_function_keys),
        cmocka_unit_test(the_keypad_follows_num_lock),
        cmocka_unit_test(shortcuts_work_on_other_layouts),
        cmocka_unit_test(modifiers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
