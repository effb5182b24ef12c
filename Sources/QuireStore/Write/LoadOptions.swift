#if SQLite
import Foundation
import QuireCore
import QuireToolbox

/// The options for loading lines.
public struct LoadOptions: Sendable, Hashable {
    /// Throws at the first invalid line instead of skipping it.
    public var isStrict = false
    /// Skips lines that are older than the stored item: HALO's rule for syncing.
    public var onlyNewer = false
    /// Rejects items that lack a value of a required field. Drafts in a content system may lack them.
    public var requiresFields = true
    /// Also loads items with values that do not fit their field. The field then has no value, and the item keeps the
    /// value as an unknown value. A list keeps the elements that fit.
    public var keepsIncompatibleValues = false
    /// Rejects items that break constraints of the schema. Turn it off for content that a server has accepted.
    public var checksConstraints = true
    /// The number of rows per transaction. Committed transactions survive if the process is killed.
    public var batchSize = 10_000
    /// The maximum number of rejected lines in the summary. All are counted.
    public var rejectedLimit = 1_000
    /// Where to resume, from an earlier load's progress. `nil` starts at the beginning.
    ///
    /// The caller must make sure that the source has not changed.
    public var start: LoadPosition?

    public init() {}
}

/// The source of lines, with one instance in HALO's format on each.
public enum LoadSource: Sendable {
    /// The path of a file, which is read in pieces.
    case file(String)
    case data(Data)
}

/// A position between two lines of a load's source.
public struct LoadPosition: Sendable, Hashable, Codable {
    /// The number of lines before it, including empty ones.
    public var line: Int
    /// The number of bytes before it.
    public var offset: Int64

    public init(line: Int, offset: Int64) {
        self.line = line
        self.offset = offset
    }
}

/// The progress of a load, after each batch.
public struct LoadProgress: Sendable, Hashable {
    /// The number of lines read, including empty ones and those before the load's start.
    public var lines: Int
    /// Items written and committed.
    public var committed: Int
    public var rejected: Int
    public var bytesRead: Int64
    public var totalBytes: Int64
    /// The rejected lines of this batch.
    public var rejectedLines: [RejectedLineError] = []
    /// Keys that match no field, in all lines so far; at most 100 different keys.
    public var unknownKeys: [UnknownKey] = []

    /// Where another load can resume if this one does not finish. Everything before it is committed.
    public var position: LoadPosition { LoadPosition(line: lines, offset: bytesRead) }

    /// The completed fraction, 0 to 1.
    public var fraction: Double { totalBytes > 0 ? min(1, Double(bytesRead) / Double(totalBytes)) : 1 }
}

/// The result of a load.
public struct LoadSummary: Sendable, Hashable {
    public var inserted = 0
    public var updated = 0
    /// The number of items that were already stored in a later version.
    public var skipped = 0
    public var rejectedCount = 0
    /// The first rejected lines, with their errors.
    public var rejected: [RejectedLineError] = []
    /// Keys that match no field and are probably misspelled; at most 100 different keys. Their values are kept as
    /// unknown values.
    public var unknownKeys: [UnknownKey] = []

    public init() {}
}

/// A line that was not loaded, with the reason.
public struct RejectedLineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line number, from 1.
    public var line: Int
    public var error: ContentDecodingError
    /// The constraints that the item breaks. Empty if the line was rejected for another reason.
    public var violations: [ConstraintViolation] = []

    public init(line: Int, error: ContentDecodingError) {
        self.line = line
        self.error = error
    }

    /// Creates the error of an item that breaks constraints.
    init(line: Int, module: String, id: String?, violations: [ConstraintViolation]) {
        let first = violations.first
        self.init(
            line: line,
            error: ContentDecodingError(
                module: module, id: id, path: "values.\(first?.field ?? "")", byteOffset: nil,
                expected: first?.constraint.expectation ?? "other values", found: first?.found ?? "these"))
        self.violations = violations
    }

    /// The problems of the line: `values.title: expected at most 5 characters, found …`.
    package var reason: String {
        guard violations.isEmpty else {
            return violations.map { "values.\($0.field): \($0.message)" }.joined(separator: "; ")
        }
        let place = error.path.isEmpty ? "" : "\(error.path): "
        return "\(place)expected \(error.expected), found \(error.found)"
    }

    public var description: String {
        guard violations.isEmpty else {
            return PlainText.error(
                "line \(line)\(error.id.map { ", id \"\($0)\"" } ?? "") breaks constraints of the schema: \(reason)",
                "Correct the line, then load the file again.")
        }
        let place = error.path.isEmpty ? "" : " at \(error.path)"
        return PlainText.error(
            "line \(line)\(error.id.map { ", id \"\($0)\"" } ?? "")\(place): expected \(error.expected), "
                + "found \(error.found)", "Correct the line, then load the file again.")
    }
}
#endif
