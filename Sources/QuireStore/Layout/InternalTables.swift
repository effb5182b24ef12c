#if SQLite
/// The tables of a store besides those of its modules. They are made with the file, so that no code asks whether they exist.
///
/// They belong to the version of the file's format: who changes one increments `Catalog.version`.
enum InternalTables {
    /// The definitions of tables and their indexes, as SQLite keeps them in the file.
    static let definitions = [
        """
        CREATE TABLE quire_module (name TEXT PRIMARY KEY, layout TEXT NOT NULL, \
        needsIndexes INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID
        """,
        "CREATE TABLE quire_note (key TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID",
        """
        CREATE TABLE quire_cache (key TEXT NOT NULL UNIQUE, tag TEXT, saved INTEGER NOT NULL, \
        expires INTEGER NOT NULL, data BLOB NOT NULL) STRICT
        """,
        "CREATE INDEX quire_cache_expires ON quire_cache (expires)",
        "CREATE INDEX quire_cache_tag ON quire_cache (tag)",
        """
        CREATE TABLE quire_sync (module TEXT PRIMARY KEY, mark INTEGER NOT NULL, locale TEXT, moduleID TEXT, \
        checkpoint TEXT) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE quire_sync_log (number INTEGER PRIMARY KEY, module TEXT NOT NULL, date INTEGER NOT NULL, \
        locale TEXT, kind TEXT NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL, \
        deleted INTEGER NOT NULL, rejected INTEGER NOT NULL) STRICT
        """,
        """
        CREATE TABLE quire_sync_draft (module TEXT PRIMARY KEY, origin TEXT NOT NULL) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE quire_sync_draft_item (number INTEGER PRIMARY KEY, module TEXT NOT NULL, id TEXT NOT NULL, \
        updated INTEGER NOT NULL, instance BLOB NOT NULL) STRICT
        """,
        """
        CREATE TABLE quire_outbox_entry (number INTEGER PRIMARY KEY AUTOINCREMENT, batch INTEGER NOT NULL, \
        module TEXT NOT NULL, id TEXT, kind TEXT NOT NULL, operation TEXT NOT NULL, queuedAt INTEGER NOT NULL, \
        state TEXT NOT NULL, attempts INTEGER NOT NULL, error TEXT, failure TEXT, seen INTEGER, \
        madeID INTEGER NOT NULL, isUncertain INTEGER NOT NULL, sentSeen INTEGER) STRICT
        """,
        "CREATE INDEX quire_outbox_entry_item ON quire_outbox_entry (module, id)",
        """
        CREATE TABLE quire_outbox_base (module TEXT NOT NULL, id TEXT NOT NULL, instance TEXT, \
        isGone INTEGER NOT NULL, original TEXT, PRIMARY KEY (module, id)) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE quire_outbox_sent (number INTEGER PRIMARY KEY AUTOINCREMENT, module TEXT NOT NULL, \
        id TEXT NOT NULL, seen INTEGER NOT NULL, now INTEGER NOT NULL) STRICT
        """,
        "CREATE INDEX quire_outbox_sent_item ON quire_outbox_sent (module, id)",
        """
        CREATE TABLE quire_outbox_confirmed (number INTEGER PRIMARY KEY AUTOINCREMENT, module TEXT NOT NULL, \
        id TEXT NOT NULL) STRICT
        """,
        """
        CREATE TABLE quire_outbox_lease (one INTEGER PRIMARY KEY \(leaseCheck), owner TEXT NOT NULL, \
        process INTEGER NOT NULL, until INTEGER NOT NULL) STRICT
        """,
        // AUTOINCREMENT never uses a number again, so that the name of a feed's table never refers to another feed.
        """
        CREATE TABLE quire_index (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, \
        type TEXT NOT NULL, module TEXT, generation TEXT NOT NULL DEFAULT '', phase TEXT, cursor TEXT, \
        UNIQUE (name, type)) STRICT
        """,
    ]

    /// The name in a definition.
    static func name(of definition: String) -> String { String(definition.split(separator: " ")[2]) }

    /// The only condition in Quire's tables.
    static let leaseCheck = "CHECK (one = 1)"
}
#endif
