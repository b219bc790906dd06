#include "view/scroll.h"

#include <math.h>

static const float least_thumb = 20; /* pixels: still easy to grab */

static float most(as_scroll s)
{
    return fmaxf(s.whole - s.seen, 0);
}

bool as_scroll_needed(as_scroll s)
{
    return s.whole > s.seen + 0.5f && s.seen > 0;
}

float as_scroll_clamped(as_scroll s)
{
    return roundf(fminf(fmaxf(s.at, 0), most(s)));
}

float as_scroll_shown(as_scroll s, float from, float length)
{
    s.at = fmaxf(s.at, from + length - s.seen);
    s.at = fminf(s.at, from);
    return as_scroll_clamped(s);
}

float as_scroll_thumb(as_scroll s, float *start)
{
    float length = fminf(fmaxf(s.seen * s.seen / s.whole, least_thumb), s.seen);
    *start = (s.seen - length) * s.at / most(s);
    return length;
}

float as_scroll_dragged(as_scroll s, float start)
{
    float unused, free_room = s.seen - as_scroll_thumb(s, &unused);
    if (free_room > 0 && isfinite(start))
        s.at = start / free_room * most(s);
    return as_scroll_clamped(s);
}
