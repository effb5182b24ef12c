// libcurl's calls, found in the library that is loaded already (Foundation's network loads it on Linux).
//
// There are no libcurl headers here, so that none need be installed: what stands below is its stable binary interface
// (https://curl.se/libcurl/c/), reduced to what Quire calls. Variadic calls, which Swift cannot make, are made in C.
#ifndef QUIRE_CCURL_H
#define QUIRE_CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Finds libcurl and its calls; false where there is none, or one before 7.68. Safe to call from any thread, often.
bool quire_curl_load(void);

/// "7.88.1"; NULL where there is none.
const char *_Nullable quire_curl_version(void);

// Options of a transfer.
enum {
    QUIRE_CURL_NOPROGRESS = 43,
    QUIRE_CURL_NOBODY = 44,
    QUIRE_CURL_POST = 47,
    QUIRE_CURL_FRESH_CONNECT = 74,
    QUIRE_CURL_HTTPGET = 80,
    QUIRE_CURL_NOSIGNAL = 99,
    QUIRE_CURL_PROTOCOLS = 181,
    QUIRE_CURL_PATH_AS_IS = 234,
    QUIRE_CURL_SUPPRESS_CONNECT_HEADERS = 265,
    QUIRE_CURL_URL = 10002,
    QUIRE_CURL_COPYPOSTFIELDS = 10165,
    QUIRE_CURL_SSLCERT = 10025,
    QUIRE_CURL_CUSTOMREQUEST = 10036,
    QUIRE_CURL_CAINFO = 10065,
    QUIRE_CURL_SSLKEY = 10087,
    QUIRE_CURL_ACCEPT_ENCODING = 10102,
    QUIRE_CURL_PINNEDPUBLICKEY = 10230,
    QUIRE_CURL_POSTFIELDSIZE_LARGE = 30120,
};

/// What a giver of a body returns if there is no more, although libcurl expects it.
enum { QUIRE_CURL_READ_ABORT = 0x10000000 };

// Options of a set of transfers.
enum {
    QUIRE_CURLM_MAXCONNECTS = 6,
    QUIRE_CURLM_MAX_TOTAL_CONNECTIONS = 13,
};

/// Takes a piece of the head or the body; returning another number than the count ends the transfer.
typedef size_t (*quire_curl_taker)(char *_Nonnull bytes, size_t size, size_t count, void *_Nullable context);

/// Learns how much was received and sent; returning another number than 0 ends the transfer.
typedef int (*quire_curl_watcher)(
    void *_Nullable context, int64_t toReceive, int64_t received, int64_t toSend, int64_t sent);

void *_Nullable quire_curl_easy_init(void);
void quire_curl_easy_cleanup(void *_Nonnull transfer);
int quire_curl_set_long(void *_Nonnull transfer, int option, long value);
int quire_curl_set_size(void *_Nonnull transfer, int option, int64_t value);
/// libcurl copies the text.
int quire_curl_set_text(void *_Nonnull transfer, int option, const void *_Nonnull text);
/// libcurl does not copy the list: it lives until the transfer is cleaned up.
int quire_curl_set_headers(void *_Nonnull transfer, void *_Nullable list);
/// Takes head and body, with one context, which `quire_curl_context` gives back.
int quire_curl_set_takers(
    void *_Nonnull transfer, quire_curl_taker _Nonnull head, quire_curl_taker _Nonnull body, void *_Nonnull context);
/// Asks for the body piece by piece; the giver fills the bytes, and returns how many it wrote.
int quire_curl_set_giver(void *_Nonnull transfer, quire_curl_taker _Nonnull giver, void *_Nonnull context);
int quire_curl_set_watcher(
    void *_Nonnull transfer, quire_curl_watcher _Nonnull watcher, void *_Nonnull context);
void *_Nullable quire_curl_context(void *_Nonnull transfer);
long quire_curl_status(void *_Nonnull transfer);
const char *_Nonnull quire_curl_error_text(int code);

void *_Nullable quire_curl_list_append(void *_Nullable list, const char *_Nonnull text);
void quire_curl_list_free(void *_Nullable list);

void *_Nullable quire_curl_multi_init(void);
void quire_curl_multi_cleanup(void *_Nonnull multi);
int quire_curl_multi_set(void *_Nonnull multi, int option, long value);
int quire_curl_multi_add(void *_Nonnull multi, void *_Nonnull transfer);
int quire_curl_multi_remove(void *_Nonnull multi, void *_Nonnull transfer);
int quire_curl_multi_perform(void *_Nonnull multi, int *_Nonnull running);
/// Waits until something can be done, at most so many milliseconds.
int quire_curl_multi_poll(void *_Nonnull multi, int milliseconds);
/// Ends a wait, from any thread.
int quire_curl_multi_wakeup(void *_Nonnull multi);
/// The next transfer that has ended; NULL where there is none.
void *_Nullable quire_curl_multi_next_ended(void *_Nonnull multi, int *_Nonnull code);

/// Keeps SIGPIPE from this thread: a peer that went away is an error, not the end of the process.
void quire_curl_block_broken_pipe(void);

#endif
