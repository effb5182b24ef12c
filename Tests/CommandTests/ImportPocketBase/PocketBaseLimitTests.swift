import Foundation
import Quire
import QuireExplorer
import QuireSchema
import SearchServers
import Testing

/// Each imported constraint against the server that it comes from.
@Suite("Imported constraints of PocketBase", .serialized, .timeLimit(.minutes(30)))
struct PocketBaseLimitTests {
    /// A field's settings, and values around its limits. Empty texts are left out, because they are no values.
    struct Limit: Sendable, CustomTestStringConvertible {
        var settings: String
        var values: [String]

        var testDescription: String { settings }
    }

    private static func text(_ scalar: String, _ count: Int) -> String {
        "\"" + String(repeating: scalar, count: count) + "\""
    }

    static let limits = [
        Limit(
            settings: #""type":"text","min":2,"max":4"#,
            values: [
                "\"a\"", "\"ab\"", "\"abcd\"", "\"abcde\"", "\"éé🇩🇪\"", "\"e\u{301}e\u{301}\"", "\"🇩🇪🇩🇪a\"",
                "\"🇩\"",
            ]),
        Limit(
            settings: #""type":"text""#,
            values: [
                text("a", 5_000), text("a", 5_001), text("é", 5_000), text("🇩", 5_000), text("🇩", 5_001),
            ]),
        Limit(
            settings: #""type":"number","min":-1.5,"max":9"#,
            values: ["-1.5", "-1.6", "0", "9", "9.01", "1e9"]),
        Limit(settings: #""type":"number","min":3"#, values: ["0", "3", "1e15"]),
        Limit(
            settings: #""type":"number","min":3,"required":true"#, values: ["0", "2.9", "3", "4"]),
        Limit(
            settings: #""type":"number","onlyInt":true,"min":-5,"max":5"#,
            values: ["-6", "-5", "0", "5", "6"]),
        Limit(
            settings: #""type":"select","values":["x","y","z"],"maxSelect":2"#,
            values: ["[]", #"["x"]"#, #"["x","z"]"#, #"["x","y","z"]"#]),
        Limit(
            settings: #""type":"relation","collectionId":"_pb_users_auth_","maxSelect":2"#,
            values: ["[]", #"["U1"]"#, #"["U1","U2"]"#, #"["U1","U2","U3"]"#]),
        Limit(
            settings:
                #""type":"relation","collectionId":"_pb_users_auth_","minSelect":2,"maxSelect":3,"required":true"#,
            values: ["[]", #"["U1"]"#, #"["U1","U2"]"#, #"["U1","U2","U3"]"#]),
    ]

    @Test(
        "The values that an imported constraint allows are those that PocketBase accepts", arguments: limits)
    func limit(_ limit: Limit) async throws {
        let api = try await PocketBaseAPI(try await SearchServers.pocketBase())
        let name = "limit\(UInt32.random(in: 0 ... .max))"
        try await api.create(
            #"[{"name":"\#(name)","type":"base","fields":[{"name":"f",\#(limit.settings)}]}]"#)
        let users = limit.settings.contains("relation") ? try await users(api) : []
        let module = try await descriptor(name, api)
        for value in limit.values {
            var value = value
            for (index, id) in users.enumerated() { value.replace("U\(index + 1)", with: id) }
            let item = "{\"f\":\(value)}"
            let (status, reply) = try await PocketBaseAPI.send(
                api.node, "POST", "/api/collections/\(name)/records", item, token: api.token)
            let violations = module.violations(of: try JSONValue(parsing: Data(item.utf8)))
            #expect(
                violations.isEmpty == (status == 200),
                "\(value.prefix(80)): \(reply.prefix(300)), \(violations)")
        }
    }

    @Test(
        "A unique field allows the same items as PocketBase's index; an index that counts empty texts is no 'unique'"
    )
    func unique() async throws {
        let api = try await PocketBaseAPI(try await SearchServers.pocketBase())
        for (condition, isUnique) in [(" WHERE f != ''", true), ("", false)] {
            let name = "unique\(UInt32.random(in: 0 ... .max))"
            try await api.create(
                """
                [{"name":"\(name)","type":"base","fields":[{"name":"f","type":"text"}],
                  "indexes":["CREATE UNIQUE INDEX i\(name) ON \(name) (f)\(condition)"]}]
                """)
            #expect(try await descriptor(name, api).fields["f"]?.constraints?.isUnique == isUnique)
            var accepted: [String] = []
            for value in ["a", "A", "a", "", ""] {
                let (status, _) = try await PocketBaseAPI.send(
                    api.node, "POST", "/api/collections/\(name)/records", "{\"f\":\"\(value)\"}",
                    token: api.token)
                if status == 200 { accepted.append(value) }
            }
            #expect(accepted == (isUnique ? ["a", "A", "", ""] : ["a", "A", ""]))
        }
    }

    /// The ids of three users.
    private func users(_ api: PocketBaseAPI) async throws -> [String] {
        var ids: [String] = []
        for _ in 0..<3 {
            let body =
                #"{"email":"u\#(UInt64.random(in: 0 ... .max))@example.org","password":"12345678","passwordConfirm":"12345678"}"#
            let reply = try await api.call("POST", "/api/collections/users/records", body)
            ids.append(try #require(PocketBaseAPI.text("id", of: reply)))
        }
        return ids
    }

    /// The module of a collection as apps have it.
    private func descriptor(_ name: String, _ api: PocketBaseAPI) async throws -> ModuleDescriptor {
        let response = try await api.call("GET", "/api/collections?perPage=1000")
        let found = try PocketBaseDescription(response, modules: [name, "users"])
        let text = try #require(found.outcome.text, "\(found.notes)")
        let schema = readSchema(documents: [SchemaDocument(path: "content.json", text: text)]).schema
        let modules = try DescribedSchema(try #require(schema)).descriptors
        return try #require(modules.first { $0.name == name })
    }
}
