import Foundation
import QuireCore
import QuireSchema
import Testing

@testable import QuireExplorer

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
