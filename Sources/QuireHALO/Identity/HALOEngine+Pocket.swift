import Foundation
import QuireCore
import QuireHTTP

extension HALOEngine {
    /// Fetches the pocket of the logged-in user (E16).
    ///
    /// - Parameters:
    ///   - document: The type of the pocket's data. `JSONValue` accepts any data.
    ///   - references: The names of the lists to fetch. Empty fetches all.
    /// - Throws: `AuthorizationError` (nobody is logged in), `HALOResponseError`, `HALOError`, `TransportError`.
    public func pocket<Document: Codable & Sendable>(
        of document: Document.Type = JSONValue.self, references: [String] = []
    ) async throws -> HALOPocket<Document> {
        var call = HALOCall(.get, "segmentation/identified-pocket/self")
        call.query = references.map { URLQueryItem(name: "filterReferences[]", value: $0) }
        let response = try await asUser.connection.send(call)
        return try HALOPocket(ResponseObject(response, to: call), decoder: Self.pocketDecoder)
    }

    /// Saves the pocket of the logged-in user (E16). Lists that the pocket does not contain are not changed.
    ///
    /// - Returns: The pocket as stored on the server.
    /// - Throws: `HALOPocketError` if the data is too long, before anything is sent; otherwise the errors of
    ///   ``pocket(of:references:)``.
    @discardableResult
    public func save<Document: Codable & Sendable>(
        _ pocket: HALOPocket<Document>
    ) async throws -> HALOPocket<Document> {
        let call = HALOCall(
            .put, "segmentation/identified-pocket", body: try pocket.body(encoder: Self.pocketEncoder))
        let response = try await asUser.connection.send(call)
        return try HALOPocket(ResponseObject(response, to: call), decoder: Self.pocketDecoder)
    }

    /// A pocket belongs to a user. An engine with a different kind of provider uses that provider's identity.
    private var asUser: HALOEngine { authorization == nil ? self : authorized(as: .appPlus) }

    private static var pocketEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .millisecondsSince1970
        return encoder
    }

    private static var pocketDecoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }
}
