#if SQLite

import QuireCore
import QuireEngine
import QuireText

extension Store: SpellingEngine {
    /// Finds words of a text that do not occur in the indexed fields, and similar words that do. The word list of the
    /// index is cached until the next write.
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        guard hasFullText else {
            throw UnsupportedError(
                engine: UnsupportedError.storeEngine, node: "the spelling of words",
                hint: "this SQLite library has no full text; use one that was built with FTS5")
        }
        let layout = try layout(
            request.module.name, action: "look up words in \"\(request.module.name)\"")
        var search = TextSearch(.all(request.text, matching: request.matching))
        search.fields = request.fields
        let plan = try TextPlan(search, layout, options.analyzer)
        try Task.checkCancellation()
        return try await readers.withConnection { connection in
            // All statements must see the same state of the store.
            try connection.transaction(.deferred) {
                try request.misspellings(
                    by: TextWords(connection, plan.text, columns: plan.columns), options.analyzer)
            }
        }
    }
}
#endif
