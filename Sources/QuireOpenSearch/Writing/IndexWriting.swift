import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

/// Writes to an index: reads the stored items, and writes each only if the stored item has not changed since.
struct IndexWriting: DocumentWriteDriver {
    let connection: ClusterConnection
    let settings: OpenSearchSettings
    let layout: IndexLayout
    /// What is known of the index.
    let state: IndexStatus

    /// A stored document, and the index that contains it or will contain it.
    struct Held: Sendable {
        var index: String
        var document: WalkedDocument?
    }

    var batchSize: Int { settings.batchSize }
    var patience: Duration { settings.nodes.writePatience }
    var obstacle: String { "other writers, or the replacement of the index," }

    /// The name that requests for any index of the module use.
    private var name: String { state.existing?.name ?? layout.names.alias }
    private var module: String { layout.module.module.name }

    /// An item with a longer id never exists. Deleting it fails like deleting any missing item.
    func problem(with operation: WriteOperation) -> String? {
        guard operation.kind != .delete, !Self.isPossible(operation.id) else { return nil }
        return "an id has at most \(IndexLimits.id) bytes on OpenSearch"
    }

    private static func isPossible(_ id: String?) -> Bool { (id?.utf8.count ?? 0) <= IndexLimits.id }

    func held(for operations: [WriteOperation]) async throws -> [Held?] {
        let named = operations.filter { Self.isPossible($0.id) }
        guard !named.isEmpty else { return operations.map { _ in nil } }
        let docs = named.map { operation in
            JSONValue.of([
                "_index": .string(name),
                // For a new item, the response tells the index.
                "_id": .string(operation.id ?? InstanceWriting.newID(at: Date())),
                "_source": state.existing == nil ? WalkedDocument.source : .boolean(true),
            ])
        }
        let action = "read \(named.count) items"
        let response = try await connection.send(
            ClusterConnection.Call(
                .post, "/_mget", body: .json(.of(["docs": .array(docs)])), intent: .read, action: action))
        guard let docs = response["docs"]?.elements, docs.count == named.count else {
            throw OpenSearchError(.unreadable, action, reason: "there are not as many documents as ids")
        }
        var held = try zip(named, docs).map(self.held).makeIterator()
        return operations.map { Self.isPossible($0.id) ? held.next() : nil }
    }

    private func held(_ operation: WriteOperation, _ document: JSONValue) throws -> Held {
        if document["error"] != nil {
            throw connection.failure(document, status: 404, "write to \(module)")
        }
        guard let index = document["_index"]?.string else {
            throw OpenSearchError(
                .unreadable, "write to \(module)", reason: "a document has no index in the response")
        }
        guard state.existing != nil || layout.names.fits(index) else {
            throw layout.names.otherSchema(index)
        }
        guard document["found"]?.isTrue == true else { return Held(index: index) }
        guard let walked = WalkedDocument(document), walked.source != nil else {
            throw OpenSearchError(
                .unreadable, "write to \(module)",
                reason: "the document \(operation.id ?? "") has no source in the response")
        }
        return Held(index: index, document: walked)
    }

    func instance(of held: Held) -> JSONValue? { held.document?.instance(layout.document) }

    func send(_ changes: [DocumentChange<Held>], isOnly: Bool) async throws -> [ChangeOutcome] {
        let lines = changes.map(line)
        let sent = lines.compactMap { try? $0.get() }
        let sender = BulkSender(connection: connection, settings: settings)
        var outcomes = try await sender.send(
            sent, refresh: isOnly ? settings.effectiveRefresh : .later, intent: .writeOnce,
            "write \(sent.count) items"
        ).makeIterator()
        return zip(changes, lines).compactMap { change, line in
            switch line {
            case .failure(let failure): .done(.failed(failure))
            case .success: outcomes.next().map { Self.outcome($0, of: change) }
            }
        }
    }

    private func line(for change: DocumentChange<Held>) -> Result<BulkLine, WriteError> {
        // An operation on an impossible id was refused before.
        guard let held = change.held else {
            return .failure(WriteError(.notFound, change.operation, message: "it has no index"))
        }
        let target: BulkTarget =
            state.existing == nil ? .alias(IndexNames.writer(of: held.index)) : .index(held.index)
        let source: JSONValue
        switch (change.instance, held.document, state.existing) {
        case (nil, let old?, _): return .success(.removing(old, in: target))
        case (nil, nil, _):
            return .failure(WriteError(.notFound, change.operation, message: "it is not stored"))
        case (let instance?, _, nil):
            source = IndexedDocument(instance, of: layout.document, settings.analyzer).source
        case (let instance?, let old, let index?):
            let document = ExistingDocument(document: layout.document, index: index)
            switch document.source(of: instance, over: old?.source) {
            case .success(let written): source = written
            case .failure(let error):
                return .failure(
                    WriteError(.invalid, change.operation, message: error.description))
            }
        }
        return .success(
            held.document.map { .replacing($0, with: source, in: target) }
                ?? .creating(change.id, source, in: target))
    }

    private static func outcome(_ outcome: BulkOutcome, of change: DocumentChange<Held>) -> ChangeOutcome {
        if outcome.isSuccess { return change.outcome }
        // Another writer was faster, or the index is being replaced or was a moment ago.
        if [404, 409].contains(outcome.status) || outcome.isBlocked { return .outdated() }
        return .done(.failed(WriteError(outcome, change.operation)))
    }

    func truncate(_ operation: WriteOperation) async throws -> ChangeOutcome {
        let removal = Removal(connection: connection, settings: settings)
        return .done(.truncated(try await removal.run(.everything, in: name, module)))
    }

    func settle() async throws {
        guard settings.effectiveRefresh != .later else { return }
        try await IndexAdministration(connection: connection, settings: settings).refresh(name)
    }

    /// A request without a response may have been carried out.
    func reason(of error: any Error, isFirst: Bool) -> WriteError.Reason? {
        let isUnknown: Bool =
            switch error {
            case let error as NodesError: ![.noNodes, .noLeader].contains(error.cause)
            default: error is TransportError
            }
        return isUnknown ? .noResponse : isFirst ? nil : .other
    }
}

/// Deletes all documents that match a query.
struct Removal {
    let connection: ClusterConnection
    let settings: OpenSearchSettings

    /// - Returns: The number of deleted documents.
    func run(_ condition: Clause, in alias: String, _ module: String) async throws -> Int {
        let query = JSONValue.of(["query": condition.json()])
        var deleted = 0
        let end = ContinuousClock.now + settings.nodes.writePatience
        while true {
            try Task.checkCancellation()
            let action = "remove items of \(module)"
            // The deletion only affects documents that searches see.
            try await IndexAdministration(connection: connection, settings: settings).refresh(alias)
            let response: JSONValue
            do {
                response = try await connection.send(
                    ClusterConnection.Call(
                        .post, "/\(alias)/_delete_by_query",
                        query: [("refresh", "true"), ("conflicts", "proceed")],
                        // If the request were repeated elsewhere, the deletions of the first attempt would not be counted.
                        body: .json(query), intent: .writeOnce, action: action),
                    deadline: .never)
            } catch let error as OpenSearchError
                where error.type == "cluster_block_exception" && .now < end
            {
                try await Task.sleep(for: .milliseconds(50))
                continue
            }
            guard let count = response["deleted"]?.int else {
                throw OpenSearchError(.unreadable, action, reason: "the response has no count")
            }
            deleted += count
            let failures = response["failures"]?.elements ?? []
            guard failures.isEmpty, response["timed_out"]?.isTrue != true else {
                throw OpenSearchError(
                    .incomplete, action,
                    reason: "\(deleted) are removed, \(failures.count) could not be")
            }
            // Documents that another writer changed meanwhile are tested again.
            if (response["version_conflicts"]?.int ?? 0) == 0 { return deleted }
        }
    }
}
