#if SQLite
import Foundation
import Quire
import StoreCrashWriter

@testable import QuireStore

/// Compares a store's full text with the words of its content: once by FTS5's own check, once by cutting each stored
/// item here and laying its words beside those that the index lists.
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

    /// What is wrong with the full text of the things; `nil` where it is just that of what is stored.
    static func mistake(in store: Store) async throws -> String? {
        let layout = try store.layout(Things.module.name, action: "check")
        guard let text = layout.text else { return "there is no full text" }
        let expected = try await words(of: Stored.values(in: store))
        let (stored, failure) = try await store.writer.run("check") { connection in
            (try indexed(connection, text, table: layout.table), check(connection, text))
        }
        if let failure { return "FTS5 says: \(failure)" }
        if let missing = expected.subtracting(stored).min() { return "not in the index: \(missing)" }
        if let stale = stored.subtracting(expected).min() { return "in the index alone: \(stale)" }
        return nil
    }

    private static func words(of items: [String: JSONValue]) -> Set<Place> {
        let analyzer = TextAnalyzer()
        var places: Set<Place> = []
        for (id, values) in items {
            for field in Things.module.fields.fields where field.searchWeight != nil {
                guard let text = SearchableText.text(of: values[field.name], kind: field.kind) else {
                    continue
                }
                for (position, word) in analyzer.words(in: text).enumerated() {
                    places.insert(Place(id: id, field: field.name, position: position, word: word))
                }
            }
        }
        return places
    }

    /// The rows of the index, each a word at a place.
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

    /// FTS5's comparison of the index with the content behind it.
    private static func check(_ connection: Connection, _ text: TextLayout) -> String? {
        do {
            try connection.execute(
                "INSERT INTO \"\(text.index)\" (\"\(text.index)\", rank) VALUES ('integrity-check', 1)")
            return nil
        } catch {
            return "\(error)"
        }
    }
}
#endif
