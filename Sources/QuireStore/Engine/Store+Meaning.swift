#if SQLite
import QuireCore
import QuireEngine
import QuireText

/// Search by meaning.
extension Store {
    /// The request with the vector of its text, if it searches for a meaning.
    func withVector(_ request: SearchRequest) async throws -> SearchRequest {
        try await embedding.prepare(request, options.analyzer)
    }

    /// Checks before any I/O that a search by meaning can be run.
    func checkEmbedding(of layout: ModuleLayout, _ request: SearchRequest) throws {
        let embedding = try layout.module.requiredEmbedding
        guard request.module.embedding == embedding else {
            throw StoreError(
                .schema, action: "search \"\(layout.module.name)\"", location: location.description,
                reason: "the store was opened with another embedding",
                advice: "Open the store with the schema that the query was generated from.")
        }
        try self.embedding.check(embedding, layout.module.name)
    }

    /// Returns a function that finds the nearest of some rows, without the other parts of a search. For benchmarks.
    package func nearestRows(
        in module: String, among rows: [Int64]
    ) async throws -> @Sendable (TextVector, Int) throws -> [Int64] {
        let layout = try layout(module, action: "find the nearest items of \"\(module)\"")
        let vectors = try await readers.withConnection { try ModuleVectors($0, layout)?.rows() }
        let among = RowSet(rows)
        return { vector, count in
            let neighbours = vectors?.nearest(count, to: vector, among: among, excluding: RowSet()) ?? []
            return neighbours.prefix(count).map(\.item)
        }
    }
}

extension SearchRequest {
    /// Whether the text still needs its vector.
    var needsVector: Bool { text?.mode == .meaning && text?.vector == nil && sort.isEmpty }
}
#endif
