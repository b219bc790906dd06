#include "cli/show.h"

#include "core/text.h"
#include "view/colormap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <utf8proc.h>

enum { CELL = 2, LABEL_MAX = 24, LABEL_MIN = 6 };

as_ink as_ink_of_output(void)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM"), *more = getenv("COLORTERM");
    bool plain = (no_color != NULL && *no_color != '\0') || term == NULL ||
                 strcmp(term, "dumb") == 0 || !isatty(STDOUT_FILENO);
    if (plain)
        return AS_INK_SHADES;
    if (more != NULL && (strcmp(more, "truecolor") == 0 || strcmp(more, "24bit") == 0))
        return AS_INK_TRUE;
    return strstr(term, "256") != NULL ? AS_INK_256 : AS_INK_SHADES;
}

int as_output_columns(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

/* ---- labels ---- */

/* Terminal columns of the first cluster of text and its bytes. */
static size_t cluster(const char *text, size_t len, int *width)
{
    size_t end = as_text_next_cluster(text, len, 0);
    *width = 0;
    for (size_t at = 0; at < end;) {
        utf8proc_int32_t c;
        utf8proc_ssize_t step =
            utf8proc_iterate((const utf8proc_uint8_t *)text + at, (utf8proc_ssize_t)(end - at), &c);
        int w = step > 0 ? utf8proc_charwidth(c) : 1;
        *width = w > *width ? w : *width;
        at += step > 0 ? (size_t)step : 1;
    }
    return end;
}

static int width_of(const char *text)
{
    int total = 0, width;
    for (size_t len = strlen(text), step; len > 0; text += step, len -= step) {
        step = cluster(text, len, &width);
        total += width;
    }
    return total;
}

/* At most `room` columns of text, the last one an ellipsis when it is cut. Returns the columns. */
static int append_label(as_buffer *out, const char *text, int room)
{
    bool cut = width_of(text) > room;
    int used = 0, width;
    for (size_t len = strlen(text), step; len > 0; text += step, len -= step) {
        step = cluster(text, len, &width);
        if (used + width > room - (cut ? 1 : 0))
            break;
        bool control = (unsigned char)*text < 0x20 || *text == 0x7f;
        as_buffer_bytes(out, control ? "?" : text, control ? 1 : step);
        used += width;
    }
    if (cut)
        as_buffer_text(out, "…");
    return used + cut;
}

static void append_spaces(as_buffer *out, int n)
{
    for (int k = 0; k < n; k++)
        as_buffer_text(out, " ");
}

/* ---- cells ---- */

static void append_cell(as_buffer *out, float alpha, as_ink ink)
{
    static const char *const shades[] = {"  ", "░░", "▒▒", "▓▓", "██"};
    as_rgba c = as_colormap_colour(AS_COLORMAP_INK, true, alpha);
    switch (ink) {
    case AS_INK_SHADES:
        as_buffer_text(out, shades[(int)(alpha * 4.0f + 0.5f)]);
        break;
    case AS_INK_256: /* the 24 greys from 232 on */
        as_buffer_format(out, "\033[48;5;%dm  ", 232 + (int)(alpha * 23.0f + 0.5f));
        break;
    case AS_INK_TRUE:
        as_buffer_format(out, "\033[48;2;%d;%d;%dm  ", c.r, c.g, c.b);
        break;
    }
}

static void append_row(as_buffer *out, const as_translation *t, int row, as_ink ink)
{
    int S = t->source.n;
    for (int i = 0; i < S; i++) {
        float alpha = t->alpha[(size_t)row * (size_t)S + (size_t)i];
        append_cell(out, alpha < 0.0f ? 0.0f : alpha > 1.0f ? 1.0f : alpha, ink);
    }
    as_buffer_text(out, ink == AS_INK_SHADES ? "\n" : "\033[0m\n");
}

void as_show_alignment(as_buffer *out, const as_translation *t, as_ink ink, int columns)
{
    int S = t->source.n, T = t->target.n, label = 0;
    for (int k = 0; k < T; k++) {
        int width = width_of(t->target.tokens[k].surface);
        label = width > label ? width : label;
    }
    int limit = columns - CELL * S - 1;
    limit = limit < LABEL_MAX ? limit : LABEL_MAX;
    label = label < limit ? label : limit;
    if (S == 0 || T == 0)
        return;
    if (t->no_attention) {
        as_buffer_text(out, "(no attention: the same context vector in every step)\n");
        return;
    }
    if (limit < LABEL_MIN) {
        as_buffer_format(out, "(%d source tokens do not fit into %d columns)\n", S, columns);
        return;
    }
    for (int i = 0; i < S; i++) {
        append_spaces(out, label + 1);
        for (int k = 0; k < i; k++)
            as_buffer_text(out, "│ ");
        as_buffer_text(out, "┌ ");
        append_label(out, t->source.tokens[i].surface, columns - label - 1 - CELL * (i + 1));
        as_buffer_text(out, "\n");
    }
    for (int row = 0; row < T; row++) {
        as_buffer text = {0};
        int width = append_label(&text, t->target.tokens[row].surface, label);
        append_spaces(out, label - width);
        as_buffer_bytes(out, text.text, text.len);
        as_buffer_text(out, " ");
        as_buffer_finish(&text);
        append_row(out, t, row, ink);
    }
}
