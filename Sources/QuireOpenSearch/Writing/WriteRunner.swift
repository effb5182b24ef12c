import Foundation
import QuireCluster
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

/// Carries out a batch: reads the stored items, applies the operations, and writes each only if the stored item has not
/// changed since.
///
/// If another writer was faster, the operation is applied again to what that writer stored, so no update is lost.
struct WriteRunner {
    let connection: ClusterConnection
    let settings: OpenSearchSettings
    let batch: WriteBatch

    private var results: [WriteResult?]
    /// Aliases whose last changes are not yet visible to searches.
    private var stale: Set<String> = []
    /// The operations, each with an id.
    private let operations: [WriteOperation]
    private let layouts: [IndexLayout]
    private let isOneRequest: Bool
    private let descriptions: IndexDescriptions
    /// What is known of each operation's index.
    private var states: [IndexState] = []

    init(_ batch: WriteBatch, _ engine: OpenSearchEngine) throws {
        try batch.check(for: ClusterConnection.engineName)
        connection = engine.connection
        settings = engine.settings
        descriptions = engine.descriptions
        self.batch = batch
        operations = batch.operations.map { operation in
            var operation = operation
            if operation.kind == .create, operation.id == nil {
                operation.id = InstanceWriting.newID(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
            }
            return operation
        }
        layouts = try batch.operations.map { try engine.layout(of: $0.module) }
        results = Array(repeating: nil, count: batch.operations.count)
        isOneRequest =
            Set(batch.operations.map(\.kind)).count == 1 && batch.operations.count <= settings.batchSize
    }

    mutating func run() async throws -> [WriteResult] {
        for layout in layouts { states.append(try await descriptions.description(of: layout).state) }
        for kind in WriteOperation.Kind.allCases {
            let positions = batch.operations.indices.filter { batch.operations[$0].kind == kind }
            guard !positions.isEmpty else { continue }
            if kind == .truncate {
                for position in positions { try await truncate(position) }
            } else {
                for round in rounds(positions) { try await write(round) }
            }
        }
        if settings.effectiveRefresh != .later {
            for alias in stale.sorted() {
                try await IndexAdministration(connection: connection, settings: settings).refresh(alias)
            }
        }
        return results.compactMap { $0 }
    }

    /// Divides positions into groups that contain each item at most once and fit into one request.
    private func rounds(_ positions: [Int]) -> [[Int]] {
        var rounds: [[Int]] = [[]]
        var seen: Set<[UInt8]> = []
        for position in positions {
            let isFull = rounds[rounds.count - 1].count >= settings.batchSize
            var key: [UInt8]?
            if let id = operations[position].id { key = Array("\(layouts[position].names.alias)/\(id)".utf8) }
            if isFull || key.map(seen.contains) ?? false {
                rounds.append([])
                seen = []
            }
            if let key { seen.insert(key) }
            rounds[rounds.count - 1].append(position)
        }
        return rounds
    }

    // MARK: - One group

    private mutating func write(_ positions: [Int]) async throws {
        var waiting = positions
        let end = ContinuousClock.now + settings.nodes.writePatience
        var attempt = 0
        while !waiting.isEmpty {
            let held: [Int: Held]
            do {
                held = try await self.held(waiting)
            } catch  where !(error is CancellationError) {
                return try fail(waiting, error)
            }
            let steps = waiting.compactMap { step($0, held[$0]) }
            let outcomes: [BulkOutcome]
            do {
                outcomes = try await send(steps)
            } catch  where !(error is CancellationError) {
                return try fail(steps.map(\.position), error)
            }
            waiting = []
            for (step, outcome) in zip(steps, outcomes) where !settle(step, outcome) {
                waiting.append(step.position)
            }
            guard !waiting.isEmpty else { return }
            attempt += 1
            let delay = Duration.milliseconds(Int.random(in: 1...(10 * min(attempt, 20))))
            if .now + delay > end {
                for position in waiting { results[position] = .failed(tooLong(position)) }
                return
            }
            try await Task.sleep(for: delay)
        }
    }

    /// A stored document, and the index that contains it or will contain it.
    private struct Held {
        var index: String
        var document: WalkedDocument?
    }

    private func held(_ positions: [Int]) async throws -> [Int: Held] {
        let named = positions.filter { position in
            operations[position].id.map { $0.utf8.count <= IndexLimits.id } ?? false
        }
        guard !named.isEmpty else { return [:] }
        let docs = named.map { position in
            JSONValue.of([
                "_index": .string(states[position].existing?.name ?? layouts[position].names.alias),
                "_id": .string(operations[position].id ?? ""),
                "_source": states[position].existing == nil ? WalkedDocument.source : .boolean(true),
            ])
        }
        let action = "read \(named.count) items"
        let response = try await connection.send(
            ClusterConnection.Call(
                .post, "/_mget", .json(.of(["docs": .array(docs)])), intent: .read, action))
        guard let found = response["docs"]?.elements, found.count == named.count else {
            throw OpenSearchError(.unreadable, action, reason: "there are not as many documents as ids")
        }
        var held: [Int: Held] = [:]
        for (position, document) in zip(named, found) {
            let module = batch.operations[position].module.name
            if document["error"] != nil {
                throw connection.failure(document, status: 404, "write to \(module)")
            }
            guard let index = document["_index"]?.string else {
                throw OpenSearchError(.unreadable, action, reason: "a document has no index in the response")
            }
            guard states[position].existing != nil || layouts[position].names.fits(index) else {
                throw layouts[position].names.otherSchema(index)
            }
            guard document["found"]?.isTrue == true else {
                held[position] = Held(index: index)
                continue
            }
            guard let walked = WalkedDocument(document), walked.source != nil else {
                throw OpenSearchError(
                    .unreadable, "write to \(module)",
                    reason: "the document \(operations[position].id ?? "") has no source in the response")
            }
            held[position] = Held(index: index, document: walked)
        }
        return held
    }

    /// The line to send for an operation, and its result if the line succeeds.
    private struct Step {
        var position: Int
        var line: BulkLine
        var result: WriteResult
    }

    /// Applies an operation; `nil` if nothing has to be sent.
    private mutating func step(_ position: Int, _ held: Held?) -> Step? {
        let operation = operations[position]
        // An item with such an id never exists. Deleting it fails like deleting any missing item.
        if operation.kind != .delete, let id = operation.id, id.utf8.count > IndexLimits.id {
            results[position] = .failed(
                WriteError(
                    .invalid, operation, message: "an id has at most \(IndexLimits.id) bytes on OpenSearch"))
            return nil
        }
        let layout = layouts[position]
        let stored = held?.document?.instance(layout.document)
        func target(_ index: String) -> BulkTarget {
            states[position].existing == nil ? .alias(IndexNames.writer(of: index)) : .index(index)
        }
        switch InstanceWriting().effect(of: operation, on: stored) {
        case .refuse(let failure):
            results[position] = .failed(failure)
            return nil
        case .remove:
            guard let document = held?.document, let index = held?.index else { return nil }
            return Step(
                position: position, line: .removing(document, in: target(index)),
                result: .deleted(stored?.data))
        case .store(_, let instance):
            guard let held else { return nil }
            let source: JSONValue
            if let index = states[position].existing {
                let document = ExistingDocument(document: layout.document, index: index)
                switch document.source(of: instance, over: held.document?.source) {
                case .success(let written): source = written
                case .failure(let error):
                    results[position] = .failed(WriteError(.invalid, operation, message: error.description))
                    return nil
                }
            } else {
                source = IndexedDocument(instance, of: layout.document, settings.analyzer).source
            }
            let line: BulkLine =
                held.document.map { .replacing($0, with: source, in: target(held.index)) }
                ?? .creating(instance.instanceID, source, in: target(held.index))
            return Step(position: position, line: line, result: .stored(instance.data))
        }
    }

    private mutating func send(_ steps: [Step]) async throws -> [BulkOutcome] {
        guard !steps.isEmpty else { return [] }
        if !isOneRequest {
            stale.formUnion(
                steps.map { states[$0.position].existing?.name ?? layouts[$0.position].names.alias })
        }
        return try await BulkSender(connection: connection, settings: settings).send(
            steps.map(\.line), refresh: isOneRequest ? settings.effectiveRefresh : .later, intent: .writeOnce,
            "write \(steps.count) items")
    }

    /// Records a result; `false` if the operation must be applied again.
    private mutating func settle(_ step: Step, _ outcome: BulkOutcome) -> Bool {
        if outcome.isSuccess {
            results[step.position] = step.result
            return true
        }
        switch outcome.status {
        // Another writer was faster, or the index is being replaced or was a moment ago.
        case 409: return false
        case 403 where outcome.isBlocked: return false
        case 404: return false
        default:
            results[step.position] = .failed(WriteError(outcome, batch.operations[step.position]))
            return true
        }
    }

    private func tooLong(_ position: Int) -> WriteError {
        var failure = WriteError(
            .conflict, batch.operations[position],
            message: "other writers, or the replacement of the index, stood in the way for too long")
        failure.reason = .other
        return failure
    }

    /// Handles a request without a response, whose effects are unknown. If it was the first request, the error is
    /// thrown.
    private mutating func fail(_ positions: [Int], _ error: any Error) throws {
        let isUnknown: Bool =
            switch error {
            case let error as NodesError: ![.noNodes, .noLeader].contains(error.cause)
            default: error is TransportError
            }
        if !isUnknown, results.allSatisfy({ $0 == nil }) { throw error }
        for position in positions {
            results[position] = .failed(
                WriteError(
                    isUnknown ? .noResponse : .other, batch.operations[position], message: "\(error)"))
        }
    }

    private mutating func truncate(_ position: Int) async throws {
        let removal = Removal(connection: connection, settings: settings)
        do {
            let count = try await removal.run(
                .everything, in: states[position].existing?.name ?? layouts[position].names.alias,
                batch.operations[position].module.name)
            results[position] = .truncated(count)
        } catch let error as CancellationError {
            throw error
        } catch {
            try fail([position], error)
        }
    }
}
