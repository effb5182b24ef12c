#if SQLite

import QuireText

/// How a store is opened.
public struct StoreOptions: Sendable, Hashable {
    /// How many connections read at once, 1 to 16; 4 unless said otherwise.
    public var readers = 4
    /// Milliseconds to wait for another process that writes to the file.
    public var busyTimeout = 2_000
    /// Opens the file for reading alone: writes throw, and a file whose tables the schema would change is refused.
    ///
    /// In a folder that may not be written to (an app's bundle), too; there nobody may change the file while it is open.
    public var isReadOnly = false
    /// Cuts text into the words of full text. A file that was indexed by other rules is indexed anew, once.
    public var analyzer = TextAnalyzer()
    /// A number that grows with each release of the app's schema. The file remembers the version that migrated it last.
    ///
    /// With it a downgrade is told apart from a field that was removed on purpose. Unset, each migration that removes a
    /// field or changes its type counts as a downgrade.
    public var schemaVersion: Int?
    /// What to do where a later schema has migrated the file; warns unless set otherwise.
    public var downgradePolicy = DowngradePolicy.warn

    public init() {}
}
#endif
