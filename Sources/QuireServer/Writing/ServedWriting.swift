#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireStore

/// Writes instances within one transaction: reads the stored instance, merges the sent values, checks and writes it.
///
/// HALO does not document its exact rules for writes; these are Quire's. A value that is not sent stays, and null
/// clears it. Every write but the first sets `updatedAt`; the first does if the sent `createdAt` is in the past.
struct ServedWriting {
    let catalog: ModuleCatalog
    let formats: InstanceFormats
    let clock: ServerClock
    let transaction: StoreTransaction

    static let conflict =
        "The specified instance was updated after your data retrieval. Please, resolve the conflict and try again."

    // MARK: - Operations

    func create(_ write: CheckedWrite) throws -> Data {
        let sent = write.sent
        guard let module = write.module else { throw sent.body.mismatch("module", "a module's id") }
        if let id = sent.id, let stored = try stored(id, module) {
            throw APIError(
                409, "There is an instance of the id \"\(id.shortened)\" already; change it with PUT.",
                extra: try responseJSON(stored, module))
        }
        let moment = try clock.next(transaction)
        let id = sent.id ?? InstanceWriting.newID(milliseconds: moment)
        let changes = try write.changes(of: module)
        var instance = try changes.applied(to: .object([.init("id", .string(id))]))
        if module.descriptor.isSingle { try checkSingle(module) }
        let created = min(sent.createdAt ?? moment, moment)
        instance = instance.setting("createdAt", .integer(created)).setting("revision", .integer(0))
        // Otherwise a sync would miss the new instance.
        if created < moment { instance = instance.setting("updatedAt", .integer(moment)) }
        return try self.write(instance, id: id, in: module, unique: changes.uniqueNames)
    }

    func update(_ id: String, _ write: CheckedWrite) throws -> Data {
        let (stored, module) = try find(id, write.module)
        try checkConflict(write.sent.seenUpdatedAt, stored: stored, module: module)
        let changes = try write.changes(of: module)
        let instance = try changes.applied(to: stored)
        return try self.write(try stamped(instance), id: id, in: module, unique: changes.uniqueNames)
    }

    func createOrUpdate(_ write: CheckedWrite) throws -> Data {
        guard let module = write.module else { throw write.sent.body.mismatch("module", "a module's id") }
        if let id = write.sent.id, try stored(id, module) != nil { return try update(id, write) }
        return try create(write)
    }

    /// Marks an instance as deleted. It stays in the store, as on HALO.
    ///
    /// - Parameter seen: The `updatedAt` that the client saw.
    func delete(_ id: String, in module: ServedModule?, seen: Int64?) throws -> Data {
        let (stored, module) = try find(id, module)
        try checkConflict(seen, stored: stored, module: module)
        guard stored.member("deletedAt") == nil else { return try read(id, module) }
        return try write(try deleted(stored), id: id, in: module)
    }

    /// Marks all instances of a module as deleted. Returns how many were not deleted before.
    func truncate(_ module: ServedModule) throws -> Int {
        var request = SearchRequest(module: module.descriptor)
        request.metaFilter = .leaf(.init(.equal, "deletedAt", value: .null, type: .null))
        request.page = .all
        guard case .array(let instances) = try JSONValue(parsing: try transaction.searchData(request)) else {
            return 0
        }
        for instance in instances {
            try Task.checkCancellation()
            try transaction.upsert(try deleted(instance).data, into: module.name)
        }
        return instances.count
    }

    // MARK: - Parts

    /// Finds the instance of an id and its module.
    private func find(
        _ id: String, _ module: ServedModule?
    ) throws -> (stored: JSONValue, module: ServedModule) {
        let places = module.map { [$0] } ?? catalog.modules
        var instances: [(stored: JSONValue, module: ServedModule)] = []
        for place in places { if let stored = try stored(id, place) { instances.append((stored, place)) } }
        guard let first = instances.first else { throw APIError(404, "Instance not found") }
        guard instances.count == 1 else {
            let names = instances.map { "\"\($0.module.name)\"" }.joined(separator: ", ")
            throw APIError(
                400,
                "Several modules have an instance of the id \"\(id.shortened)\": \(names). Say which: \"module\" in the body, or "
                    + "?module= in the URL.")
        }
        return first
    }

    private func stored(_ id: String, _ module: ServedModule) throws -> JSONValue? {
        guard let bytes = try transaction.instance(id, in: module.name) else { return nil }
        return try JSONValue(parsing: Data(bytes))
    }

    private func checkConflict(_ seen: Int64?, stored: JSONValue, module: ServedModule) throws {
        guard let seen, let changed = stored.date("updatedAt") ?? stored.date("createdAt"), seen < changed
        else {
            return
        }
        throw APIError(409, Self.conflict, extra: try responseJSON(stored, module))
    }

    private func checkSingle(_ module: ServedModule) throws {
        var request = SearchRequest(module: module.descriptor)
        request.metaFilter = .leaf(.init(.equal, "deletedAt", value: .null, type: .null))
        request.page = .all
        request.fields = []
        guard case .array(let present) = try JSONValue(parsing: try transaction.searchData(request)),
            !present.isEmpty
        else { return }
        throw APIError(
            400, "The module \"\(module.name)\" has one instance at most, and there is one already.")
    }

    private func stamped(_ instance: JSONValue) throws -> JSONValue {
        let moment = try clock.next(transaction)
        var revision: Int64 = 0
        if case .integer(let number)? = instance.member("revision") { revision = number }
        return instance.setting("updatedAt", .integer(moment)).setting("revision", .integer(revision + 1))
    }

    private func deleted(_ stored: JSONValue) throws -> JSONValue {
        let instance = try stamped(stored)
        return instance.setting("deletedAt", instance.member("updatedAt") ?? .null)
    }

    /// - Parameter unique: The fields whose values must not be those of another instance.
    private func write(
        _ instance: JSONValue, id: String, in module: ServedModule, unique: Set<String> = []
    ) throws -> Data {
        let whole = instance.setting("module", .string(module.id))
        do {
            try transaction.upsert(whole.data, into: module.name, checking: .unique(unique))
        } catch let error as ConstraintError {
            var problems = ValueProblems()
            let allowance = ReportAllowance()
            for violation in error.violations { problems.add(allowance) { ValueProblem(violation) } }
            throw APIError(problems)
        } catch let error as ContentDecodingError {
            let field =
                error.path.hasPrefix("values.") ? String(error.path.dropFirst("values.".count)) : error.path
            var problems = ValueProblems()
            problems.add(ReportAllowance()) {
                ValueProblem(
                    field: field.shortened, error: "validator.value",
                    message: "Expected \(error.expected), found \(error.found).")
            }
            throw APIError(problems)
        }
        return try read(id, module)
    }

    private func read(_ id: String, _ module: ServedModule) throws -> Data {
        guard let bytes = try transaction.instance(id, in: module.name) else {
            throw APIError(500, "The instance was written, and is not there.")
        }
        return try responseData(Data(bytes), module)
    }

    private func responseData(_ instance: Data, _ module: ServedModule) throws -> Data {
        Data(
            try formats.format(locale: nil).copy(instance) { (copy, json) throws(ValueDecodingError) in
                try copy.instance(&json, of: module.name)
            })
    }

    private func responseJSON(_ stored: JSONValue, _ module: ServedModule) throws -> JSONValue {
        try JSONValue(parsing: try responseData(stored.data, module))
    }
}

extension JSONValue {
    fileprivate func date(_ key: String) -> Int64? {
        if case .integer(let milliseconds)? = member(key) { milliseconds } else { nil }
    }
}
#endif
