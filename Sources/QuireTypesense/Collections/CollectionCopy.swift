import Foundation
import QuireCore
import QuireRemote

/// Copies one collection to another of the same module, which may have a different layout, while writes continue.
///
/// Each write gives a document a new version. Comparing versions shows what was written to or removed from the old
/// collection during the copy. This happens as often as necessary before the new collection goes live, and once more
/// afterwards for writes that were in progress. A document that was meanwhile written to the new collection is kept.
struct CollectionCopy: Sendable {
    let connection: TypesenseConnection
    let layout: CollectionLayout
    let source: String
    let target: String
    let batchSize: Int
    /// How the source holds items, whose schema may hide other metadata.
    let former: PlainDocument

    /// Versions by document key.
    typealias Versions = [String: String]

    /// Copies all documents. Documents written during the copy may be missing.
    func copyAll(_ report: PreparedCollections.Report) async throws {
        guard var reader = try await reader() else { return }
        var stored = 0
        while let documents = try await reader.next() {
            try await store(documents)
            stored += documents.count
            report(stored, reader.total)
        }
    }

    /// Applies changes of the source to the target until few differences are left.
    ///
    /// - Returns: The versions in the source at that time.
    func catchUp() async throws -> Versions {
        for _ in 0..<Self.mostComparisons {
            let sourceVersions = try await versions(of: source)
            let here = try await versions(of: target)
            let changed = sourceVersions.filter { here[$0.key] != $0.value }.map(\.key)
            let deletedKeys = here.keys.filter { sourceVersions[$0] == nil }
            try await storeAgain(changed)
            _ = try await DocumentDeletion(connection: connection, collection: target).remove(
                keys: deletedKeys)
            // The last comparison, when the new collection is live, takes care of the few remaining changes.
            if changed.count + deletedKeys.count <= max(10, sourceVersions.count / 1000) {
                return sourceVersions
            }
        }
        return try await versions(of: target)
    }

    /// After the target has gone live: applies late changes of the source unless the target has newer ones.
    func finish(_ known: Versions) async throws {
        var known = known
        var isQuiet = false
        while !isQuiet {
            let sourceVersions = try await versions(of: source)
            let here = try await versions(of: target)
            let late = sourceVersions.filter { known[$0.key] != $0.value }.map(\.key)
            // Keeps what was removed from the target or created in it meanwhile.
            let unchanged = late.filter { here[$0] == known[$0] }
            try await storeAgain(unchanged.filter { known[$0] != nil }, .update)
            try await storeAgain(unchanged.filter { known[$0] == nil }, .create)
            let deletedKeys = known.keys.filter { sourceVersions[$0] == nil && here[$0] == known[$0] }
            _ = try await DocumentDeletion(connection: connection, collection: target).remove(
                keys: deletedKeys)
            isQuiet = late.isEmpty && known.keys.allSatisfy { sourceVersions[$0] != nil }
            known = sourceVersions
        }
    }

    private static let mostComparisons = 20

    private func reader(_ fields: [String]? = nil) async throws -> CollectionReader? {
        guard let description = try await CollectionPlaces(connection: connection).description(source) else {
            return nil
        }
        return CollectionReader(connection, source, description: description, fields: fields)
    }

    private func versions(of collection: String) async throws -> Versions {
        var reader = CollectionReader(
            connection, collection, description: .null, fields: [DocumentField.version])
        var versions: Versions = [:]
        while let documents = try await reader.next() {
            for document in documents { versions[document.key] = document.text(DocumentField.version) ?? "" }
        }
        return versions
    }

    private func storeAgain(
        _ keys: [String], _ action: DocumentImport.Action = .upsert
    ) async throws {
        guard let description = try await CollectionPlaces(connection: connection).description(source) else {
            return
        }
        for start in stride(from: 0, to: keys.count, by: SearchEntry.largestPage) {
            let part = Array(keys[start..<min(start + SearchEntry.largestPage, keys.count)])
            var reader = CollectionReader(connection, source, description: description, keys: part)
            while let documents = try await reader.next() {
                try await store(
                    documents, action, replacing: action == .update ? try await targets(part) : [:])
            }
        }
    }

    /// The documents of the target that an update replaces. They may have members that the new ones lack.
    private func targets(_ keys: [String]) async throws -> [String: Document] {
        var reader = CollectionReader(connection, target, description: .null, keys: keys)
        var documentsByKey: [String: Document] = [:]
        while let documents = try await reader.next() {
            for document in documents { documentsByKey[document.key] = document }
        }
        return documentsByKey
    }

    /// Stores documents of the source in the target's layout, with their versions.
    private func store(
        _ documents: [Document], _ action: DocumentImport.Action = .upsert,
        replacing old: [String: Document] = [:]
    ) async throws {
        let writer = DocumentWriter(layout: layout)
        var lines: [[UInt8]] = []
        for document in documents {
            guard let instance = former.instance(of: document.json) else { continue }
            lines.append(
                writer.document(
                    of: instance, version: document.text(DocumentField.version), replacing: old[document.key])
            )
        }
        try await DocumentImport(connection: connection, collection: target).storeAll(
            lines, action, batchSize: batchSize,
            accepting: action == .update ? 404 : action == .create ? 409 : nil, call: "import into \(target)")
    }
}
