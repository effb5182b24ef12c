import Foundation

/// A client for one server as an app's developer would write it.
struct HandWrittenClient: Sendable {
    let cluster: ClusterFixture
    let server: URL
    private let session = BareClient()

    init(cluster: ClusterFixture, server: URL) {
        self.cluster = cluster
        self.server = server
    }

    /// A page of books that pass the filter of seven tests.
    func search(_ round: Int, _ count: Int) async throws -> [Book] {
        switch cluster {
        case .typesense:
            let body: [String: Any] = [
                "searches": [
                    [
                        "collection": "books", "q": "*", "page": 1, "per_page": count,
                        "filter_by":
                            "((age:>=\(round) && age:<100) || rating:=null) && title:!=`July Young` && price:<=9.5 && (available:=true || title:=`x`)",
                    ] as [String: Any]
                ]
            ]
            let data = try await post("multi_search", body)
            return try Self.decoder.decode(TypesensePage.self, from: data).results.flatMap(\.hits).map(
                \.document)
        case .openSearch:
            func term(_ name: String, _ value: Any) -> [String: Any] { ["term": [name: value]] }
            let ages: [String: Any] = ["range": ["age": ["gte": round, "lt": 100]]]
            let unrated: [String: Any] = ["bool": ["must_not": [["exists": ["field": "rating"]]]]]
            let body: [String: Any] = [
                "from": 0, "size": count, "track_total_hits": true,
                "query": [
                    "bool": [
                        "filter": [
                            ["bool": ["should": [ages, unrated]]], ["range": ["price": ["lte": 9.5]]],
                            ["bool": ["should": [term("available", true), term("title", "x")]]],
                        ], "must_not": [term("title", "July Young")],
                    ] as [String: Any]
                ],
            ]
            let data = try await post("books/_search", body)
            return try Self.decoder.decode(OpenSearchPage.self, from: data).hits.hits.map(\._source)
        case .algolia:
            let body: [String: Any] = [
                "query": "", "hitsPerPage": count, "page": 0,
                "filters":
                    "(age >= \(round) OR rating = 0) AND age < 100 AND NOT title:'July Young' AND price <= 9.5 AND (available:true OR title:x)",
            ]
            let data = try await post("1/indexes/books/query", body)
            return try Self.decoder.decode(AlgoliaPage.self, from: data).hits
        case .managedPocketBase, .existingPocketBase:
            var address = URLComponents(
                url: server.appendingPathComponent("api/collections/books/records"),
                resolvingAgainstBaseURL: false)
            address?.queryItems = [
                URLQueryItem(name: "page", value: "1"), URLQueryItem(name: "perPage", value: "\(count)"),
                URLQueryItem(
                    name: "filter",
                    value:
                        "((age >= \(round) && age < 100) || rating = null) && title != 'July Young' && price <= 9.5 && (available = true || title = 'x')"
                ),
            ]
            let data = try await session.send("GET", address?.url ?? server, nil)
            return try Self.recordDecoder.decode(PocketBasePage.self, from: data).items
        }
    }

    private func post(_ path: String, _ body: [String: Any]) async throws -> Data {
        try await session.post(
            server.appendingPathComponent(path), try JSONSerialization.data(withJSONObject: body))
    }

    private static let decoder = PlainPage.decoder

    /// PocketBase writes dates as texts, and no date as an empty one.
    private static let recordDecoder: JSONDecoder = {
        let decoder = JSONDecoder()
        let form = DateFormatter()
        form.locale = Locale(identifier: "en_US_POSIX")
        form.timeZone = TimeZone(identifier: "UTC")
        form.dateFormat = "yyyy-MM-dd HH:mm:ss.SSSZ"
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            return form.date(from: text) ?? .distantPast
        }
        return decoder
    }()
}

extension HandWrittenClient {
    /// A document, with the values of a book side by side.
    struct Book: Decodable, Sendable {
        let id: String?
        let name: String?
        let createdAt: Date?
        let updatedAt: Date?
        let values: PlainPage.Values

        private enum Key: String, CodingKey { case id, name, createdAt, updatedAt }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            id = try container.decodeIfPresent(String.self, forKey: .id)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            createdAt = try container.decodeIfPresent(Date.self, forKey: .createdAt)
            updatedAt = try container.decodeIfPresent(Date.self, forKey: .updatedAt)
            values = try PlainPage.Values(from: decoder)
        }
    }

    private struct TypesensePage: Decodable {
        struct Hit: Decodable { let document: Book }
        struct Result: Decodable {
            let found: Int
            let hits: [Hit]
        }
        let results: [Result]
    }

    private struct OpenSearchPage: Decodable {
        struct Hit: Decodable { let _source: Book }
        struct Hits: Decodable { let hits: [Hit] }
        let hits: Hits
    }

    private struct AlgoliaPage: Decodable {
        let nbHits: Int
        let hits: [Book]
    }

    private struct PocketBasePage: Decodable {
        let totalItems: Int
        let items: [Book]
    }
}
