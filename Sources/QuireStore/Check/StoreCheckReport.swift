#if SQLite
/// The result of checking a file.
public struct StoreCheckReport: Sendable, Hashable {
    /// The problems, at most a hundred of each kind.
    public internal(set) var problems: [StoreProblem] = []
    /// The number of problems of each kind.
    public internal(set) var counts: [StoreProblem.Kind: Int] = [:]
    /// The number of items that were read.
    public internal(set) var items = 0
    /// The number of items without a checksum, written by an earlier version of Quire. A changed value in them may
    /// not be noticed.
    public internal(set) var itemsWithoutChecksum = 0
    /// Modules whose full text was not compared because the file was open read-only or has another analyzer.
    public internal(set) var uncheckedFullText: [String] = []

    /// Whether there are no problems.
    public var isSound: Bool { counts.isEmpty }

    static let limit = 100

    mutating func add(_ problem: StoreProblem, count: Int = 1) {
        let before = counts[problem.kind] ?? 0
        counts[problem.kind] = before + count
        if before < Self.limit { problems.append(problem) }
    }
}

extension StoreCheckReport: CustomStringConvertible {
    /// A line for each kind of problem with advice, then the problems.
    public var description: String {
        guard !isSound else { return "\(items) items checked, no problems found" }
        let kinds = StoreProblem.Kind.allCases.compactMap { kind in
            counts[kind].map { "\(kind.rawValue): \($0). \(kind.advice)" }
        }
        return (["\(items) items checked"] + kinds + problems.map { "- \($0)" }).joined(separator: "\n")
    }
}

/// The progress of a check.
public struct StoreCheckProgress: Sendable, Hashable {
    /// What is being checked.
    public enum Step: Sendable, Hashable {
        case pages, structure, bookkeeping
        case items(module: String)
        case fullText(module: String)
    }

    public var step: Step
    /// The number of items read so far, in all modules.
    public var items: Int
    /// The number of items in the file, in all modules; 0 until they have been counted.
    public var totalItems: Int
}
#endif
