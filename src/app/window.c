#include "app/window.h"

#include "app/keys.h"

#include <stdlib.h>
#include <string.h>

#include <SDL.h>

enum { MIN_WIDTH = 480, MIN_HEIGHT = 320, MAX_RECTS = 32 };

struct as_window {
    SDL_Window *window;
    float zoom; /* window coordinates per logical pixel */
    Uint32 wake_event;
    SDL_Event event; /* the one whose text the last as_window_event borrows */
    bool damaged;    /* the next present sends everything */
    SDL_Keymod mods; /* with the last key event: SDL's own are ahead of the events that wait */
    bool text_input;
    SDL_Rect caret;
};

static bool fail_sdl(as_error *err, const char *what)
{
    return as_fail(err, AS_ERR_SYSTEM, "%s: %s", what, SDL_GetError());
}

static float scale_from_environment(void)
{
    const char *text = getenv("GDK_SCALE");
    float scale = text != NULL ? strtof(text, NULL) : 1;
    return scale >= 1 && scale <= 4 ? scale : 1;
}

static void set_hints(void)
{
    SDL_SetHint(SDL_HINT_APP_NAME, "Alphascope");
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_IME_SUPPORT_EXTENDED_TEXT, "1");
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0"); /* we are no game */
}

static bool open_window(as_window *w, const char *title, int width, int height, as_error *err)
{
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0)
        return fail_sdl(err, "no display");
    /* Where there is none SDL draws into memory, which nobody would ever see or close. */
    if (strcmp(SDL_GetCurrentVideoDriver(), "offscreen") == 0 && getenv("SDL_VIDEODRIVER") == NULL)
        return as_fail(err, AS_ERR_SYSTEM, "no display");
    /* X11 takes pixels by shared memory; SDL would otherwise start OpenGL to copy them. */
    if (strcmp(SDL_GetCurrentVideoDriver(), "x11") == 0)
        SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    w->wake_event = SDL_RegisterEvents(1);
    width = (int)((float)width * w->zoom);
    height = (int)((float)height * w->zoom);
    SDL_Rect screen;
    if (SDL_GetDisplayUsableBounds(0, &screen) == 0) {
        width = SDL_min(width, screen.w);
        height = SDL_min(height, screen.h);
    }
    w->window = SDL_CreateWindow(title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, width,
                                 height, SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (w->window == NULL)
        return fail_sdl(err, "no window");
    SDL_SetWindowMinimumSize(w->window, (int)(MIN_WIDTH * w->zoom), (int)(MIN_HEIGHT * w->zoom));
    return true;
}

bool as_window_new(const char *title, int width, int height, float scale, as_window **out,
                   as_error *err)
{
    as_window *w = calloc(1, sizeof *w);
    if (w == NULL)
        return as_fail_memory(err, "window");
    w->zoom = scale > 0 ? scale : scale_from_environment();
    w->damaged = true;
    set_hints();
    if (!open_window(w, title, width, height, err)) {
        as_window_free(w);
        return false;
    }
    w->text_input = SDL_IsTextInputActive();
    *out = w;
    return true;
}

static void free_event_text(SDL_Event *event)
{
    if (event->type == SDL_TEXTEDITING_EXT)
        SDL_free(event->editExt.text);
    if (event->type == SDL_DROPFILE || event->type == SDL_DROPTEXT)
        SDL_free(event->drop.file);
    event->type = SDL_FIRSTEVENT;
}

void as_window_free(as_window *w)
{
    if (w == NULL)
        return;
    free_event_text(&w->event);
    if (w->window != NULL)
        SDL_DestroyWindow(w->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    free(w);
}

float as_window_scale(const as_window *w)
{
    int width, height;
    SDL_GetWindowSize(w->window, &width, &height);
    const SDL_Surface *screen = SDL_GetWindowSurface(w->window);
    return screen != NULL && width > 0 ? w->zoom * (float)screen->w / (float)width : w->zoom;
}

void as_window_logical_size(const as_window *w, float *width, float *height)
{
    int x, y;
    SDL_GetWindowSize(w->window, &x, &y);
    *width = (float)x / w->zoom;
    *height = (float)y / w->zoom;
}

void as_window_set_title(as_window *w, const char *title)
{
    SDL_SetWindowTitle(w->window, title);
}

bool as_window_set_full_screen(as_window *w, bool on, as_error *err)
{
    return SDL_SetWindowFullscreen(w->window, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0) == 0 ||
           fail_sdl(err, "full screen");
}

void as_window_set_icon(as_window *w, cairo_surface_t *icon)
{
    cairo_surface_flush(icon);
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(
        cairo_image_surface_get_data(icon), cairo_image_surface_get_width(icon),
        cairo_image_surface_get_height(icon), 32, cairo_image_surface_get_stride(icon),
        SDL_PIXELFORMAT_ARGB8888);
    if (surface != NULL)
        SDL_SetWindowIcon(w->window, surface);
    SDL_FreeSurface(surface);
}

uint64_t as_window_now_ms(void)
{
    return SDL_GetTicks64();
}

/* ---- events ---- */

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
    free_event_text(&w->event);
    while (SDL_PollEvent(&w->event)) {
        *out = (as_window_event){.kind = AS_WINDOW_INPUT};
        out->input.time_ms = as_window_now_ms();
        out->input.mods = as_mods_from_sdl(SDL_GetModState());
        if (event_from_sdl(w, &w->event, out))
            return true;
        free_event_text(&w->event);
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

/* ---- the picture ---- */

bool as_window_surface_size(as_window *w, int *width, int *height, as_error *err)
{
    const SDL_Surface *screen = SDL_GetWindowSurface(w->window);
    if (screen == NULL)
        return fail_sdl(err, "window surface");
    *width = screen->w;
    *height = screen->h;
    return true;
}

bool as_window_is_damaged(const as_window *w)
{
    return w->damaged;
}

/* The rectangles to send: those that changed, or one around them when they are many. */
static int rects_to_send(const as_window *w, const as_canvas *canvas, const SDL_Surface *screen,
                         SDL_Rect *out)
{
    const cairo_region_t *changed = as_canvas_changed(canvas);
    int n = cairo_region_num_rectangles(changed);
    if (w->damaged) {
        out[0] = (SDL_Rect){0, 0, screen->w, screen->h};
        return 1;
    }
    bool many = n > MAX_RECTS;
    for (int i = 0; i < n && (i == 0 || !many); i++) {
        cairo_rectangle_int_t r;
        if (many)
            cairo_region_get_extents(changed, &r);
        else
            cairo_region_get_rectangle(changed, i, &r);
        out[i] = (SDL_Rect){r.x, r.y, r.width, r.height};
    }
    return many ? 1 : n;
}

bool as_window_present(as_window *w, const as_canvas *canvas, as_error *err)
{
    SDL_Surface *screen = SDL_GetWindowSurface(w->window);
    if (screen == NULL)
        return fail_sdl(err, "window surface");
    cairo_surface_t *frame = as_canvas_surface(canvas);
    cairo_surface_flush(frame);
    SDL_Surface *picture = SDL_CreateRGBSurfaceWithFormatFrom(
        cairo_image_surface_get_data(frame), cairo_image_surface_get_width(frame),
        cairo_image_surface_get_height(frame), 32, cairo_image_surface_get_stride(frame),
        SDL_PIXELFORMAT_RGB888); /* CAIRO_FORMAT_RGB24: words of x, r, g, b */
    if (picture == NULL)
        return fail_sdl(err, "picture");
    SDL_Rect rects[MAX_RECTS];
    int n = rects_to_send(w, canvas, screen, rects);
    bool ok = true;
    for (int i = 0; i < n && ok; i++) {
        SDL_Rect to = rects[i]; /* SDL writes the clipped rectangle back */
        ok = SDL_BlitSurface(picture, &rects[i], screen, &to) == 0;
    }
    if (ok && n > 0)
        ok = SDL_UpdateWindowSurfaceRects(w->window, rects, n) == 0;
    SDL_FreeSurface(picture);
    w->damaged = !ok;
    return ok || fail_sdl(err, "window surface");
}

/* ---- clipboard ---- */

bool as_window_copy(as_window *w, const char *text, as_error *err)
{
    (void)w;
    return SDL_SetClipboardText(text) == 0 || fail_sdl(err, "clipboard");
}

char *as_window_paste(as_window *w)
{
    (void)w;
    return SDL_GetClipboardText();
}

void as_window_paste_free(char *text)
{
    SDL_free(text);
}
