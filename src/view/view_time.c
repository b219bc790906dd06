/* What time changes without any event: the blinking caret, a decode that turns out to be slow, the
 * tooltip of a control, the diagram at play. */
#include "view/view_private.h"

enum { BLINK_MS = 530, BLINK_FOR_MS = 10000 };
enum { TIP_MS = 500 };  /* who knows the control is not disturbed */
enum { SLOW_MS = 200 }; /* a decode that takes longer is announced; a quick one must not flicker */

static bool blinks(const as_view *view)
{
    return as_view_typed_field(view) && view->window_focused && !view->help_open &&
           !view->menu.open;
}

/* On for half a second, off for half a second, for a while after the last key; then it stays on, so
 * that an idle window needs no frames. */
bool as_view_caret_visible(const as_view *view, uint64_t now_ms)
{
    if (!blinks(view))
        return false;
    uint64_t since = now_ms > view->activity_ms ? now_ms - view->activity_ms : 0;
    return since >= BLINK_FOR_MS || since / BLINK_MS % 2 == 0;
}

bool as_view_is_slow(const as_view *view, uint64_t now_ms)
{
    return view->waiting && now_ms >= view->waiting_ms + SLOW_MS;
}

static bool may_tip(const as_view *view)
{
    return view->hover.control >= 0 && !view->menu.open && !view->help_open;
}

bool as_view_tip_visible(const as_view *view, uint64_t now_ms)
{
    return may_tip(view) && now_ms >= view->hover_ms + TIP_MS;
}

bool as_view_is_outdated(const as_view *view)
{
    return view->translation && view->waiting && view->slow;
}

/* When the diagram is not as it was drawn. */
static uint64_t next_play_ms(const as_view *view)
{
    if (!as_view_is_staged(view) || as_view_is_outdated(view))
        return UINT64_MAX;
    return as_play_due_ms(&view->play, view->frame_ms);
}

bool as_view_needs_frame(const as_view *view, uint64_t now_ms)
{
    return view->dirty || view->caret_drawn != as_view_caret_visible(view, now_ms) ||
           view->slow != as_view_is_slow(view, now_ms) ||
           view->tip_drawn != as_view_tip_visible(view, now_ms) || now_ms >= next_play_ms(view);
}

/* The first moment at which the caret is not as it was drawn. */
static uint64_t next_blink_ms(const as_view *view)
{
    if (!blinks(view))
        return UINT64_MAX;
    for (uint64_t since = 0; since < BLINK_FOR_MS + BLINK_MS; since += BLINK_MS) {
        uint64_t at = view->activity_ms + (since < BLINK_FOR_MS ? since : BLINK_FOR_MS);
        if (at > view->frame_ms && as_view_caret_visible(view, at) != view->caret_drawn)
            return at;
    }
    return UINT64_MAX;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t as_view_next_frame_ms(const as_view *view)
{
    if (view->dirty)
        return 0;
    uint64_t next = earlier(next_blink_ms(view), next_play_ms(view));
    if (view->waiting && !view->slow)
        next = earlier(next, view->waiting_ms + SLOW_MS);
    if (may_tip(view) && !view->tip_drawn)
        next = earlier(next, view->hover_ms + TIP_MS);
    return next;
}

as_box as_view_caret_box(const as_view *view)
{
    const as_field *typed = as_view_typed_field(view);
    return as_field_caret(typed ? typed : &view->field, &view->theme);
}

bool as_view_wants_text(const as_view *view)
{
    return !view->help_open && !view->menu.open;
}
