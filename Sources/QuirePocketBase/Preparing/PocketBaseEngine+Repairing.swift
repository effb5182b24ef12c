import QuireCore
import QuireRemote

extension PocketBaseEngine: RepairableEngine {
    /// Corrects the columns that Quire derives from values, in records that were written without Quire.
    ///
    /// ```swift
    /// let count = try await engine.repair(ContentSchema.self)
    /// // GET   /api/collections/books/records?perPage=500&sort=id&…   for each page of records
    /// // PATCH /api/collections/books/records/57ea6aa4 {"q_l_title":"emma"}   for each that differs
    /// ```
    /// The dashboard, an import or another client may change a text and leave the columns beside it as they are. Filters on
    /// parts of the text, its order and lists then find the old value. Every record is compared with what Quire would
    /// write; only those that differ are written, and their `updatedAt` moves. Others may read and write meanwhile. Call it
    /// as a superuser. A call that was interrupted is repeated.
    ///
    /// - Parameters:
    ///   - modules: The modules whose records are compared. Their collections must be prepared.
    ///   - onProgress: Called after each page of records.
    /// - Returns: The number of records that were corrected.
    /// - Throws: `UnsupportedError` unless the settings say that the collections are managed; `PocketBaseError`.
    @discardableResult
    public func repair(
        _ modules: [ModuleDescriptor],
        onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws -> Int {
        try checkManaged()
        var count = 0
        for module in modules {
            let layout = layout(of: module)
            let columns = layout.fields.flatMap(\.shadowNames)
            guard !columns.isEmpty else { continue }
            count += try await RecordFiller(self, layout, columns: columns).read(since: nil, onProgress)
                .corrected
        }
        return count
    }
}
