import QuireEngine
import QuireToolbox

/// The result of an import.
public struct ImportSummary: Sendable, Hashable {
    /// The number of stored instances.
    public var stored = 0
    /// The lines that failed, in order.
    public var failures: [ImportFailure] = []

    /// The number of lines read.
    public var lines: Int { stored + failures.count }

    public init() {}
}

/// A line of an import that was not stored.
public struct ImportFailure: Sendable, Hashable {
    /// The line number, counted from 1. For items in memory, their position.
    public var line: Int
    public var failure: WriteError
}

/// The progress of an import. All lines before `nextLine` are finished. Resume an interrupted import there.
public struct ImportProgress: Sendable, Hashable {
    /// The line number, counted from 1.
    public var nextLine: Int
    public var stored: Int
    public var failed: Int
}

/// An import was interrupted.
public struct ImportInterruptedError: Error, Sendable, CustomStringConvertible {
    /// The line at which to resume, counted from 1. All earlier lines are finished.
    public var nextLine: Int
    /// The result so far.
    public var summary: ImportSummary
    public var reason: any Error

    public var description: String {
        PlainText.error(
            "The import stopped at line \(nextLine), after \(summary.stored) items were stored: \(reason)",
            "Import again from that line.")
    }
}
