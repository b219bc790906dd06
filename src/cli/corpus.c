#include "cli/corpus.h"

#include "core/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool as_test_corpus_open(as_test_corpus *corpus, const char *path, as_error *err)
{
    *corpus = (as_test_corpus){.path = path, .fd = STDIN_FILENO};
    if (strcmp(path, "-") != 0)
        corpus->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (corpus->fd < 0)
        return as_fail(err, AS_ERR_SYSTEM, "cannot open %s: %s", path, strerror(errno));
    as_line_reader_init(&corpus->reader, corpus->fd);
    return true;
}

void as_test_corpus_close(as_test_corpus *corpus)
{
    as_line_reader_finish(&corpus->reader);
    if (corpus->fd > STDIN_FILENO)
        close(corpus->fd);
    corpus->fd = -1;
}

void as_test_pair_finish(as_test_pair *pair)
{
    free(pair->line);
    free(pair->references);
    *pair = (as_test_pair){0};
}

static bool check_text(const char *line, size_t len, as_error *err)
{
    if (memchr(line, '\0', len) != NULL)
        return as_fail(err, AS_ERR_FORMAT, "a NUL byte");
    char *normal = NULL;
    size_t normal_len = 0;
    bool ok = as_text_normalize(line, len, &normal, &normal_len, err);
    free(normal);
    return ok;
}

/* Cuts pair->line at its tabs. */
static bool split(as_test_pair *pair, size_t len, as_error *err)
{
    int n_tabs = 0;
    for (size_t k = 0; k < len; k++)
        n_tabs += pair->line[k] == '\t';
    pair->references = calloc((size_t)n_tabs + 1, sizeof *pair->references);
    if (pair->references == NULL)
        return as_fail_memory(err, "a line's references");
    if (len > 0 && pair->line[len - 1] == '\r')
        pair->line[len - 1] = '\0';
    pair->source = pair->line;
    for (char *tab = strchr(pair->line, '\t'); tab != NULL;) {
        *tab = '\0';
        char *field = tab + 1;
        tab = strchr(field, '\t');
        if (*field != '\0' && *field != '\t')
            pair->references[pair->n_references++] = field;
    }
    return pair->n_references > 0 ||
           as_fail(err, AS_ERR_FORMAT, "no reference (expected source, tab, reference)");
}

bool as_test_corpus_read(as_test_corpus *corpus, as_test_pair *pairs, int limit, int *n,
                         as_error *err)
{
    *n = 0;
    while (*n < limit) {
        char *line = NULL;
        size_t len = 0;
        as_line_status status = as_line_next(&corpus->reader, true, &line, &len, err);
        if (status == AS_LINE_END)
            return true;
        if (status != AS_LINE_READ)
            return as_fail_in(err, "%s: line %lld", corpus->path, corpus->reader.n_lines + 1);
        if (len == 0 || strspn(line, " \t\r") == len) {
            free(line);
            continue;
        }
        pairs[*n] = (as_test_pair){.line = line};
        as_test_pair *pair = &pairs[(*n)++];
        if (!check_text(line, len, err) || !split(pair, len, err))
            return as_fail_in(err, "%s: line %lld", corpus->path, corpus->reader.n_lines);
    }
    return true;
}
