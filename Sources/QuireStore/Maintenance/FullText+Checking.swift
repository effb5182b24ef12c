#if SQLite
import CSQLite
import QuireCore

/// Something that is wrong with the full text of a module; `rebuild(_:)` mends it.
public struct FullTextProblem: Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        /// The index is damaged, or has other words than the items.
        case disagrees
        /// So many items are neither indexed nor known to wait for it; a negative number of them are indexed too much.
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
    /// Compares the index with the items, word by word, and answers what is wrong; nothing, as a rule.
    ///
    /// Items that wait to be indexed, or that a hook keeps out, are no problem. Reads everything: about as long as a
    /// rebuild.
    /// - Throws: `StoreError` where the store cannot be read, or is open for reading alone.
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
        // A load that is not done puts everything off.
        if try isPutOff { return [] }
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
