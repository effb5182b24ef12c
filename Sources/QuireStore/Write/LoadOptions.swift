#if SQLite
import Foundation
import QuireCore
import QuireToolbox

/// How lines are loaded.
public struct LoadOptions: Sendable, Hashable {
    /// Throws at the first invalid line instead of skipping it.
    public var isStrict = false
    /// Skips lines that are older than the stored item: HALO's rule for syncing.
    public var onlyNewer = false
    /// Refuses items that lack a value of a required field; a content system's drafts may lack them.
    public var requiresFields = true
    /// Also loads items with values that do not fit their field. The field then has no value, and the item keeps what was
    /// sent as an unknown value. A list keeps the elements that fit.
    public var keepsIncompatibleValues = false
    /// Rows per transaction; committed transactions survive a killed process.
    public var batchSize = 10_000
    /// How many rejected lines the summary holds; all are counted.
    public var rejectedLimit = 1_000
    /// Where to resume, from an earlier load's progress. `nil` starts at the beginning.
    ///
    /// The caller must make sure that the source is still the same.
    public var start: LoadPosition?

    public init() {}
}

/// Where lines come from: one instance in HALO's form on each.
public enum LoadSource: Sendable {
    /// The path of a file, which is read piece by piece.
    case file(String)
    case data(Data)
}

/// A place between two lines of a load's source.
public struct LoadPosition: Sendable, Hashable, Codable {
    /// How many lines stand before it, empty ones too.
    public var line: Int
    /// How many bytes stand before it.
    public var offset: Int64

    public init(line: Int, offset: Int64) {
        self.line = line
        self.offset = offset
    }
}

/// How far a load is, after each batch.
public struct LoadProgress: Sendable, Hashable {
    /// Lines read, empty ones too, and those before the load's start.
    public var lines: Int
    /// Items written and committed.
    public var committed: Int
    public var rejected: Int
    public var bytesRead: Int64
    public var totalBytes: Int64
    /// The lines of this batch that were not loaded.
    public var rejectedLines: [RejectedLine] = []
    /// Keys that match no field, in all lines so far; at most 100 different keys.
    public var unknownKeys: [UnknownKey] = []

    /// Where another load can resume if this one does not finish. Everything before it is committed.
    public var position: LoadPosition { LoadPosition(line: lines, offset: bytesRead) }

    /// 0 to 1.
    public var fraction: Double { totalBytes > 0 ? min(1, Double(bytesRead) / Double(totalBytes)) : 1 }
}

/// What a load has done.
public struct LoadSummary: Sendable, Hashable {
    public var inserted = 0
    public var updated = 0
    /// Items that were stored in a later state already.
    public var skipped = 0
    public var rejectedCount = 0
    /// The first of the rejected lines, with their errors.
    public var rejected: [RejectedLine] = []
    /// Keys that match no field, probably mistyped; at most 100 different keys. Their values are kept as unknown values.
    public var unknownKeys: [UnknownKey] = []

    public init() {}
}

/// A line that was not loaded, and why.
public struct RejectedLine: Error, Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1.
    public var line: Int
    public var error: ContentDecodingError

    public init(line: Int, error: ContentDecodingError) {
        self.line = line
        self.error = error
    }

    public var description: String {
        let place = error.path.isEmpty ? "" : " at \(error.path)"
        return PlainText.error(
            "line \(line)\(error.id.map { ", id \"\($0)\"" } ?? "")\(place): expected \(error.expected), "
                + "found \(error.found)", "Correct the line, then load the file again.")
    }
}
#endif
