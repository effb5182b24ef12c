#if SQLite
/// What a check of a file found.
public struct StoreCheckReport: Sendable, Hashable {
    /// The problems that were found, the first hundred of each kind.
    public internal(set) var problems: [StoreProblem] = []
    /// How many there are of each kind.
    public internal(set) var counts: [StoreProblem.Kind: Int] = [:]
    /// How many items were read.
    public internal(set) var items = 0
    /// Items without a checksum: an earlier version of Quire wrote them, so a changed value may go unnoticed.
    public internal(set) var itemsWithoutChecksum = 0
    /// Modules whose full text was not compared: the file was open read-only, or has another analyzer.
    public internal(set) var uncheckedFullText: [String] = []

    /// Whether nothing was found.
    public var isSound: Bool { counts.isEmpty }

    static let limit = 100

    mutating func add(_ problem: StoreProblem, count: Int = 1) {
        let before = counts[problem.kind] ?? 0
        counts[problem.kind] = before + count
        if before < Self.limit { problems.append(problem) }
    }
}

extension StoreCheckReport: CustomStringConvertible {
    /// A line for each kind of problem with what to do, then the problems.
    public var description: String {
        guard !isSound else { return "\(items) items checked, no problems found" }
        let kinds = StoreProblem.Kind.allCases.compactMap { kind in
            counts[kind].map { "\(kind.rawValue): \($0). \(kind.advice)" }
        }
        return (["\(items) items checked"] + kinds + problems.map { "- \($0)" }).joined(separator: "\n")
    }
}

/// How far a check is.
public struct StoreCheckProgress: Sendable, Hashable {
    /// What is being checked.
    public enum Step: Sendable, Hashable {
        case pages, structure, bookkeeping
        case items(module: String)
        case fullText(module: String)
    }

    public var step: Step
    /// Items that were read, of all modules.
    public var items: Int
    /// Items of the file, of all modules; 0 until they are counted.
    public var totalItems: Int
}
#endif
