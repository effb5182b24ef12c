#if SQLite

import QuireCore
import QuireEngine
import QuireText

extension Store: SpellingEngine {
    /// The words of a text that stand nowhere in the indexed fields, with those that are near; the words of the index
    /// are read once, and again after a write.
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        guard hasFullText else {
            throw UnsupportedError(
                engine: UnsupportedError.storeEngine, node: "the spelling of words",
                hint: "the SQLite at hand has no full text; use one that was built with FTS5")
        }
        let layout = try layout(
            request.module.name, action: "look up words in \"\(request.module.name)\"")
        var search = TextSearch(.all(request.text, matching: request.matching))
        search.fields = request.fields
        let plan = try TextPlan(search, layout, options.analyzer)
        try Task.checkCancellation()
        return try await readers.withConnection { connection in
            // Several statements must see one state of the store.
            try connection.transaction(.deferred) {
                try request.misspellings(
                    by: TextWords(connection, plan.text, columns: plan.columns), options.analyzer)
            }
        }
    }
}
#endif
