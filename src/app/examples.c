#include "app/examples.h"

#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, LIMIT = 1 << 16, MOST = 64 };

bool as_examples_read(const char *data, const char *id, as_sentences *out, as_error *err)
{
    char path[PATH_SIZE], *rest = NULL;
    const char *lines[MOST];
    unsigned char *text = NULL;
    size_t size = 0;
    int n = 0, len = data != NULL
                         ? snprintf(path, sizeof path, "%s/assets/examples/%s.txt", data, id)
                         : -1;
    if (len < 0 || len >= (int)sizeof path || !as_file_read(path, LIMIT, &text, &size, NULL))
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

char *as_example_first(const char *data, const char *id)
{
    as_sentences examples = {0};
    char *first = NULL;
    if (as_examples_read(data, id, &examples, NULL) && examples.n > 0) {
        first = examples.items[0];
        examples.items[0] = NULL;
    }
    as_sentences_finish(&examples);
    return first;
}
