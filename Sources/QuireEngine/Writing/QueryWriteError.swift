import QuireToolbox

/// A change of all items of a query that stopped because the engine rejected one of them.
public struct QueryWriteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of items that were written and remain so. 0 on the store, which writes all of them or none.
    public var written: Int
    /// The number of items that the query matched.
    public var matched: Int
    /// The first rejected write.
    public var failure: WriteError

    public init(written: Int, matched: Int, failure: WriteError) {
        self.written = written
        self.matched = matched
        self.failure = failure
    }

    public var description: String {
        PlainText.error(
            "Stopped after \(written) of \(matched) items: \(failure)",
            "Then call it again for the remaining items.")
    }
}
