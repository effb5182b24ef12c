#if SQLite

import QuireCore

extension StoreWriter {
    /// Loads lines in batches. Other tasks may write between batches.
    func load(
        _ layout: ModuleLayout, _ source: LoadSource, _ options: LoadOptions,
        _ text: TextContext, _ progress: (@Sendable (LoadProgress) throws -> Void)?
    ) async throws -> LoadSummary {
        let loader = try Loader(layout, source, options, text)
        let action = "load \"\(layout.module.name)\""
        try await exclusively(action) { try loader.begin($0) }
        do {
            var hasMore = true
            while hasMore {
                try Task.checkCancellation()
                hasMore = try await exclusively(action) { try loader.batch($0) }
                try progress?(loader.progress)
            }
        } catch {
            // Items from earlier batches stay stored, and need their indexes.
            try? await exclusively(action) { connection in
                try connection.withoutCancellation { try loader.finish(connection) }
            }
            throw error
        }
        try await exclusively(action) { connection in
            try connection.withoutCancellation { try loader.finish(connection) }
        }
        return loader.summary
    }
}
#endif
