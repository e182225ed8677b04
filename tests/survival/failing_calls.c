/* Counts the calls by which a process opens, reads, writes, renames and saves files and makes processes, and lets one
   of them fail. It is loaded before the C library (LD_PRELOAD), so nothing that Python or a library does escapes it.

   Only files below two folders count, and standard output: a run's own files, not the modules of Python. The count is
   shared with the processes that a run makes. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { OPEN, READ, WRITE, RENAME, FSYNC, FORK, OPENDIR, KINDS }; /* in three bits of what `like` has */
static const int usual[KINDS] = { EACCES, EIO, ENOSPC, EACCES, EIO, EAGAIN, EACCES };

#define FILES 4096
#define CALLS 100000
#define LONGEST 4096

static struct shared {
    volatile int armed;
    volatile long count, fail_at;
    volatile int error, hit;
    char folder[2][LONGEST];
    unsigned like[CALLS]; /* by its number: what a call does to files of which folder and ending */
} *shared;
static unsigned watched[FILES]; /* by its number: of which folder and ending an open file is, if it counts */

__attribute__((constructor)) static void begin(void)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

/* Begin to count. The call of this number fails, with its usual error unless another is given. */
void failing_arm(long fail_at, int error, const char *folder, const char *other)
{
    memset(watched, 0, sizeof watched);
    shared->count = 0;
    shared->hit = -1;
    shared->fail_at = fail_at;
    shared->error = error;
    snprintf(shared->folder[0], LONGEST, "%s", folder);
    snprintf(shared->folder[1], LONGEST, "%s", other);
    shared->armed = 1;
}

long failing_count(void) { return shared->count; }
int failing_hit(void) { return shared->hit; }
void failing_disarm(void) { shared->armed = 0; }
unsigned failing_like(long call) { return call < CALLS ? shared->like[call] : (unsigned)call; }

static int below(const char *path)
{
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(shared->folder[i]);
        if (length && !strncmp(path, shared->folder[i], length))
            return 1;
    }
    return 0;
}

/* A number for the folder of a file and the ending of its name, which is never 0. */
static unsigned place(const char *path)
{
    unsigned number = 2166136261u;
    const char *name = strrchr(path, '/'), *ending = strrchr(path, '.');
    for (const char *c = path; c < name; c++)
        number = (number ^ (unsigned char)*c) * 16777619u;
    for (const char *c = ending && ending > name ? ending : ""; *c; c++)
        number = (number ^ (unsigned char)*c) * 16777619u;
    return number | 1;
}

static int fails(enum kind kind, unsigned where)
{
    long number = __sync_add_and_fetch(&shared->count, 1);
    if (number < CALLS)
        shared->like[number] = where << 3 | kind;
    if (number != shared->fail_at)
        return 0;
    shared->hit = kind;
    errno = shared->error ? shared->error : usual[kind];
    return 1;
}

#define ON (shared && shared->armed)
#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

static int opened(int number, unsigned counts)
{
    if (number >= 0 && number < FILES)
        watched[number] = counts;
    return number;
}

#define OPENING(name)                                                                                                  \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                        \
        va_end(rest);                                                                                                  \
        unsigned counts = ON && below(path) ? place(path) : 0;                                                         \
        if (counts && fails(OPEN, counts))                                                                             \
            return -1;                                                                                                 \
        return opened(REAL(int, #name, const char *, int, ...)(path, flags, mode), counts);                            \
    }

#define OPENING_AT(name)                                                                                               \
    int name(int at, const char *path, int flags, ...)                                                                 \
    {                                                                                                                  \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                        \
        va_end(rest);                                                                                                  \
        unsigned counts = ON && below(path) ? place(path) : 0;                                                         \
        if (counts && fails(OPEN, counts))                                                                             \
            return -1;                                                                                                 \
        return opened(REAL(int, #name, int, const char *, int, ...)(at, path, flags, mode), counts);                   \
    }

OPENING(open)
OPENING(open64)
OPENING_AT(openat)
OPENING_AT(openat64)

int close(int number)
{
    opened(number, 0);
    return REAL(int, "close", int)(number);
}

static unsigned counts(int number) { return ON && number >= 0 && number < FILES ? watched[number] : 0; }

ssize_t read(int number, void *data, size_t size)
{
    return counts(number) && fails(READ, counts(number)) ? -1 : REAL(ssize_t, "read", int, void *, size_t)(number, data, size);
}

ssize_t write(int number, const void *data, size_t size)
{
    if ((counts(number) || (ON && number == STDOUT_FILENO)) && fails(WRITE, counts(number)))
        return -1;
    return REAL(ssize_t, "write", int, const void *, size_t)(number, data, size);
}

/* SQLite reads and writes at a place, and saves the data without the times of a file. */
#define READING_AT(name)                                                                                               \
    ssize_t name(int number, void *data, size_t size, off_t at)                                                        \
    {                                                                                                                  \
        if (counts(number) && fails(READ, counts(number)))                                                             \
            return -1;                                                                                                 \
        return REAL(ssize_t, #name, int, void *, size_t, off_t)(number, data, size, at);                               \
    }

#define WRITING_AT(name)                                                                                               \
    ssize_t name(int number, const void *data, size_t size, off_t at)                                                  \
    {                                                                                                                  \
        if (counts(number) && fails(WRITE, counts(number)))                                                            \
            return -1;                                                                                                 \
        return REAL(ssize_t, #name, int, const void *, size_t, off_t)(number, data, size, at);                         \
    }

READING_AT(pread)
READING_AT(pread64)
WRITING_AT(pwrite)
WRITING_AT(pwrite64)

int rename(const char *from, const char *to)
{
    return ON && below(to) && fails(RENAME, place(to)) ? -1 : REAL(int, "rename", const char *, const char *)(from, to);
}

#define SAVING(name)                                                                                                   \
    int name(int number)                                                                                               \
    {                                                                                                                  \
        return counts(number) && fails(FSYNC, counts(number)) ? -1 : REAL(int, #name, int)(number);                    \
    }

SAVING(fsync)
SAVING(fdatasync)

pid_t fork(void) { return ON && fails(FORK, 0) ? -1 : REAL(pid_t, "fork", void)(); }

DIR *opendir(const char *path)
{
    return ON && below(path) && fails(OPENDIR, place(path)) ? NULL : REAL(DIR *, "opendir", const char *)(path);
}
