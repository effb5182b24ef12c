import QuireToolbox

/// A search with a fallback that had to look at more items than it may.
public struct ScanLimitError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    /// The module's wire name.
    public var module: String
    /// What the engine cannot express, as a person would write it.
    public var filter: String
    /// How many items were looked at; the query's `maxScanned`.
    public var scanned: Int
    /// How many of them were found to match.
    public var found: Int

    public var description: String {
        PlainText.error(
            "Could not search \(module): \(engine) cannot express \(filter), and of \(scanned) items read here only "
                + "\(found) match",
            "Narrow the query by what \(engine) can express, ask for fewer items, or raise maxScanned.")
    }
}
