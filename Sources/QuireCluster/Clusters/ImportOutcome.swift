import QuireEngine
import QuireToolbox

/// What became of an import.
public struct ImportSummary: Sendable, Hashable {
    /// How many instances are stored.
    public var stored = 0
    /// What was not stored, in the order of the lines.
    public var failures: [ImportFailure] = []

    /// How many lines were read.
    public var lines: Int { stored + failures.count }

    public init() {}
}

/// A line of an import that was not stored.
public struct ImportFailure: Sendable, Hashable {
    /// Counted from 1; of items in memory, their number.
    public var line: Int
    public var failure: WriteFailure
}

/// How far an import is. All lines before `nextLine` are settled: begin there to go on with one that was stopped.
public struct ImportProgress: Sendable, Hashable {
    /// Counted from 1.
    public var nextLine: Int
    public var stored: Int
    public var failed: Int
}

/// An import that could not go on.
public struct ImportInterruption: Error, Sendable, CustomStringConvertible {
    /// All lines before this one are settled; counted from 1.
    public var nextLine: Int
    /// What had been done.
    public var summary: ImportSummary
    public var reason: any Error

    public var description: String {
        PlainText.error(
            "The import stopped at line \(nextLine), after \(summary.stored) items were stored: \(reason)",
            "Import again from that line.")
    }
}
