import Foundation
import QuireCore
import QuireSchema
import Testing

@testable import QuireExplorer

/// Queries from the options of a command.
@Suite struct QueryClausesTests {
    private static func clauses(_ module: String = "books") throws -> QueryClauses {
        try QueryClauses(of: module, in: DescribedSchema(try RunningExplorer.schema().schema))
    }

    @Test("Clauses make the request of the same query in one text")
    func together() throws {
        var clauses = try Self.clauses()
        try clauses.add("year >= 1950 and @updatedAt > 5", to: .filter)
        try clauses.add("year desc", to: .sort)
        try clauses.add("title nulls last", to: .sort)
        try clauses.add("title, year", to: .fields)
        try clauses.add("genre", to: .facets)
        let query = try QueryParser.query(
            "books where year >= 1950 and @updatedAt > 5 sort year desc, title nulls last select title, year facets genre"
        )
        let whole = try QueryResolver(schema: try RunningExplorer.schema()).resolve(query).request
        let request = clauses.request
        #expect(request.filter == whole.filter && request.metaFilter == whole.metaFilter)
        #expect(request.filter != nil && request.metaFilter != nil)
        #expect(request.sort == whole.sort && request.sort.count == 2)
        #expect(request.fields == ["title", "year"] && clauses.fields?.map(\.name) == ["title", "year"])
        #expect(request.facets == whole.facets && request.facets.map(\.field) == ["genre"])
    }

    @Test(
        "An error ends with an example that is valid",
        arguments: [QueryClauses.Clause.filter, .sort, .fields, .facets])
    func examples(_ clause: QueryClauses.Clause) throws {
        for module in try RunningExplorer.schema().modules {
            var clauses = try Self.clauses(module.name)
            let error = try #require(throws: ExplorerError.self) { try clauses.add("§", to: clause) }
            guard let mark = error.message.range(of: " Example: ") else {
                #expect(clause == .facets && module.fields.allSatisfy { $0.field.facet == nil })
                continue
            }
            var fresh = try Self.clauses(module.name)
            try fresh.add(String(error.message[mark.upperBound...]), to: clause)
        }
    }

    @Test("A clause that another one follows is a mistake, and so is metadata as a field")
    func refused() throws {
        var clauses = try Self.clauses()
        let more = try #require(throws: ExplorerError.self) {
            try clauses.add("year = 1 sort title", to: .filter)
        }
        #expect(more.range == 9..<13 && more.message.hasPrefix("Expected the end, found \"sort\""))
        #expect(throws: ExplorerError.self) { try clauses.add("@updatedAt", to: .fields) }
    }
}

/// The text form of conditions on one object of a list.
@Suite struct ElementTextTests {
    private static let schema = #"""
        { "quire": 1, "modules": [{ "name": "artworks", "fields": [
          { "name": "dateRange", "type": "object", "fields": [
            { "name": "startYear", "type": "integer", "operators": ["="] },
            { "name": "note", "type": "text" } ] },
          { "name": "plain", "type": "object", "fields": [{ "name": "note", "type": "text" }] },
          { "name": "contributors", "type": "list", "of": { "type": "object", "fields": [
            { "name": "name", "type": "text", "operators": ["=", "!="] },
            { "name": "main role", "swiftName": "role", "type": "text", "operators": ["=", "!="] },
            { "name": "places", "type": "list", "of": { "type": "object", "fields": [
              { "name": "city", "type": "text", "operators": ["="] } ] } } ] } } ] }] }
        """#

    private static func resolved(_ filter: String) throws -> ResolvedQuery {
        let (schema, diagnostics) = readSchema(
            documents: [SchemaDocument(path: "artworks.json", text: Self.schema)])
        let read = try #require(schema, "\(diagnostics)")
        let explored = try #require(try ExploredSchema(read))
        return try QueryResolver(schema: explored).resolve(
            try QueryParser.query("artworks where \(filter)"))
    }

    @Test(
        "any, every and none bind one object, and are written in Swift as such",
        arguments: [
            (
                #"any contributors (name = "Ann" and `main role` = "artist")"#,
                #"any contributors (name = "Ann" and main role = "artist")"#,
                #".filter { $0.contributors.any { $0.name == "Ann"; $0.role == "artist" } }"#
            ),
            (
                #"none contributors (name = "Ann")"#, #"no contributors (name = "Ann")"#,
                #".filter { $0.contributors.none { $0.name == "Ann" } }"#
            ),
            (
                #"every contributors (name = "Ann")"#, #"no contributors (name != "Ann")"#,
                #".filter { $0.contributors.every { $0.name == "Ann" } }"#
            ),
            (
                #"any contributors (name != "Ann")"#, #"any contributors (name != "Ann")"#,
                #".filter { $0.contributors.any { $0.name != "Ann" } }"#
            ),
            (
                #"any contributors (name is null)"#, #"any contributors (name = null)"#,
                #".filter { $0.contributors.any { $0.name == nil } }"#
            ),
            (
                #"any contributors (name = "Ann" and none places (city = "Kent"))"#,
                #"any contributors (name = "Ann" and no places (city = "Kent"))"#,
                #".filter { $0.contributors.any { $0.name == "Ann"; $0.places.none { $0.city == "Kent" } } }"#
            ),
            (
                #"none contributors.places (city = "Kent")"#, #"no contributors.places (city = "Kent")"#,
                #".where(none: \.contributors.places) { $0.city == "Kent" }"#
            ),
            // A path is about some object.
            (
                #"contributors.name = "Ann" and contributors.`main role` != "artist""#,
                #"contributors.name = "Ann" and contributors.main role != "artist""#,
                #".where(\.contributors.name == "Ann" && !(\.contributors.role == "artist"))"#
            ),
        ])
    func conditions(_ text: String, _ filter: String, _ code: String) throws {
        let resolved = try Self.resolved(text)
        #expect("\(resolved.request.filter ?? .or([]))" == filter)
        let expression = try SwiftEmission(query: resolved).expression()
        #expect(expression == "Artworks.query()\(code).page(1, size: 50)")
    }

    @Test("A query selects members by their paths, also those that no condition sees")
    func selections() throws {
        func resolved(_ names: String) throws -> ResolvedQuery {
            try Self.resolved("dateRange.startYear = 1 select \(names)")
        }
        let query = try resolved(
            "dateRange.startYear, dateRange.note, contributors.places.city, contributors")
        #expect(
            query.request.fields == [
                "dateRange.startYear", "dateRange.note", "contributors.places.city", "contributors",
            ])
        #expect(
            try SwiftEmission(query: query).expression().hasSuffix(
                #".select(\.dateRange.startYear, \.dateRange.note, \.contributors.places.city, \.contributors)"#
            ))
        let item = try JSONValue(
            parsing: Data(
                #"{"values":{"dateRange":{"note":"x"},"contributors":[{"places":[{"city":"Kent"},{}]},{}]}}"#
                    .utf8))
        #expect(
            query.columns.map { "\($0.value(of: item) ?? .null)" }
                == ["null", #""x""#, #"["Kent"]"#, #"[{"places":[{"city":"Kent"},{}]},{}]"#])
        // No key path reaches a member of an object without operators.
        let plain = try resolved("plain.note")
        #expect(plain.request.fields == ["plain.note"])
        #expect(throws: ExplorerError.self) { try SwiftEmission(query: plain).expression() }
        let error = #expect(throws: ExplorerError.self) { try resolved("dateRange.startYer") }
        #expect(error?.message.contains("did you mean \"dateRange.startYear\"?") == true, "\(error as Any)")
    }

    @Test(
        "An object that is in no list, an unknown member and an empty condition are explained",
        arguments: [
            ("none dateRange (startYear = 1)", "\"dateRange\" is an object, not a relation or a list."),
            (#"any contributors (name = "x" and rol = "y")"#, "contributors has no field \"rol\""),
            ("none contributors ()", "\"none\" over a list of objects needs a condition"),
            ("any contributors (name = \"x\" and @id = \"1\")", "cannot test metadata"),
        ])
    func refused(_ text: String, _ message: String) throws {
        let error = try #require(throws: ExplorerError.self) { try Self.resolved(text) }
        #expect(error.message.contains(message), "\(error.message)")
    }
}

/// The text form of relations inside objects.
@Suite struct RelatedMemberTextTests {
    private static let schema = #"""
        { "quire": 1, "modules": [
          { "name": "artworks", "fields": [
            { "name": "title", "type": "text" },
            { "name": "publication", "type": "object", "fields": [
              { "name": "publisher", "type": "relation", "module": "publishers", "operators": ["="] } ] },
            { "name": "contributors", "type": "list", "of": { "type": "object", "fields": [
              { "name": "role", "type": "text", "operators": ["="] },
              { "name": "artist", "type": "relation", "module": "artists", "operators": ["=", "in"] } ] } } ] },
          { "name": "artists", "fields": [{ "name": "name", "type": "text", "sortable": true }] },
          { "name": "publishers", "fields": [{ "name": "title", "type": "text", "sortable": true }] } ] }
        """#

    private static func resolved(_ text: String) throws -> ResolvedQuery {
        try QueryResolver(schema: explored()).resolve(try QueryParser.query(text))
    }

    private static func explored() throws -> ExploredSchema {
        let (schema, diagnostics) = readSchema(
            documents: [SchemaDocument(path: "artworks.json", text: Self.schema)])
        let read = try #require(schema, "\(diagnostics)")
        return try #require(try ExploredSchema(read))
    }

    @Test(
        "An editor gets tests of members by their paths, and the text that it prints means the same",
        arguments: [
            ("contributors.role = \"a\"", "contributors.role = \"a\""),
            ("contributors.artist != \"a1\"", "not contributors.artist = \"a1\""),
            ("contributors.artist not in (\"a1\")", "not contributors.artist in (\"a1\")"),
            ("publication.publisher is null", "publication.publisher is null"),
            ("any contributors (role = \"a\")", "contributors.role = \"a\""),
            ("none contributors (role = \"a\")", "none contributors (role = \"a\")"),
            (
                "any contributors (role = \"a\" and artist.name = \"b\")",
                "any contributors (role = \"a\" and any artist (name = \"b\"))"
            ),
        ])
    func editedForm(_ typed: String, _ shown: String) throws {
        let schema = try Self.explored()
        let query = try QueryParser.query("artworks where " + typed)
        let text = QueryText(membersOf: schema).text(QueryResolver(schema: schema).withMemberTests(query))
        #expect(text == "artworks where " + shown)
        let filters = try [typed, shown].map { try Self.resolved("artworks where " + $0).request.filter }
        #expect(filters[0] == filters[1])
    }

    @Test(
        "A path over a relation in an object tests the related item, and is written in Swift as such",
        arguments: [
            (
                #"artworks where contributors.artist.name = "Turner""#,
                #"any contributors.artist (name = "Turner")"#,
                #"Artworks.query().where(any: \.contributors.artist) { $0.name == "Turner" }"#
            ),
            (
                #"artworks where any contributors.artist (name = "Turner")"#,
                #"any contributors.artist (name = "Turner")"#,
                #"Artworks.query().where(any: \.contributors.artist) { $0.name == "Turner" }"#
            ),
            (
                #"artworks where contributors.artist.name != "Turner""#,
                #"no contributors.artist (name = "Turner")"#,
                #"Artworks.query().filter { !$0.contributors.artist.any { $0.name == "Turner" } }"#
            ),
            (
                #"artworks where contributors.artist = "a1""#, #"contributors.artist = "a1""#,
                #"Artworks.query().where(\.contributors.artist == "a1")"#
            ),
            (
                #"artworks where publication.publisher.title = "Penguin" and title = "x""#,
                #"any publication.publisher (title = "Penguin") and title = "x""#,
                #"Artworks.query().filter { $0.publication.publisher.any { $0.title == "Penguin" }; $0.title == "x" }"#
            ),
            (
                #"artworks where any contributors (role = "painter" and artist.name = "Turner")"#,
                #"any contributors (role = "painter" and any artist (name = "Turner"))"#,
                #"Artworks.query().filter { $0.contributors.any { $0.role == "painter"; $0.artist.any { $0.name == "Turner" } } }"#
            ),
            (
                #"artists where any artworks.contributors.artist (title = "Norham")"#,
                #"any artworks by contributors.artist (title = "Norham")"#,
                #"Artists.query().where(anyItem(of: Artworks.self, by: \.contributors.artist) { $0.title == "Norham" })"#
            ),
        ])
    func conditions(_ text: String, _ filter: String, _ code: String) throws {
        let resolved = try Self.resolved(text)
        #expect("\(resolved.request.filter ?? .or([]))" == filter)
        #expect(try SwiftEmission(query: resolved).expression() == code + ".page(1, size: 50)")
        // The printed text means the same.
        let printed = try Self.resolved(QueryText.text(resolved.query))
        #expect("\(printed.request.filter ?? .or([]))" == filter)
    }

    @Test("Orders and includes follow relations in objects")
    func paths() throws {
        let resolved = try Self.resolved(
            "artworks sort publication.publisher.title include contributors.artist, publication.publisher")
        #expect(resolved.request.sort.map(\.joinedName) == ["publication.publisher.title"])
        #expect(resolved.request.sort[0].steps.map(\.relation) == ["publication.publisher"])
        #expect(
            resolved.request.include.map(\.fields) == [["contributors.artist"], ["publication.publisher"]])
        #expect(throws: ExplorerError.self) { try Self.resolved("artworks sort contributors.artist.name") }
    }

    @Test("An item shows the relations that lead to it from objects")
    func reverse() throws {
        let module = try Self.resolved("artists").module
        #expect(module.reverse.map(\.field) == ["contributors.artist"])
        #expect(module.reverse.map(\.isList) == [false])
    }
}
