import Foundation
import QuireCore
import QuireHTTP

extension HALOEngine {
    /// Reads the pocket of the user who is logged in (E16).
    ///
    /// - Parameters:
    ///   - document: What the pocket's data is decoded as; `JSONValue` takes any.
    ///   - references: The names of the lists that are wanted; all of them where it is empty.
    /// - Throws: `AuthorizationError` (nobody is logged in), `HALOAnswerError`, `HALOError`, `TransportError`.
    public func pocket<Document: Codable & Sendable>(
        of document: Document.Type = JSONValue.self, references: [String] = []
    ) async throws -> HALOPocket<Document> {
        var call = HALOCall(.get, "segmentation/identified-pocket/self")
        call.query = references.map { URLQueryItem(name: "filterReferences[]", value: $0) }
        let response = try await asUser.connection.send(call)
        return try HALOPocket(HALOAnswer(response, to: call), decoder: Self.pocketDecoder)
    }

    /// Writes the pocket of the user who is logged in (E16). Lists that the pocket does not name stay as they are.
    ///
    /// - Returns: The pocket as the server has it now.
    /// - Throws: `HALOPocketError` where the data is too long, before anything is sent; else as ``pocket(of:references:)``.
    @discardableResult
    public func save<Document: Codable & Sendable>(
        _ pocket: HALOPocket<Document>
    ) async throws -> HALOPocket<Document> {
        let call = HALOCall(
            .put, "segmentation/identified-pocket", body: try pocket.body(encoder: Self.pocketEncoder))
        let response = try await asUser.connection.send(call)
        return try HALOPocket(HALOAnswer(response, to: call), decoder: Self.pocketDecoder)
    }

    /// A pocket is a user's; an engine with a provider of another kind sends what that gives.
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
