#ifndef QUIRE_CSQLITE_SHIM_H
#define QUIRE_CSQLITE_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sqlite3.h>

// The C library has it everywhere, but glibc's module shows it to GNU sources only.
extern void *memmem(const void *haystack, size_t length, const void *needle, size_t needle_length);

static inline const void *quire_find(const void *text, size_t length, const void *part, size_t part_length) {
    return memmem(text, length, part, part_length);
}

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int quire_sqlite_db_config_flag(sqlite3 *database, int option, int value) {
    int result = 0;
    return sqlite3_db_config(database, option, value, &result);
}

// The system's number of the last error of the journal or the file, 0 where there was none: the database's own
// (sqlite3_system_errno) forgets it when a commit fails.
static inline int quire_sqlite_system_error(sqlite3 *database) {
    int number = 0;
    sqlite3_file *journal = 0;
    // The journal of a database in memory has no xFileControl.
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal) == SQLITE_OK
        && journal && journal->pMethods && journal->pMethods->xFileControl) {
        journal->pMethods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &number);
    }
    if (number == 0) sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
    return number == 0 ? sqlite3_system_errno(database) : number;
}

// Which file is at a path, how long it is, and when it was last written.
typedef struct {
    uint64_t device, number;
    int64_t size, seconds, nanoseconds;
} quire_file_state;

// 0 where there is a file.
static inline int quire_state_of_file(const char *path, quire_file_state *state) {
    struct stat found;
    if (stat(path, &found) != 0) return -1;
    state->device = (uint64_t)found.st_dev;
    state->number = (uint64_t)found.st_ino;
    state->size = (int64_t)found.st_size;
#ifdef __APPLE__
    state->seconds = (int64_t)found.st_mtimespec.tv_sec;
    state->nanoseconds = (int64_t)found.st_mtimespec.tv_nsec;
#else
    state->seconds = (int64_t)found.st_mtim.tv_sec;
    state->nanoseconds = (int64_t)found.st_mtim.tv_nsec;
#endif
    return 0;
}

// What the index of the write-ahead log says of checkpoints; its layout is part of SQLite's file format
// (sqlite.org/walformat.html).
typedef struct {
    uint64_t salts;
    // Frames that are in the file, and frames that a checkpoint began to write into it.
    uint32_t moved, attempted;
} quire_checkpoints;

// The index of the connection's write-ahead log, which is mapped as long as the connection is open; null where it has
// no log open.
static inline volatile void *quire_index_of_log(sqlite3 *database) {
    sqlite3_file *log = 0, *file = 0;
    volatile void *index = 0;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) != SQLITE_OK
        || !log || !log->pMethods
        || sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK
        || !file || !file->pMethods || file->pMethods->iVersion < 2
        || file->pMethods->xShmMap(file, 0, 32768, 0, &index) != SQLITE_OK) return 0;
    return index;
}

static inline quire_checkpoints quire_checkpoints_in(volatile void *index) {
    volatile unsigned char *bytes = (volatile unsigned char *)index;
    quire_checkpoints checkpoints = {
        *(volatile uint64_t *)(bytes + 32), *(volatile uint32_t *)(bytes + 96), *(volatile uint32_t *)(bytes + 128)
    };
    return checkpoints;
}

#endif
