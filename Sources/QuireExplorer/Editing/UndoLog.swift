import QuireCore

/// The last write, so that it can be undone.
actor UndoLog {
    struct Entry: Sendable {
        var module: String
        var id: String
        var engine: String
        /// The item before the write; `nil` if the write created it.
        var before: JSONValue?
        /// The item after the write; `nil` if the write deleted it.
        var after: JSONValue?
    }

    private var number = 0
    private var last: Entry?

    /// Keeps a write, and returns its number.
    func add(_ entry: Entry) -> String {
        number += 1
        last = entry
        return String(number)
    }

    /// The write with a number, if it is the last one.
    func entry(_ text: String) throws(ExplorerError) -> Entry {
        guard let last, text == String(number) else {
            throw ExplorerError(.gone, "Only the last write can be undone.")
        }
        return last
    }

    /// Forgets the write with a number, because it was undone.
    func remove(_ text: String) { if text == String(number) { last = nil } }
}
