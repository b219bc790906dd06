#include "cli/program.h"

#include "cli/commands.h"
#include "core/file.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* How late an interrupt is noticed that another thread took. */
enum { LOOK_MS = 100 };

/* Written by the signal handler: the one place where a process has to have state of its own. */
static atomic_bool interrupted;
static volatile sig_atomic_t caught;

static void on_signal(int number)
{
    caught = number;
    atomic_store(&interrupted, true);
}

const atomic_bool *as_program_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++) {
        struct sigaction before;
        if (sigaction(signals[k], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[k], &action, NULL); /* nohup keeps SIGHUP ignored */
    }
    return &interrupted;
}

bool as_program_interrupted(void)
{
    return atomic_load(&interrupted);
}

int as_program_end_interrupted(void)
{
    if (caught != 0) {
        signal(caught, SIG_DFL);
        raise(caught);
    }
    return AS_EXIT_FAILED;
}

int as_program_fail(const char *command, const as_error *err)
{
    if (as_program_interrupted())
        return as_program_end_interrupted();
    fprintf(stderr, "alphascope %s: %s\n", command, err->message);
    return AS_EXIT_FAILED;
}

/* Whether a write to standard error would not wait, or has nobody to wait for. */
static bool can_say(int ms)
{
    struct pollfd error = {.fd = STDERR_FILENO, .events = POLLOUT};
    int n = poll(&error, 1, ms);
    return n > 0 || (n < 0 && errno != EINTR);
}

void as_program_say(const char *text, size_t len)
{
    bool can = can_say(0);
    while (!can && !as_program_interrupted())
        can = can_say(LOOK_MS);
    if (can)
        fwrite(text, 1, len, stderr);
}

bool as_program_flush(as_error *err)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    return as_fail(err, AS_ERR_SYSTEM, "cannot write standard output: %s",
                   errno != 0 ? strerror(errno) : "an earlier write failed");
}

bool as_program_apart(const char *output, const char *other, as_error *err)
{
    if (!output || !other || !as_file_same(output, other))
        return true;
    return as_fail(err, AS_ERR_ARGUMENT, "%s would be written over %s, expected another file",
                   output, strcmp(output, other) == 0 ? "itself" : other);
}

void as_program_print(FILE *out, const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++) {
        bool c1 = p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0; /* U+0080 to U+009F */
        fputc(*p < 0x20 || *p == 0x7f || c1 ? '?' : *p, out);
        p += c1;
    }
}
