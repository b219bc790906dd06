#include "paint/fonts.h"

#include "paint/families.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <hb-ot.h>

enum {
    N_BUCKETS = 1024,
    MAX_SHAPED = 3000, /* the labels of 300 x 300 cells, cut and whole, and all the rest */
    MAX_VERTICAL = 32,
    N_FACES = AS_FONT_MONO_BOLD + 1,
};

typedef struct key {
    as_font font;
    float size, max_width;
    const char *text;
    size_t len;
} key;

typedef struct entry {
    key key;
    uint32_t hash;
    as_shaped shaped;
    struct entry *chain;         /* next in the bucket */
    struct entry *newer, *older; /* by last use */
    char text[];
} entry;

typedef struct vertical {
    as_font font;
    float size, ascent, descent;
} vertical;

struct as_fonts {
    float scale;
    PangoFontMap *map;
    PangoContext *context;
    PangoFontDescription *faces[N_FACES];
    entry *buckets[N_BUCKETS];
    entry *newest, *oldest;
    int n_entries;
    vertical verticals[MAX_VERTICAL];
    unsigned n_verticals;
};

static PangoFontDescription *face_new(as_font font)
{
    bool mono = font == AS_FONT_MONO || font == AS_FONT_MONO_BOLD;
    bool bold = font == AS_FONT_BOLD || font == AS_FONT_MONO_BOLD;
    PangoFontDescription *face = pango_font_description_new();
    pango_font_description_set_family_static(face, mono ? AS_FAMILIES_MONO : AS_FAMILIES_SANS);
    pango_font_description_set_weight(face, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    return face;
}

static void set_size(const as_fonts *fonts, PangoFontDescription *face, float size)
{
    pango_font_description_set_absolute_size(face, (double)size * fonts->scale * PANGO_SCALE);
}

bool as_fonts_new(float scale, as_fonts **out, as_error *err)
{
    as_fonts *fonts = calloc(1, sizeof *fonts);
    if (fonts == NULL)
        return as_fail_memory(err, "fonts");
    fonts->scale = scale;
    fonts->map = pango_cairo_font_map_new();
    fonts->context = pango_font_map_create_context(fonts->map);
    for (int i = 0; i < N_FACES; i++)
        fonts->faces[i] = face_new((as_font)i);

    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY); /* any ground, any angle */
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON);
    pango_cairo_context_set_font_options(fonts->context, options);
    cairo_font_options_destroy(options);

    set_size(fonts, fonts->faces[AS_FONT_REGULAR], 16);
    PangoFont *font = pango_context_load_font(fonts->context, fonts->faces[AS_FONT_REGULAR]);
    if (font == NULL) {
        as_fonts_free(fonts);
        return as_fail(err, AS_ERR_SYSTEM, "fontconfig finds no font; install one");
    }
    g_object_unref(font);
    *out = fonts;
    return true;
}

static void entry_free(entry *e)
{
    if (e->shaped.layout != NULL)
        g_object_unref(e->shaped.layout);
    free(e);
}

void as_fonts_free(as_fonts *fonts)
{
    if (fonts == NULL)
        return;
    for (entry *e = fonts->newest, *older; e != NULL; e = older) {
        older = e->older;
        entry_free(e);
    }
    for (int i = 0; i < N_FACES; i++)
        pango_font_description_free(fonts->faces[i]);
    g_object_unref(fonts->context);
    g_object_unref(fonts->map);
    free(fonts);
}

/* ---- the cache: a hash table whose entries also form a list by last use ---- */

static uint32_t hash_bytes(uint32_t hash, const void *bytes, size_t len)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ p[i]) * 16777619u; /* FNV-1a */
    return hash;
}

static uint32_t hash_key(const key *k)
{
    uint32_t hash = 2166136261u ^ (uint32_t)k->font;
    hash = hash_bytes(hash, &k->size, sizeof k->size);
    hash = hash_bytes(hash, &k->max_width, sizeof k->max_width);
    return hash_bytes(hash, k->text, k->len);
}

static bool same_key(const key *a, const key *b)
{
    return a->font == b->font && a->size == b->size && a->max_width == b->max_width &&
           a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

static void unlink_use(as_fonts *fonts, entry *e)
{
    *(e->newer != NULL ? &e->newer->older : &fonts->newest) = e->older;
    *(e->older != NULL ? &e->older->newer : &fonts->oldest) = e->newer;
}

static void link_newest(as_fonts *fonts, entry *e)
{
    e->newer = NULL;
    e->older = fonts->newest;
    *(fonts->newest != NULL ? &fonts->newest->newer : &fonts->oldest) = e;
    fonts->newest = e;
}

static void evict_oldest(as_fonts *fonts)
{
    entry *e = fonts->oldest;
    entry **at = &fonts->buckets[e->hash % N_BUCKETS];
    while (*at != e)
        at = &(*at)->chain;
    *at = e->chain;
    unlink_use(fonts, e);
    entry_free(e);
    fonts->n_entries--;
}

/* ---- shaping ---- */

/* Makes `text` valid UTF-8 of the same length, in place. */
static void mask_invalid(char *text, size_t len)
{
    char *p = text, *end = text + len;
    const gchar *bad;
    while (!g_utf8_validate(p, end - p, &bad)) {
        p += bad - p;
        *p++ = '?';
    }
}

static bool holds_bitmaps(PangoLayoutLine *line)
{
    for (GSList *run = line->runs; run != NULL; run = run->next) {
        PangoFont *font = ((PangoLayoutRun *)run->data)->item->analysis.font;
        hb_face_t *face = font != NULL ? hb_font_get_face(pango_font_get_hb_font(font)) : NULL;
        if (face != NULL && (hb_ot_color_has_png(face) || hb_ot_color_has_layers(face)))
            return true;
    }
    return false;
}

/* Characters of no width that nobody sees. */
static bool is_invisible(gunichar c)
{
    return c == 0xad || c == 0x61c || c == 0x180e || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x2069) || c == 0xfeff;
}

/* Does a joiner or non-joiner change how what precedes it looks? In scripts whose letters join, and
 * between the parts of an emoji. */
static bool takes_joiners(gunichar before)
{
    if (before >= 0x2600 && (before < 0x2800 || before >= 0x1f000 || before == 0xfe0f))
        return true;
    switch (g_unichar_get_script(before)) {
    case G_UNICODE_SCRIPT_COMMON:
    case G_UNICODE_SCRIPT_LATIN:
    case G_UNICODE_SCRIPT_GREEK:
    case G_UNICODE_SCRIPT_CYRILLIC:
    case G_UNICODE_SCRIPT_HEBREW:
    case G_UNICODE_SCRIPT_HAN:
    case G_UNICODE_SCRIPT_HIRAGANA:
    case G_UNICODE_SCRIPT_KATAKANA:
    case G_UNICODE_SCRIPT_HANGUL:
        return false;
    default:
        return before != 0;
    }
}

/* Has every invisible character that does nothing drawn as a box with its name. Returns how many
 * there are. `text` is valid UTF-8. */
static int show_invisible(PangoLayout *layout, const char *text, size_t len)
{
    enum { JOINER = 0x200d, NON_JOINER = 0x200c };
    PangoAttrList *attributes = NULL;
    gunichar before = 0;
    int n = 0;
    for (const char *p = text; p < text + len; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        bool works = (c == JOINER || c == NON_JOINER) && takes_joiners(before);
        before = c;
        if (!is_invisible(c) || works)
            continue;
        PangoAttribute *show = pango_attr_show_new(PANGO_SHOW_IGNORABLES);
        show->start_index = (guint)(p - text);
        show->end_index = (guint)(g_utf8_next_char(p) - text);
        if (attributes == NULL)
            attributes = pango_attr_list_new();
        pango_attr_list_insert(attributes, show);
        n++;
    }
    if (attributes != NULL) {
        pango_layout_set_attributes(layout, attributes);
        pango_attr_list_unref(attributes);
    }
    return n;
}

static as_shaped shape(as_fonts *fonts, const key *k)
{
    PangoFontDescription *face = fonts->faces[k->font];
    set_size(fonts, face, k->size);
    PangoLayout *layout = pango_layout_new(fonts->context);
    pango_layout_set_font_description(layout, face);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    if (k->max_width > 0) {
        pango_layout_set_width(layout, (int)((double)k->max_width * fonts->scale * PANGO_SCALE));
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    }
    pango_layout_set_text(layout, k->text, (int)k->len);
    int n_shown = show_invisible(layout, k->text, k->len);

    as_shaped s = {.layout = layout, .line = pango_layout_get_line_readonly(layout, 0)};
    PangoRectangle logical;
    pango_layout_line_get_pixel_extents(s.line, &s.ink, &logical);
    s.width = logical.width;
    int n_boxes = pango_layout_get_unknown_glyphs_count(layout); /* the invisible ones, too */
    s.n_unknown = n_boxes > n_shown ? n_boxes - n_shown : 0;
    s.coloured = holds_bitmaps(s.line);
    return s;
}

static entry *entry_new(as_fonts *fonts, const key *k, uint32_t hash)
{
    if (k->len > G_MAXINT / 2)
        return NULL;
    entry *e = malloc(sizeof *e + k->len + 1);
    char *clean = malloc(k->len + 1);
    if (e == NULL || clean == NULL) {
        free(e);
        free(clean);
        return NULL;
    }
    *e = (entry){.key = *k, .hash = hash};
    if (k->len > 0) { /* NULL with length 0 is legal */
        memcpy(e->text, k->text, k->len);
        memcpy(clean, k->text, k->len);
    }
    e->key.text = e->text;
    mask_invalid(clean, k->len);
    key shown = *k;
    shown.text = clean;
    e->shaped = shape(fonts, &shown);
    free(clean);
    return e;
}

const as_shaped *as_fonts_shape(as_fonts *fonts, as_font font, float size, float max_width,
                                const char *text, size_t len)
{
    key k = {font, size, max_width, len > 0 ? text : "", len};
    uint32_t hash = hash_key(&k);
    entry **bucket = &fonts->buckets[hash % N_BUCKETS];
    for (entry *e = *bucket; e != NULL; e = e->chain) {
        if (e->hash == hash && same_key(&e->key, &k)) {
            unlink_use(fonts, e);
            link_newest(fonts, e);
            return &e->shaped;
        }
    }
    if (fonts->n_entries == MAX_SHAPED)
        evict_oldest(fonts);
    entry *e = entry_new(fonts, &k, hash);
    if (e == NULL)
        return NULL;
    e->chain = *bucket;
    *bucket = e;
    link_newest(fonts, e);
    fonts->n_entries++;
    return &e->shaped;
}

/* ---- text metrics ---- */

static float from_pango(const as_fonts *fonts, int units)
{
    return (float)units / PANGO_SCALE / fonts->scale;
}

static float text_width(void *context, as_font font, float size, const char *text, size_t len)
{
    as_fonts *fonts = context;
    const as_shaped *s = as_fonts_shape(fonts, font, size, 0, text, len);
    return s != NULL ? (float)s->width / fonts->scale : 0;
}

/* Ascent and descent of the first family. The few pairs in use are kept; past them, the oldest. */
static const vertical *lookup_vertical(as_fonts *fonts, as_font font, float size)
{
    unsigned known = fonts->n_verticals < MAX_VERTICAL ? fonts->n_verticals : MAX_VERTICAL;
    for (unsigned i = 0; i < known; i++) {
        if (fonts->verticals[i].font == font && fonts->verticals[i].size == size)
            return &fonts->verticals[i];
    }
    set_size(fonts, fonts->faces[font], size);
    PangoFontMetrics *m = pango_context_get_metrics(fonts->context, fonts->faces[font], NULL);
    vertical *v = &fonts->verticals[fonts->n_verticals++ % MAX_VERTICAL];
    *v = (vertical){font, size, from_pango(fonts, pango_font_metrics_get_ascent(m)),
                    from_pango(fonts, pango_font_metrics_get_descent(m))};
    pango_font_metrics_unref(m);
    return v;
}

static float text_ascent(void *context, as_font font, float size)
{
    return lookup_vertical(context, font, size)->ascent;
}

static float text_descent(void *context, as_font font, float size)
{
    return lookup_vertical(context, font, size)->descent;
}

static float text_x_of(void *context, as_font font, float size, const char *text, size_t len,
                       size_t offset)
{
    as_fonts *fonts = context;
    const as_shaped *s = as_fonts_shape(fonts, font, size, 0, text, len);
    if (s == NULL)
        return 0;
    /* The strong cursor: where a character of the text's own direction would go. */
    PangoRectangle strong;
    pango_layout_get_cursor_pos(s->layout, (int)(offset < len ? offset : len), &strong, NULL);
    return from_pango(fonts, strong.x);
}

static size_t text_offset_at(void *context, as_font font, float size, const char *text, size_t len,
                             float x)
{
    as_fonts *fonts = context;
    const as_shaped *s = as_fonts_shape(fonts, font, size, 0, text, len);
    if (s == NULL)
        return 0;
    /* `trailing` counts the characters of the cluster when x lies past its middle. */
    int index, trailing;
    float units = fmaxf(-1e9f, fminf(x * fonts->scale * PANGO_SCALE, 1e9f));
    pango_layout_line_x_to_index(s->line, (int)units, &index, &trailing);
    const char *shown = pango_layout_get_text(s->layout);
    return (size_t)(g_utf8_offset_to_pointer(shown + index, trailing) - shown);
}

static int text_missing(void *context, as_font font, float size, const char *text, size_t len)
{
    const as_shaped *s = as_fonts_shape(context, font, size, 0, text, len);
    return s != NULL ? s->n_unknown : 0;
}

as_text_metrics as_fonts_metrics(as_fonts *fonts)
{
    return (as_text_metrics){fonts,     text_width,     text_ascent, text_descent,
                             text_x_of, text_offset_at, text_missing};
}
