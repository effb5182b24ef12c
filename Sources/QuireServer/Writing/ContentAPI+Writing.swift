#if SQLite
import Foundation
import Quire
import QuireStore

extension ContentAPI {
    /// Creates an instance (HALO: `POST generalcontent/instance`).
    func create(_ request: ServedRequest) async throws -> Answer {
        let body = try InstanceBody(BodyObject(request))
        return try await write { try $0.create(body) }
    }

    /// Changes an instance (HALO: `PUT generalcontent/instance/{id}`).
    func update(_ id: String, _ request: ServedRequest) async throws -> Answer {
        let body = try InstanceBody(BodyObject(request))
        if let sent = body.id, sent != id {
            throw Refusal(400, "The body's id \"\(sent)\" is not the path's, \"\(id)\".")
        }
        let module = try request.queryItem("module")
        return try await write { try $0.update(id, body, module: module) }
    }

    /// Deletes an instance (HALO: `DELETE generalcontent/instance/{id}`).
    func delete(_ id: String, _ request: ServedRequest) async throws -> Answer {
        let module = try request.queryItem("module")
        return try await write { try $0.delete(id, nil, module: module) }
    }

    private func write(_ body: @Sendable (ServedWriting) throws -> Data) async throws -> Answer {
        let data = try await store.transaction("write an instance") { transaction in
            try body(ServedWriting(api: self, transaction: transaction))
        }
        return Answer(body: Array(data))
    }
}

extension ServedRequest {
    /// The value of a query's item; the first of that name.
    func queryItem(_ name: String) throws(Refusal) -> String? {
        try Path.items(query).first { $0.name == name }?.value
    }
}
#endif
