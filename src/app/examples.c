#include "app/examples.h"

#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, LIMIT = 1 << 16 };

char *as_example_first(const char *model_path, const char *id)
{
    const char *models = strstr(model_path, "models/");
    for (const char *next = models; next != NULL; next = strstr(next + 1, "models/"))
        models = next; /* the last one: the data folder may lie below another models/ */
    if (models == NULL)
        return NULL;
    char path[PATH_SIZE];
    int len = snprintf(path, sizeof path, "%.*sassets/examples/%s.txt", (int)(models - model_path),
                       model_path, id);
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
