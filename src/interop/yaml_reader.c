#include "interop/yaml_reader.h"

#include <yaml.h>

#include <stdlib.h>
#include <string.h>

struct as_yaml_reader {
    yaml_parser_t parser;
    yaml_event_t event; /* the last one; holds the text that was handed out */
    bool has_event;
    int depth, n_documents;
};

bool as_yaml_reader_new(const void *bytes, size_t len, as_yaml_reader **out, as_error *err)
{
    as_yaml_reader *reader = calloc(1, sizeof *reader);
    if (!reader || !yaml_parser_initialize(&reader->parser)) {
        free(reader);
        return as_fail_memory(err, "YAML");
    }
    yaml_parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader->parser, bytes, len);
    *out = reader;
    return true;
}

void as_yaml_reader_free(as_yaml_reader *reader)
{
    if (!reader)
        return;
    if (reader->has_event)
        yaml_event_delete(&reader->event);
    yaml_parser_delete(&reader->parser);
    free(reader);
}

static bool fail_parser(const yaml_parser_t *parser, as_error *err)
{
    if (parser->error == YAML_MEMORY_ERROR)
        return as_fail_memory(err, "YAML");
    const char *why = parser->problem ? parser->problem : "it is no YAML";
    if (parser->error == YAML_READER_ERROR)
        return as_fail(err, AS_ERR_FORMAT, "byte %zu: %s", parser->problem_offset, why);
    return as_fail(err, AS_ERR_FORMAT, "line %zu: %s", parser->problem_mark.line + 1, why);
}

static bool refuse(size_t line, const char *what, as_error *err)
{
    return as_fail(err, AS_ERR_FORMAT, "line %zu: %s, which is not read here", line, what);
}

static bool open_container(as_yaml_reader *reader, size_t line, const void *anchor, const void *tag,
                           as_error *err)
{
    if (anchor || tag)
        return refuse(line, anchor ? "an anchor" : "a tag", err);
    if (++reader->depth > AS_YAML_MAX_DEPTH)
        return as_fail(err, AS_ERR_LIMIT, "line %zu: nests more than %d levels deep", line,
                       AS_YAML_MAX_DEPTH);
    return true;
}

static bool read_scalar(const yaml_event_t *event, as_yaml_event *out, as_error *err)
{
    const char *text = (const char *)event->data.scalar.value;
    out->text = text;
    out->len = event->data.scalar.length;
    if (event->data.scalar.anchor || event->data.scalar.tag)
        return refuse(out->line, event->data.scalar.anchor ? "an anchor" : "a tag", err);
    return strlen(text) == out->len || refuse(out->line, "a NUL character", err);
}

/* One of libyaml's events as ours; *skip when it says nothing. */
static bool translate(as_yaml_reader *reader, as_yaml_event *out, bool *skip, as_error *err)
{
    const yaml_event_t *event = &reader->event;
    *skip = false;
    *out = (as_yaml_event){.line = event->start_mark.line + 1};
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        out->kind = AS_YAML_SCALAR;
        return read_scalar(event, out, err);
    case YAML_SEQUENCE_START_EVENT:
        out->kind = AS_YAML_SEQUENCE;
        return open_container(reader, out->line, event->data.sequence_start.anchor,
                              event->data.sequence_start.tag, err);
    case YAML_MAPPING_START_EVENT:
        out->kind = AS_YAML_MAPPING;
        return open_container(reader, out->line, event->data.mapping_start.anchor,
                              event->data.mapping_start.tag, err);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        out->kind = AS_YAML_END;
        reader->depth--;
        return true;
    case YAML_STREAM_END_EVENT:
        out->kind = AS_YAML_FINISHED;
        return true;
    case YAML_ALIAS_EVENT:
        return refuse(out->line, "an alias", err);
    case YAML_DOCUMENT_START_EVENT:
        if (++reader->n_documents > 1)
            return refuse(out->line, "a second document", err);
        *skip = true;
        return true;
    default:
        *skip = true;
        return true;
    }
}

bool as_yaml_next(as_yaml_reader *reader, as_yaml_event *out, as_error *err)
{
    bool skip = true;
    while (skip) {
        if (reader->has_event)
            yaml_event_delete(&reader->event);
        reader->has_event = yaml_parser_parse(&reader->parser, &reader->event);
        if (!reader->has_event)
            return fail_parser(&reader->parser, err);
        if (!translate(reader, out, &skip, err))
            return false;
    }
    return true;
}
