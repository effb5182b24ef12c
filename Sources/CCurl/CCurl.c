#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

// Numbers of libcurl's binary interface; see CCurl.h.
enum {
    OPTION_WRITEDATA = 10001,
    OPTION_READDATA = 10009,
    OPTION_HTTPHEADER = 10023,
    OPTION_HEADERDATA = 10029,
    OPTION_XFERINFODATA = 10057,
    OPTION_PRIVATE = 10103,
    OPTION_WRITEFUNCTION = 20011,
    OPTION_READFUNCTION = 20012,
    OPTION_HEADERFUNCTION = 20079,
    OPTION_XFERINFOFUNCTION = 20219,
    INFO_PRIVATE = 0x100000 + 21,
    INFO_RESPONSE_CODE = 0x200000 + 2,
    MESSAGE_DONE = 1,
    GLOBAL_DEFAULT = 3,
};

struct message {
    int kind;
    void *transfer;
    union {
        void *any;
        int code;
    } data;
};

static struct {
    const char *(*version)(void);
    int (*global_init)(long);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    const char *(*easy_strerror)(int);
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_setopt)(void *, int, ...);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned, int, int *);
    int (*multi_wakeup)(void *);
    struct message *(*multi_info_read)(void *, int *);
} curl;

static bool is_loaded = false;

static void *library(void) {
    // The one that Foundation's network is linked to has these names; it is in the process already.
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib", "libcurl.so"};
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
        if (library) return library;
    }
    // Linked statically.
    return dlopen(NULL, RTLD_NOW);
}

static void load(void) {
    void *found = library();
    if (!found) return;
    struct {
        void **place;
        const char *name;
    } const calls[] = {
        {(void **)&curl.version, "curl_version"},
        {(void **)&curl.global_init, "curl_global_init"},
        {(void **)&curl.easy_init, "curl_easy_init"},
        {(void **)&curl.easy_cleanup, "curl_easy_cleanup"},
        {(void **)&curl.easy_setopt, "curl_easy_setopt"},
        {(void **)&curl.easy_getinfo, "curl_easy_getinfo"},
        {(void **)&curl.easy_strerror, "curl_easy_strerror"},
        {(void **)&curl.slist_append, "curl_slist_append"},
        {(void **)&curl.slist_free_all, "curl_slist_free_all"},
        {(void **)&curl.multi_init, "curl_multi_init"},
        {(void **)&curl.multi_cleanup, "curl_multi_cleanup"},
        {(void **)&curl.multi_setopt, "curl_multi_setopt"},
        {(void **)&curl.multi_add_handle, "curl_multi_add_handle"},
        {(void **)&curl.multi_remove_handle, "curl_multi_remove_handle"},
        {(void **)&curl.multi_perform, "curl_multi_perform"},
        {(void **)&curl.multi_poll, "curl_multi_poll"},
        // The youngest of them, of 7.68.
        {(void **)&curl.multi_wakeup, "curl_multi_wakeup"},
        {(void **)&curl.multi_info_read, "curl_multi_info_read"},
    };
    for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
        *calls[index].place = dlsym(found, calls[index].name);
        if (!*calls[index].place) return;
    }
    is_loaded = curl.global_init(GLOBAL_DEFAULT) == 0;
}

bool quire_curl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

const char *quire_curl_version(void) {
    // "libcurl/7.88.1 OpenSSL/3.0.11 …"
    static char number[32];
    if (!quire_curl_load()) return NULL;
    const char *text = curl.version();
    const char *start = strchr(text, '/');
    if (!start) return NULL;
    size_t length = strcspn(start + 1, " ");
    if (length >= sizeof number) return NULL;
    memcpy(number, start + 1, length);
    return number;
}

void *quire_curl_easy_init(void) { return curl.easy_init(); }
void quire_curl_easy_cleanup(void *transfer) { curl.easy_cleanup(transfer); }
int quire_curl_set_long(void *transfer, int option, long value) { return curl.easy_setopt(transfer, option, value); }
int quire_curl_set_size(void *transfer, int option, int64_t value) { return curl.easy_setopt(transfer, option, value); }

int quire_curl_set_text(void *transfer, int option, const void *text) {
    return curl.easy_setopt(transfer, option, text);
}

int quire_curl_set_headers(void *transfer, void *list) {
    return curl.easy_setopt(transfer, OPTION_HTTPHEADER, list);
}

int quire_curl_set_takers(void *transfer, quire_curl_taker head, quire_curl_taker body, void *context) {
    int code = curl.easy_setopt(transfer, OPTION_PRIVATE, context);
    if (!code) code = curl.easy_setopt(transfer, OPTION_HEADERFUNCTION, head);
    if (!code) code = curl.easy_setopt(transfer, OPTION_HEADERDATA, context);
    if (!code) code = curl.easy_setopt(transfer, OPTION_WRITEFUNCTION, body);
    if (!code) code = curl.easy_setopt(transfer, OPTION_WRITEDATA, context);
    return code;
}

int quire_curl_set_giver(void *transfer, quire_curl_taker giver, void *context) {
    int code = curl.easy_setopt(transfer, OPTION_READFUNCTION, giver);
    if (!code) code = curl.easy_setopt(transfer, OPTION_READDATA, context);
    return code;
}

int quire_curl_set_watcher(void *transfer, quire_curl_watcher watcher, void *context) {
    int code = curl.easy_setopt(transfer, OPTION_XFERINFOFUNCTION, watcher);
    if (!code) code = curl.easy_setopt(transfer, OPTION_XFERINFODATA, context);
    if (!code) code = quire_curl_set_long(transfer, QUIRE_CURL_NOPROGRESS, 0);
    return code;
}

void *quire_curl_context(void *transfer) {
    void *context = NULL;
    return curl.easy_getinfo(transfer, INFO_PRIVATE, &context) == 0 ? context : NULL;
}

long quire_curl_status(void *transfer) {
    long status = 0;
    return curl.easy_getinfo(transfer, INFO_RESPONSE_CODE, &status) == 0 ? status : 0;
}

const char *quire_curl_error_text(int code) { return curl.easy_strerror(code); }

void *quire_curl_list_append(void *list, const char *text) { return curl.slist_append(list, text); }
void quire_curl_list_free(void *list) { curl.slist_free_all(list); }

void *quire_curl_multi_init(void) { return curl.multi_init(); }
void quire_curl_multi_cleanup(void *multi) { curl.multi_cleanup(multi); }
int quire_curl_multi_set(void *multi, int option, long value) { return curl.multi_setopt(multi, option, value); }
int quire_curl_multi_add(void *multi, void *transfer) { return curl.multi_add_handle(multi, transfer); }
int quire_curl_multi_remove(void *multi, void *transfer) { return curl.multi_remove_handle(multi, transfer); }
int quire_curl_multi_perform(void *multi, int *running) { return curl.multi_perform(multi, running); }

int quire_curl_multi_poll(void *multi, int milliseconds) {
    return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

int quire_curl_multi_wakeup(void *multi) { return curl.multi_wakeup(multi); }

void *quire_curl_multi_next_ended(void *multi, int *code) {
    int left = 0;
    for (struct message *message; (message = curl.multi_info_read(multi, &left));) {
        if (message->kind != MESSAGE_DONE) continue;
        *code = message->data.code;
        return message->transfer;
    }
    return NULL;
}

void quire_curl_block_broken_pipe(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
}
