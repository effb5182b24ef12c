#if SQLite
import Foundation
import QuireCore
import QuireStore

extension WriteCalls {
    /// The maximum number of operations in a batch: a running batch blocks all other writers.
    static let mostOperations = 10_000

    /// Runs a batch (HALO: `POST generalcontent/instance/batch`).
    ///
    /// An operation that fails does not affect the others. All operations run in one transaction of the store. Checks
    /// that do not need the store come before it opens. A cancelled batch is rolled back as a whole.
    func batch(_ request: ServedRequest) async throws -> ServedResponse {
        let body = try BodyObject(request)
        var groups: [(group: BatchGroup, elements: [JSONValue])] = []
        for group in BatchGroup.allCases {
            var elements: [JSONValue] = []
            for key in group.keys { elements += try body.array(key) ?? [] }
            groups.append((group, elements))
        }
        let count = groups.reduce(0) { $0 + $1.elements.count }
        guard count <= Self.mostOperations else {
            throw APIError(
                413,
                "The batch has \(count) operations; the most are \(Self.mostOperations). Send several batches."
            )
        }
        let plan = try await BatchPlan(groups, self)
        let counts = groups.map { ($0.group, $0.elements.count) }
        let bytes = try await store.transaction("write a batch") { transaction in
            try carryOut(plan, writing(in: transaction)).bytes(counts)
        }
        return ServedResponse(body: bytes)
    }

    /// Runs the operations one after the other.
    ///
    /// - Parameter progress: Called with the number of completed operations, for tests.
    /// - Throws: `CancellationError` or `StoreError`; the whole batch must then be rolled back.
    func carryOut(
        _ plan: BatchPlan, _ writing: ServedWriting, progress: (Int) -> Void = { _ in }
    ) throws -> BatchResultWriter {
        var result = BatchResultWriter()
        var truncated: Set<String> = []
        for (index, step) in plan.steps.enumerated() {
            try Task.checkCancellation()
            progress(index)
            do {
                let write = try step.write.get()
                let outcome: BatchResultWriter.Outcome
                if step.group == .truncate, let module = write.module, truncated.contains(module.id) {
                    // Truncating comes first; nothing was created since.
                    outcome = .truncated(module: module.id, count: 0)
                } else {
                    outcome = try perform(step.group, write, writing)
                }
                if case .truncated(let module, _) = outcome { truncated.insert(module) }
                try result.succeed(step.group, step.position, outcome)
            } catch let error as StoreError {
                throw error
            } catch let error as CancellationError {
                throw error
            } catch {
                result.fail(step.group, step.position, APIError(error))
            }
        }
        return result
    }

    private func perform(
        _ group: BatchGroup, _ write: PlannedWrite, _ writing: ServedWriting
    ) throws -> BatchResultWriter.Outcome {
        switch group {
        case .truncate:
            guard let module = write.module else {
                throw write.sent.body.mismatch("module", "a module's id")
            }
            return .truncated(module: module.id, count: try writing.truncate(module))
        case .create: return .instance(try writing.create(write))
        case .update: return .instance(try writing.update(try id(write.sent), write))
        case .createOrUpdate: return .instance(try writing.createOrUpdate(write))
        case .delete:
            let id = try id(write.sent)
            return .instance(
                try writing.delete(id, in: write.module, seen: write.sent.seenUpdatedAt))
        }
    }

    private func id(_ sent: InstanceBody) throws(APIError) -> String {
        guard let id = sent.id else { throw sent.body.mismatch("id", "the id of an instance") }
        return id
    }
}
#endif
