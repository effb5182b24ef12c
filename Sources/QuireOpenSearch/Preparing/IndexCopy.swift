import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireText

/// Brings a new index up to date with the one that it will replace.
///
/// Both are read in parallel in the order of their ids. A copied document stores the version of its original. Documents
/// with another version are copied again, and documents that were deleted from the old index are deleted from the new
/// one. Therefore only changes are written, an interrupted copy can continue, and only two batches are in memory.
struct IndexCopy: Sendable {
    let administration: IndexAdministration
    let document: PlainDocument
    /// How the old index holds items, whose schema may hide other metadata.
    let former: PlainDocument
    let old: String
    let new: String

    private var connection: ClusterConnection { administration.connection }
    private var settings: OpenSearchSettings { administration.settings }
    private var target: BulkTarget { .alias(IndexNames.writer(of: new)) }

    /// The maximum number of passes before writes are blocked. They end early when few changes are left.
    private static let maximumPasses = 5

    /// Makes passes until few changes are left for the last one, which the caller makes.
    func run(_ report: PreparedIndices.Report) async throws {
        var stored = 0
        for _ in 0..<Self.maximumPasses {
            let before = stored
            let changes = try await pass { report(before + $0, nil) }
            if changes <= settings.batchSize { return }
            stored += changes
        }
    }

    /// Makes one pass over all documents. Returns how many were written or deleted.
    func pass(_ progress: (Int) -> Void) async throws -> Int {
        try await administration.refresh(old)
        try await administration.refresh(new)
        var originals = DocumentWalk(connection: connection, index: old, size: settings.batchSize)
        var copies = DocumentWalk(connection: connection, index: new, size: settings.batchSize)
        var lines: [BulkLine] = []
        var changes = 0
        var original = try await originals.next()
        var copy = try await copies.next()
        while original != nil || copy != nil {
            try Task.checkCancellation()
            switch Self.order(original?.id, copy?.id) {
            case .less:
                if let original { lines.append(try line(original, over: nil)) }
                original = try await originals.next()
            case .greater:
                // A document without a version was not copied, but written to the new index directly.
                if let copy, copy.copiedVersion != nil { lines.append(.removing(copy, in: target)) }
                copy = try await copies.next()
            case .equal:
                if let original, let copy, let version = copy.copiedVersion, version != original.version {
                    lines.append(try line(original, over: copy))
                }
                original = try await originals.next()
                copy = try await copies.next()
            }
            if lines.count >= settings.batchSize {
                changes += lines.count
                try await write(&lines)
                progress(changes)
            }
        }
        changes += lines.count
        try await write(&lines)
        progress(changes)
        return changes
    }

    private func line(_ original: WalkedDocument, over copy: WalkedDocument?) throws -> BulkLine {
        guard let instance = original.instance(former) else {
            throw OpenSearchError(
                .unreadable, "copy \(old) to \(new)",
                reason: "the document \(original.id) has no source in the response")
        }
        let document = IndexedDocument(
            instance, of: document, settings.analyzer,
            marks: [.init(LayoutField.copied, .string(original.version))])
        guard let copy else { return .creating(document.id, document.source, in: target) }
        return .replacing(copy, with: document.source, in: target)
    }

    private func write(_ lines: inout [BulkLine]) async throws {
        // A different version means that another copy or a writer was faster.
        _ = try await BulkSender(connection: connection, settings: settings)
            .sendUnlessChanged(lines, "copy \(old) to \(new)")
        lines = []
    }

    private static func order(_ left: String?, _ right: String?) -> Standing {
        guard let left else { return .greater }
        guard let right else { return .less }
        if left.isByteEqual(to: right) { return .equal }
        return left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .greater
    }
}

/// Iterates over all documents of an index in the order of their ids, batch by batch.
struct DocumentWalk {
    let connection: ClusterConnection
    let index: String
    let size: Int
    /// Which part of the sources is read.
    var source = WalkedDocument.source
    private var batch: [WalkedDocument] = []
    private var position = 0
    private var after: JSONValue?
    private var isAtEnd = false

    init(connection: ClusterConnection, index: String, size: Int) {
        self.connection = connection
        self.index = index
        self.size = size
    }

    mutating func next() async throws -> WalkedDocument? {
        if position == batch.count, !isAtEnd { try await load() }
        guard position < batch.count else { return nil }
        defer { position += 1 }
        return batch[position]
    }

    private mutating func load() async throws {
        var members: [JSONValue.Member] = [
            .init("size", .count(size)), .init("query", .of(["match_all": .empty])),
            .init("sort", .array([.of([LayoutField.id: .of(["order": .string("asc")])])])),
            .init("_source", source), .init("seq_no_primary_term", .boolean(true)),
            .init("track_total_hits", .boolean(false)),
        ]
        if let after { members.append(.init("search_after", after)) }
        let action = "read \(index)"
        let response = try await connection.search(index, .object(members), action: action)
        let hits = response["hits"]?["hits"]?.elements ?? []
        batch = try hits.map { hit in
            guard let document = WalkedDocument(hit) else {
                throw OpenSearchError(
                    .unreadable, action, reason: "a document has no version in the response")
            }
            return document
        }
        position = 0
        after = hits.last?["sort"]
        isAtEnd = hits.count < size
    }
}
