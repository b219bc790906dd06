/* The window's inside, shared by window.c and window_events.c alone. */
#ifndef AS_APP_WINDOW_PRIVATE_H
#define AS_APP_WINDOW_PRIVATE_H

#include "app/window.h"

#include <SDL.h>

struct as_window {
    SDL_Window *window;
    float zoom; /* window coordinates per logical pixel */
    Uint32 wake_event;
    SDL_Event event; /* the one whose text the last as_window_event borrows */
    bool damaged;    /* the next present sends everything */
    SDL_Keymod mods; /* with the last key event: SDL's own are ahead of the events that wait */
    bool text_input;
    SDL_Rect caret;
    bool full_screen; /* it was asked for, and */
    bool covers;      /* the window had the whole screen since */
};

/* What SDL allocated with the last event. */
void as_window_free_event(as_window *window);

#endif
