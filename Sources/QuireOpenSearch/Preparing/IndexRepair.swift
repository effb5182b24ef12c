import Foundation
import QuireCore
import QuireRemote

/// Corrects what Quire derives from items that other programs wrote into an index.
struct IndexRepair {
    let administration: IndexAdministration
    let layout: IndexLayout
    let index: String

    private var settings: OpenSearchSettings { administration.settings }
    private var action: String { "repair \(index)" }

    /// - Returns: The number of documents that were corrected.
    func run(_ report: PreparedIndices.Report) async throws -> Int {
        var count = try await fill(report)
        var walk = DocumentWalk(
            connection: administration.connection, index: index, size: settings.batchSize)
        walk.source = .boolean(true)
        var batch: [BulkLine] = []
        while let stored = try await walk.next() {
            try Task.checkCancellation()
            if let line = line(for: stored) { batch.append(line) }
            if batch.count == settings.batchSize { try await write(&batch, &count, report: report) }
        }
        try await write(&batch, &count, report: report)
        try await administration.refresh(index)
        return count
    }

    /// Adds what is derived to documents that lack it all, which no search would find.
    ///
    /// - Returns: The number of these documents.
    func fill(_ report: PreparedIndices.Report) async throws -> Int {
        var count = 0
        while true {
            try Task.checkCancellation()
            try await administration.refresh(index)
            let response = try await administration.connection.search(
                index,
                .of([
                    "size": .count(settings.batchSize), "seq_no_primary_term": .boolean(true),
                    "query": Clause.not(.exists(LayoutField.id)).json(),
                ]), action: action)
            let documents = (response["hits"]?["hits"]?.elements ?? []).compactMap { WalkedDocument($0) }
            if documents.isEmpty { return count }
            var batch = documents.compactMap(line)
            let before = count
            try await write(&batch, &count, report: report)
            guard count > before else {
                throw OpenSearchError(
                    .refused, action, reason: "none of \(documents.count) documents could be written")
            }
        }
    }

    /// The line that corrects a document; `nil` if it is right.
    private func line(for stored: WalkedDocument) -> BulkLine? {
        guard let instance = stored.instance(layout.document), let source = stored.source else { return nil }
        var marks: [JSONValue.Member] = []
        if let copied = source[LayoutField.copied] { marks.append(.init(LayoutField.copied, copied)) }
        let document = IndexedDocument(instance, of: layout.document, settings.analyzer, marks: marks)
        guard Self.derived(source) != Self.derived(document.source) else { return nil }
        return .replacing(stored, with: document.source, in: .index(index))
    }

    /// What is derived, in a form that does not depend on the order of keys.
    private static func derived(_ source: JSONValue) -> [String: Data] {
        var derived: [String: Data] = [:]
        for member in source.members ?? [] where member.name.hasPrefix("q_") {
            derived[member.name] = member.value.data
        }
        return derived
    }

    private func write(
        _ batch: inout [BulkLine], _ count: inout Int, report: PreparedIndices.Report
    ) async throws {
        guard !batch.isEmpty else { return }
        // Others that changed a document meanwhile are looked at in the next call.
        count += try await BulkSender(connection: administration.connection, settings: settings)
            .sendUnlessChanged(batch, action)
        batch = []
        report(count, nil)
    }
}
