import Foundation
import QuireCore
import QuireSchema
import Testing

@testable import QuireExplorer

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
