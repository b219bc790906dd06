/* Files: read whole, written whole or not at all. */
#include "core/file.h"

#include "failing_alloc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* Every test runs inside an empty folder of its own. */
typedef struct place {
    char folder[64];
    int before; /* the working folder to return to */
} place;

static int enter_folder(void **state)
{
    place *p = malloc(sizeof *p);
    strcpy(p->folder, "/tmp/alphascope-test-XXXXXX");
    p->before = open(".", O_RDONLY | O_DIRECTORY);
    if (p->before < 0 || !mkdtemp(p->folder) || chdir(p->folder) != 0)
        return -1;
    *state = p;
    return 0;
}

static int count_entries(const char *folder)
{
    DIR *dir = opendir(folder);
    int n = 0;
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return n;
}

static void remove_all(const char *folder)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    chmod(folder, 0700);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[512];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (unlink(path) != 0)
            remove_all(path);
    }
    closedir(dir);
    rmdir(folder);
}

static int leave_folder(void **state)
{
    place *p = *state;
    int left = fchdir(p->before);
    close(p->before);
    remove_all(p->folder);
    free(p);
    return left;
}

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static void assert_holds(const char *path, const char *text)
{
    unsigned char *bytes;
    size_t len;
    as_error err;
    if (!as_file_read(path, 1 << 20, &bytes, &len, &err))
        fail_msg("%s", err.message);
    assert_string_equal((char *)bytes, text);
    assert_int_equal(len, strlen(text));
    free(bytes);
}

static bool write_text(const char *path, const char *text, bool replace, as_error *err)
{
    as_file_writer w;
    if (!as_file_writer_open(&w, path, replace, err))
        return false;
    fputs(text, w.stream);
    bool ok = as_file_writer_commit(&w, err);
    assert_null(w.stream);
    assert_null(w.path);
    assert_null(w.temporary);
    return ok;
}

static void assert_refused(const char *path, bool replace, as_status status, const char *message)
{
    as_error err;
    assert_false(write_text(path, "new", replace, &err));
    assert_int_equal(err.status, status);
    if (message)
        assert_string_equal(err.message, message);
}

/* Reading */

static void reads_whole_files(void **state)
{
    (void)state;
    unsigned char *bytes;
    size_t len;
    as_error err;
    put("empty", "");
    assert_holds("empty", "");
    put("text", "one\ntwo\n");
    assert_holds("text", "one\ntwo\n");

    /* larger than any first guess, with NUL bytes */
    FILE *f = fopen("large", "wb");
    for (int k = 0; k < 300000; k++)
        fputc(k % 251, f);
    fclose(f);
    assert_true(as_file_read("large", 300000, &bytes, &len, &err));
    assert_int_equal(len, 300000);
    for (int k = 0; k < 300000; k++)
        assert_int_equal(bytes[k], k % 251);
    assert_int_equal(bytes[len], '\0');
    free(bytes);
}

static void reads_pipes(void **state)
{
    (void)state;
    int ends[2];
    char name[64];
    unsigned char *bytes;
    size_t len;
    as_error err;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        static char block[200000];
        memset(block, 'x', sizeof block);
        _exit(write(ends[1], block, sizeof block) != sizeof block);
    }
    close(ends[1]);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    assert_true(as_file_read(name, 1 << 20, &bytes, &len, &err));
    assert_int_equal(len, 200000);
    free(bytes);
    close(ends[0]);
}

static void refuses_what_it_cannot_read(void **state)
{
    (void)state;
    static const struct {
        const char *path, *message;
        as_status status;
    } cases[] = {
        {"nothing", "nothing: No such file or directory", AS_ERR_SYSTEM},
        {".", ".: Is a directory", AS_ERR_SYSTEM},
        {"", ": No such file or directory", AS_ERR_SYSTEM},
        {"text/x", "text/x: Not a directory", AS_ERR_SYSTEM},
        {"loop", "loop: Too many levels of symbolic links", AS_ERR_SYSTEM},
        {"text", "text: larger than 4 bytes", AS_ERR_LIMIT},
        {"/dev/zero", "/dev/zero: larger than 4 bytes", AS_ERR_LIMIT},
    };
    put("text", "12345");
    assert_int_equal(symlink("loop", "loop"), 0);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        unsigned char *bytes = (unsigned char *)state;
        size_t len = 77;
        as_error err;
        assert_false(as_file_read(cases[k].path, 4, &bytes, &len, &err));
        assert_string_equal(err.message, cases[k].message);
        assert_int_equal(err.status, cases[k].status);
        assert_ptr_equal(bytes, state);
        assert_int_equal(len, 77);
    }
}

/* Writing */

static void a_file_appears_only_when_complete(void **state)
{
    (void)state;
    as_file_writer w;
    as_error err;
    assert_true(as_file_writer_open(&w, "out", false, &err));
    fputs("half", w.stream);
    fflush(w.stream);
    assert_int_equal(access("out", F_OK), -1);
    assert_int_equal(count_entries("."), 1);
    as_file_writer_abort(&w);
    assert_int_equal(count_entries("."), 0);
    as_file_writer_abort(&w); /* again, and on a zeroed writer */

    assert_true(write_text("out", "whole", false, &err));
    assert_holds("out", "whole");
    assert_int_equal(count_entries("."), 1);
}

static void replaces_only_when_asked(void **state)
{
    (void)state;
    as_error err;
    put("out", "old");
    assert_refused("out", false, AS_ERR_ARGUMENT, "out exists already");
    assert_holds("out", "old");
    assert_true(write_text("out", "new", true, &err));
    assert_holds("out", "new");
    assert_int_equal(count_entries("."), 1);
}

static void a_name_taken_while_writing_is_not_replaced(void **state)
{
    (void)state;
    as_file_writer w;
    as_error err;
    assert_true(as_file_writer_open(&w, "out", false, &err));
    fputs("new", w.stream);
    put("out", "old");
    assert_false(as_file_writer_commit(&w, &err));
    assert_string_equal(err.message, "out exists already");
    assert_int_equal(err.status, AS_ERR_ARGUMENT);
    assert_holds("out", "old");
    assert_int_equal(count_entries("."), 1);
}

/* File systems without hard links (link is wrapped by the linker). */
static int link_errno;
int __real_link(const char *from, const char *to);
int __wrap_link(const char *from, const char *to);
int __wrap_link(const char *from, const char *to)
{
    if (link_errno == 0)
        return __real_link(from, to);
    errno = link_errno;
    return -1;
}

static void writes_without_hard_links_too(void **state)
{
    (void)state;
    as_file_writer w;
    as_error err;
    link_errno = EPERM;
    assert_true(write_text("out", "new", false, &err));
    assert_holds("out", "new");
    assert_true(as_file_writer_open(&w, "other", false, &err));
    put("other", "old");
    assert_false(as_file_writer_commit(&w, &err));
    assert_string_equal(err.message, "other exists already");
    assert_holds("other", "old");
    assert_int_equal(count_entries("."), 2);
    link_errno = 0;
}

static void links_lead_to_what_they_point_to(void **state)
{
    (void)state;
    as_error err;
    struct stat st;
    assert_int_equal(mkdir("real", 0700), 0);
    put("real/target", "old");
    assert_int_equal(symlink("real/target", "link"), 0);
    assert_refused("link", false, AS_ERR_ARGUMENT, NULL);
    assert_true(write_text("link", "new", true, &err));
    assert_int_equal(lstat("link", &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_holds("real/target", "new");
    assert_int_equal(count_entries("real"), 1);

    assert_int_equal(symlink("nowhere/x", "dangling"), 0);
    assert_refused("dangling", true, AS_ERR_SYSTEM, "dangling: No such file or directory");
}

static void a_replaced_file_keeps_its_permissions(void **state)
{
    (void)state;
    as_error err;
    struct stat st;
    put("out", "old");
    chmod("out", 0640);
    assert_true(write_text("out", "new", true, &err));
    assert_int_equal(stat("out", &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);

    mode_t before = umask(027);
    assert_true(write_text("fresh", "new", true, &err));
    umask(before);
    assert_int_equal(stat("fresh", &st), 0);
    assert_int_equal(st.st_mode & 07777, 0640);
}

static void folders_that_cannot_take_a_file(void **state)
{
    (void)state;
    mkdir("folder", 0700);
    put("file", "x");
    assert_refused("folder", true, AS_ERR_SYSTEM, "folder: Is a directory");
    assert_refused("missing/out", true, AS_ERR_SYSTEM, "missing/out: No such file or directory");
    assert_refused("file/out", true, AS_ERR_SYSTEM, "file/out: Not a directory");
    assert_refused("", true, AS_ERR_ARGUMENT, "the name of the file to write is empty");
    assert_refused("/proc/out", true, AS_ERR_SYSTEM, NULL); /* not even for root */
    assert_int_equal(count_entries("folder"), 0);

    if (geteuid() == 0)
        return; /* permissions do not stop root */
    chmod("folder", 0500);
    assert_refused("folder/out", true, AS_ERR_SYSTEM, "folder/out: Permission denied");
}

static void devices_are_written_to_directly(void **state)
{
    (void)state;
    as_error err;
    struct stat st;
    assert_true(write_text("/dev/null", "text", false, &err));
    assert_int_equal(stat("/dev/null", &st), 0);
    assert_true(S_ISCHR(st.st_mode));
    assert_refused("/dev/full", true, AS_ERR_SYSTEM, "/dev/full: No space left on device");
}

static void write_past(rlim_t limit, size_t n)
{
    as_file_writer w;
    as_error err;
    struct rlimit before, small;
    put("out", "old");
    assert_true(as_file_writer_open(&w, "out", true, &err));
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = limit;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    for (size_t k = 0; k < n; k++)
        fputc('x', w.stream);
    bool ok = as_file_writer_commit(&w, &err);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_false(ok);
    assert_int_equal(err.status, AS_ERR_SYSTEM);
    assert_holds("out", "old");
    assert_int_equal(count_entries("."), 1);
    assert_string_equal(err.message, "out: File too large");
}

static void a_full_disk_leaves_the_old_file(void **state)
{
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    write_past(1000, 1001);
    write_past(1000, 100000);
    signal(SIGXFSZ, SIG_DFL);
}

static void leftovers_of_a_killed_program_are_no_obstacle(void **state)
{
    (void)state;
    as_error err;
    char name[64];
    for (int k = 0; k < 3; k++) {
        snprintf(name, sizeof name, ".alphascope-%ld-%d.tmp", (long)getpid(), k);
        put(name, "stale");
    }
    assert_true(write_text("out", "new", false, &err));
    assert_holds("out", "new");
    assert_int_equal(count_entries("."), 4);
}

/* Failing allocations */

static bool read_job(void *data)
{
    unsigned char *bytes = NULL;
    size_t len;
    as_error err = {0};
    bool ok = as_file_read(data, 1 << 20, &bytes, &len, &err);
    assert_true(ok || err.status == AS_ERR_SYSTEM);
    free(bytes);
    return ok;
}

static bool write_job(void *data)
{
    as_error err = {0};
    bool ok = write_text(data, "new", true, &err);
    assert_true(ok || err.status == AS_ERR_SYSTEM);
    return ok;
}

static void failing_allocations(void **state)
{
    (void)state;
    char in[] = "in", out[] = "out";
    put(in, "some text");
    assert_int_equal(failing_alloc_try_all(read_job, in), 2);
    put(out, "old");
    assert_true(failing_alloc_try_all(write_job, out) >= 2);
    assert_int_equal(count_entries("."), 2);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, enter_folder, leave_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(reads_whole_files),
        TEST(reads_pipes),
        TEST(refuses_what_it_cannot_read),
        TEST(a_file_appears_only_when_complete),
        TEST(replaces_only_when_asked),
        TEST(a_name_taken_while_writing_is_not_replaced),
        TEST(writes_without_hard_links_too),
        TEST(links_lead_to_what_they_point_to),
        TEST(a_replaced_file_keeps_its_permissions),
        TEST(folders_that_cannot_take_a_file),
        TEST(devices_are_written_to_directly),
        TEST(a_full_disk_leaves_the_old_file),
        TEST(leftovers_of_a_killed_program_are_no_obstacle),
        TEST(failing_allocations),
    };
    return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
