/* The models to choose from, as the window's menu names them. */
#ifndef AS_APP_MODEL_LIST_H
#define AS_APP_MODEL_LIST_H

#include "app/figures.h"
#include "core/catalogue.h"
#include "view/view.h"

typedef struct as_model_item {
    char *path;
    char *id;                  /* the catalogue's name; of a file given by hand, its full path */
    char *name, *score, *card; /* what as_view_model shows */
    char *chinese_name, *chinese_score, *chinese_card;
    as_model_about about;
    as_figures figures;
    unsigned version; /* how often its file was read anew */
} as_model_item;

typedef struct as_model_list {
    as_model_item *items;
    int n;
    int selected; /* -1: none */
    int n_bad;    /* files of the catalogue that are left out */
    as_error bad; /* what is wrong with the first of them */
} as_model_list;

/* Every model of the catalogue, and `extra` (a path; NULL: none) before them unless it is one of
 * them. `wanted` is the id or path to select (NULL: extra), else AS_DEFAULT_MODEL, else the first.
 * Reads the files' headers; a file that is bad is left out and counted, unless it is `extra`.
 * *out is filled only on success; release with as_model_list_finish. Errors: SYSTEM, and what is
 * wrong with `extra`. */
bool as_model_list_read(const as_catalogue *catalogue, const char *extra, const char *wanted,
                        as_model_list *out, as_error *err);
void as_model_list_finish(as_model_list *list);

/* The model at `path`, which joins the list at its end unless it is there: *place. One that is
 * there is read anew, since its file may be another by now, and its version counts up. On failure
 * nothing changes. Errors: SYSTEM, and what is wrong with the file. */
bool as_model_list_add(as_model_list *list, const char *path, int *place, as_error *err);

/* What the view shows of one; its strings are the list's. */
as_view_model as_model_list_view(const as_model_list *list, int place);

/* Hands the list to the view's menu. Errors: SYSTEM. */
bool as_model_list_show(const as_model_list *list, as_view *view, as_error *err);

#endif
