#if SQLite
/// The result of checking a file.
public struct StoreCheckReport: Sendable, Hashable {
    /// The problems, at most a hundred of each kind.
    public internal(set) var problems: [StoreProblem] = []
    /// The number of problems of each kind.
    public internal(set) var counts: [StoreProblem.Kind: Int] = [:]
    /// The number of items that were read.
    public internal(set) var items = 0
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

/// A problem that `Store.check` found in a file, with advice.
public struct StoreProblem: Sendable, Hashable {
    /// The kind of a problem.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A page, a table or an index of the file is damaged.
        case damaged
        /// A table, an index or a trigger is missing, or has other columns than the catalog describes.
        case structure
        /// A trigger, a view, an index with expressions or a virtual table that Quire has not made.
        case foreign
        /// Items are stored under a former name of a module, where only an older schema finds them.
        case formerName
        /// An item's values are not those that were written, because of damage or because another program changed them.
        case changedItem
        /// An item cannot be read.
        case unreadableItem
        /// Columns or rows that are derived from an item's values (for filters and sorts) do not match them.
        case derivedValues
        /// Rows that belong to no item.
        case orphans
        /// The full-text index does not match the items.
        case fullText
        /// An entry of the outbox, of a change journal or of the sync state cannot be read.
        case bookkeeping
        /// Committed transactions in the write-ahead log cannot be read: their changes are missing.
        case lostCommits
    }

    public var kind: Kind
    /// The module's wire name, if the problem concerns one module.
    public var module: String?
    /// The item's id, if the problem concerns one item.
    public var id: String?
    /// A description of the problem.
    public var detail: String

    init(_ kind: Kind, module: String? = nil, id: String? = nil, _ detail: String) {
        self.kind = kind
        self.module = module
        self.id = id
        self.detail = detail
    }

    /// How to solve the problem.
    public var advice: String { kind.advice }
}

extension StoreProblem.Kind {
    /// How to solve problems of this kind.
    public var advice: String {
        switch self {
        case .damaged, .structure, .orphans:
            "Keep a copy of the file, then load or sync the content into a new file. `sqlite3 FILE .recover` may read more."
        case .foreign:
            "Drop what another program has added, as described below, or load the content into a new file."
        case .formerName:
            "Query these items with the older schema, and load them with the newer one: `quire query --all --format ndjson`, `quire load`."
        case .changedItem, .unreadableItem, .derivedValues:
            "Write the item again from its source: load it, or sync its module from the beginning."
        case .fullText: "Rebuild the full-text index: `store.fullText.rebuild()`."
        case .bookkeeping:
            "Send or copy what the outbox still reads, then load or sync the content into a new file."
        case .lostCommits: "Sync or load again what was written last: those writes are gone."
        }
    }
}

extension StoreProblem: CustomStringConvertible {
    public var description: String {
        let place = [module, id.map { "\"\($0)\"" }].compactMap(\.self).joined(separator: " ")
        return place.isEmpty ? "\(kind.rawValue): \(detail)" : "\(kind.rawValue): \(place): \(detail)"
    }
}
#endif
