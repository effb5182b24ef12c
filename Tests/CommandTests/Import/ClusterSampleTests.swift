import QuireSchema
import Testing

/// What the documents of a collection tell beside its description.
@Suite("Import: dates and relations in the documents of clusters")
struct ClusterSampleTests {
    private static let collections = #"""
        [{"name":"authors","fields":[{"name":"name","type":"string"}]},
         {"name":"books","fields":[
          {"name":"sold_at","type":"int64"}, {"name":"updatedAt","type":"int64","facet":true},
          {"name":"published","type":"string","sort":true}, {"name":"released","type":"string"},
          {"name":"mixed","type":"string"}, {"name":"local_time","type":"string"}, {"name":"year","type":"int32"},
          {"name":"count_at","type":"int32","sort":false}, {"name":"days","type":"string[]"},
          {"name":"author_id","type":"string","facet":true}, {"name":"authors","type":"string[]"},
          {"name":"author","type":"string"}, {"name":"editor_id","type":"string"},
          {"name":"codes","type":"string"}]}]
        """#

    private static let books = [
        #"""
        {"id":"b1","sold_at":1700000000,"updatedAt":1700000000123,"published":"2024-05-01T10:00:00Z","released":"2024-05-01",
         "mixed":"2024-05-01","local_time":"2024-05-01 10:00","year":1815,"count_at":7,"days":["2024-05-01","2023-01-31"],
         "author_id":"a1","authors":["a1","a2"],"author":"Jane Austen","editor_id":"e1","codes":"a1"}
        """#,
        #"""
        {"id":"b2","sold_at":1600000000,"updatedAt":1600000000123,"published":"2020-01-01T00:00:00.5+02:00",
         "released":"1999-12-31","mixed":"2020-01-01T00:00:00Z","local_time":"2020-01-01 00:00","year":2020,"count_at":9,
         "days":[],"author_id":"a2","authors":["a2"],"author":"Emily","editor_id":"e2","codes":"a2"}
        """#,
    ]

    private static let types = [
        "sold_at: dateTime epochSeconds!", "updatedAt: dateTime epochMilliseconds!",
        "published: dateTime rfc3339!",
        "released: date dateOnly!", "mixed: text!", "local_time: text!", "year: integer!",
        "count_at: integer!",
        "days: list date dateOnly!", "author_id: relation authors!", "authors: relations authors!",
        "author: text!",
        "editor_id: text!", "codes: text!",
    ]

    @Test("Typesense: dates are told apart by name and documents, and relations by name and ids")
    func typesense() async throws {
        let found = try await DescribedImport(
            .typesense, ["collections.json": Self.collections],
            samples: [
                "books": Self.books, "authors": [#"{"id":"a1","name":"x"}"#, #"{"id":"a2","name":"y"}"#],
            ])
        #expect(try found.types(of: "books") == Self.types)
        let sold = try found.field("books", "sold_at")
        // The server sorts by numbers unless the field says otherwise.
        #expect(sold.sortable && sold.searchable == nil)
        #expect(try !found.field("books", "count_at").sortable)
        let updated = try found.field("books", "updatedAt")
        #expect(updated.facet == .disjunctive)
        let published = try found.field("books", "published")
        #expect(published.sortable && published.searchable == nil)
        let author = try found.field("books", "author_id")
        #expect(author.facet == .disjunctive && author.searchable == nil)
        #expect(try found.field("books", "author").searchable == 1)
        for note in [
            "'books.sold_at' holds dates in 2 values; imported as 'dateTime (epochSeconds)', seconds since 1970, by its name",
            "'books.author_id' is imported as a relation to 'authors', by its name: 2 of 2 values are ids of 2 documents",
        ] { #expect(found.notes.contains(note), "\(note): \(found.notes)") }
    }

    @Test("Without documents, or if the ids do not fit, numbers and texts stay what they are declared as")
    func unknown() async throws {
        let plain = try await DescribedImport(.typesense, ["collections.json": Self.collections])
        let types = try plain.types(of: "books")
        #expect(types.allSatisfy { !$0.contains(": date") && !$0.contains("relation") })
        let others = try await DescribedImport(
            .typesense, ["collections.json": Self.collections],
            samples: ["books": Self.books, "authors": [#"{"id":"z1","name":"x"}"#]])
        #expect(try others.types(of: "books").contains("author_id: text!"))
        // Not all authors were read, so one that is found is enough.
        let some = try await DescribedImport(
            .typesense, ["collections.json": Self.collections],
            samples: ["books": Self.books, "authors": [#"{"id":"a2","name":"x"}"#]], limit: 1)
        #expect(try some.types(of: "books").contains("author_id: relation authors!"))
    }

    @Test("OpenSearch: numbers that are moments, and keywords that hold ids")
    func openSearch() async throws {
        let mapping = #"""
            {"authors":{"mappings":{"properties":{"name":{"type":"text"}}}},
             "books":{"mappings":{"properties":{
              "sold_at":{"type":"long"}, "pages":{"type":"integer"}, "author_id":{"type":"keyword"},
              "publisher_id":{"type":"keyword"}, "q_mine":{"type":"keyword"}}}},
             "publishers":{"mappings":{"properties":{"id":{"type":"keyword"},"name":{"type":"keyword"}}}}}
            """#
        let found = try await DescribedImport(
            .opensearch, ["mappings.json": mapping],
            samples: [
                "books": [
                    #"{"sold_at":1700000000,"pages":3,"author_id":"a1","publisher_id":"p1","q_mine":"x"}"#
                ],
                "authors": [#"{"name":"x"}"#], "publishers": [#"{"id":"p1","name":"x"}"#],
            ])
        #expect(
            try found.types(of: "books") == [
                "sold_at: dateTime epochSeconds", "pages: integer", "author_id: text",
                "publisher_id: relation publishers",
            ])
        #expect(try found.field("books", "publisher_id").facet == .disjunctive)
        for note in [
            "'books.author_id' may refer to 'authors', whose ids are not in its documents",
            "'q_mine' begins with 'q_', as what Quire derives from items; skipped",
        ] { #expect(found.notes.contains(note), "\(note): \(found.notes)") }
    }
}
