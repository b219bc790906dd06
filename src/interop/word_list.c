#include "interop/word_list.h"

#include "core/buffer.h"
#include "core/file.h"
#include "core/grow.h"
#include "core/string_table.h"
#include "core/text.h"
#include "interop/yaml_reader.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    size_t at, len; /* in the text */
    int id;
} entry;

/* A vocabulary while it is read: words in the order of the file, with their numbers. */
typedef struct builder {
    as_buffer text; /* the words, each followed by a NUL */
    entry *entries;
    int n, capacity;
    as_error *err;
} builder;

as_word_list_form as_word_list_form_of(const char *path)
{
    static const struct {
        const char *suffix;
        as_word_list_form form;
    } known[] = {
        {".yml", AS_WORDS_YAML},
        {".yaml", AS_WORDS_YAML},
        {".json", AS_WORDS_JSON},
    };
    size_t len = strlen(path);
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        size_t tail = strlen(known[k].suffix);
        if (len >= tail && strcmp(path + len - tail, known[k].suffix) == 0)
            return known[k].form;
    }
    return AS_WORDS_TEXT;
}

/* ---- Building ------------------------------------------------------------------------------ */

static bool grow(builder *b)
{
    entry *entries = as_grown(b->entries, b->n, &b->capacity, sizeof *entries);
    if (!entries)
        return as_fail_memory(b->err, "a vocabulary");
    b->entries = entries;
    return true;
}

static bool is_utf8(const char *word, size_t len)
{
    int32_t c;
    for (size_t at = 0, n; at < len; at += n)
        if ((n = as_utf8_decode(word, len, at, &c)) == 0)
            return false;
    return true;
}

/* Adds a word, which is copied. */
static bool add(builder *b, const char *word, size_t len, int id)
{
    if (b->n == AS_WORD_LIST_MAX)
        return as_fail(b->err, AS_ERR_LIMIT, "more than %d words", AS_WORD_LIST_MAX);
    if (len == 0 || memchr(word, '\0', len) || !is_utf8(word, len))
        return as_fail(b->err, AS_ERR_FORMAT, "word %d is %s", id,
                       len == 0 ? "empty" : "not UTF-8 text");
    if (!grow(b))
        return false;
    b->entries[b->n++] = (entry){b->text.len, len, id};
    as_buffer_bytes(&b->text, word, len);
    as_buffer_bytes(&b->text, "", 1);
    return as_buffer_ok(&b->text, b->err);
}

/* No word twice. */
static bool check_words(const builder *b)
{
    as_string_table table = {0};
    char shown[AS_PRINTABLE];
    bool ok = true;
    for (int k = 0; ok && k < b->n; k++) {
        const entry *e = &b->entries[k];
        bool added;
        int first = as_string_table_add(&table, b->text.text + e->at, e->len, &added);
        if (first < 0)
            ok = as_fail_memory(b->err, "a vocabulary");
        else if (!added)
            ok = as_fail(b->err, AS_ERR_FORMAT, "word %s comes twice, as %d and as %d",
                         as_printable(shown, sizeof shown, b->text.text + e->at),
                         b->entries[first].id, e->id);
    }
    as_string_table_finish(&table);
    return ok;
}

/* Puts the words in the order of their numbers, which must be 0 to n - 1. */
static bool order(const builder *b, const char **words)
{
    char shown[AS_PRINTABLE], other[AS_PRINTABLE];
    for (int k = 0; k < b->n; k++) {
        const char *word = b->text.text + b->entries[k].at;
        int id = b->entries[k].id;
        if (id >= b->n)
            return as_fail(b->err, AS_ERR_FORMAT, "word %s has number %d, but there are %d words",
                           as_printable(shown, sizeof shown, word), id, b->n);
        if (words[id])
            return as_fail(b->err, AS_ERR_FORMAT, "words %s and %s both have number %d",
                           as_printable(shown, sizeof shown, words[id]),
                           as_printable(other, sizeof other, word), id);
        words[id] = word;
    }
    return true;
}

/* On success the text moves into *out. */
static bool finish(builder *b, as_word_list *out)
{
    if (!check_words(b))
        return false;
    const char **words = calloc((size_t)b->n + 1, sizeof *words);
    if (!words)
        return as_fail_memory(b->err, "a vocabulary");
    if (!order(b, words)) {
        free(words);
        return false;
    }
    *out = (as_word_list){.words = words, .n = b->n, .text = b->text.text};
    b->text = (as_buffer){0};
    return true;
}

/* Digits alone, below AS_WORD_LIST_MAX. */
static bool id_from_text(const char *text, size_t len, int *out)
{
    *out = 0;
    for (size_t k = 0; k < len; k++) {
        if (text[k] < '0' || text[k] > '9')
            return false;
        *out = 10 * *out + (text[k] - '0');
        if (*out >= AS_WORD_LIST_MAX)
            return false;
    }
    return len > 0;
}

/* ---- Forms --------------------------------------------------------------------------------- */

static bool read_yaml_pair(builder *b, as_yaml_reader *reader, const as_yaml_event *key)
{
    char shown[AS_PRINTABLE];
    as_yaml_event value;
    int id = 0;
    if (key->kind != AS_YAML_SCALAR)
        return as_fail(b->err, AS_ERR_FORMAT, "line %zu: a word is not a text", key->line);
    /* The number comes with the next event, which takes the word's text away. */
    char *word = malloc(key->len + 1);
    if (!word)
        return as_fail_memory(b->err, "a vocabulary");
    size_t len = key->len, line = key->line;
    memcpy(word, key->text, len + 1);
    bool ok = as_yaml_next(reader, &value, b->err);
    if (ok && (value.kind != AS_YAML_SCALAR || !id_from_text(value.text, value.len, &id)))
        ok = as_fail(b->err, AS_ERR_FORMAT, "line %zu: the number of %s is not a count below %d",
                     line, as_printable(shown, sizeof shown, word), AS_WORD_LIST_MAX);
    ok = ok && (add(b, word, len, id) || as_fail_in(b->err, "line %zu", line));
    free(word);
    return ok;
}

static bool read_yaml(builder *b, const void *bytes, size_t len)
{
    as_yaml_reader *reader;
    as_yaml_event event;
    if (!as_yaml_reader_new(bytes, len, &reader, b->err))
        return false;
    bool ok = as_yaml_next(reader, &event, b->err);
    if (ok && event.kind != AS_YAML_MAPPING)
        ok = as_fail(b->err, AS_ERR_FORMAT, "no mapping from words to numbers");
    while (ok && (ok = as_yaml_next(reader, &event, b->err)) && event.kind != AS_YAML_END)
        ok = read_yaml_pair(b, reader, &event);
    /* What follows, a second document perhaps, is looked at too. */
    while (ok && (ok = as_yaml_next(reader, &event, b->err)) && event.kind != AS_YAML_FINISHED)
        ok = as_fail(b->err, AS_ERR_FORMAT, "line %zu: something follows the mapping", event.line);
    as_yaml_reader_free(reader);
    return ok;
}

static bool add_json(builder *b, json_t *object)
{
    char shown[AS_PRINTABLE];
    const char *key;
    json_t *value;
    json_object_foreach (object, key, value) {
        json_int_t id = json_integer_value(value);
        if (!json_is_integer(value) || id < 0 || id >= AS_WORD_LIST_MAX)
            return as_fail(b->err, AS_ERR_FORMAT, "the number of %s is not a count below %d",
                           as_printable(shown, sizeof shown, key), AS_WORD_LIST_MAX);
        if (!add(b, key, strlen(key), (int)id))
            return false;
    }
    return true;
}

static bool read_json(builder *b, const void *bytes, size_t len)
{
    json_error_t why;
    char shown[AS_PRINTABLE];
    json_t *json = json_loadb(bytes, len, JSON_REJECT_DUPLICATES, &why);
    bool ok = false;
    if (json_is_object(json))
        ok = add_json(b, json);
    else if (json)
        as_fail(b->err, AS_ERR_FORMAT, "no JSON object from words to numbers");
    else if (why.text[0] == '\0' || json_error_code(&why) == json_error_out_of_memory)
        as_fail_memory(b->err, "a vocabulary");
    else
        as_fail(b->err, AS_ERR_FORMAT, "not valid JSON at byte %d: %s", why.position,
                as_printable(shown, sizeof shown, why.text));
    json_decref(json);
    return ok;
}

static bool read_text(builder *b, const char *bytes, size_t len)
{
    for (size_t start = 0; start < len;) {
        const char *newline = memchr(bytes + start, '\n', len - start);
        size_t end = newline ? (size_t)(newline - bytes) : len, line_end = end;
        if (line_end > start && bytes[line_end - 1] == '\r')
            line_end--;
        if (!add(b, bytes + start, line_end - start, b->n))
            return as_fail_in(b->err, "line %d", b->n + 1);
        start = end + 1;
    }
    return true;
}

bool as_word_list_parse(as_word_list_form form, const void *bytes, size_t len, as_word_list *out,
                        as_error *err)
{
    *out = (as_word_list){0};
    if (len > AS_WORD_LIST_MAX_BYTES)
        return as_fail(err, AS_ERR_LIMIT, "a vocabulary of %zu bytes, expected at most %d", len,
                       AS_WORD_LIST_MAX_BYTES);
    builder b = {.err = err};
    bool ok = form == AS_WORDS_YAML   ? read_yaml(&b, bytes, len)
              : form == AS_WORDS_JSON ? read_json(&b, bytes, len)
                                      : read_text(&b, bytes, len);
    ok = ok && finish(&b, out);
    free(b.entries);
    as_buffer_finish(&b.text);
    return ok;
}

bool as_word_list_read(const char *path, as_word_list *out, as_error *err)
{
    unsigned char *bytes;
    size_t len;
    *out = (as_word_list){0};
    if (!as_file_read(path, AS_WORD_LIST_MAX_BYTES, &bytes, &len, err))
        return false; /* it names the path */
    bool ok = as_word_list_parse(as_word_list_form_of(path), bytes, len, out, err) ||
              as_fail_in(err, "%s", path);
    free(bytes);
    return ok;
}

void as_word_list_finish(as_word_list *words)
{
    free(words->words);
    free(words->text);
    *words = (as_word_list){0};
}
