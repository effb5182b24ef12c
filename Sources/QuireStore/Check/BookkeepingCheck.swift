#if SQLite
import Foundation
import QuireCore
import QuireIndexing
import QuireSync

/// Checks the tables of a store other than the content: the outbox, the change journals, the sync state.
struct BookkeepingCheck {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    func problems(_ modules: [StoredModule]) throws -> [StoreProblem] {
        let problems = try tables()
        return try problems.isEmpty ? outbox() + journals(modules) + sync() : problems
    }

    /// Compares the store's own tables with their definitions.
    private func tables() throws -> [StoreProblem] {
        try InternalTables.definitions.compactMap { definition in
            let name = InternalTables.name(of: definition)
            let stored = try connection.text("SELECT sql FROM sqlite_schema WHERE name = ?", [.text(name)])
            if stored == definition { return nil }
            return StoreProblem(
                .structure, "\(name) is \(stored == nil ? "missing" : "defined in another way")")
        }
    }

    private func isJSON(_ text: String?) -> Bool {
        guard let text else { return true }
        return (try? JSONValue(parsing: Data(text.utf8))) != nil
    }

    private func outbox() throws -> [StoreProblem] {
        var problems: [StoreProblem] = []
        try connection.withStatement(
            "SELECT number, module, operation, state, failure FROM quire_outbox_entry ORDER BY number"
        ) { row in
            while try row.step() {
                let isReadable =
                    isJSON(row.text(2)) && isJSON(row.optionalText(4))
                    && OutboxEntry.State(rawValue: row.text(3)) != nil
                if isReadable { continue }
                problems.append(
                    StoreProblem(
                        .bookkeeping, module: row.text(1), "pending write \(row.integer(0)) cannot be read"))
            }
        }
        try connection.withStatement("SELECT module, id, instance, original FROM quire_outbox_base") { row in
            while try row.step() {
                if isJSON(row.optionalText(2)), isJSON(row.optionalText(3)) { continue }
                problems.append(
                    StoreProblem(
                        .bookkeeping, module: row.text(0), id: row.text(1),
                        "the server's version that the outbox keeps cannot be read"))
            }
        }
        return problems
    }

    /// Checks the triggers of change journals. Without them, changes would be missed without any error.
    private func journals(_ modules: [StoredModule]) throws -> [StoreProblem] {
        var feeds: [(feed: IndexFeed, module: String?, phase: String?)] = []
        try connection.withStatement("SELECT number, module, phase FROM quire_index") { row in
            while try row.step() {
                feeds.append((IndexFeed(number: row.integer(0)), row.optionalText(1), row.optionalText(2)))
            }
        }
        var problems: [StoreProblem] = []
        for (feed, module, phase) in feeds {
            if try !connection.has("table", feed.table) {
                problems.append(
                    StoreProblem(.structure, module: module, "the journal \(feed.table) is missing"))
            }
            if let phase, IndexState.Phase(rawValue: phase) == nil {
                problems.append(
                    StoreProblem(
                        .bookkeeping, module: module, "the journal is in an unknown phase, \"\(phase)\""))
            }
            guard let module, modules.named(module) != nil else { continue }
            for trigger in feed.triggers where try !connection.has("trigger", trigger) {
                problems.append(StoreProblem(.structure, module: module, "the trigger \(trigger) is missing"))
            }
        }
        return problems
    }

    private func sync() throws -> [StoreProblem] {
        var problems: [StoreProblem] = []
        // A checkpoint far in the future would skip changes. This machine's clock may be behind the one at the time
        // of the sync.
        let now = Date().milliseconds
        let year: Int64 = 366 * 86_400_000
        try connection.withStatement(
            """
            SELECT module, mark, (SELECT max(date) FROM quire_sync_log AS log WHERE log.module = sync.module) \
            FROM quire_sync AS sync
            """
        ) { row in
            while try row.step() {
                let latest = max(now, row.isNull(2) ? now : row.integer(2))
                if (0...min(latest, .max - year) + year).contains(row.integer(1)) { continue }
                problems.append(
                    StoreProblem(
                        .bookkeeping, module: row.text(0),
                        "its sync checkpoint \(row.integer(1)) is not a possible date"))
            }
        }
        return problems
    }
}
#endif
