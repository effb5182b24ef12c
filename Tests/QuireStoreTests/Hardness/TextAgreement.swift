#if SQLite
import Foundation
import Quire
import StoreCrashWriter

import QuireStore

/// Compares a store's full-text index with its content: once with FTS5's own check, once by tokenizing each stored
/// item here and comparing its words with the index.
enum TextAgreement {
    /// The first problem of the full-text index of the things, or `nil` if it matches the stored content.
    ///
    /// - Parameter allowsPending: Whether items may be pending. Pending items must have no word in the index.
    static func mistake(in store: Store, allowsPending: Bool = false) async throws -> String? {
        let module = Things.module.name
        let pending = try await store.unindexedIDs(of: module)
        if !allowsPending, let first = pending.first { return "\(first) waits to be indexed" }
        guard try await store.fullText.pending() == pending.count else {
            return "pending() is not \(pending.count)"
        }
        let items = try await Stored.values(in: store).filter { !pending.contains($0.key) }
        let expected = words(of: items)
        let stored = try await store.indexedWordsByID(of: module)
        if let mistake = try await store.indexMistake(of: module) { return mistake }
        if let missing = first(of: expected.subtracting(stored)) { return "not in the index: \(missing)" }
        if let stale = first(of: stored.subtracting(expected)) { return "in the index alone: \(stale)" }
        return nil
    }

    private static func first(of words: Set<Store.IndexedWord>) -> Store.IndexedWord? {
        words.min {
            ($0.id, $0.field, $0.position, $0.word) < ($1.id, $1.field, $1.position, $1.word)
        }
    }

    private static func words(of items: [String: JSONValue]) -> Set<Store.IndexedWord> {
        let analyzer = TextAnalyzer()
        var places: Set<Store.IndexedWord> = []
        for (id, values) in items {
            for field in Things.module.fields.fields where field.searchWeight != nil {
                guard let text = SearchableText.text(of: values[field.name], kind: field.kind) else {
                    continue
                }
                // The elements of the tags are marked as lines.
                for (position, word) in indexedForms(of: text, analyzer, marksLines: true) {
                    places.insert(.init(id: id, field: field.name, position: position, word: word))
                }
            }
        }
        return places
    }
}
#endif
