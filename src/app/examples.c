#include "app/examples.h"

#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, LIMIT = 1 << 16 };

char *as_example_first(const char *data, const char *id)
{
    if (data == NULL)
        return NULL;
    char path[PATH_SIZE];
    int len = snprintf(path, sizeof path, "%s/assets/examples/%s.txt", data, id);
    unsigned char *text = NULL;
    size_t size = 0;
    if (len < 0 || len >= (int)sizeof path || !as_file_read(path, LIMIT, &text, &size, NULL))
        return NULL;
    text[strcspn((char *)text, "\r\n")] = '\0';
    if (text[0] == '\0') {
        free(text);
        return NULL;
    }
    return (char *)text;
}
