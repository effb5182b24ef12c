import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import QuireSync

/// Carries out a batch: reads the records that operations depend on, writes, and checks what the server stored.
///
/// If another writer was faster, the operation is applied again to what that writer stored, unless it was based on an older
/// version (`seenUpdatedAt`).
struct WriteRunner {
    private let engine: PocketBaseEngine
    private let sender: WriteSender
    private let lookup: RecordLookup
    private let detection: PocketBaseConflictDetection
    /// The operations, each with an id.
    private let operations: [WriteOperation]
    /// The operations whose id was made here.
    private let created: Set<Int>
    private var results: [WriteResult?]
    /// The operations of which an earlier attempt may have been carried out.
    private var uncertain: Set<Int> = []
    private var refusals = ClaimRefusals()
    /// Whether the server allows batches, if an operation depends on that.
    private var hasBatches = false

    init(
        _ batch: WriteBatch, _ engine: PocketBaseEngine, sender: WriteSender,
        detection: PocketBaseConflictDetection
    ) {
        self.engine = engine
        self.sender = sender
        self.detection = detection
        lookup = RecordLookup(
            connection: engine.connection, files: FileAddress(baseURL: engine.connection.baseURL))
        var created: Set<Int> = []
        operations = batch.operations.enumerated().map { position, operation in
            guard operation.kind == .create, operation.id == nil else { return operation }
            var operation = operation
            operation.id = RecordID.new()
            created.insert(position)
            return operation
        }
        self.created = created
        results = Array(repeating: nil, count: operations.count)
    }

    private var isWhole: Bool { engine.settings.batches == .allOrNone }

    private func layout(_ position: Int) -> CollectionLayout {
        engine.layout(of: operations[position].module)
    }

    private func key(_ position: Int) -> String {
        "\(layout(position).name)/\(operations[position].id ?? "")"
    }

    mutating func run() async throws -> [WriteResult] {
        if operations.contains(where: { !$0.modifiers.isEmpty }) {
            hasBatches = try await engine.batchSupport.isOn(engine.connection)
        }
        if isWhole || detection == .rule { try await requireBatches() }
        let kinds = WriteOperation.Kind.allCases.map { kind in
            operations.indices.filter { operations[$0].kind == kind }
        }
        if isWhole {
            try checkWhole()
            try await write(kinds.flatMap { $0 })
        } else {
            for positions in kinds {
                for round in rounds(positions) {
                    if operations[round[0]].kind == .truncate {
                        for position in round { try await truncate(position) }
                    } else {
                        try await write(round)
                    }
                }
            }
        }
        return results.compactMap { $0 }
    }

    private func requireBatches() async throws {
        guard try await !engine.batchSupport.isOn(engine.connection) else { return }
        throw UnsupportedError(
            node: "a batch that is written as a whole",
            hint: "allow batches in the server's settings, or choose other PocketBaseSettings")
    }

    private func checkWhole() throws {
        func refused(_ node: String, _ hint: String) -> UnsupportedError {
            UnsupportedError(node: node, hint: hint)
        }
        if operations.contains(where: { $0.kind == .truncate }) {
            throw refused("truncate in a batch that is written as a whole", "truncate in a batch of its own")
        }
        if Set(operations.indices.map(key)).count < operations.count {
            throw refused(
                "two operations on an item in a batch that is written as a whole",
                "combine them, or write two batches")
        }
    }

    /// Divides positions into groups that contain each item at most once and fit into one call.
    private func rounds(_ positions: [Int]) -> [[Int]] {
        let size = max(1, detection == .revisions ? engine.settings.batchSize / 2 : engine.settings.batchSize)
        var rounds: [[Int]] = []
        var seen: Set<String> = []
        for position in positions {
            if rounds.isEmpty || rounds[rounds.count - 1].count >= size || seen.contains(key(position)) {
                rounds.append([])
                seen = []
            }
            seen.insert(key(position))
            rounds[rounds.count - 1].append(position)
        }
        return rounds
    }

    // MARK: - Writing

    /// Writes operations on different items, until none has to be applied again.
    private mutating func write(_ positions: [Int]) async throws {
        var waiting = positions
        let end = ContinuousClock.now + engine.settings.timeout
        var attempt = 0
        while !waiting.isEmpty {
            for position in waiting { results[position] = nil }
            let start = ContinuousClock.now
            let writes: [PlannedWrite]
            do {
                writes = try await plan(waiting)
            } catch  where !(error is CancellationError) {
                return try fail(waiting, error, isUnknown: false)
            }
            // The device slept after the reading. A claim that old may have been removed.
            if detection == .revisions, .now - start > RevisionLog.longestWrite { continue }
            // An operation that must not be sent stops all of them.
            if isWhole, writes.count < waiting.count { return stopOthers() }
            let (again, isRefused) = try await settle(writes)
            if again.isEmpty {
                if isWhole, isRefused { stopOthers() }
                return
            }
            attempt += 1
            let delay =
                again.allSatisfy(refusals.isLooking)
                ? .zero : Duration.milliseconds(Int.random(in: 1...(10 * min(attempt, 20))))
            guard .now + delay <= end else {
                for position in again {
                    results[position] = .failed(
                        WriteError(
                            .other, operations[position],
                            message: "other writers change the item faster than it can be written"))
                }
                if isWhole { stopOthers() }
                return
            }
            waiting = isWhole ? positions : again
            try await Task.sleep(for: delay)
        }
    }

    /// Plans operations, and reads what they depend on. Operations that must not be sent are settled.
    private mutating func plan(_ positions: [Int]) async throws -> [PlannedWrite] {
        let planners = positions.map { position in
            WritePlanner(
                operation: operations[position], position: position, layout: layout(position),
                files: lookup.files, detection: detection, hasBatches: hasBatches)
        }
        var records: [String: RecordVersion] = [:]
        for group in Dictionary(grouping: planners.filter(\.needsReading), by: \.layout.name).values {
            let found = try await lookup.records(group.compactMap(\.operation.id), of: group[0].layout)
            for planner in group {
                records[key(planner.position)] = planner.operation.id.flatMap { found[$0] }
            }
        }
        var writes: [PlannedWrite] = []
        for planner in planners {
            let (position, operation) = (planner.position, planner.operation)
            let record = records[key(position)]
            // An earlier attempt whose response was lost.
            if uncertain.contains(position), operation.modifiers.isEmpty, operation.kind != .delete,
                let record, operation.isHeld(by: record.instance)
            {
                results[position] = .stored(record.instance.data)
                continue
            }
            do throws(WriteError) {
                writes.append(try planner.plan(over: record, after: refusals))
            } catch {
                results[position] = .failed(error)
            }
        }
        return writes
    }

    /// Sends writes, and records their results. Returns the operations that have to be applied again, and whether one was
    /// rejected.
    private mutating func settle(
        _ writes: [PlannedWrite]
    ) async throws -> (again: [Int], isRefused: Bool) {
        var again: [Int] = []
        var isRefused = false
        let isBatched = writes.count > 1 ? try await engine.batchSupport.isOn(engine.connection) : false
        for sent in try await sender.send(writes, isBatched: isBatched, isWhole: isWhole) {
            let position = sent.write.position
            switch sent.outcome {
            case .done(let record): results[position] = result(of: sent.write, record)
            case .refused(let error, let isClaim, let isUncertain):
                isRefused = true
                if isUncertain { uncertain.formUnion(isWhole ? writes.map(\.position) : [position]) }
                let refusal = WriteRefusal(
                    operation: operations[position], write: sent.write, error: error, isClaim: isClaim,
                    mayBeDone: uncertain.contains(position), hasNewID: created.contains(position))
                if refusal.isTaken, let base = sent.write.base { refusals.add(position, base) }
                do {
                    let stored =
                        refusal.needsRecord
                        ? try await lookup.record(sent.write.id, of: sent.write.layout) : nil
                    results[position] = refusal.result(stored)
                    if results[position] == nil { again.append(position) }
                } catch  where !(error is CancellationError) {
                    try fail([position], error, isUnknown: true)
                }
            case .failed(let error, let isUnknown): try fail([position], error, isUnknown: isUnknown)
            }
        }
        return (again, isRefused)
    }

    // MARK: - Results

    /// The result of a write that the server carried out.
    private func result(of write: PlannedWrite, _ record: JSONValue) -> WriteResult {
        let operation = operations[write.position]
        if write.method == .delete { return .deleted(nil) }
        guard let stored = RecordVersion(record, write.layout, files: lookup.files),
            record["id"]?.string?.isByteEqual(to: write.id) == true
        else {
            return .failed(
                WriteError(.noResponse, operation, message: "the response is not the record that was written")
            )
        }
        let problems = EchoCheck.problems(
            write.body, record, of: write.layout, isNew: write.method == .post)
        guard problems.isEmpty else {
            var failure = WriteError(
                .other, operation, message: "the item was stored, but the server did not store all values")
            failure.fields = problems
            return .failed(failure)
        }
        return .stored(stored.instance.data)
    }

    /// Handles writes without a result. If they are the first, the error is thrown.
    private mutating func fail(_ positions: [Int], _ error: any Error, isUnknown: Bool) throws {
        if results.allSatisfy({ $0 == nil }) { throw error }
        for position in positions {
            results[position] = .failed(
                WriteError(
                    isUnknown ? .noResponse : .other, operations[position], message: "\(error)"))
        }
    }

    /// Records that the other operations of a batch that is written as a whole were not carried out.
    private mutating func stopOthers() {
        let failed = results.firstIndex { $0 != nil } ?? 0
        for position in results.indices where results[position] == nil || results[position]?.isSuccess == true
        {
            results[position] = .failed(
                WriteError(
                    .other, operations[position],
                    message: "it was not written, because operation \(failed + 1) of the batch failed"))
        }
    }

    private mutating func truncate(_ position: Int) async throws {
        let layout = layout(position)
        var call = PocketBaseCall(
            .delete, ["collections", layout.name, "truncate"], "truncate \(layout.name)")
        call.isRepeatable = sender.retries.maximumAttempts > 1
        do {
            _ = try await engine.connection.send(call)
            results[position] = .truncated(nil)
        } catch let error as PocketBaseError where !error.isRetryable {
            results[position] = .failed(WriteError(operations[position], error, in: layout))
        } catch let error as CancellationError {
            throw error
        } catch {
            try fail([position], error, isUnknown: true)
        }
    }
}
