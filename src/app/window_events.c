/* SDL's events as the view's input. */
#include "app/keys.h"
#include "app/window_private.h"

#include <string.h>

void as_window_free_event(as_window *w)
{
    SDL_Event *event = &w->event;
    if (event->type == SDL_TEXTEDITING_EXT)
        SDL_free(event->editExt.text);
    if (event->type == SDL_DROPFILE || event->type == SDL_DROPTEXT)
        SDL_free(event->drop.file);
    event->type = SDL_FIRSTEVENT;
}

void as_window_wait(as_window *w, uint64_t timeout_ms)
{
    (void)w;
    if (timeout_ms == UINT64_MAX)
        SDL_WaitEvent(NULL);
    else
        SDL_WaitEventTimeout(NULL, timeout_ms < 60000 ? (int)timeout_ms : 60000);
}

void as_window_wake(as_window *w)
{
    SDL_Event event = {.type = w->wake_event};
    SDL_PushEvent(&event); /* fails only when 65535 events wait: then the loop is awake */
}

/* SDL counts a composition's caret in characters. */
static size_t bytes_of_characters(const char *text, int n)
{
    size_t offset = 0;
    while (n > 0 && text[offset] != '\0') {
        offset++;
        while (((unsigned char)text[offset] & 0xc0) == 0x80)
            offset++;
        n--;
    }
    return offset;
}

static bool input_from_composition(const char *text, int caret, as_input *in)
{
    in->kind = AS_INPUT_COMPOSITION;
    in->text = text;
    in->text_len = strlen(text);
    in->caret = bytes_of_characters(text, caret);
    return true;
}

static bool input_from_button(const as_window *w, const SDL_MouseButtonEvent *e, as_input *in)
{
    switch (e->button) {
    case SDL_BUTTON_LEFT:
        in->button = AS_MOUSE_LEFT;
        break;
    case SDL_BUTTON_MIDDLE:
        in->button = AS_MOUSE_MIDDLE;
        break;
    case SDL_BUTTON_RIGHT:
        in->button = AS_MOUSE_RIGHT;
        break;
    default:
        return false;
    }
    in->kind = e->state == SDL_PRESSED ? AS_INPUT_MOUSE_PRESS : AS_INPUT_MOUSE_RELEASE;
    in->x = (float)e->x / w->zoom;
    in->y = (float)e->y / w->zoom;
    return true;
}

/* Ctrl, Alt or the logo key held: a command, whatever character the keyboard makes of it. AltGr
 * writes characters; where it arrives as Ctrl with the right Alt, it is not a command either. */
static bool is_shortcut(SDL_Keymod mods)
{
    bool alt_gr = (mods & (KMOD_MODE | KMOD_RALT)) != 0;
    return !alt_gr && (mods & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) != 0;
}

/* SDL does not say that a window manager ended full screen; the window's size does. */
static bool no_longer_covers(as_window *w)
{
    SDL_Rect screen;
    int width, height;
    SDL_GetWindowSize(w->window, &width, &height);
    if (!w->full_screen || SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(w->window), &screen) != 0)
        return false;
    bool covered = w->covers;
    w->covers = width >= screen.w && height >= screen.h;
    return covered && !w->covers;
}

static bool event_from_window(as_window *w, const SDL_WindowEvent *e, as_window_event *out)
{
    switch (e->event) {
    case SDL_WINDOWEVENT_EXPOSED:
        w->damaged = true;
        return false;
    case SDL_WINDOWEVENT_SIZE_CHANGED:
    case SDL_WINDOWEVENT_DISPLAY_CHANGED:
        w->damaged = true;
        out->input.kind = AS_INPUT_RESIZE;
        as_window_logical_size(w, &out->input.width, &out->input.height);
        out->input.uncovered = no_longer_covers(w);
        return true;
    case SDL_WINDOWEVENT_LEAVE:
        out->input.kind = AS_INPUT_MOUSE_LEAVE;
        return true;
    case SDL_WINDOWEVENT_FOCUS_GAINED:
    case SDL_WINDOWEVENT_FOCUS_LOST:
        out->input.kind = AS_INPUT_FOCUS;
        out->input.focused = e->event == SDL_WINDOWEVENT_FOCUS_GAINED;
        return true;
    case SDL_WINDOWEVENT_CLOSE:
        out->kind = AS_WINDOW_QUIT;
        return true;
    default:
        return false;
    }
}

static bool event_from_sdl(as_window *w, const SDL_Event *e, as_window_event *out)
{
    as_input *in = &out->input;
    switch (e->type) {
    case SDL_QUIT:
        out->kind = AS_WINDOW_QUIT;
        return true;
    case SDL_WINDOWEVENT:
        return event_from_window(w, &e->window, out);
    case SDL_KEYUP:
        w->mods = (SDL_Keymod)e->key.keysym.mod;
        return false;
    case SDL_KEYDOWN:
        w->mods = (SDL_Keymod)e->key.keysym.mod;
        in->kind = AS_INPUT_KEY;
        in->key = as_key_from_sdl(e->key.keysym);
        in->mods = as_mods_from_sdl(e->key.keysym.mod);
        return in->key != AS_KEY_NONE;
    case SDL_TEXTINPUT:
        if (is_shortcut(w->mods))
            return false;
        in->kind = AS_INPUT_TEXT;
        in->text = e->text.text;
        in->text_len = strlen(e->text.text);
        return true;
    case SDL_TEXTEDITING:
        return input_from_composition(e->edit.text, e->edit.start, in);
    case SDL_TEXTEDITING_EXT:
        return input_from_composition(e->editExt.text, e->editExt.start, in);
    case SDL_DROPFILE:
        out->kind = AS_WINDOW_DROP;
        out->path = e->drop.file;
        return out->path != NULL;
    case SDL_DROPTEXT:
        in->kind = AS_INPUT_PASTE;
        in->text = e->drop.file;
        in->text_len = in->text != NULL ? strlen(in->text) : 0;
        return in->text != NULL;
    case SDL_MOUSEMOTION:
        in->kind = AS_INPUT_MOUSE_MOVE;
        in->x = (float)e->motion.x / w->zoom;
        in->y = (float)e->motion.y / w->zoom;
        return true;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return input_from_button(w, &e->button, in);
    case SDL_MOUSEWHEEL: {
        float sign = e->wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
        in->kind = AS_INPUT_WHEEL;
        in->wheel_x = sign * e->wheel.preciseX;
        in->wheel_y = -sign * e->wheel.preciseY;
        return true;
    }
    default:
        out->kind = AS_WINDOW_WOKEN;
        return e->type == w->wake_event;
    }
}

bool as_window_next_event(as_window *w, as_window_event *out)
{
    as_window_free_event(w);
    while (SDL_PollEvent(&w->event)) {
        *out = (as_window_event){.kind = AS_WINDOW_INPUT};
        out->input.time_ms = as_window_now_ms();
        out->input.mods = as_mods_from_sdl(SDL_GetModState());
        if (event_from_sdl(w, &w->event, out))
            return true;
        as_window_free_event(w);
    }
    return false;
}

void as_window_set_text_input(as_window *w, bool on, as_box caret)
{
    if (on != w->text_input) {
        if (on)
            SDL_StartTextInput();
        else
            SDL_StopTextInput();
        w->text_input = on;
    }
    SDL_Rect rect = {(int)(caret.x * w->zoom), (int)(caret.y * w->zoom), (int)(caret.w * w->zoom),
                     (int)(caret.h * w->zoom)};
    if (on && !SDL_RectEquals(&rect, &w->caret)) {
        SDL_SetTextInputRect(&rect);
        w->caret = rect;
    }
}
