import Foundation
import QuireCore
import QuireHTTP

/// Data that HALO stores for a logged-in user: a small document defined by the app, and lists of ids.
///
/// ```swift
/// struct Reading: Codable, Sendable { var page: Int }
/// var pocket = try await halo.pocket(of: Reading.self)
/// pocket.data = Reading(page: 7)
/// pocket.references["favourites"] = ["57ea6aa40cf4ec003b4d8285"]
/// pocket.clear("later")
/// try await halo.save(pocket)
/// // PUT …/api/segmentation/identified-pocket
/// // {"references":{"favourites":["57ea6aa40cf4ec003b4d8285"],"later":null},"data":{"page":7}}
/// ```
public struct HALOPocket<Document: Codable & Sendable>: Sendable {
    /// The document, or `nil` if there is none. Written as JSON, with dates as milliseconds since 1970. At most
    /// ``HALOPocketError/maximumLength`` characters.
    public var data: Document?
    /// The lists of ids by name.
    public var references: [String: [String]]
    /// The lists that the next save removes. They are sent as `null`.
    public private(set) var cleared: Set<String> = []

    public init(data: Document? = nil, references: [String: [String]] = [:]) {
        self.data = data
        self.references = references
    }

    /// Removes a list with the next save. A list that is only missing from ``references`` stays on the server.
    public mutating func clear(_ name: String) {
        references[name] = nil
        cleared.insert(name)
    }
}

/// A pocket's document is too long for HALO. Thrown before anything is sent.
public struct HALOPocketError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The maximum length of the document's JSON in UTF-16 units, as counted by a JavaScript server.
    public static let maximumLength = 2000

    /// The length of the document.
    public var length: Int

    public var description: String {
        """
        Could not save the pocket: its data is \(length) characters of JSON, more than \(Self.maximumLength). Keep less \
        in it, or refer to items by id.
        """
    }

    public var errorDescription: String? { description }
}

extension HALOPocket {
    init(_ response: ResponseObject, decoder: JSONDecoder) throws {
        try response.expectObject()
        references = [:]
        if case .object(let members)? = response.value["references"] {
            for member in members {
                // A requested list that does not exist is returned as null.
                guard case .array(let ids) = member.value else { continue }
                references[member.name] = ids.compactMap {
                    switch $0 {
                    case .string(let id): id
                    case .integer(let id): String(id)
                    default: nil
                    }
                }
            }
        }
        guard let value = response.value["data"], value != .null else { return }
        do {
            data = try decoder.decode(Document.self, from: Data(value.description.utf8))
        } catch let error as DecodingError {
            throw response.mismatch(
                "data", expected: "\(Document.self)", found: "what it cannot be decoded from (\(error.place))"
            )
        }
    }

    /// - Throws: `HALOPocketError`, and the errors of the document's `encode(to:)`.
    func body(encoder: JSONEncoder) throws -> Data {
        var json = JSONWriter()
        json.beginObject()
        json.key("references")
        json.beginObject()
        for name in Set(references.keys).union(cleared).sorted() {
            json.key(name)
            guard let ids = references[name] else {
                json.null()
                continue
            }
            json.beginArray()
            for id in ids { json.string(id) }
            json.endArray()
        }
        json.endObject()
        if let data {
            let document = try encoder.encode(data)
            let length = String(decoding: document, as: UTF8.self).utf16.count
            guard length <= HALOPocketError.maximumLength else { throw HALOPocketError(length: length) }
            json.key("data")
            json.raw(document)
        }
        json.endObject()
        return Data(json.bytes)
    }
}

extension DecodingError {
    /// The coding path, without the values.
    fileprivate var place: String {
        let context: Context
        switch self {
        case .typeMismatch(_, let cause), .valueNotFound(_, let cause), .keyNotFound(_, let cause),
            .dataCorrupted(let cause):
            context = cause
        @unknown default: return "somewhere"
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        if case .keyNotFound(let key, _) = self {
            return "no key \(path.isEmpty ? "" : path + ".")\(key.stringValue)"
        }
        return path.isEmpty ? "at its start" : "at \(path)"
    }
}

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
