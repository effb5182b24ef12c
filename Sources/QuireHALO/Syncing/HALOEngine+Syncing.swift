import Foundation
import QuireCore
import QuireHTTP
import QuireSync

extension HALOEngine: SyncingEngine {
    /// Requests the changes of a module once.
    ///
    /// ```swift
    /// let changes = try await halo.changes(ChangeRequest(module: "books", locale: "en-US", from: mark))
    /// // POST …/api/generalcontent/instance/sync
    /// // {"fromSync":1475052559289,"locale":"en-US","moduleName":"books"}
    /// ```
    /// A request for everything has a `to-cache` header in seconds. A request with a checkpoint never has one.
    /// - Throws: `ContentDecodingError` if the response is not the result of a sync, `HALOError`, `TransportError`.
    public func changes(_ request: ChangeRequest) async throws -> ChangeSet {
        for (name, date) in [("fromSync", request.from), ("toSync", request.to)] {
            guard let date, date.exactMilliseconds == nil else { continue }
            throw QueryError(
                .incompatibleOperand, module: request.module, node: name,
                expected:
                    "a date within 64 bits of milliseconds, not \(date.timeIntervalSince1970) s since 1970")
        }
        var call = HALOCall(.post, "generalcontent/instance/sync", body: Self.body(request))
        if request.from == nil { call.serverCache = request.serverCache }
        if request.bypassesCaches { call.headers["cache-control"] = "no-cache" }
        // It changes nothing on the server, although it is a POST.
        call.isRepeatable = true
        let response = try await connection.send(call)
        do {
            return try HALOChanges.read(response.body, of: request.module)
        } catch {
            // Some proxies send errors with status 200.
            if let error = HALOError(response, to: connection.request(for: call)), error.message != nil {
                throw error
            }
            throw error
        }
    }

    /// The id in the schema, or `nil` if it has none, or if names are sent.
    public func moduleID(of module: ModuleDescriptor) -> String? {
        settings.sendsModuleIDs ? module.id : nil
    }

    private static func body(_ request: ChangeRequest) -> Data {
        var json = JSONWriter(capacity: 128)
        json.beginObject()
        if let from = request.from {
            json.key("fromSync")
            json.integer(from.milliseconds)
        }
        if let locale = request.locale {
            json.key("locale")
            json.string(locale)
        }
        if let id = request.moduleID {
            json.key("moduleId")
            json.string(id)
        } else {
            json.key("moduleName")
            json.string(request.module)
        }
        if let to = request.to {
            json.key("toSync")
            json.integer(to.milliseconds)
        }
        json.endObject()
        return Data(json.bytes)
    }
}
