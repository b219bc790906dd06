#include "cli/output.h"

#include "cli/program.h"
#include "core/export.h"

#include <stdio.h>
#include <string.h>

const char *const as_format_names[] = {"text", "json", "pharaoh", "words", "soft", "hard", "nematus", NULL};

/* Line breaks cannot occur in normalized text, but an output line per input line is a promise. */
static void append_text(as_buffer *out, const char *text)
{
    for (size_t len; *text != '\0'; text += len) {
        len = strcspn(text, "\n\r");
        as_buffer_bytes(out, text, len);
        if (text[len] != '\0') {
            as_buffer_text(out, " ");
            len++;
        }
    }
}

bool as_output_line(as_buffer *out, as_format format, long long number,
                    const as_translation *translation, const as_beam_tree *tree,
                    const as_vocab *target_vocab, as_error *err)
{
    char nothing[] = "";
    as_translation empty = {.source.text = nothing,
                            .target.text = nothing,
                            .temperature = 1,
                            .stopped = AS_STOP_EOS};
    const as_translation *t = translation != NULL ? translation : &empty;
    bool ok = true;
    switch (format) {
    case AS_FORMAT_TEXT:
        append_text(out, t->target.text);
        break;
    case AS_FORMAT_JSON:
        as_export_json_tree(out, t, tree, target_vocab);
        break;
    case AS_FORMAT_PHARAOH:
        if (translation != NULL)
            as_export_pharaoh(out, t);
        break;
    case AS_FORMAT_WORDS:
        ok = translation == NULL || as_export_pharaoh_words(out, t, err);
        break;
    case AS_FORMAT_SOFT:
        if (translation != NULL)
            as_export_soft(out, t);
        break;
    case AS_FORMAT_HARD:
        if (translation != NULL)
            as_export_hard(out, t);
        break;
    case AS_FORMAT_NEMATUS:
        as_export_nematus(out, t, number - 1);
        break;
    }
    as_buffer_text(out, "\n");
    return ok && as_buffer_ok(out, err);
}

void as_output_failed(as_buffer *out, as_format format, const as_error *why)
{
    if (format == AS_FORMAT_JSON) {
        as_buffer_text(out, "{\"error\":");
        as_buffer_json_string(out, why->message);
        as_buffer_text(out, "}");
    }
    as_buffer_text(out, "\n");
}

void as_output_missing(as_buffer *out, as_format format)
{
    as_buffer_text(out, format == AS_FORMAT_JSON ? "null\n" : "\n");
}

bool as_output_flush(as_buffer *out, as_error *err)
{
    if (!as_buffer_ok(out, err))
        return false;
    if (out->len > 0)
        fwrite(out->text, 1, out->len, stdout);
    as_buffer_reset(out);
    return as_program_flush(err);
}
