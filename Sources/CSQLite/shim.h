#ifndef QUIRE_CSQLITE_SHIM_H
#define QUIRE_CSQLITE_SHIM_H

#include <stddef.h>
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
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal) == SQLITE_OK
        && journal && journal->pMethods) {
        journal->pMethods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &number);
    }
    if (number == 0) sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
    return number == 0 ? sqlite3_system_errno(database) : number;
}

#endif
