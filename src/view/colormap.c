#include "view/colormap.h"

#include <math.h>
#include <string.h>

#include "view/colormap_tables.h"

/* Our own map: hue fixed near 220 degrees, luminance falling from the light ground (or rising from
 * the dark one) without a turn; straight lines in sRGB between these control points, evenly
 * spaced. */
static const uint32_t ink_light[] = {
    0xf7f9fe, 0xd8e4f8, 0xbcd0f3, 0x9cb9ec, 0x7da4e7, 0x5f8be1,
    0x4475da, 0x2b5ecf, 0x214cad, 0x173a8d, 0x0d286f,
};
static const uint32_t ink_dark[] = {
    0x20262f, 0x223353, 0x264177, 0x2c509b, 0x3561bf, 0x4273dd,
    0x5a89ec, 0x7aa2f5, 0x9bbbfa, 0xbdd3fd, 0xdfeaff,
};
enum { N_INK = sizeof ink_light / sizeof ink_light[0] };
_Static_assert(sizeof ink_dark == sizeof ink_light, "both inks have the same control points");

static const char *const names[AS_N_COLORMAPS] = {"ink", "viridis", "cividis", "magma", "grey"};

const char *as_colormap_name(as_colormap_kind kind)
{
    return names[kind];
}

/* Index of a name in a list, -1: it is not there. */
static int lookup(const char *const *list, int n, const char *name)
{
    for (int k = 0; k < n; k++)
        if (strcmp(list[k], name) == 0)
            return k;
    return -1;
}

bool as_colormap_lookup(const char *name, as_colormap_kind *out)
{
    int k = lookup(names, AS_N_COLORMAPS, name);
    if (k >= 0)
        *out = (as_colormap_kind)k;
    return k >= 0;
}

static const char *const range_names[AS_N_RANGES] = {"fixed", "row-maximum", "square-root"};

const char *as_range_name(as_range range)
{
    return range_names[range];
}

bool as_range_lookup(const char *name, as_range *out)
{
    int k = lookup(range_names, AS_N_RANGES, name);
    if (k >= 0)
        *out = (as_range)k;
    return k >= 0;
}

static as_rgba unpack(uint32_t rgb)
{
    return (as_rgba){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb, 255};
}

static uint8_t mix(uint8_t a, uint8_t b, float share)
{
    return (uint8_t)lrintf((float)a + ((float)b - (float)a) * share);
}

/* x in [0, 1] along n control points, evenly spaced. */
static as_rgba between(const uint32_t *points, int n, float x)
{
    float place = x * (float)(n - 1);
    int k = (int)place;
    if (k >= n - 1)
        return unpack(points[n - 1]);
    as_rgba a = unpack(points[k]), b = unpack(points[k + 1]);
    float share = place - (float)k;
    return (as_rgba){mix(a.r, b.r, share), mix(a.g, b.g, share), mix(a.b, b.b, share), 255};
}

as_rgba as_colormap_colour(as_colormap_kind kind, bool dark, float x)
{
    if (!(x > 0)) /* NaN too */
        x = 0;
    if (x > 1)
        x = 1;
    int step = (int)lrintf(x * 255);
    switch (kind) {
    case AS_COLORMAP_VIRIDIS:
        return unpack(viridis[step]);
    case AS_COLORMAP_CIVIDIS:
        return unpack(cividis[step]);
    case AS_COLORMAP_MAGMA:
        return unpack(magma[step]);
    case AS_COLORMAP_GREY:
        return (as_rgba){(uint8_t)step, (uint8_t)step, (uint8_t)step, 255};
    case AS_COLORMAP_INK:
    case AS_N_COLORMAPS:
        break;
    }
    return between(dark ? ink_dark : ink_light, N_INK, x);
}

/* Control points from 0 to 1 of each side, straight lines between them; luminance falls (rises on a
 * dark ground) without a turn and alike on both. */
static const uint32_t more_light[] = {0xf7f7f5, 0xc3d3f0, 0x8bacec, 0x4b7bdd, 0x1f4db3};
static const uint32_t less_light[] = {0xf7f7f5, 0xf2d2a9, 0xdfa55d, 0xb77420, 0x804a07};
static const uint32_t more_dark[] = {0x22262c, 0x2a4373, 0x3c66b8, 0x6c97ea, 0xbdd3fd};
static const uint32_t less_dark[] = {0x22262c, 0x5b4020, 0x936128, 0xcf9142, 0xf8d09a};
enum { N_SIDE = sizeof more_light / sizeof more_light[0] };

as_rgba as_colormap_difference(bool dark, float x)
{
    const uint32_t *points =
        x < 0 ? (dark ? less_dark : less_light) : (dark ? more_dark : more_light);
    float size = fabsf(x) > 0 ? fminf(fabsf(x), 1) : 0; /* NaN: 0 */
    return between(points, N_SIDE, size);
}

float as_range_apply(as_range range, float alpha, float row_max)
{
    switch (range) {
    case AS_RANGE_ROW_MAX:
        return row_max > 0 ? alpha / row_max : 0;
    case AS_RANGE_SQRT:
        return alpha > 0 ? sqrtf(alpha) : 0;
    case AS_RANGE_FIXED:
    case AS_N_RANGES:
        break;
    }
    return alpha;
}

/* One sRGB channel to linear light; WCAG 2.1, "relative luminance". */
static double linear_light(uint8_t channel)
{
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

double as_luminance(as_rgba c)
{
    return 0.2126 * linear_light(c.r) + 0.7152 * linear_light(c.g) + 0.0722 * linear_light(c.b);
}

double as_contrast(as_rgba a, as_rgba b)
{
    double la = as_luminance(a), lb = as_luminance(b);
    return (fmax(la, lb) + 0.05) / (fmin(la, lb) + 0.05);
}
