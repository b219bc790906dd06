#include "golden.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *read_golden(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = NULL, block[4096];
    size_t len = 0, n;
    FILE *copy = open_memstream(&text, &len);
    while ((n = fread(block, 1, sizeof block, file)) > 0)
        fwrite(block, 1, n, copy);
    fclose(copy);
    fclose(file);
    return text;
}

/* Names the first line that differs. */
static void compare(const char *name, const char *got, const char *want)
{
    for (int line = 1; *got || *want; line++) {
        size_t n = strcspn(got, "\n"), m = strcspn(want, "\n");
        if (n != m || memcmp(got, want, n) != 0)
            fail_msg("%s, line %d\n  got  %.*s\n  want %.*s", name, line, (int)n, got, (int)m,
                     want);
        got += n + (got[n] == '\n');
        want += m + (want[m] == '\n');
    }
}

void golden_text(const char *name, const char *text)
{
    char path[1024];
    const char *tests = getenv("AS_TESTS_DIR"), *mode = getenv("AS_GOLDEN");
    snprintf(path, sizeof path, "%s/golden/%s.txt", tests ? tests : "tests", name);
    if (mode && strcmp(mode, "write") == 0) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fputs(text, file);
        fclose(file);
    }
    char *want = read_golden(path);
    if (!want)
        fail_msg("there is no %s", path);
    compare(name, text, want);
    free(want);
}

void golden_list(const char *name, const as_draw_list *list)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    assert_non_null(out);
    as_draw_print(list, out);
    fclose(out);
    golden_text(name, text);
    free(text);
}
