#if SQLite

import QuireText

/// How a store is opened.
public struct StoreOptions: Sendable, Hashable {
    /// How many connections read at once, 1 to 16.
    public var readers = 4
    /// Milliseconds to wait for another process that writes to the file.
    public var busyTimeout = 2_000
    /// Opens the file read-only: writes throw, and so does opening a file that needs a migration.
    ///
    /// Also works in a read-only folder, such as an app's bundle. There nobody may change the file while it is open.
    public var isReadOnly = false
    /// Splits text into words for full text. Opening a file with another analyzer rebuilds its index once.
    public var analyzer = TextAnalyzer()
    /// A number that grows with each release of the app's schema. The file remembers the version that migrated it last.
    ///
    /// It distinguishes a downgrade from a field that was removed on purpose. Unset, each migration that removes a
    /// field or changes its type counts as a downgrade.
    public var schemaVersion: Int?
    /// What to do where a later schema has migrated the file; warns unless set otherwise.
    public var downgradePolicy = DowngradePolicy.warn

    public init() {}
}
#endif
