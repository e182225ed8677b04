/* The clock that people set jumps: each look at it is so many seconds off as the next of the numbers in CLOCK_JUMPS says. It is loaded
   before the C library (LD_PRELOAD), so it is the clock of Python and of every library. The
   monotonic one is left alone: it never jumps, and the system itself waits by it. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

#define MOST 16

static long long jumps[MOST];
static unsigned known, looks;

__attribute__((constructor)) static void begin(void)
{
    char *rest = getenv("CLOCK_JUMPS");
    while (rest && *rest && known < MOST) {
        jumps[known++] = strtoll(rest, &rest, 10);
        if (*rest == ',')
            rest++;
    }
}

int clock_gettime(clockid_t clock, struct timespec *found)
{
    int status = ((int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime"))(clock, found);
    if (!status && known && clock == CLOCK_REALTIME) {
        long long seconds = found->tv_sec + jumps[__sync_fetch_and_add(&looks, 1) % known];
        found->tv_sec = seconds > 0 ? seconds : 0; /* no system has an earlier time */
    }
    return status;
}
