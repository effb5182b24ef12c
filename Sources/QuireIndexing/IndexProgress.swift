import QuireToolbox

/// How far an index is with one type, after each batch.
public struct IndexProgress: Sendable, Hashable {
    /// What is being done.
    public enum Phase: Sendable, Hashable {
        /// The index is being emptied of the type.
        case emptying
        /// All objects are being indexed, for the first time or anew.
        case initial
        /// Changes are being indexed.
        case changes
        /// Nothing is to be done now. Objects that failed may wait for their next try; `IndexMonitor.backlogs()` says.
        case idle
    }

    public var type: String
    public var phase: Phase
    /// Objects done since the phase began.
    public var done: Int
    /// Objects of the phase, as many as were known when it began; `nil` where that is not known.
    public var total: Int?

    public init(type: String, phase: Phase, done: Int, total: Int?) {
        self.type = type
        self.phase = phase
        self.done = done
        self.total = total
    }
}

/// Something that went wrong while an index was fed; what it concerns is tried again.
public struct IndexProblem: Error, Sendable, CustomStringConvertible {
    public var type: String
    /// The objects that it concerns; empty where it is not about certain ones.
    public var ids: [String]
    public var error: any Error
    /// How long it is until the next try, at least.
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
