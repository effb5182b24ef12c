import QuireToolbox

/// A search with a fallback would have to scan more items than allowed.
public struct ScanLimitError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    /// The module's wire name.
    public var module: String
    /// The part of the filter that the engine cannot express, in readable form.
    public var filter: String
    /// The number of scanned items, which is the query's `maxScanned`.
    public var scanned: Int
    /// The number of matches among them.
    public var matchCount: Int

    public var description: String {
        PlainText.error(
            "Could not search \(module): \(engine) cannot express \(filter), and of \(scanned) items read here only "
                + "\(matchCount) match",
            "Narrow the query by what \(engine) can express, ask for fewer items, or raise maxScanned.")
    }
}
