#if SQLite
import Foundation
import Quire
import QuireTesting
import Testing

import QuireStore

/// A search of a sorted list requires all words, in everything that is counted for it.
@Suite("Text searches of sorted lists")
struct SortedTextTests {
    private static let module = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 1),
            FieldDescriptor(name: "language", kind: .text, facet: .disjunctive),
            FieldDescriptor(name: "year", kind: .integer, isSortable: true),
        ])

    private static let lines = [
        #"{"id":"1","values":{"title":"The dark tower","language":"eng","year":1982}}"#,
        #"{"id":"2","values":{"title":"A dark night","language":"eng","year":1990}}"#,
        #"{"id":"3","values":{"title":"The tower","language":"fre","year":1970}}"#,
        #"{"id":"4","values":{"title":"A tower in the dark","year":1950}}"#,
    ]

    private func request(sorted: Bool) -> SearchRequest {
        var request = SearchRequest(module: Self.module)
        request.text = TextSearch(.all("dark tower"))
        request.sort = sorted ? [SortKey(.value("year"))] : []
        request.facets = [FacetRequest("language", isDisjunctive: true)]
        request.facets[0].countsMissing = true
        return request
    }

    private func clients() async throws -> [ContentClient] {
        let store = try await Store(.memory, modules: [Self.module])
        try await store.load(Self.module, Self.lines)
        let memory = InMemoryEngine()
        await memory.add(try Self.lines.map { try JSONValue(parsing: Data($0.utf8)) }, to: Self.module)
        return [ContentClient(engine: store), ContentClient(engine: memory)]
    }

    @Test("The page, the total, the facets, the items without a value, counts and sums are of the same items")
    func sameItems() async throws {
        for client in try await clients() {
            for (isSorted, ids) in [(true, ["4", "1"]), (false, ["1", "4", "2", "3"])] {
                let request = request(sorted: isSorted)
                let page = try await client.response(request, reading: .ids(of: Self.module))
                #expect(
                    page.items.prefix(2).sorted() == ids.prefix(2).sorted() && page.items.count == ids.count)
                if isSorted { #expect(page.items == ids) }
                #expect(page.pageInfo.totalItems == ids.count)
                let counted = page.facets[0].counts.reduce(page.facets[0].missing ?? 0) { $0 + $1.count }
                #expect(counted == ids.count, "\(page.facets)")
                #expect(try await client.count(request) == ids.count)
                let aggregate = AggregateRequest([], of: request)
                #expect(aggregate.items.text?.mode == (isSorted ? .allWords : .anyWord))
            }
        }
    }
}
#endif
