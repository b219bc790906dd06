#include "view/saving.h"

#include "core/export.h"
#include "view/matrix_export.h"

static bool frame(const void *context, const as_text_metrics *tm, as_draw_list *out, float *width,
                  float *height, as_error *err)
{
    const as_saving *saving = context;
    if (saving->tree)
        return as_beam_figure(saving->tree, &saving->tree_options, tm, out, width, height, err);
    if (saving->pair)
        return as_comparison_figure(saving->pair, saving->figure, tm, out, width, height, err);
    return as_figure_frame(saving->result->translation, saving->figure, tm, out, width, height,
                           err);
}

static void cell_title(const void *context, int row, int column, as_buffer *out)
{
    const as_saving *saving = context;
    as_figure_cell_title(out, saving->result, saving->matrix, (as_cell){row, column},
                         saving->figure->language);
}

as_picture as_saving_picture(const as_saving *saving)
{
    return (as_picture){
        .frame = frame,
        .cell_title = saving->tree ? NULL : cell_title,
        .context = saving,
        .title = saving->title,
        .theme = saving->tree ? saving->tree_options.theme : saving->figure->theme,
        .language = saving->tree ? saving->tree_options.language : saving->figure->language,
    };
}

bool as_saving_check(const as_saving *saving, as_file_kind kind, as_error *err)
{
    if (kind == AS_N_FILE_KINDS)
        return as_fail(err, AS_ERR_ARGUMENT,
                       "the name ends in none of: " AS_PICTURE_KINDS ", " AS_NUMBER_KINDS);
    if (as_file_kind_is_picture(kind))
        return true;
    if (saving->tree)
        return as_fail(err, AS_ERR_ARGUMENT, "a tree is a picture: " AS_PICTURE_KINDS);
    if (saving->pair)
        return as_fail(err, AS_ERR_ARGUMENT, "a comparison is a picture: " AS_PICTURE_KINDS);
    return kind == AS_FILE_JSON || !saving->matrix->no_attention ||
           as_fail(err, AS_ERR_ARGUMENT, "the model has no attention: there is no matrix to write");
}

/* Is anything read otherwise than the model made it? */
static bool differs(const as_figure_options *figure)
{
    const as_reading *r = &figure->reading;
    return r->words || r->transposed || r->by_source || r->source.past || r->target.past ||
           (figure->selection && as_selection_any(figure->selection));
}

static void put_json(const as_saving *saving, as_buffer *out)
{
    const as_result *result = saving->result;
    as_export_json_pieces(out, result->translation, (const char *const *)result->pieces);
    if (differs(saving->figure) && !out->failed) {
        out->len--; /* the object goes on */
        as_buffer_text(out, ",\"reading\":");
        as_matrix_export_json(out, saving->matrix, saving->figure->selection);
        as_buffer_text(out, "}");
    }
    as_buffer_text(out, "\n");
}

bool as_saving_numbers(const as_saving *saving, as_file_kind kind, as_buffer *out, as_error *err)
{
    if (!as_saving_check(saving, kind, err))
        return false;
    if (kind == AS_FILE_TSV)
        as_matrix_export_tsv(out, saving->matrix);
    else if (kind == AS_FILE_NPY)
        as_matrix_export_npy(out, saving->matrix);
    else
        put_json(saving, out);
    return true;
}
