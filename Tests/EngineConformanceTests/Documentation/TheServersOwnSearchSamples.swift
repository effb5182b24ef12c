import Foundation
import Quire
import QuireAlgolia
import QuireCore
import QuireTypesense
import ShopContent

// The Swift code of the article "The server's own search", compiled. Change the article and this file together.

enum OwnSearchSamples {
    static func ask(_ content: ContentClient) async throws {
        let page = try await content.fetch(
            Books.query()
                .where(\.title == "emma").meaning(.engine)
                .parameters(TypesenseParameters(pinnedHits: ["b7": 1]))
                .page(1, size: 20))
        for book in page { print(page.highlight(book.title).marked("«", "»")) }
        if page.pageInfo.meaning == .engine { print("found by the server's rules") }
    }

    static func search(_ content: ContentClient) async throws -> Int {
        let page = try await content.fetch(Books.query().search("emam").meaning(.engine).page(1, size: 20))
        return page.count
    }

    static func pass() -> Query<Books> {
        let query = Books.query().search("emma")
            .parameters(
                TypesenseParameters(pinnedHits: ["b7": 1], other: ["drop_tokens_threshold": .integer(0)])
            )
            .parameters(AlgoliaParameters(analyticsTags: ["ios"]))
        return query
    }

    static func read(_ content: ContentClient) async throws {
        let page = try await content.fetch(
            Books.query().search("emma").parameters(TypesenseParameters(keepsResponse: true)))
        for response in page.serverResponses { print(try JSONValue(parsing: response)) }
    }
}
