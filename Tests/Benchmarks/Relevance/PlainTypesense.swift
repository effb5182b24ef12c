import Foundation
import SearchServers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Typesense with its own defaults, over plain fields and without Quire: what an app would use instead.
struct PlainTypesense {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let server: SearchServer
    private let collection: String
    private let fields: [String]

    /// - Parameters:
    ///   - fields: The searched fields, and whether each is a list.
    ///   - popularity: The default sorting field, an integer.
    ///   - documents: Lines of JSON objects with an id and these fields.
    init(
        _ collection: String, fields: [(name: String, isList: Bool)], popularity: String, documents: Data
    ) async throws {
        server = try await SearchServers.typesense()
        self.collection = collection
        self.fields = fields.map(\.name)
        var described: [[String: Any]] = fields.map {
            ["name": $0.name, "type": $0.isList ? "string[]" : "string", "optional": true]
        }
        described.append(["name": popularity, "type": "int32"])
        let schema = try JSONSerialization.data(withJSONObject: [
            "name": collection, "fields": described, "default_sorting_field": popularity,
        ])
        _ = try await send("POST", "/collections", schema)
        let result = try await send("POST", "/collections/\(collection)/documents/import", documents)
        let lines = result.split(separator: UInt8(ascii: "\n"))
        if let failed = lines.first(where: {
            !String(decoding: $0, as: UTF8.self).contains("\"success\":true")
        }) {
            throw Failure(description: String(decoding: failed, as: UTF8.self))
        }
    }

    /// The ids of the first ten documents.
    func ids(_ text: String) async throws -> [String] {
        struct Page: Decodable {
            struct Hit: Decodable {
                struct Document: Decodable { var id: String }
                var document: Document
            }
            var hits: [Hit]
        }
        var query = URLComponents()
        query.queryItems = [
            URLQueryItem(name: "q", value: text),
            URLQueryItem(name: "query_by", value: fields.joined(separator: ",")),
            URLQueryItem(name: "include_fields", value: "id"), URLQueryItem(name: "per_page", value: "10"),
        ]
        let data = try await send(
            "GET", "/collections/\(collection)/documents/search?\(query.percentEncodedQuery ?? "")", nil)
        return try JSONDecoder().decode(Page.self, from: data).hits.map(\.document.id)
    }

    private func send(_ method: String, _ path: String, _ body: Data?) async throws -> Data {
        guard let url = URL(string: server.url.absoluteString + path) else {
            throw Failure(description: "no address: \(path)")
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        request.timeoutInterval = 120
        request.setValue(server.apiKey, forHTTPHeaderField: "X-TYPESENSE-API-KEY")
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode, (200..<300).contains(status) else {
            throw Failure(description: "\(path): \(String(decoding: data.prefix(500), as: UTF8.self))")
        }
        return data
    }
}
