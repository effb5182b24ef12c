import Foundation
import QuireGenerator
import QuireSchema
import Seeds
import Testing

@testable import QuireCommand

@Suite("The canonical form of a schema")
struct FormatTests {
    private static func format(_ text: String) throws -> String {
        switch FormattedFile.state(of: Array(text.utf8), path: "schema.json") {
        case .unchanged: return text
        case .changed(let text): return text
        case .unreadable(let diagnostics):
            throw UsageError(diagnostics.map(\.description).joined(separator: "\n"))
        }
    }

    private static func code(_ text: String) throws -> [String: String] {
        let (schema, diagnostics) = readSchema(documents: [SchemaDocument(path: "schema.json", text: text)])
        let files = generate(try #require(schema, "\(diagnostics)")).files
        return Dictionary(files.map { ($0.name, $0.text) }) { first, _ in first }
    }

    @Test("Keys get one order, lists keep theirs, and short values are on one line")
    func layout() throws {
        let text = #"""
            {"modules":[{"fields":[
            {"type":"choice","name":"kind","values":["z","a"],"description":"What kind.","required":true,"x":1.50}
            , {"fields":[],"name":"empty","type":"object"}],"name":"books","$comment":"// kept","mixins":[]}],
              "enums":[{"values":["b"],"name":"E"}],"quire":1,"$schema":"./quire.schema.json"}
            """#
        let wanted = #"""
            {
              "$schema": "./quire.schema.json",
              "quire": 1,
              "enums": [
                { "name": "E", "values": ["b"] }
              ],
              "modules": [
                {
                  "$comment": "// kept",
                  "name": "books",
                  "mixins": [],
                  "fields": [
                    {
                      "name": "kind",
                      "type": "choice",
                      "values": ["z", "a"],
                      "required": true,
                      "description": "What kind.",
                      "x": 1.50
                    },
                    { "name": "empty", "type": "object", "fields": [] }
                  ]
                }
              ]
            }

            """#
        #expect(try Self.format(text) == wanted)
        #expect(try Self.format(wanted) == wanted)
    }

    @Test("Texts keep their characters, and invisible ones are escaped")
    func texts() throws {
        let text = #"{"quire":1,"$comment":"\u00e9\u200b\u0007\"\\\/\n日"}"#
        let formatted = try Self.format(text)
        #expect(formatted.contains(#""é\u200b\u0007\"\\/\n日""#), "\(formatted)")
        let before = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
        let after = try JSONSerialization.jsonObject(with: Data(formatted.utf8)) as? NSDictionary
        #expect(before == after)
    }

    @Test("Any order of keys and any white space lead to the same text, and to the same code")
    func anyOrder() throws {
        var data = RandomData(random: SeededGenerator(seed: Seed.current &+ 15))
        for round in 0..<30 {
            let folder = try DataFolder()
            defer { folder.remove() }
            for name in ["a", "b"] {
                try folder.write(
                    try JSONSerialization.data(withJSONObject: data.items(hasIDs: true)), to: "\(name).json")
            }
            let canonical = try #require(try folder.infer().outcome.text)
            #expect(try Self.format(canonical) == canonical, "round \(round)")
            let parsed = try JSONSerialization.jsonObject(with: Data(canonical.utf8))
            let scrambled = Self.scrambled(parsed, &data.random)
            #expect(try Self.format(scrambled) == canonical, "round \(round): \(scrambled)")
            #expect(try Self.code(scrambled) == Self.code(canonical))
        }
    }

    @Test("The demo's schema generates the same code after formatting")
    func demo() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Schema/bookshop.json"), encoding: .utf8)
        let formatted = try Self.format(text)
        #expect(formatted != text)
        #expect(try Self.format(formatted) == formatted)
        #expect(try Self.code(formatted) == Self.code(text))
    }

    @Test("What 'quire init' writes is in canonical form")
    func initialSchema() throws {
        #expect(try Self.format(InitCommand.firstSchema) == InitCommand.firstSchema)
    }

    @Test("Every key of the format has a place in the order")
    func allKeys() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: folder.appending(path: "Schema/quire.schema.json"))
        let keys = Self.properties(try JSONSerialization.jsonObject(with: data))
        #expect(keys.contains("fields"))
        #expect(
            keys.subtracting(CanonicalOrder.placedKeys).isEmpty,
            "\(keys.subtracting(CanonicalOrder.placedKeys))")
    }

    /// The names of the properties in a JSON Schema.
    private static func properties(_ value: Any) -> Set<String> {
        if let array = value as? [Any] { return array.reduce(into: []) { $0.formUnion(properties($1)) } }
        guard let object = value as? [String: Any] else { return [] }
        var keys = Set((object["properties"] as? [String: Any] ?? [:]).keys)
        for member in object.values { keys.formUnion(properties(member)) }
        return keys
    }

    /// JSON with random white space and a random order of keys.
    private static func scrambled(_ value: Any, _ random: inout SeededGenerator) -> String {
        func space() -> String {
            ["", " ", "\n", "\t", "\r\n  "][Int.random(in: 0..<5, using: &random)]
        }
        switch value {
        case let object as [String: Any]:
            var members: [String] = []
            for key in object.keys.sorted().shuffled(using: &random) {
                guard let member = object[key] else { continue }
                members.append(
                    space() + QuotedJSON.text(key) + space() + ":" + space() + scrambled(member, &random)
                        + space())
            }
            return "{" + members.joined(separator: ",") + "}"
        case let array as [Any]:
            return "[" + array.map { space() + scrambled($0, &random) + space() }.joined(separator: ",") + "]"
        case let text as String: return QuotedJSON.text(text)
        case let number as NSNumber:
            let isBoolean = isBoolean(number)
            return isBoolean ? (number.boolValue ? "true" : "false") : "\(number)"
        default: return "null"
        }
    }

    private static func isBoolean(_ number: NSNumber) -> Bool {
        String(cString: number.objCType) == "c" || String(cString: number.objCType) == "B"
    }
}
