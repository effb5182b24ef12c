import QuireToolbox

/// The progress of an index with one type, reported after each batch.
public struct IndexProgress: Sendable, Hashable {
    /// The current activity.
    public enum Phase: Sendable, Hashable {
        /// The index is being emptied of the type.
        case emptying
        /// All objects are being indexed, for the first time or again.
        case initial
        /// Changes are being indexed.
        case changes
        /// There is nothing to do now. Failed objects may wait for a retry. See `IndexMonitor.backlogs()`.
        case idle
    }

    public var type: String
    public var phase: Phase
    /// The number of objects processed since the phase began.
    public var done: Int
    /// The number of objects in the phase, as known at its start, or `nil` if it is unknown.
    public var total: Int?

    public init(type: String, phase: Phase, done: Int, total: Int?) {
        self.type = type
        self.phase = phase
        self.done = done
        self.total = total
    }
}

/// A failure while an index was fed. The affected objects are retried.
public struct IndexUpdateError: Error, Sendable, CustomStringConvertible {
    public var type: String
    /// The affected objects. Empty if the failure is not about certain objects.
    public var ids: [String]
    public var error: any Error
    /// The minimum delay until the next attempt.
    public var delay: Duration

    public init(type: String, ids: [String], error: any Error, delay: Duration) {
        self.type = type
        self.ids = ids
        self.error = error
        self.delay = delay
    }

    public var description: String {
        let objects = ids.count == 1 ? "\"\(ids[0])\" of \"\(type)\"" : "\(ids.count) objects of \"\(type)\""
        return PlainText.error(
            "Could not index \(ids.isEmpty ? "\"\(type)\"" : objects): \(IndexingError.reason(error))",
            Self.remedy)
    }

    static let remedy = "Quire tries again later; correct what the reason names if it stays so."
}
