import QuireCore
import QuireRemote

extension OpenSearchEngine: RepairableEngine {
    /// Corrects what Quire derives from values, in items that other programs wrote.
    ///
    /// ```swift
    /// let count = try await engine.repair(ContentSchema.self)
    /// // POST /_bulk {"index":{"_index":"shop-books","_id":"57ea","if_seq_no":4,"if_primary_term":1}}   for each that differs
    /// ```
    /// A program that writes documents of its own into a prepared index leaves out the fields that filters use, or leaves
    /// them as they were. Every document is compared with what Quire would write; only those that differ are written. Others
    /// may read and write meanwhile.
    ///
    /// - Returns: The number of items that were corrected.
    /// - Throws: `CollectionError` if Quire did not prepare the index; `OpenSearchError`.
    @discardableResult
    public func repair(
        _ modules: [ModuleDescriptor],
        onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws -> Int {
        var count = 0
        for module in modules {
            let indices = try collections(of: module)
            let index = try await indices.currentCollection()
            count += try await indices.repair(of: index).run { stored, total in
                onProgress(PreparationProgress(module: module.name, stored: stored, total: total))
            }
            descriptions.notePrepared(indices.layout)
        }
        return count
    }
}
