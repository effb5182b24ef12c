import QuireSchema
import Testing

/// Collections and mappings from files, without documents.
@Suite("Import: descriptions of clusters")
struct ClusterDescriptionTests {
    @Test("A Typesense collection keeps types, facets, sort, references and objects; the rest is reported")
    func typesense() async throws {
        let found = try await DescribedImport(
            .typesense,
            [
                "collections.json": #"""
                [{"name":"books_7","enable_nested_fields":true,"default_sorting_field":"sold","fields":[
                  {"name":"title","type":"string","sort":true,"infix":true,"locale":"ja"},
                  {"name":"genre","type":"string[]","facet":true,"optional":true},
                  {"name":"sold","type":"int64"}, {"name":"price","type":"float","optional":true},
                  {"name":"new","type":"bool","facet":true}, {"name":"where","type":"geopoint","optional":true},
                  {"name":"author","type":"string","reference":"authors.id","optional":true},
                  {"name":"shelf","type":"string","reference":"shelves.code","optional":true},
                  {"name":"raw","type":"string","index":false,"optional":true},
                  {"name":"any","type":"auto","optional":true}, {"name":".*_x","type":"auto","optional":true},
                  {"name":"size","type":"object","optional":true}, {"name":"size.w","type":"float"},
                  {"name":"size.in.cm","type":"int32","facet":true},
                  {"name":"vector","type":"float[]","num_dim":4}]},
                 {"name":"authors","fields":[{"name":"name","type":"string"}]}]
                """#,
                "aliases.json": #"{"aliases":[{"name":"books","collection_name":"books_7"}]}"#,
            ])
        #expect(found.moduleNames == ["books", "authors"])
        #expect(
            try found.types(of: "books") == [
                "title: text!", "genre: list text", "sold: integer!", "price: number", "new: boolean!",
                "where: geopoint", "author: relation authors", "shelf: text", "raw: text", "any: json",
                "size: object w,in",
            ])
        let title = try found.field("books", "title")
        #expect(title.sortable && title.searchable == 1 && title.facet == nil)
        #expect(try found.field("books", "genre").facet == .disjunctive)
        #expect(try found.field("books", "raw").searchable == nil)
        #expect(found.schema?.modules.first?.ranking?.popularity == "sold")
        for note in [
            "left out: infix (1), locale (1)", "'books.shelf' refers to 'shelves.code'", "the pattern '.*_x'",
            "'books.vector' is a vector", "'books.any' has the type auto; imported as 'json'",
        ] { #expect(found.notes.contains(note), "\(note): \(found.notes)") }
        #expect(!found.notes.contains("inside objects"))
        #expect(try found.member("books", "size.w").sortable)
        #expect(try found.member("books", "size.in.cm").facet == .disjunctive)
        #expect(try found.member("books", "size.in.cm").operators.contains(.greaterOrEqual))
    }

    @Test("Members of objects keep what the server has for them: operators, sort, facets and search")
    func members() async throws {
        let typesense = try await DescribedImport(
            .typesense,
            [
                "collections.json": #"""
                [{"name":"books","enable_nested_fields":true,"fields":[
                  {"name":"size","type":"object"}, {"name":"size.w","type":"int64","sort":false},
                  {"name":"size.unit","type":"string","sort":true}, {"name":"size.raw","type":"string","index":false},
                  {"name":"people","type":"object[]"}, {"name":"people.role","type":"string[]","facet":true},
                  {"name":"people.born","type":"int64[]"}, {"name":"people.alive","type":"bool[]"},
                  {"name":"people.agent","type":"string","reference":"books.id","facet":true}]}]
                """#
            ])
        let openSearch = try await DescribedImport(
            .opensearch,
            [
                "mappings.json": #"""
                {"books":{"mappings":{"properties":{
                  "size":{"properties":{"w":{"type":"long","doc_values":false},
                    "unit":{"type":"text","fields":{"keyword":{"type":"keyword"}}},
                    "raw":{"type":"keyword","index":false}, "x":{"type":"keyword"}}},
                  "size.x":{"type":"keyword"},
                  "people":{"type":"nested","properties":{"role":{"type":"keyword"},"born":{"type":"long"},
                    "alive":{"type":"boolean","doc_values":false}}}}}}}
                """#
            ])
        let numbers = ["=", "!=", "<", "<=", ">", ">=", "in", "!in", "between", "isNull"]
        for found in [typesense, openSearch] {
            let width = try found.member("books", "size.w")
            #expect(width.operatorsAreExplicit && !width.sortable)
            #expect(Set(width.operators.map(\.rawValue)).union(["isNull"]) == Set(numbers))
            let unit = try found.member("books", "size.unit")
            #expect(unit.sortable && unit.searchable == 1 && !unit.operatorsAreExplicit)
            #expect(try !found.member("books", "size.raw").isQueryable)
            #expect(try found.member("books", "people.role").facet == .disjunctive)
            let born = try found.member("books", "people.born")
            #expect(!born.sortable && born.operators.contains(.between))
            #expect(try found.member("books", "people.alive").operators.contains(.equal))
        }
        #expect(try !typesense.member("books", "people.agent").isQueryable)
        // The name is the field's.
        #expect(try !openSearch.member("books", "size.x").isQueryable)
    }

    @Test(
        "An OpenSearch mapping keeps types, formats of dates, keywords and multi-fields; the rest is reported"
    )
    func openSearch() async throws {
        let found = try await DescribedImport(
            .opensearch,
            [
                "mappings.json": #"""
                {".internal":{"mappings":{}},
                 "books-1":{"aliases":{"books":{}},"mappings":{"properties":{
                  "title":{"type":"text","analyzer":"english","fields":{"keyword":{"type":"keyword"}}},
                  "isbn":{"type":"keyword"}, "pages":{"type":"integer"}, "price":{"type":"scaled_float"},
                  "big":{"type":"unsigned_long"}, "sold":{"type":"boolean"},
                  "day":{"type":"date","format":"yyyy-MM-dd"}, "at":{"type":"date","format":"epoch_second"},
                  "when":{"type":"date"}, "odd":{"type":"date","format":"dd.MM.yyyy"},
                  "size":{"properties":{"w":{"type":"float"}}},
                  "parts":{"type":"nested","properties":{"n":{"type":"long"}}},
                  "where":{"type":"geo_point"}, "free":{"type":"object"}, "v":{"type":"knn_vector"},
                  "name2":{"type":"alias","path":"title"}}}}}
                """#
            ])
        #expect(found.moduleNames == ["books"])
        #expect(
            try found.types(of: "books") == [
                "title: text", "isbn: text", "pages: integer", "price: number", "big: integer",
                "sold: boolean",
                "day: date dateOnly", "at: dateTime epochSeconds", "when: dateTime rfc3339", "odd: text",
                "size: object w", "parts: list object n", "where: geopoint", "free: json",
            ])
        let title = try found.field("books", "title")
        #expect(title.sortable && title.searchable == 1 && title.facet == nil)
        let isbn = try found.field("books", "isbn")
        #expect(isbn.sortable && isbn.searchable == nil && isbn.facet == .disjunctive)
        for note in [
            "no document was read, so every field is single",
            "'books.odd' has dates in the format 'dd.MM.yyyy'",
            "'books.when' allows several formats", "analyzer (1)", "'books.v' has the type 'knn_vector'",
            "'books.big' is an unsigned_long",
        ] { #expect(found.notes.contains(note), "\(note): \(found.notes)") }
    }

    @Test(
        "Input that describes no collection writes nothing, with the reason",
        arguments: [
            (
                DescribedImport.ClusterKind.typesense, #"{"message":"Forbidden"}"#,
                "expected Typesense's collections"
            ),
            (.typesense, "[]", "there is no collection to import"),
            (.typesense, #"[{"name":"a"}]"#, "a collection has no name or no fields"),
            (
                .typesense, #"[{"name":"a","fields":[{"name":"q_version","type":"bool"}]}]"#,
                "Quire prepared 'a'"
            ),
            (.opensearch, #"{"error":"x"}"#, "there is no collection to import"),
            (.opensearch, #"{"a":{"mappings":{}}}"#, "'a' has no fields; skipped"),
            (.opensearch, "[", "error: "),
        ])
    func refused(_ kind: DescribedImport.ClusterKind, _ text: String, _ message: String) async throws {
        let found = try await DescribedImport(kind, ["a.json": text])
        #expect(found.outcome.text == nil)
        #expect(found.notes.contains(message), "\(found.notes)")
    }

    @Test("A hundred thousand fields and names with a hundred thousand dots end with a report")
    func huge() async throws {
        let fields = (0..<100_000).map { #"{"name":"f\#($0)","type":"string"}"# }.joined(separator: ",")
        let many = try await DescribedImport(.typesense, ["a.json": #"[{"name":"a","fields":[\#(fields)]}]"#])
        #expect(try many.types(of: "a").count == 2_000)
        #expect(many.notes.contains("more fields than a module can have"))
        let name = Array(repeating: "a", count: 100_000).joined(separator: ".")
        let deep = try await DescribedImport(
            .typesense,
            [
                "a.json":
                    #"[{"name":"a","enable_nested_fields":true,"fields":[{"name":"\#(name)","type":"string"}]}]"#
            ])
        #expect(try deep.types(of: "a") == ["a: object a"])
        #expect(deep.notes.contains("nested deeper than 8 objects"))
    }
}
