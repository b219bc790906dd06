#include "paint/html.h"

#include "paint/xml.h"

#include <string.h>

bool as_html_write_draw_list(const char *path, const as_draw_list *list, float width, float height,
                             const as_text_metrics *tm, const as_svg_options *options,
                             as_rgba ground, const char *language, bool replace, as_error *err)
{
    if (list->failed)
        return as_fail_memory(err, "draw list");
    const char *title = options->title != NULL ? options->title : "";
    as_svg_options inner = *options;
    inner.title = NULL; /* the page has it; a browser would show it wherever no cell is */
    as_buffer out = {0};
    as_buffer_format(
        &out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n", language);
    as_buffer_text(&out, "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    as_xml_text(&out, title, strlen(title));
    as_buffer_format(&out,
                     "</title>\n<style>\nbody { margin: 0; background: #%02x%02x%02x; }\n"
                     "svg { display: block; margin: auto; max-width: 100%%; height: auto; }\n"
                     ".cells rect:hover { stroke: #a83208; stroke-width: 2; }\n"
                     "</style>\n</head>\n<body>\n",
                     ground.r, ground.g, ground.b);
    as_svg_element(&out, list, width, height, tm, &inner);
    as_buffer_text(&out, "</body>\n</html>\n");
    bool ok = as_buffer_save(&out, path, replace, err);
    as_buffer_finish(&out);
    return ok;
}
