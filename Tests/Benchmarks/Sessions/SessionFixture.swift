import Foundation
import Quire

/// An engine that responds immediately with the same twenty items and two facets, so that only the session's own cost
/// is measured.
struct InstantEngine: ContentEngine {
    let capabilities = EngineCapabilities(
        name: "instant", operations: Set(FilterOperation.allCases), sortsByValue: true,
        supportsNullOrdering: true,
        supportsCursors: false, countsTotal: true, fullText: true, facets: true, includes: true)

    private let response: SearchResponse<Content<Novels>>

    struct OtherModule: Error {}

    init() {
        let items = (0..<20).map { number in
            Content<Novels>(
                id: ContentID("n\(number)"), name: "novel \(number)",
                values: Novels.Values(
                    title: "The whale, part \(number)", language: "eng", year: 1851 + number))
        }
        var response = SearchResponse(
            items: items, pageInfo: PageInfo(page: 1, limit: 20, offset: 0, totalItems: 400))
        response.facets = [
            FacetResult(
                field: "language",
                counts: ["eng", "fre", "ger", "nld", "spa"].map { FacetCount(.string($0), 80) },
                isExhaustive: true),
            FacetResult(
                field: "year", counts: (0..<20).map { FacetCount(.integer(Int64(1851 + $0)), 20) },
                isExhaustive: true),
        ]
        response.text = TextSearchInfo(ranking: .relevance, highlighter: TextHighlighter(.all("whale")))
        self.response = response
    }

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        guard let response = response as? SearchResponse<Item> else { throw OtherModule() }
        return requests.map { _ in response }
    }

    func searchData(_ request: SearchRequest) async throws -> Data { throw OtherModule() }

    func validate(_ request: SearchRequest) throws {}

    func explain(_ request: SearchRequest) throws -> String { "" }
}

/// The code that the generator creates for such a module, written by hand.
enum Novels: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "novels",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isRequired: true, isSortable: true, searchWeight: 10),
            FieldDescriptor(name: "language", kind: .text, facet: .disjunctive),
            FieldDescriptor(name: "year", kind: .integer, facet: .disjunctive),
        ])

    struct Fields: FieldSet {
        init() {}
        static var table: FieldTable { Novels.descriptor.fields }
        var title: Field<Self, String, Sortable<TextOperators>> { .init("title") }
        var language: Field<Self, String?, Facetable<TextOperators>> { .init("language") }
        var year: Field<Self, Int?, Facetable<NumberOperators>> { .init("year") }
    }

    struct Values: ContentValues {
        var title: String
        var language: String?
        var year: Int?

        init(title: String, language: String?, year: Int?) {
            self.title = title
            self.language = language
            self.year = year
        }

        static var table: FieldTable { Novels.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            language = try reader.value(1)
            year = try reader.value(2)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, language)
            writer.value(2, year)
        }

        mutating func visitRelations<Visitor: RelationVisitor>(_ visitor: inout Visitor) {}
    }
}
