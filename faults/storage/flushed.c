/* Loaded into the server by LD_PRELOAD: keeps a copy of each database file as it was when the server last had it
   flushed, which is all that a power cut is sure to leave. While the file $FAIL_FLUSH is there, no flush succeeds;
   while $SLOW_FLUSH is, each takes as many milliseconds longer as it has bytes; while $FAIL_WRITE is, the database is
   on a disk that is read-only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char block[1 << 20];

static void keep(int fd, const char *name) {
  char copy[4096], draft[4200];
  snprintf(copy, sizeof copy, "%s/%s", getenv("FLUSHED"), name);
  snprintf(draft, sizeof draft, "%s.draft", copy);
  int out = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  off_t at = 0;
  ssize_t count;
  while ((count = pread(fd, block, sizeof block, at)) > 0 && write(out, block, count) == count) at += count;
  close(out);
  rename(draft, copy);
}

/* The name of the database file that is open there; NULL when it is another file. */
static const char *database_file(int fd) {
  static __thread char path[4096];
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  const char *name = strrchr(path, '/');
  int is_database = name && (!strcmp(name, "/semaforo.sqlite") || !strcmp(name, "/semaforo.sqlite-wal"));
  return is_database ? name + 1 : NULL;
}

static int flush(int fd, const char *call) {
  const char *name = database_file(fd);
  if (name && access(getenv("FAIL_FLUSH"), F_OK) == 0) {
    errno = EIO;
    return -1;
  }
  struct stat slow;
  if (name && stat(getenv("SLOW_FLUSH"), &slow) == 0) usleep(slow.st_size * 1000);
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, call);
  int result = real(fd);
  if (result == 0 && name) keep(fd, name);
  return result;
}

int fsync(int fd) { return flush(fd, "fsync"); }
int fdatasync(int fd) { return flush(fd, "fdatasync"); }

static ssize_t write_at(int fd, const void *bytes, size_t count, off_t at, const char *call) {
  if (access(getenv("FAIL_WRITE"), F_OK) == 0 && database_file(fd)) {
    errno = EROFS;
    return -1;
  }
  ssize_t (*real)(int, const void *, size_t, off_t) =
      (ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, call);
  return real(fd, bytes, count, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  return write_at(fd, bytes, count, at, "pwrite");
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t at) {
  return write_at(fd, bytes, count, at, "pwrite64");
}
