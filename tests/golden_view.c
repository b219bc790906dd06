#include "golden_view.h"

void golden_frame(const char *name, as_view *view)
{
    as_draw_list list = {0};
    drive_frame(view, &list);
    golden_list(name, &list);
    as_draw_finish(&list);
}

void golden_figure(const char *name, as_view *view)
{
    as_draw_list list = {0};
    drive_figure(view, &list);
    golden_list(name, &list);
    as_draw_finish(&list);
}
