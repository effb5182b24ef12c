import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuireTesting
import QuireTypesense
import SearchServers
import Testing

/// A Typesense collection that another program made and filled, with hard values, and the same items in memory.
enum ExistingTypesenseShelf {
    static let module = ModuleDescriptor(
        name: "shelf",
        fields: [
            FieldDescriptor(name: "count", kind: .integer, isSortable: true, facet: .conjunctive),
            FieldDescriptor(name: "rank", kind: .integer), FieldDescriptor(name: "year", kind: .integer),
            FieldDescriptor(name: "whole", kind: .number), FieldDescriptor(name: "price", kind: .number),
            FieldDescriptor(name: "open", kind: .boolean, facet: .conjunctive),
            FieldDescriptor(name: "sure", kind: .boolean),
            FieldDescriptor(name: "scores", kind: .list(.integer)),
            FieldDescriptor(name: "flags", kind: .list(.boolean)),
            FieldDescriptor(name: "released", kind: .dateTime(.epochMilliseconds)),
            FieldDescriptor(name: "seconds", kind: .dateTime(.epochSeconds)),
            FieldDescriptor(name: "day", kind: .date(.dateOnly)),
            FieldDescriptor(
                name: "title", kind: .text, isSortable: true, facet: .conjunctive, searchWeight: 1),
            FieldDescriptor(name: "moods", kind: .list(.text), facet: .disjunctive),
            FieldDescriptor(name: "place", kind: .geopoint), FieldDescriptor(name: "note", kind: .text),
            FieldDescriptor(name: "maker", kind: .relation(module: "makers")),
        ])

    private static let definition = """
        {"name":"%","fields":[
        {"name":"count","type":"int64","optional":true,"facet":true},{"name":"rank","type":"int32"},
        {"name":"year","type":"int64"},{"name":"whole","type":"int64","optional":true},
        {"name":"price","type":"float","optional":true},{"name":"open","type":"bool","optional":true,"facet":true},
        {"name":"sure","type":"bool"},{"name":"scores","type":"int64[]","optional":true},
        {"name":"flags","type":"bool[]","optional":true},{"name":"released","type":"int64","optional":true},
        {"name":"seconds","type":"int64"},{"name":"day","type":"string","optional":true},
        {"name":"title","type":"string","optional":true,"facet":true,"sort":true},
        {"name":"moods","type":"string[]","optional":true,"facet":true},
        {"name":"place","type":"geopoint","optional":true},{"name":"maker","type":"string","optional":true}]}
        """

    static let ids = [
        "a", "A", "a/b", "a,b", "a b", "(a)", "a && b", "e\u{301}", "\u{E9}", "😀", "..", "*", "[x]", "01",
        "1",
        String(repeating: "x", count: 200), "d16", "d17", "d18", "d19", "d20", "d21", "a\"b", "a\\b",
    ]

    /// The documents, as `curl` would send them.
    static let documents: [String] = ids.enumerated().map { row, id in
        func one(_ values: [String?]) -> String? { values[row % values.count] }
        let values: [(String, String?)] = [
            (
                "count",
                one([
                    "-9223372036854775808", "-9007199254740993", "-1", "0", "1", "2", "5", nil,
                    "9007199254740992", "9007199254740993", "9223372036854775807", nil, "7",
                ])
            ),
            ("rank", one(["-2147483648", "-1", "0", "1", "2147483647"])),
            ("year", one(["1815", "1816", "-9223372036854775808", "9223372036854775807", "0", "1815"])),
            ("whole", one(["0", "1", "-5", "9007199254740993", nil])),
            ("price", one(["0.1", "0.3", "0.30000000000000004", nil])),
            ("open", one(["true", "false", nil])), ("sure", one(["true", "false"])),
            ("scores", one(["[]", "[1,2]", "[2,2,3]", "[5]", nil, "[-1,9]", "[9223372036854775807]"])),
            ("flags", one(["[true]", "[false,true]", "[]", nil, "[false]"])),
            ("released", one(["0", "-1", "1419769800001", nil, "253402214400000"])),
            ("seconds", one(["0", "-1", "1", "1419769800"])), ("day", one(["\"2024-05-01\"", nil])),
            (
                "title",
                one([
                    "\"Alpha\"", "\"alpha\"", "\"-alpha\"", "\"caf\\u00e9\"", "\"\"", nil, "\"a`b\"",
                    "\"alpha beta\"",
                ])
            ),
            ("moods", one(["[\"red\",\"Red\"]", "[\"blue\"]", "[]", nil])),
            ("place", one(["[1.5,-2.25]", nil])), ("note", one(["\"n\"", nil])), ("maker", "\"m\(row % 3)\""),
            ("extra", "{\"z\":[1,null],\"a\":\(row)}"),
        ]
        let members = values.compactMap { name, value in value.map { ",\"\(name)\":\($0)" } }
        return "{\"id\":\(JSONValue.string(id))\(members.joined())}"
    }

    /// The item of a document, for the engine in memory.
    private static func item(_ document: String) throws -> JSONValue {
        let json = try JSONValue(parsing: Data(document.utf8))
        guard case .object(let members) = json else { return .null }
        let values = members.filter { $0.name != "id" }.map { member -> JSONValue.Member in
            guard member.name == "place", case .array(let pair) = member.value else { return member }
            return .init("place", .object([.init("latitude", pair[0]), .init("longitude", pair[1])]))
        }
        return .object([.init("id", json.member("id") ?? .null), .init("values", .object(values))])
    }

    /// Runs the body with an engine that has prepared nothing.
    static func with(
        meaning: Meaning = .exact,
        _ body: (TypesenseEngine, InMemoryEngine, _ collection: String) async throws -> Void
    ) async throws {
        let name = "existing\(UUID().uuidString)"
        _ = try await send(
            .post, "/collections", definition.replacingOccurrences(of: "%", with: name))
        let loaded = try await send(
            .post, "/collections/\(name)/documents/import?action=create", documents.joined(separator: "\n"))
        #expect(!loaded.contains("false,\"") && !loaded.contains("\"success\":false"), "\(loaded)")
        let server = try await SearchServers.typesense()
        let engine = TypesenseEngine(
            nodes: [server.url], apiKey: server.apiKey,
            settings: TypesenseSettings(
                nodes: NodeSettings(timeout: .seconds(900), attemptTimeout: .seconds(900)),
                collections: ["shelf": name], meaning: meaning))
        let memory = InMemoryEngine()
        await memory.add(try documents.map(item), to: module)
        try await body(engine, memory, name)
        _ = try await send(.delete, "/collections/\(name)")
    }

    /// The server's response to a request of another program.
    @discardableResult
    static func send(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws
        -> String
    {
        let server = try await SearchServers.typesense()
        let url = try #require(URL(string: server.url.absoluteString + path))
        let request = HTTPRequest(
            method, url, headers: ["X-TYPESENSE-API-KEY": server.apiKey], body: body.map { Data($0.utf8) })
        let response = try await NetworkTransport().send(request, deadline: .after(.seconds(900)))
        return String(decoding: response.body, as: UTF8.self)
    }
}
