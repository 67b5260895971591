/* Injects disk faults and clock jumps into a process, by LD_PRELOAD.
 *
 * CHAOS_CONTROL is the path of a 16-byte file that is mapped into memory: the state of the disk
 * (int32), the delay of a slow disk in milliseconds (int32), and the offset of the wall clock in
 * nanoseconds (int64). Only files below CHAOS_DATA are affected, and CLOCK_MONOTONIC is not.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum disk { FINE, FULL, BROKEN, READ_ONLY, SLOW };

struct control {
    volatile int32_t disk;
    volatile int32_t delay_ms;
    volatile int64_t clock_ns;
};

static struct control fine;
static struct control *control = &fine;
static char data[PATH_MAX];

#define REAL(result, name, ...)                                                                    \
    static result (*real)(__VA_ARGS__);                                                            \
    if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CHAOS_CONTROL"), *folder = getenv("CHAOS_DATA");
    if (!path || !folder) return;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    void *mapped = mmap(NULL, sizeof(struct control), PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (mapped == MAP_FAILED) return;
    snprintf(data, sizeof data, "%s/", folder);
    control = mapped;
}

static int is_ours(int fd) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return strncmp(path, data, strlen(data)) == 0;
}

/* The outcome of a write, or of a sync if not is_write: an error number, or 0 after the delay of a
 * slow disk. */
static int disk_says(int fd, int is_write) {
    int disk = control->disk, before = errno;
    if (disk == FINE || !is_ours(fd)) {
        errno = before;
        return 0;
    }
    if (disk == SLOW) {
        struct timespec delay = {control->delay_ms / 1000, control->delay_ms % 1000 * 1000000L};
        nanosleep(&delay, NULL);
        errno = before;
        return 0;
    }
    if (disk == FULL) return is_write ? ENOSPC : 0;
    return disk == BROKEN ? EIO : is_write ? EROFS : 0;
}

#define FAIL_IF_BAD(fd, is_write)                                                                  \
    do {                                                                                           \
        int error = disk_says(fd, is_write);                                                       \
        if (error) {                                                                               \
            errno = error;                                                                         \
            return -1;                                                                             \
        }                                                                                          \
    } while (0)

ssize_t write(int fd, const void *from, size_t size) {
    REAL(ssize_t, write, int, const void *, size_t);
    FAIL_IF_BAD(fd, 1);
    return real(fd, from, size);
}

ssize_t pwrite(int fd, const void *from, size_t size, off_t at) {
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
    FAIL_IF_BAD(fd, 1);
    return real(fd, from, size, at);
}

ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
    FAIL_IF_BAD(fd, 1);
    return real(fd, from, size, at);
}

int fsync(int fd) {
    REAL(int, fsync, int);
    FAIL_IF_BAD(fd, 0);
    return real(fd);
}

int fdatasync(int fd) {
    REAL(int, fdatasync, int);
    FAIL_IF_BAD(fd, 0);
    return real(fd);
}

int ftruncate(int fd, off_t size) {
    REAL(int, ftruncate, int, off_t);
    FAIL_IF_BAD(fd, 1);
    return real(fd, size);
}

int ftruncate64(int fd, off64_t size) {
    REAL(int, ftruncate64, int, off64_t);
    FAIL_IF_BAD(fd, 1);
    return real(fd, size);
}

int fallocate(int fd, int mode, off_t at, off_t size) {
    REAL(int, fallocate, int, int, off_t, off_t);
    FAIL_IF_BAD(fd, 1);
    return real(fd, mode, at, size);
}

int fallocate64(int fd, int mode, off64_t at, off64_t size) {
    REAL(int, fallocate64, int, int, off64_t, off64_t);
    FAIL_IF_BAD(fd, 1);
    return real(fd, mode, at, size);
}

/* These return the error number instead of setting errno. */
int posix_fallocate(int fd, off_t at, off_t size) {
    REAL(int, posix_fallocate, int, off_t, off_t);
    int error = disk_says(fd, 1);
    return error ? error : real(fd, at, size);
}

int posix_fallocate64(int fd, off64_t at, off64_t size) {
    REAL(int, posix_fallocate64, int, off64_t, off64_t);
    int error = disk_says(fd, 1);
    return error ? error : real(fd, at, size);
}

/* Files cannot be opened for writing while the disk is read-only. */
static int may_open(const char *path, int flags) {
    int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT);
    return control->disk != READ_ONLY || !writes || strncmp(path, data, strlen(data)) != 0;
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...) {                                                   \
        REAL(int, name, const char *, int, ...);                                                   \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                    \
        va_end(rest);                                                                              \
        if (!may_open(path, flags)) {                                                              \
            errno = EROFS;                                                                         \
            return -1;                                                                             \
        }                                                                                          \
        return real(path, flags, mode);                                                            \
    }

OPEN(open)
OPEN(open64)

static int64_t wrong_by(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? control->clock_ns : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    REAL(int, clock_gettime, clockid_t, struct timespec *);
    int result = real(clock, now);
    int64_t wrong = wrong_by(clock);
    if (result == 0 && wrong) {
        int64_t ns = now->tv_nsec + wrong % 1000000000;
        now->tv_sec += wrong / 1000000000 + (ns < 0 ? -1 : ns / 1000000000);
        now->tv_nsec = ns < 0 ? ns + 1000000000 : ns % 1000000000;
    }
    return result;
}

int gettimeofday(struct timeval *now, void *zone) {
    (void)zone;
    struct timespec exact;
    int result = clock_gettime(CLOCK_REALTIME, &exact);
    if (result == 0) {
        now->tv_sec = exact.tv_sec;
        now->tv_usec = exact.tv_nsec / 1000;
    }
    return result;
}

time_t time(time_t *now) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (now) *now = exact.tv_sec;
    return exact.tv_sec;
}
