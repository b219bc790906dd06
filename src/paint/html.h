/* Pictures as a web page that needs no other file: the SVG, whose cells tell their numbers when
 * pointed at. */
#ifndef AS_PAINT_HTML_H
#define AS_PAINT_HTML_H

#include "paint/svg.h"

/* Writes it whole or not at all, on a page of colour `ground`, in `language` ("en", "zh").
 * options->title is the page's. Errors: those of as_svg_write_draw_list. */
bool as_html_write_draw_list(const char *path, const as_draw_list *list, float width, float height,
                             const as_text_metrics *tm, const as_svg_options *options,
                             as_rgba ground, const char *language, bool replace, as_error *err);

#endif
