#include "app/examples.h"

#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, LIMIT = 1 << 16, MOST = 64 };

/* Languages come from the model file, folders from a path: no path may hide in them. */
static bool is_plain(const char *name)
{
    return name[0] != '\0' && name[strspn(name, "abcdefghijklmnopqrstuvwxyz-")] == '\0';
}

/* The bytes of DATA/assets/examples/NAME.txt; false when there is no such file. */
static bool read_file(const char *data, const char *name, unsigned char **text)
{
    char path[PATH_SIZE];
    size_t size = 0;
    int len = snprintf(path, sizeof path, "%s/assets/examples/%s.txt", data, name);
    return len >= 0 && len < (int)sizeof path && as_file_read(path, LIMIT, text, &size, NULL);
}

/* The same for the folder that a model's name begins with: compare.txt for compare/none. */
static bool read_folder_file(const char *data, const char *id, unsigned char **text)
{
    char folder[64];
    const char *slash = strchr(id, '/');
    size_t len = slash != NULL ? (size_t)(slash - id) : sizeof folder;
    if (len >= sizeof folder)
        return false;
    memcpy(folder, id, len);
    folder[len] = '\0';
    return is_plain(folder) && read_file(data, folder, text);
}

bool as_examples_read(const char *data, const char *id, const char *languages, as_sentences *out,
                      as_error *err)
{
    char *rest = NULL;
    const char *lines[MOST];
    unsigned char *text = NULL;
    int n = 0;
    if (data == NULL || (!read_file(data, id, &text) && !read_folder_file(data, id, &text) &&
                         !(is_plain(languages) && read_file(data, languages, &text))))
        return true;
    char *line = strtok_r((char *)text, "\r\n", &rest);
    for (; line != NULL && n < MOST; line = strtok_r(NULL, "\r\n", &rest)) {
        if (line[strspn(line, " \t")] != '\0')
            lines[n++] = line;
    }
    bool ok = as_sentences_set(out, lines, n, err);
    free(text);
    return ok;
}

char *as_example_first(const char *data, const char *id, const char *languages)
{
    as_sentences examples = {0};
    char *first = NULL;
    if (as_examples_read(data, id, languages, &examples, NULL) && examples.n > 0) {
        first = examples.items[0];
        examples.items[0] = NULL;
    }
    as_sentences_finish(&examples);
    return first;
}
