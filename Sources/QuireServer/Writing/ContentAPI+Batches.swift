#if SQLite
import Foundation
import QuireCore
import QuireStore

/// A kind of batch operation, and the name that its results have.
enum BatchGroup: String, CaseIterable, Sendable {
    case truncate, create, update, createOrUpdate, delete

    var writesValues: Bool { self != .truncate && self != .delete }

    /// The keys of the group in a request. HALO's two SDKs spell the key for truncating differently.
    var keys: [String] {
        switch self {
        case .truncate: ["truncated", "truncate"]
        case .create: ["created"]
        case .update: ["updated"]
        case .createOrUpdate: ["createdOrUpdated"]
        case .delete: ["deleted"]
        }
    }
}

extension ContentAPI {
    /// The maximum number of operations in a batch. A running batch blocks all other writers.
    static let mostOperations = 10_000

    /// Carries out a batch (HALO: `POST generalcontent/instance/batch`).
    ///
    /// An operation that fails does not affect the others.
    /// All operations run in one transaction of the store. Checks that do not need the store are made before the
    /// transaction opens. A cancelled batch is rolled back as a whole.
    func batch(_ request: ServedRequest) async throws -> Answer {
        let body = try BodyObject(request)
        var groups: [(group: BatchGroup, elements: [JSONValue])] = []
        for group in BatchGroup.allCases {
            var elements: [JSONValue] = []
            for key in group.keys { elements += try body.array(key) ?? [] }
            groups.append((group, elements))
        }
        let count = groups.reduce(0) { $0 + $1.elements.count }
        guard count <= Self.mostOperations else {
            throw Refusal(
                413,
                "The batch has \(count) operations; the most are \(Self.mostOperations). Send several batches."
            )
        }
        let plan = try await BatchPlan(groups, self)
        let counts = groups.map { ($0.group, $0.elements.count) }
        let bytes = try await store.transaction("write a batch") { transaction in
            try self.carryOut(plan, ServedWriting(api: self, transaction: transaction)).bytes(counts)
        }
        return Answer(body: bytes)
    }

    /// Carries out the operations in order.
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
                    // Truncating comes first, so nothing has been created yet.
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
                result.fail(step.group, step.position, Refusal(error))
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

    private func id(_ sent: InstanceBody) throws(Refusal) -> String {
        guard let id = sent.id else { throw sent.body.mismatch("id", "the id of an instance") }
        return id
    }
}

/// The operations of a batch, read and checked before its transaction opens.
struct BatchPlan: Sendable {
    struct Step: Sendable {
        let group: BatchGroup
        let position: Int
        let write: Result<PlannedWrite, Refusal>
    }

    private(set) var steps: [Step] = []

    init(_ groups: [(group: BatchGroup, elements: [JSONValue])], _ api: ContentAPI) async throws {
        let allowance = ReportAllowance()
        var read: [(group: BatchGroup, position: Int, sent: Result<Sent, Refusal>)] = []
        var homeless: [String] = []
        var homes: [[UInt8]: ServedModule] = [:]
        for (group, elements) in groups {
            for (position, element) in elements.enumerated() {
                try Task.checkCancellation()
                let sent = Result { () throws(Refusal) in
                    let body = try InstanceBody(
                        BodyObject(element, at: "\(group.keys[0])[\(position)]"))
                    return Sent(body: body, module: try body.module(api.catalog, allowance))
                }
                read.append((group, position, sent))
                guard case .success(let sent) = sent, let id = sent.body.id else { continue }
                if let module = sent.module {
                    // A later update of the same id may omit the module.
                    if group == .create || group == .createOrUpdate { homes[Array(id.utf8)] = module }
                } else if group == .update {
                    homeless.append(id)
                }
            }
        }
        homes.merge(try await api.homes(of: homeless)) { created, _ in created }
        for (group, position, sent) in read {
            try Task.checkCancellation()
            let write = Result { () throws(Refusal) in
                let sent = try sent.get()
                let likely = group == .update ? sent.body.id.flatMap { homes[Array($0.utf8)] } : nil
                return try PlannedWrite(
                    sent.body, module: sent.module, likely: likely, checksValues: group.writesValues,
                    allowance)
            }
            steps.append(Step(group: group, position: position, write: write))
        }
    }

    private struct Sent: Sendable {
        let body: InstanceBody
        let module: ServedModule?
    }
}

/// Writes the response to a batch, operation by operation.
struct BatchResultWriter {
    enum Outcome {
        case instance(Data)
        case truncated(module: String, count: Int)
    }

    private var json = JSONWriter(capacity: 4_096)
    private var failures: [BatchGroup: Int] = [:]

    init() {
        json.beginObject()
        json.key("operations")
        json.beginArray()
    }

    mutating func succeed(_ group: BatchGroup, _ position: Int, _ outcome: Outcome) throws {
        begin(group, position, isSuccess: true)
        switch outcome {
        case .instance(let data):
            json.key("data")
            json.raw(data)
        case .truncated(let module, let count):
            json.key("module")
            json.string(module)
            json.key("data")
            json.beginObject()
            json.key("deletedInstances")
            json.integer(Int64(count))
            json.endObject()
        }
        json.endObject()
    }

    mutating func fail(_ group: BatchGroup, _ position: Int, _ refusal: Refusal) {
        failures[group, default: 0] += 1
        begin(group, position, isSuccess: false)
        json.key("data")
        json.beginObject()
        json.key("error")
        json.value(refusal.json)
        json.endObject()
        json.endObject()
    }

    private mutating func begin(_ group: BatchGroup, _ position: Int, isSuccess: Bool) {
        json.beginObject()
        json.key("operation")
        json.string(group.rawValue)
        json.key("position")
        json.integer(Int64(position))
        json.key("success")
        json.boolean(isSuccess)
    }

    /// The whole response, with the counts of each group.
    func bytes(_ counts: [(group: BatchGroup, count: Int)]) -> [UInt8] {
        var json = json
        json.endArray()
        json.key("results")
        json.beginObject()
        let total = counts.reduce(0) { $0 + $1.count }
        let failed = failures.values.reduce(0, +)
        json.key("total")
        Self.write(total: total, failed: failed, isSum: true, &json)
        for (group, count) in counts {
            json.key(group.rawValue)
            Self.write(total: count, failed: failures[group] ?? 0, isSum: false, &json)
        }
        json.endObject()
        json.endObject()
        return json.bytes
    }

    private static func write(total: Int, failed: Int, isSum: Bool, _ json: inout JSONWriter) {
        json.beginObject()
        if isSum {
            json.key("total")
            json.integer(Int64(total))
        }
        json.key("success")
        json.integer(Int64(total - failed))
        json.key("failure")
        json.integer(Int64(failed))
        json.endObject()
    }
}
#endif
