#if SQLite
import QuireCore
import QuireEngine
import QuireText

/// The progress of computing vectors.
public struct EmbeddingProgress: Sendable, Hashable {
    /// The wire name of the module.
    public var module: String
    /// How many items of the module have been embedded, of those that had no vector.
    public var completed: Int
    public var total: Int
}

extension FullText {
    /// Computes the vectors of all items that have none, for search by meaning.
    ///
    /// ```swift
    /// try await store.fullText.embed { print("\($0.module): \($0.completed) of \($0.total)") }
    /// ```
    /// Items lose their vector when their text changes, so call this after writes, for example in the background. The
    /// embedder gets up to 32 texts at once, outside of transactions. Each batch is stored at once: after a crash, an error or a
    /// cancellation, the next call continues.
    /// - Parameters:
    ///   - isolation: The caller's actor, on which `progress` is called.
    ///   - progress: Called after each batch.
    /// - Throws: `EmbeddingError` without a suitable embedder, or if its vectors do not fit the schema; the embedder's
    ///   errors; `StoreError`; `CancellationError`.
    public func embed(
        isolation: isolated (any Actor)? = #isolation,
        progress: (EmbeddingProgress) -> Void = { _ in }
    ) async throws {
        for layout in searchable {
            guard let embedding = layout.module.embedding, layout.text?.embedding != nil else { continue }
            let module = layout.module.name
            try store.embedding.check(embedding, module)
            try store.checkWritable("embed \"\(module)\"")
            var report = EmbeddingProgress(module: module, completed: 0, total: try await count(layout))
            var last: Int64 = 0
            while true {
                try Task.checkCancellation()
                let pending = try await pending(layout, after: last)
                guard let next = pending.last?.item else { break }
                try await embed(pending, layout, embedding)
                last = next
                report.completed += pending.count
                report.total = max(report.total, report.completed)
                progress(report)
            }
        }
    }

    private func count(_ layout: ModuleLayout) async throws -> Int {
        try await store.readers.withConnection { try VectorTable($0, layout)?.pendingCount() ?? 0 }
    }

    private func pending(_ layout: ModuleLayout, after item: Int64) async throws -> [VectorTable.Pending] {
        try await store.readers.withConnection { connection in
            // The items of an unfinished load are not indexed yet.
            guard let index = TextIndex(connection, layout), try !index.isDeferred else { return [] }
            return try VectorTable(connection, layout)?.pending(after: item, limit: TextEmbedding.batch) ?? []
        }
    }

    private func embed(
        _ pending: [VectorTable.Pending], _ layout: ModuleLayout, _ embedding: EmbeddingDescriptor
    ) async throws {
        let sources = pending.compactMap(\.source)
        let computed =
            sources.isEmpty
            ? [] : try await store.embedding.vectors(for: sources, embedding, layout.module.name)
        var vectors = computed.makeIterator()
        let rows = pending.map { item in (item, item.source == nil ? nil : vectors.next()) }
        try await store.transaction("embed \"\(layout.module.name)\"") { transaction in
            try VectorTable(transaction.connection, layout)?.store(rows)
        }
    }
}
#endif
