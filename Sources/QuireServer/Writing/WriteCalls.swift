#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireStore
import QuireText

/// The calls that write instances.
struct WriteCalls: Sendable {
    let store: Store
    let catalog: ModuleCatalog
    let formats: InstanceFormats
    let clock: ServerClock

    /// Writes instances within a transaction.
    func writing(in transaction: StoreTransaction) -> ServedWriting {
        ServedWriting(catalog: catalog, formats: formats, clock: clock, transaction: transaction)
    }

    /// Creates an instance (HALO: `POST generalcontent/instance`).
    func create(_ request: ServedRequest) async throws -> ServedResponse {
        let sent = try InstanceBody(BodyObject(request))
        let allowance = ReportAllowance()
        guard let module = try sent.module(catalog, allowance) else {
            throw sent.body.mismatch("module", "a module's id")
        }
        let planned = try CheckedWrite(sent, module: module, allowance)
        return try await write { try $0.create(planned) }
    }

    /// Changes an instance (HALO: `PUT generalcontent/instance/{id}`).
    func update(_ id: String, _ request: ServedRequest) async throws -> ServedResponse {
        try APIError.checkItemID(id, at: "the path")
        let sent = try InstanceBody(BodyObject(request))
        if let other = sent.id, other != id {
            throw APIError(
                400, "The body's id \"\(other.shortened)\" is not the path's, \"\(id.shortened)\".")
        }
        let allowance = ReportAllowance()
        let named = try sent.module(catalog, allowance) ?? module(inQueryOf: request)
        let likely = named == nil ? try await homes(of: [id])[ExactText(id)] : nil
        let planned = try CheckedWrite(sent, module: named, likely: likely, allowance)
        return try await write { try $0.update(id, planned) }
    }

    /// Deletes an instance (HALO: `DELETE generalcontent/instance/{id}`).
    func delete(_ id: String, _ request: ServedRequest) async throws -> ServedResponse {
        try APIError.checkItemID(id, at: "the path")
        let module = try module(inQueryOf: request)
        return try await write { try $0.delete(id, in: module, seen: nil) }
    }

    private func write(_ body: @Sendable (ServedWriting) throws -> Data) async throws -> ServedResponse {
        let data = try await store.transaction("write an instance") { transaction in
            // A request can be cancelled while it waits for the writer.
            try Task.checkCancellation()
            return try body(writing(in: transaction))
        }
        return ServedResponse(body: Array(data))
    }

    /// The module of `?module=`.
    private func module(inQueryOf request: ServedRequest) throws(APIError) -> ServedModule? {
        guard let name = try request.queryItem("module") else { return nil }
        if let module = catalog[id: name] ?? catalog[name: name] { return module }
        throw APIError(400, "There is no module \"\(name.shortened)\".")
    }
}

extension WriteCalls {
    /// The module of each instance, by the bytes of its id. An id in several modules is skipped.
    func homes(of ids: [String]) async throws -> [ExactText: ServedModule] {
        guard !ids.isEmpty else { return [:] }
        var homes: [ExactText: ServedModule] = [:]
        var inSeveral: Set<ExactText> = []
        for module in catalog.modules {
            var request = SearchRequest(module: module.descriptor)
            request.ids = ids
            request.page = .all
            request.fields = []
            guard case .array(let instances) = try JSONValue(parsing: try await store.searchData(request))
            else {
                continue
            }
            for instance in instances {
                let id = ExactText(instance.instanceID)
                if homes.updateValue(module, forKey: id) != nil { inSeveral.insert(id) }
            }
        }
        for id in inSeveral { homes[id] = nil }
        return homes
    }
}

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
                    outcome = try perform(step.group, write, with: writing)
                }
                if case .truncated(let module, _) = outcome { truncated.insert(module) }
                try result.succeed(step.group, at: step.position, with: outcome)
            } catch let error as StoreError {
                throw error
            } catch let error as CancellationError {
                throw error
            } catch {
                result.fail(step.group, at: step.position, with: APIError(error))
            }
        }
        return result
    }

    private func perform(
        _ group: BatchGroup, _ write: CheckedWrite, with writing: ServedWriting
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

/// The operations of a batch, read and checked before its transaction opens.
struct BatchPlan: Sendable {
    struct Step: Sendable {
        let group: BatchGroup
        let position: Int
        let write: Result<CheckedWrite, APIError>
    }

    private(set) var steps: [Step] = []

    init(_ groups: [(group: BatchGroup, elements: [JSONValue])], _ calls: WriteCalls) async throws {
        let allowance = ReportAllowance()
        var read: [(group: BatchGroup, position: Int, sent: Result<Sent, APIError>)] = []
        var homeless: [String] = []
        var homes: [ExactText: ServedModule] = [:]
        for (group, elements) in groups {
            for (position, element) in elements.enumerated() {
                try Task.checkCancellation()
                let sent = Result { () throws(APIError) in
                    let body = try InstanceBody(
                        BodyObject(element, at: "\(group.keys[0])[\(position)]"))
                    return Sent(body: body, module: try body.module(calls.catalog, allowance))
                }
                read.append((group, position, sent))
                guard case .success(let sent) = sent, let id = sent.body.id else { continue }
                if let module = sent.module {
                    // A later update may name no module.
                    if group == .create || group == .createOrUpdate { homes[ExactText(id)] = module }
                } else if group == .update {
                    homeless.append(id)
                }
            }
        }
        homes.merge(try await calls.homes(of: homeless)) { created, _ in created }
        for (group, position, sent) in read {
            try Task.checkCancellation()
            let write = Result { () throws(APIError) in
                let sent = try sent.get()
                let likely = group == .update ? sent.body.id.flatMap { homes[ExactText($0)] } : nil
                return try CheckedWrite(
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
#endif
