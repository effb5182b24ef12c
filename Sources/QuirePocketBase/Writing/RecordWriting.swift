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
struct RecordWriting: WriteDriver {
    private let engine: PocketBaseEngine
    private let sender: WriteSender
    private let lookup: RecordLookup
    private let detection: PocketBaseConflictDetection
    /// The operations, each with an id.
    private let operations: [WriteOperation]
    /// The operations whose id was made here.
    private let created: Set<Int>
    /// The operations of which an earlier attempt may have been carried out.
    private var uncertain: Set<Int> = []
    private var refusals = ClaimRefusals()
    /// Whether the server allows batches, if an operation depends on that.
    private let hasBatches: Bool

    init(_ batch: WriteBatch, _ engine: PocketBaseEngine, sender: WriteSender) async throws {
        self.engine = engine
        self.sender = sender
        detection = try await engine.conflictDetection
        lookup = RecordLookup(connection: engine.connection)
        var created: Set<Int> = []
        operations = batch.operations.enumerated().map { position, operation in
            guard operation.kind == .create, operation.id == nil else { return operation }
            var operation = operation
            operation.id = RecordID.new()
            created.insert(position)
            return operation
        }
        self.created = created
        hasBatches =
            operations.allSatisfy(\.modifiers.isEmpty)
            ? false : try await engine.batchSupport.isOn(engine.connection)
    }

    var batchSize: Int {
        max(1, detection == .revisions ? engine.settings.batchSize / 2 : engine.settings.batchSize)
    }
    /// The records that a kind depends on are read after the kinds before it are written.
    var mixesKinds: Bool { false }
    var isWhole: Bool { engine.settings.batches == .allOrNone }
    var patience: Duration { engine.settings.timeout }

    func key(of operation: WriteOperation) -> String? {
        "\(engine.layout(of: operation.module).name)/\(operation.id ?? "")"
    }

    /// Reading failed, or the server did not say whether it allows batches.
    func reason(of error: any Error, isFirst: Bool) -> WriteError.Reason? {
        isFirst ? nil : uncertain.isEmpty ? .other : .noResponse
    }

    func run() async throws -> [WriteResult] {
        if isWhole || detection == .rule {
            guard try await engine.batchSupport.isOn(engine.connection) else {
                throw UnsupportedError(
                    node: "a batch that is written as a whole",
                    hint: "allow batches in the server's settings, or choose other PocketBaseSettings")
            }
        }
        if isWhole, operations.contains(where: { $0.kind == .truncate }) {
            throw UnsupportedError(
                node: "truncate in a batch that is written as a whole", hint: "truncate in a batch of its own"
            )
        }
        if isWhole, Set(operations.map(key)).count < operations.count {
            throw UnsupportedError(
                node: "two operations on an item in a batch that is written as a whole",
                hint: "combine them, or write two batches")
        }
        return try await write(operations)
    }

    // MARK: - Planning

    func plan(
        _ positions: [Int], of operations: [WriteOperation]
    ) async throws -> [ChangePlan<PlannedWrite>] {
        let planners = positions.map { position in
            WritePlanner(
                operation: operations[position], position: position,
                layout: engine.layout(of: operations[position].module),
                files: engine.connection.files, detection: detection, hasBatches: hasBatches)
        }
        let start = ContinuousClock.now
        let records = try await records(planners.filter(\.needsReading).map { ($0.operation.id, $0.layout) })
        // The device slept after the reading. A claim that old may have been removed.
        if detection == .revisions, .now - start > RevisionLog.longestWrite {
            return try await plan(positions, of: operations)
        }
        return planners.map { planner in
            let (position, operation) = (planner.position, planner.operation)
            let record = records[key(of: operation) ?? ""]
            // An earlier attempt whose response was lost.
            if uncertain.contains(position), operation.modifiers.isEmpty, operation.kind != .delete,
                let record, operation.isHeld(by: record.instance)
            {
                return .settled(.stored(record.instance.data))
            }
            do throws(WriteError) {
                return .send(try planner.plan(over: record, after: refusals))
            } catch {
                return .settled(.failed(error))
            }
        }
    }

    /// Reads records. The keys are those of `key(of:)`.
    private func records(
        _ places: [(id: String?, layout: CollectionLayout)]
    ) async throws -> [String: RecordVersion] {
        var records: [String: RecordVersion] = [:]
        for group in Dictionary(grouping: places, by: \.layout.name).values {
            for (id, record) in try await lookup.records(group.compactMap(\.id), of: group[0].layout) {
                records["\(group[0].layout.name)/\(id)"] = record
            }
        }
        return records
    }

    // MARK: - Sending

    mutating func send(_ writes: [PlannedWrite], isOnly: Bool) async throws -> [ChangeOutcome] {
        let isBatched = writes.count > 1 ? try await engine.batchSupport.isOn(engine.connection) : false
        var outcomes: [Int: ChangeOutcome] = [:]
        for sent in try await sender.send(writes, isBatched: isBatched, isWhole: isWhole) {
            let outcome: ChangeOutcome
            switch sent.outcome {
            case .done(let record): outcome = .done(result(of: sent.write, record))
            case .failed(let error, let isUnknown): outcome = .lost(error, isUnknown: isUnknown)
            case .refused(let error, let isClaim, let isUncertain):
                if isWhole, isUncertain, let outcomes = try await earlierOutcomes(of: writes, error) {
                    return outcomes
                }
                outcome = try await self.outcome(of: sent.write, refused: error, isClaim, isUncertain)
            }
            outcomes[sent.write.position] = outcome
        }
        return writes.map { outcomes[$0.position] ?? .stopped }
    }

    /// What became of a write that the server rejected.
    private mutating func outcome(
        of write: PlannedWrite, refused error: PocketBaseError, _ isClaim: Bool, _ isUncertain: Bool
    ) async throws -> ChangeOutcome {
        let position = write.position
        if isUncertain, !isWhole { uncertain.insert(position) }
        let refusal = WriteRefusal(
            operation: operations[position], write: write, error: error, isClaim: isClaim,
            mayBeDone: uncertain.contains(position), hasNewID: created.contains(position))
        if refusal.isTaken, let base = write.base { refusals.add(position, base) }
        do {
            let stored = refusal.needsRecord ? try await lookup.record(write.id, of: write.layout) : nil
            return refusal.result(stored).map { .done($0) }
                ?? .outdated(waits: !refusals.isLooking(position))
        } catch  where !(error is CancellationError) {
            return .lost(error, isUnknown: true)
        }
    }

    /// The outcomes of a whole whose earlier attempt may have been carried out, because its response was lost. `nil` if it
    /// was not.
    private func earlierOutcomes(
        of writes: [PlannedWrite], _ error: PocketBaseError
    ) async throws -> [ChangeOutcome]? {
        let records = try await records(writes.map { ($0.id, $0.layout) })
        var outcomes: [ChangeOutcome] = []
        var isAnyHeld = false
        for operation in writes.map({ operations[$0.position] }) {
            let record = records[key(of: operation) ?? ""]
            if operation.kind == .delete {
                if record == nil { outcomes.append(.done(.deleted(nil))) }
            } else if let record, operation.modifiers.isEmpty, operation.isHeld(by: record.instance) {
                outcomes.append(.done(.stored(record.instance.data)))
                isAnyHeld = true
            }
        }
        if outcomes.count == writes.count { return outcomes }
        // If only some are as they were sent, another writer may have changed the others since.
        return isAnyHeld ? writes.map { _ in .lost(error, isUnknown: true) } : nil
    }

    // MARK: - Results

    /// The result of a write that the server carried out.
    private func result(of write: PlannedWrite, _ record: JSONValue) -> WriteResult {
        let operation = operations[write.position]
        if write.method == .delete { return .deleted(nil) }
        guard let stored = RecordVersion(record, write.layout, files: engine.connection.files),
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

    func truncate(_ operation: WriteOperation) async throws -> ChangeOutcome {
        let layout = engine.layout(of: operation.module)
        var call = PocketBaseCall(
            .delete, ["collections", layout.name, "truncate"], action: "truncate \(layout.name)")
        call.isRepeatable = sender.retries.maximumAttempts > 1
        do {
            _ = try await engine.connection.send(call)
            return .done(.truncated(nil))
        } catch let error as PocketBaseError where !error.isRetryable {
            return .done(.failed(WriteError(operation, error, in: layout)))
        } catch  where !(error is CancellationError) {
            return .lost(error, isUnknown: true)
        }
    }
}

/// Compares what the server stored with what it was sent. PocketBase ignores unknown and hidden fields, and changes values
/// that do not fit, all with status 200.
enum EchoCheck {
    /// The fields whose value the server did not store as it was sent.
    ///
    /// - Parameter isNew: Whether the write created the record. Then a field without a value may be missing from the
    ///   response: it is empty even if the server hides it.
    static func problems(
        _ sent: JSONValue?, _ record: JSONValue, of layout: CollectionLayout, isNew: Bool
    ) -> [WriteError.Field] {
        let columns = Set(layout.columns(for: nil))
        return (sent?.members ?? []).compactMap { member in
            guard columns.contains(member.name) else { return nil }
            let field = layout.fields.first { $0.column == member.name }
            if field?.storage == .file || field?.storage == .files { return nil }
            var problem = WriteError.Field(
                name: field?.descriptor.name ?? member.name, code: WriteError.Field.notWritten)
            guard let stored = record[member.name] else {
                if isNew, let field, member.value == RecordWriter.empty(field.storage) { return nil }
                problem.message =
                    "the server ignored the value: the collection has no such field, or hides it"
                return problem
            }
            if isAlike(member.value, stored) { return nil }
            problem.message = "the server stored \(stored.shownShort) instead of \(member.value.shownShort)"
            return problem
        }
    }

    private static func isAlike(_ sent: JSONValue, _ stored: JSONValue) -> Bool {
        switch (sent, stored) {
        case (.integer, .number), (.number, .integer), (.number, .number): return sent.double == stored.double
        case (.string(let one), .string(let other)):
            return one.isByteEqual(to: other)
        case (.string(let text), _):
            // A text in a JSON field is sent as JSON.
            return (try? JSONValue(parsing: text.data(using: .utf8) ?? .init())) == stored
        case (.array(let one), .array(let other)):
            return one.count == other.count && zip(one, other).allSatisfy(isAlike)
        case (.object(let one), .object(let other)):
            return one.count == other.count
                && one.allSatisfy { member in stored[member.name].map { isAlike(member.value, $0) } ?? false }
        default: return sent == stored
        }
    }
}

extension WriteError.Field {
    /// The code of a value that the server silently ignored or changed. The other values were stored.
    static let notWritten = "fieldNotWritten"
}
