#include "app/complete.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST = 200 };

static char *joined(const char *a, size_t len, const char *b, const char *c)
{
    char *path = malloc(len + strlen(b) + strlen(c) + 1);
    if (path != NULL) {
        memcpy(path, a, len);
        strcpy(path + len, b);
        strcat(path, c);
    }
    return path;
}

char *as_path_expanded(const char *path)
{
    const char *home = getenv("HOME");
    if (path[0] == '~' && (path[1] == '/' || path[1] == '\0') && home != NULL)
        return joined(home, strlen(home), path + 1, "");
    return strdup(path);
}

/* "/", or "" for a file that is wanted; NULL: neither. */
static const char *tail_of(const char *path, bool (*wanted)(const char *path))
{
    struct stat about;
    if (stat(path, &about) != 0)
        return NULL;
    if (S_ISDIR(about.st_mode))
        return "/";
    return wanted(path) ? "" : NULL;
}

/* Paths found so far. */
typedef struct found {
    bool (*wanted)(const char *path);
    char *paths[MOST];
    int n;
    bool failed;
} found;

/* `folder` is where it is, `typed` the part of the path before `name` as it was written. */
static void add(found *f, const char *folder, const char *typed, size_t typed_len, const char *name)
{
    char *real = joined(folder, strlen(folder), "/", name);
    const char *tail = real != NULL ? tail_of(real, f->wanted) : NULL;
    char *path = tail != NULL ? joined(typed, typed_len, name, tail) : NULL;
    f->failed = f->failed || real == NULL || (tail != NULL && path == NULL);
    if (path != NULL)
        f->paths[f->n++] = path;
    free(real);
}

static void read_folder(found *f, const char *folder, const char *typed, size_t typed_len,
                        const char *start)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    while (dir != NULL && f->n < MOST && !f->failed && (entry = readdir(dir)) != NULL) {
        const char *name = entry->d_name;
        bool hidden = name[0] == '.' && start[0] != '.';
        bool itself = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
        if (!hidden && !itself && strncmp(name, start, strlen(start)) == 0)
            add(f, folder, typed, typed_len, name);
    }
    if (dir != NULL)
        closedir(dir);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool as_path_completions(const char *path, bool (*wanted)(const char *path), as_sentences *out,
                         as_error *err)
{
    const char *slash = strrchr(path, '/');
    size_t typed_len = slash != NULL ? (size_t)(slash + 1 - path) : 0;
    char *typed = joined(path, typed_len, "", "");
    char *folder = typed != NULL ? as_path_expanded(typed_len > 0 ? typed : ".") : NULL;
    found f = {.wanted = wanted};
    if (folder != NULL)
        read_folder(&f, folder, path, typed_len, path + typed_len);
    qsort(f.paths, (size_t)f.n, sizeof *f.paths, by_name);
    bool ok = folder != NULL && !f.failed
                  ? as_sentences_set(out, (const char *const *)f.paths, f.n, err)
                  : as_fail_memory(err, "completions of a path");
    for (int k = 0; k < f.n; k++)
        free(f.paths[k]);
    free(folder);
    free(typed);
    return ok;
}
