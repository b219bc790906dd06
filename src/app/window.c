#include "app/window_private.h"

#include <stdlib.h>
#include <string.h>

enum { MIN_WIDTH = 480, MIN_HEIGHT = 320, MAX_RECTS = 32 };

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

void as_window_free(as_window *w)
{
    if (w == NULL)
        return;
    as_window_free_event(w);
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
    w->full_screen = on;
    w->covers = false;
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
