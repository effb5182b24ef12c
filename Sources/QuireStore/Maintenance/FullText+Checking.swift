#if SQLite
import CSQLite
import QuireCore

/// A problem with the full-text index of a module; `rebuild(_:)` fixes it.
public struct FullTextProblem: Sendable, Hashable, CustomStringConvertible {
    /// The kind of a problem.
    public enum Kind: Sendable, Hashable {
        /// The index is damaged, or its words differ from those of the items.
        case disagrees
        /// The number of items missing in the index. A negative number counts entries without an item.
        case missing(Int)
    }

    /// The module's wire name.
    public var module: String
    public var kind: Kind

    public var description: String {
        switch kind {
        case .disagrees: "\(module): the full-text index does not agree with the items; rebuild it"
        case .missing(let count) where count > 0:
            "\(module): \(count) items are missing in the full-text index; rebuild it"
        case .missing(let count): "\(module): the full-text index has \(-count) items too many; rebuild it"
        }
    }
}

extension FullText {
    /// Compares the index with the items, word by word, and returns the problems.
    ///
    /// Items that are pending or excluded by a hook are not a problem. The check reads everything, and takes about as
    /// long as a rebuild.
    /// - Throws: `StoreError` if the store cannot be read, or is open read-only.
    public func check() async throws -> [FullTextProblem] {
        var problems: [FullTextProblem] = []
        for layout in searchable {
            try Task.checkCancellation()
            problems += try await check(layout.module.name)
        }
        return problems
    }

    func check(_ module: String) async throws -> [FullTextProblem] {
        try await run("check the full text of \"\(module)\"", module) { try $0.problems() }
    }
}

extension TextIndex {
    func problems() throws -> [FullTextProblem] {
        let module = layout.module.name
        // An unfinished load defers all indexing.
        if try isDeferred { return [] }
        var problems: [FullTextProblem] = []
        do {
            let index = SQLite.quoted(text.index)
            try connection.run("INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
        } catch let error as StoreError where error.resultCode.map({ $0 & 0xFF }) == SQLITE_CORRUPT {
            problems.append(FullTextProblem(module: module, kind: .disagrees))
        }
        let missing =
            try count(layout.table) - count(text.index + "_docsize") - count(text.unindexed)
        if missing != 0 { problems.append(FullTextProblem(module: module, kind: .missing(missing))) }
        return problems
    }

    private func count(_ table: String) throws -> Int {
        Int(try connection.integer("SELECT count(*) FROM \(SQLite.quoted(table))") ?? 0)
    }
}
#endif
