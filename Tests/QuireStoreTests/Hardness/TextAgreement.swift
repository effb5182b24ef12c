#if SQLite
import Foundation
import Quire
import StoreCrashWriter

@testable import QuireStore

/// Compares a store's full-text index with its content: once with FTS5's own check, once by tokenizing each stored
/// item here and comparing its words with the index.
enum TextAgreement {
    private struct Place: Hashable, Comparable {
        var id: String
        var field: String
        var position: Int
        var word: String

        static func < (left: Place, right: Place) -> Bool {
            (left.id, left.field, left.position, left.word)
                < (right.id, right.field, right.position, right.word)
        }
    }

    /// The first problem of the full-text index of the things, or `nil` if it matches the stored content.
    ///
    /// - Parameter allowsPending: Whether items may be pending. Pending items must have no word in the index.
    static func mistake(in store: Store, allowsPending: Bool = false) async throws -> String? {
        let layout = try store.layout(Things.module.name, action: "check")
        guard let text = layout.text else { return "there is no full text" }
        let pending = try await pending(in: store, text, table: layout.table)
        if !allowsPending, let first = pending.first { return "\(first) waits to be indexed" }
        guard try await store.fullText.pending() == pending.count else {
            return "pending() is not \(pending.count)"
        }
        let items = try await Stored.values(in: store).filter { !pending.contains($0.key) }
        let expected = words(of: items, marksLines: text.marksLines)
        let (stored, failure) = try await store.writer.run("check") { connection in
            (try indexed(connection, text, table: layout.table), check(connection, text))
        }
        if let failure { return failure }
        if let missing = expected.subtracting(stored).min() { return "not in the index: \(missing)" }
        if let stale = stored.subtracting(expected).min() { return "in the index alone: \(stale)" }
        return nil
    }

    /// The ids of the items that are not indexed.
    private static func pending(in store: Store, _ text: TextLayout, table: String) async throws -> Set<
        String
    > {
        try await store.writer.run("check") { connection in
            try connection.withStatement(
                "SELECT m.id FROM \"\(text.unindexed)\" AS u JOIN \"\(table)\" AS m ON m.item = u.item"
            ) { row in
                var ids: Set<String> = []
                while try row.step() { ids.insert(row.text(0)) }
                return ids
            }
        }
    }

    private static func words(of items: [String: JSONValue], marksLines: Bool) -> Set<Place> {
        let analyzer = TextAnalyzer()
        var places: Set<Place> = []
        for (id, values) in items {
            for field in Things.module.fields.fields where field.searchWeight != nil {
                guard let text = SearchableText.text(of: values[field.name], kind: field.kind) else {
                    continue
                }
                for (position, word) in indexedForms(of: text, analyzer, marksLines: marksLines) {
                    places.insert(Place(id: id, field: field.name, position: position, word: word))
                }
            }
        }
        return places
    }

    /// The rows of the index, each a word at a position.
    private static func indexed(_ connection: Connection, _ text: TextLayout, table: String) throws -> Set<
        Place
    > {
        try connection.execute(
            "CREATE VIRTUAL TABLE temp.places USING fts5vocab('main', '\(text.index)', 'instance')")
        defer {
            connection.clearStatements()
            try? connection.execute("DROP TABLE temp.places")
        }
        let fields = Dictionary(
            text.columns.map { ($0.name, $0.field) }, uniquingKeysWith: { first, _ in first })
        return try connection.withStatement(
            """
            SELECT p.term, p.col, p.offset, coalesce(m.id, 'row ' || p.doc) FROM temp.places AS p \
            LEFT JOIN "\(table)" AS m ON m.item = p.doc
            """
        ) { row in
            var places: Set<Place> = []
            while try row.step() {
                let field = fields[row.text(1)] ?? row.text(1)
                places.insert(
                    Place(id: row.text(3), field: field, position: Int(row.integer(2)), word: row.text(0)))
            }
            return places
        }
    }

    /// SQLite's check of the file, and FTS5's comparison of the index with its content.
    private static func check(_ connection: Connection, _ text: TextLayout) -> String? {
        do {
            let file = try connection.text("PRAGMA integrity_check")
            if file != "ok" { return "the file is damaged: \(file ?? "")" }
            try connection.execute(
                "INSERT INTO \"\(text.index)\" (\"\(text.index)\", rank) VALUES ('integrity-check', 1)")
            return nil
        } catch {
            return "FTS5 says: \(error)"
        }
    }
}
#endif
