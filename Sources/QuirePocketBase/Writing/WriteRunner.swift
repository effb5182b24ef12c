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
    let engine: PocketBaseEngine
    let sender: WriteSender
    private(set) var planner: WritePlanner
    let detection: PocketBaseConflictDetection
    private let batch: WriteBatch
    /// The operations, each with an id.
    let operations: [WriteOperation]
    /// The operations whose id was made here.
    private let made: Set<Int>
    var results: [WriteResult?]
    /// The operations of which an earlier attempt may have been carried out.
    var uncertain: Set<Int> = []
    private var taken = TakenRevisions()

    init(
        _ batch: WriteBatch, _ engine: PocketBaseEngine, _ sender: WriteSender,
        _ detection: PocketBaseConflictDetection
    ) {
        self.engine = engine
        self.sender = sender
        self.detection = detection
        self.batch = batch
        planner = WritePlanner(
            files: FileAddress(baseURL: engine.connection.baseURL), detection: detection)
        var made: Set<Int> = []
        operations = batch.operations.enumerated().map { position, operation in
            guard operation.kind == .create, operation.id == nil else { return operation }
            var operation = operation
            operation.id = RecordID.new()
            made.insert(position)
            return operation
        }
        self.made = made
        results = Array(repeating: nil, count: operations.count)
    }

    func layout(_ position: Int) -> CollectionLayout { engine.layout(of: operations[position].module) }

    mutating func run() async throws -> [WriteResult] {
        if operations.contains(where: { !$0.modifiers.isEmpty }) {
            planner.hasBatches = try await engine.batchSupport.isOn(engine.connection)
        }
        let isTogether = engine.settings.batches == .allOrNone
        if isTogether || detection == .rule { try await requireBatches() }
        if isTogether {
            try await runTogether()
            return results.compactMap { $0 }
        }
        for kind in WriteOperation.Kind.allCases {
            let positions = operations.indices.filter { operations[$0].kind == kind }
            if kind == .truncate {
                for position in positions { try await truncate(position) }
            } else {
                for round in rounds(positions) { try await write(round) }
            }
        }
        return results.compactMap { $0 }
    }

    private func requireBatches() async throws {
        guard try await !engine.batchSupport.isOn(engine.connection) else { return }
        throw UnsupportedError(
            engine: PocketBaseConnection.engineName, node: "a batch that is written as a whole",
            hint: "allow batches in the server's settings, or choose other PocketBaseSettings")
    }

    /// Divides positions into groups that contain each item at most once and fit into one call.
    private func rounds(_ positions: [Int]) -> [[Int]] {
        let size = max(1, detection == .revisions ? engine.settings.batchSize / 2 : engine.settings.batchSize)
        var rounds: [[Int]] = []
        var seen: Set<String> = []
        for position in positions {
            let key = "\(layout(position).name)/\(operations[position].id ?? "")"
            if rounds.isEmpty || rounds[rounds.count - 1].count >= size || seen.contains(key) {
                rounds.append([])
                seen = []
            }
            seen.insert(key)
            rounds[rounds.count - 1].append(position)
        }
        return rounds
    }

    // MARK: - Operations on their own

    private mutating func write(_ positions: [Int]) async throws {
        var waiting = positions
        let end = ContinuousClock.now + engine.settings.timeout
        var attempt = 0
        while !waiting.isEmpty {
            let writes: [PlannedWrite]
            let start = ContinuousClock.now
            do {
                writes = try await plan(waiting)
            } catch  where !(error is CancellationError) {
                return try fail(waiting, error, isUnknown: false)
            }
            // The device slept after the reading. A claim that old may have been removed.
            if detection == .revisions, .now - start > RevisionLog.longestWrite { continue }
            waiting = try await send(writes)
            guard !waiting.isEmpty else { return }
            attempt += 1
            let delay =
                waiting.allSatisfy(taken.isLooking)
                ? .zero : Duration.milliseconds(Int.random(in: 1...(10 * min(attempt, 20))))
            if .now + delay > end {
                for position in waiting {
                    results[position] = .failed(
                        WriteError(
                            .other, operations[position],
                            message: "other writers change the item faster than it can be written"))
                }
                return
            }
            try await Task.sleep(for: delay)
        }
    }

    /// Plans operations, and reads what they depend on. Operations that must not be sent are settled.
    mutating func plan(_ positions: [Int]) async throws -> [PlannedWrite] {
        let read = positions.filter { planner.needsReading(operations[$0], layout($0)) }
        var held: [Int: RecordVersion] = [:]
        let records = RecordLookup(connection: engine.connection, files: planner.files)
        for (_, group) in Dictionary(grouping: read, by: { layout($0).name }) {
            let found = try await records.records(
                group.compactMap { operations[$0].id }, of: layout(group[0]))
            for position in group { held[position] = operations[position].id.flatMap { found[$0] } }
        }
        var writes: [PlannedWrite] = []
        for position in positions {
            // An earlier attempt whose response was lost.
            if uncertain.contains(position), operations[position].modifiers.isEmpty,
                operations[position].kind != .delete, let held = held[position],
                operations[position].isHeld(by: held.instance)
            {
                results[position] = .stored(held.instance.data)
                continue
            }
            do throws(WriteError) {
                writes.append(
                    try planner.plan(
                        operations[position], at: position, layout(position),
                        wasRead: read.contains(position), held[position], taken))
            } catch {
                results[position] = .failed(error)
            }
        }
        return writes
    }

    /// Sends writes, in one call if the server allows batches. Returns the operations that have to be applied again.
    private mutating func send(_ writes: [PlannedWrite]) async throws -> [Int] {
        var again: [Int] = []
        var rest = writes
        var failures = 0
        while rest.count > 1, failures < 3, try await isBatched(rest) {
            switch try await sender.send(rest) {
            case .done(let records):
                for (write, record) in zip(rest, Self.records(records, of: rest)) { settle(write, record) }
                return again
            case .refused(let error, let part, let isUncertain):
                if isUncertain { uncertain.formUnion(rest.map(\.position)) }
                guard let (write, isClaim) = Self.write(part, of: rest), !error.isRetryable else {
                    try fail(rest.map(\.position), error, isUnknown: isUncertain)
                    return again
                }
                failures += 1
                if try await settle(write, error, isClaim: isClaim) { again.append(write.position) }
                rest.removeAll { $0.position == write.position }
            case .tooLarge(let error):
                guard rest.count > 1 else {
                    try fail(rest.map(\.position), error, isUnknown: false)
                    return again
                }
                let half = Array(rest[(rest.count / 2)...])
                again += try await send(Array(rest[..<(rest.count / 2)]))
                rest = half
            case .unknown(let error):
                try fail(rest.map(\.position), error, isUnknown: true)
                return again
            case .unsent(let error):
                try fail(rest.map(\.position), error, isUnknown: false)
                return again
            }
        }
        for write in rest {
            switch try await sender.send(write) {
            case .done(let records): settle(write, records.last ?? .null)
            case .refused(let error, let part, let isUncertain):
                if isUncertain { uncertain.insert(write.position) }
                let isClaim = write.claim != nil && part == 0
                if try await settle(write, error, isClaim: isClaim) { again.append(write.position) }
            case .tooLarge(let error): try fail([write.position], error, isUnknown: false)
            case .unknown(let error): try fail([write.position], error, isUnknown: true)
            case .unsent(let error): try fail([write.position], error, isUnknown: false)
            }
        }
        return again
    }

    private func isBatched(_ writes: [PlannedWrite]) async throws -> Bool {
        if writes.contains(where: \.needsBatch) { return true }
        return try await engine.batchSupport.isOn(engine.connection)
    }

    /// The records of the writes, without those of their claims.
    static func records(_ parts: [JSONValue], of writes: [PlannedWrite]) -> [JSONValue] {
        var position = 0
        return writes.map { write in
            position += write.parts.count
            return parts.indices.contains(position - 1) ? parts[position - 1] : .null
        }
    }

    /// The write that a part of a batch belongs to.
    static func write(_ part: Int, of writes: [PlannedWrite]) -> (write: PlannedWrite, isClaim: Bool)? {
        var position = 0
        for write in writes {
            let count = write.claim == nil ? 1 : 2
            if part < position + count { return (write, count == 2 && part == position) }
            position += count
        }
        return nil
    }

    // MARK: - Results

    mutating func settle(_ write: PlannedWrite, _ record: JSONValue) {
        let operation = operations[write.position]
        if write.method == .delete {
            results[write.position] = .deleted(nil)
            return
        }
        guard let held = RecordVersion(record, write.layout, files: planner.files),
            record["id"]?.string?.isByteEqual(to: write.id) == true
        else {
            results[write.position] = .failed(
                WriteError(.noResponse, operation, message: "the response is not the record that was written")
            )
            return
        }
        let problems = EchoCheck.problems(
            write.body, record, write.layout, isNew: write.method == .post)
        guard problems.isEmpty else {
            var failure = WriteError(
                .other, operation, message: "the item was stored, but the server did not store all values")
            failure.fields = problems
            results[write.position] = .failed(failure)
            return
        }
        results[write.position] = .stored(held.instance.data)
    }

    /// Records a rejection. Returns whether the operation has to be applied again.
    mutating func settle(
        _ write: PlannedWrite, _ error: PocketBaseError, isClaim: Bool
    ) async throws -> Bool {
        let position = write.position
        let operation = operations[position]
        if isClaim, error.fields.contains(where: { $0.code == WriteError.notUnique }) {
            if let base = write.base { taken.add(position, base) }
            return true
        }
        if error.status == 412 || (error.status == 404 && write.isGuarded) || isClaim {
            return try await settleConflict(write, error)
        }
        let wasSent = uncertain.contains(position)
        if error.status == 404, write.method == .delete, wasSent {
            results[position] = .deleted(nil)
            return false
        }
        let hasBadID = error.fields.contains {
            $0.name == "id" && WriteError.takenIDs.contains($0.code ?? "")
        }
        var stored: RecordVersion?
        if hasBadID || error.status == 404 {
            guard let look = try await look(write) else { return false }
            stored = look.record
        }
        if hasBadID, let stored {
            // An earlier attempt whose response was lost.
            if wasSent || made.contains(position), operation.isHeld(by: stored.instance) {
                results[position] = .stored(stored.instance.data)
                return false
            }
            if operation.kind == .createOrUpdate { return true }
        }
        results[position] = .failed(WriteError(operation, error, write.layout, exists: stored != nil))
        return false
    }

    /// Handles a write that the server refused because of its version, its claim, or a rule.
    private mutating func settleConflict(_ write: PlannedWrite, _ error: PocketBaseError) async throws -> Bool
    {
        let position = write.position
        let operation = operations[position]
        guard let look = try await look(write) else { return false }
        guard let stored = look.record else {
            results[position] = .failed(WriteError(operation, error, write.layout, exists: false))
            return false
        }
        if uncertain.contains(position), operation.kind != .delete, operation.isHeld(by: stored.instance) {
            results[position] = .stored(stored.instance.data)
            return false
        }
        let isSame = write.version.map { $0.value == stored.updated } ?? true
        if isSame {
            // The version is right, so a rule forbids the write.
            results[position] = .failed(
                WriteError(operation, error, write.layout, exists: true))
            return false
        }
        guard operation.seenUpdatedAt != nil else { return true }
        var failure = WriteError(
            .conflict, operation, message: "the item was updated after it was read")
        failure.newer = stored.instance.data
        results[position] = .failed(failure)
        return false
    }

    /// The stored record after a rejection, which tells what the rejection means.
    private struct Look {
        /// `nil` if there is none that the user may see.
        var record: RecordVersion?
    }

    /// Reads the stored record. Returns `nil`, with the operation's result unknown, if it cannot be read.
    private mutating func look(_ write: PlannedWrite) async throws -> Look? {
        do {
            return Look(
                record: try await RecordLookup(connection: engine.connection, files: planner.files)
                    .record(write.id, of: write.layout))
        } catch let error as CancellationError {
            throw error
        } catch {
            try fail([write.position], error, isUnknown: true)
            return nil
        }
    }

    /// Handles writes without a result. If they are the first, the error is thrown.
    mutating func fail(_ positions: [Int], _ error: any Error, isUnknown: Bool) throws {
        if results.allSatisfy({ $0 == nil }) { throw error }
        for position in positions {
            results[position] = .failed(
                WriteError(
                    isUnknown ? .noResponse : .other, operations[position], message: "\(error)"))
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
            results[position] = .failed(WriteError(operations[position], error, layout))
        } catch let error as CancellationError {
            throw error
        } catch {
            try fail([position], error, isUnknown: true)
        }
    }
}
