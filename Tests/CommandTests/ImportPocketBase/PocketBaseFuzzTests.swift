import Foundation
import QuireGenerator
import QuireSchema
import Seeds
import Testing

@Suite("Import: damaged files of PocketBase", .timeLimit(.minutes(30)))
struct PocketBaseFuzzTests {
    private static let values = [
        "null", "true", "-1", "0", "1", "2", "99999999999999999999", "1e999", "\"\"", "\"a1\"", "\"x\"", "[]",
        "{}",
        "[null]", "[\"a\",\"A\"]", "[\"\"]", "[[\"a\"]]",
    ]
    private static let types = [
        "text", "editor", "number", "bool", "email", "url", "date", "autodate", "select", "relation", "file",
        "json", "geoPoint", "password", "vector",
    ]
    private static let keys = [
        "min", "max", "pattern", "onlyInt", "required", "hidden", "onCreate", "onUpdate", "values",
        "maxSelect",
        "minSelect", "collectionId", "maxSize", "mimeTypes", "onlyDomains", "protected", "help", "system",
        "autogeneratePattern", "primaryKey", "name", "type",
    ]

    @Test("Random settings never crash the import: it writes a schema that passes, or says what is wrong")
    func settings() throws {
        var random = SeededGenerator(seed: Seed.current)
        var written = 0
        for _ in 0..<1_500 {
            let fields = (0..<Int.random(in: 0...4, using: &random)).map { index in
                var members = [
                    #""name":"f\#(index)""#, #""type":"\#(Self.types.randomElement(using: &random) ?? "")""#,
                ]
                for _ in 0..<Int.random(in: 0...4, using: &random) {
                    let key = Self.keys.randomElement(using: &random) ?? ""
                    members.append(#""\#(key)":\#(Self.values.randomElement(using: &random) ?? "")"#)
                }
                return "{" + members.shuffled(using: &random).joined(separator: ",") + "}"
            }
            let text = PocketBaseDescription.collections(fields: fields.joined(separator: ","))
            if try check(text) { written += 1 }
        }
        #expect(written > 200, "the random settings are hardly ever right")
    }

    @Test("Random bytes in a description never crash the import")
    func bytes() throws {
        let text = PocketBaseDescription.collections(
            fields: Self.types.map {
                #"{"name":"\#($0)","type":"\#($0)","collectionId":"a1","values":["a"]}"#
            }
            .joined(separator: ","), settings: #","indexes":["CREATE UNIQUE INDEX i ON m (text)"]"#)
        var random = SeededGenerator(seed: Seed.current)
        let signs = Array("[]{}\",:0aé\\\u{0}".utf8)
        for _ in 0..<1_500 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = bytes.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = signs.randomElement(using: &random) ?? 0
                case 1: bytes.remove(at: place)
                default:
                    bytes.removeSubrange(
                        place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
                }
            }
            _ = try check(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Whether a schema was written. It must then pass, and otherwise there must be an error.
    private func check(_ text: String) throws -> Bool {
        let outcome = try PocketBaseDescription(text).outcome
        let seed = "QUIRE_SEED=\(Seed.current): \(text)"
        #expect(!outcome.notes.contains { $0.contains("invalid schema") }, "\(seed)\n\(outcome.notes)")
        guard let written = outcome.text else {
            #expect(outcome.notes.contains { $0.contains("error: ") }, "\(seed)")
            return false
        }
        let document = SchemaDocument(path: "content.json", text: written)
        #expect(readSchema(documents: [document]).schema != nil, "\(seed)")
        return true
    }
}
