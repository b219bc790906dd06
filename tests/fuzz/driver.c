/* Runs a fuzz target over files and folders of files, so that a corpus is an ordinary test with
 * any compiler. */
#include "check.h"

#include "core/error.h"
#include "core/file.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Feeds one file; the copy ends where the file ends, so that sanitizers see every overrun. */
static int run_file(const char *path)
{
    as_error err;
    unsigned char *bytes;
    size_t len;
    if (!as_file_read(path, 1 << 24, &bytes, &len, &err)) {
        fprintf(stderr, "%s\n", err.message);
        exit(2);
    }
    unsigned char *exact = malloc(len ? len : 1);
    if (!exact)
        exit(2);
    memcpy(exact, bytes, len);
    free(bytes);
    LLVMFuzzerTestOneInput(exact, len);
    free(exact);
    return 1;
}

static int run(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        return run_file(path);
    int n = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char child[4096];
        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(child, sizeof child, "%s/%s", path, entry->d_name) >= (int)sizeof child)
            exit(2);
        n += run_file(child);
    }
    closedir(folder);
    return n;
}

int main(int argc, char **argv)
{
    int n = 0;
    for (int k = 1; k < argc; k++)
        n += run(argv[k]);
    printf("%d inputs\n", n);
    return n > 0 ? 0 : 2; /* an empty corpus tests nothing */
}
