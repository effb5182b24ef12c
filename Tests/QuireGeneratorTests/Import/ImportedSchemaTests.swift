import Foundation
import QuireGenerator
import QuireSchema
import Testing

/// An import writes a valid schema: for Quire, for the JSON Schema, and for the compiler.
@Suite("Import: the written schema")
struct ImportedSchemaTests {
    @Test("The code of an imported schema compiles without a warning")
    func compiles() throws {
        let generation = try generated(#require(try imported(HALOFixture.modules()).text))
        let outcome = try CompilingTests.compile(generation, ["-swift-version", "6"])
        #expect(outcome.code == 0, "\(outcome.errors.prefix(4000))")
    }

    @Test("The JSON Schema of the format accepts the written schema", .enabled(if: Self.hasJudge))
    func jsonSchema() throws {
        let folder = try TemporaryFolder()
        let odd =
            "[\(HALOFixture.module(named: "a b", [("x y", "Single choice", #"{"values":["1",""," 1"],"default":"1"}"#), ("X Y", "Hologram", "{}")]))]"
        let documents = [
            try #require(imported(HALOFixture.modules()).text), try #require(imported(odd).text),
        ]
        try folder.write(
            String(decoding: JSONEncoder().encode(documents), as: UTF8.self), to: "documents.json")
        let judge = try run(
            URL(filePath: "/usr/bin/env"),
            [
                "python3",
                Places.package.appending(path: "Tests/QuireSchemaTests/Fixtures/validate.py").path(
                    percentEncoded: false),
                Places.package.appending(path: "Schema/quire.schema.json").path(percentEncoded: false),
                folder.path + "/documents.json",
            ])
        #expect(judge.code == 0, "\(judge.errors)")
        #expect(try JSONDecoder().decode([String].self, from: Data(judge.output.utf8)) == ["", ""])
    }

    static let hasJudge =
        (try? run(URL(filePath: "/usr/bin/env"), ["python3", "-c", "import jsonschema"]))?.code == 0
        || ProcessInfo.processInfo.environment["CI"] != nil

    @Test("Text from a server stays text, in the schema and in the code")
    func hostileText() throws {
        let hostile = "\" }] \\ \u{1}\u{7F}\u{2028} */ \n // \(String(repeating: "ä", count: 40)) \\(x)"
        let module = """
            [{"id":\(HALOFixture.quote(hostile)),"name":\(HALOFixture.quote(hostile)),"fields":[
              {"name":\(HALOFixture.quote(hostile)),"description":\(HALOFixture.quote(hostile)),"fieldType":{"name":\(HALOFixture.quote(hostile))}},
              {"name":"c","fieldType":{"name":"Single choice"},"format":{"values":[\(HALOFixture.quote(hostile))],"default":\(HALOFixture.quote(hostile))}}]}]
            """
        let outcome = try imported(module)
        let schema = try outcome.schema()
        #expect(schema.modules.first?.name == hostile)
        #expect(schema.modules.first?.id == hostile)
        #expect(schema.modules.first?.fields.first?.description?.hasPrefix(hostile) == true)
        #expect(schema.modules.first?.fields.last?.defaultValue == .text(hostile))
        for note in outcome.notes { #expect(!note.contains("\n") && !note.contains("\u{1}")) }
        let compiled = try CompilingTests.compile(generate(schema), ["-swift-version", "6"])
        #expect(compiled.code == 0, "\(compiled.errors.prefix(4000))")
    }

    @Test("For any mutated JSON, an import writes nothing or a schema that passes every check")
    func fuzz() throws {
        let seed = Array(try HALOFixture.modules().utf8)
        var random = SeededBytes(state: 0x51AB_2026)
        var written = 0
        for round in 0..<400 {
            var bytes = seed
            for _ in 0..<Int(1 + random.next() % 3) { random.mutate(&bytes) }
            let outcome = try imported(bytes: bytes)
            if outcome.text == nil {
                // An internal error would be among the reasons.
                #expect(
                    !outcome.notes.contains { $0.contains("please report") },
                    "round \(round): \(outcome.notes)")
                #expect(outcome.notes.contains { $0.contains("error:") }, "round \(round)")
            } else {
                written += 1
            }
        }
        #expect(written > 80)
    }

    @Test("Values of any kind at any position of the JSON lead at most to a note")
    func shuffled() throws {
        let root = try JSONSerialization.jsonObject(with: Data(HALOFixture.modules().utf8))
        var random = SeededBytes(state: 7)
        for round in 0..<150 {
            let changed = random.replaced(root, oneIn: 40)
            let bytes = try JSONSerialization.data(withJSONObject: [changed])
            let list = bytes.dropFirst().dropLast()
            let outcome = try imported(bytes: Array(list))
            #expect(
                !outcome.notes.contains { $0.contains("please report") }, "round \(round): \(outcome.notes)")
        }
    }
}

/// Deterministic pseudorandom bytes.
private struct SeededBytes {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    /// Changes, removes, repeats or swaps a piece.
    mutating func mutate(_ bytes: inout [UInt8]) {
        guard bytes.count > 40 else { return }
        let start = Int(next()) % (bytes.count - 20)
        let length = Int(next() % 16) + 1
        switch next() % 5 {
        case 0: bytes[start] = UInt8(truncatingIfNeeded: next())
        case 1: bytes.removeSubrange(start..<start + length)
        case 2: bytes.insert(contentsOf: bytes[start..<start + length], at: start)
        case 3:
            // Inside a string: the JSON stays valid, and a name or a word changes.
            if let quote = bytes[start...].firstIndex(of: UInt8(ascii: "\"")), quote + 2 < bytes.count {
                bytes.replaceSubrange(quote + 1..<quote + 1, with: Array(" 1é".utf8))
            }
        default:
            if let digit = bytes[start...].firstIndex(where: { (0x30...0x39).contains($0) }) {
                bytes[digit] = 0x31
            }
        }
    }

    /// The same JSON with some of its values replaced by others.
    mutating func replaced(_ value: Any, oneIn chance: UInt64) -> Any {
        if next() % chance == 0 {
            let others: [Any] = [
                NSNull(), 7, "", "title", true, [Any](), [String: Any](), "1", -1.5, ["x", 1] as [Any],
            ]
            return others[Int(next()) % others.count]
        }
        if let array = value as? [Any] { return array.map { replaced($0, oneIn: chance) } }
        if let object = value as? [String: Any] {
            var changed: [String: Any] = [:]
            for key in object.keys.sorted() {
                changed[key] = replaced(object[key] ?? NSNull(), oneIn: chance)
            }
            return changed
        }
        return value
    }
}
