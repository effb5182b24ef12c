import Foundation
import QuireCore
import QuireEngine
import QuireRemote

extension TypesenseEngine: RepairableEngine {
    /// Corrects the fields that Quire derives from values, in documents that other programs wrote.
    ///
    /// ```swift
    /// let count = try await engine.repair(ContentSchema.self)
    /// // POST /multi_search {"searches":[{"filter_by":"q_g_57ea…:!=true",…}]}     documents without the fields
    /// // POST /multi_search                                                      all documents, page by page
    /// // POST /collections/books_57ea…/documents/import?action=upsert            those that differ
    /// ```
    /// The server rejects an imported document without the derived fields. But `action=emplace` creates one, which
    /// filters and sorted pages do not find, and `action=update` changes a value and leaves what is derived from it.
    /// `prepare` completes the first kind, and `plan` counts it. Only `repair` finds the second kind: it reads every
    /// document. Others may read meanwhile; a write to a document at the moment of its correction may be lost.
    ///
    /// - Returns: The number of corrected documents.
    /// - Throws: `CollectionError` if a collection is missing or has another layout; `TypesenseError`.
    @discardableResult
    public func repair(
        _ modules: [ModuleDescriptor],
        onProgress: @escaping @Sendable (PreparationProgress) -> Void = { _ in }
    ) async throws -> Int {
        var count = 0
        for module in modules {
            let collections = try collections(of: module)
            count += try await turns.take(collections.liveName) {
                try await repair(collections) { stored, total in
                    onProgress(PreparationProgress(module: module.name, stored: stored, total: total))
                }
            }
        }
        return count
    }

    private func repair(
        _ collections: PreparedCollections, _ report: PreparedCollections.Report
    ) async throws -> Int {
        let name = try await collections.currentCollection()
        var count = try await collections.complete(name)
        // Without a description, derived fields are read too.
        var reader = CollectionReader(connection, name, .null)
        var compared = 0
        while let documents = try await reader.next() {
            let lines = documents.compactMap { corrected($0, collections.layout) }
            try await DocumentImport(connection: connection, collection: name)
                .storeAll(lines, .upsert, batchSize: settings.batchSize, "repair \(name)")
            count += lines.count
            compared += documents.count
            report(compared, reader.total)
        }
        return count
    }

    /// The document as Quire would write it; `nil` if it is the same.
    private func corrected(_ document: Document, _ layout: CollectionLayout) -> [UInt8]? {
        guard let instance = layout.document.instance(of: document.json) else { return nil }
        let line = DocumentWriter(layout: layout).document(
            of: instance, version: document.text(DocumentField.version))
        guard let expected = try? JSONValue(parsing: Data(line)) else { return nil }
        return expected.sortedByName == document.json.sortedByName
            ? nil : DocumentWriter(layout: layout).document(of: instance)
    }
}
