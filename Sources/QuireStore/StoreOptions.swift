#if SQLite
import Quire

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

    public init() {}
}
#endif
