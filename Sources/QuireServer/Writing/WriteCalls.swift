#if SQLite
import Foundation
import QuireStore

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
        let planned = try PlannedWrite(sent, module: module, allowance)
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
        let likely = named == nil ? try await homes(of: [id])[Array(id.utf8)] : nil
        let planned = try PlannedWrite(sent, module: named, likely: likely, allowance)
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
#endif
