import Foundation
import QuireSchema
import Seeds
import Testing

/// What affects the canonical form and its hash, and what does not.
@Suite struct CanonicalFormTests {
    static let text = """
        { "quire": 1, "$comment": "a remark", "access": "internal", "locales": ["en", { "name": "fr", "fallbacks": ["en"] }],
          "enums": [{ "name": "E", "values": ["x", { "name": "y", "was": ["y0"], "description": "d" }, "\\u0001\\"\\\\é"] }],
          "scalars": [{ "name": "S", "swiftType": "S", "base": "number", "import": "Shop" }],
          "mixins": [{ "name": "a", "mixins": ["b"], "fields": [{ "name": "fa", "type": "text" }] },
                     { "name": "b", "fields": [{ "name": "fb", "type": "choice", "enum": "E", "default": "y" }] }],
          "modules": [{ "name": "m", "was": ["m0"], "mixins": ["a"], "ranking": { "popularity": "n" },
            "synonyms": [["a", "b c"], { "finds": ["e"], "search": "d" }],
            "embedding": { "model": "v", "of": ["w"], "dimensions": 8 }, "fields": [
            { "name": "o", "type": "object", "fields": [{ "name": "i", "was": ["i0", "i1"], "type": "integer", "required": true }] },
            { "name": "l", "type": "list", "of": { "type": "date", "format": "dateOnly" }, "default": ["2024-02-29"] },
            { "name": "t", "type": "dateTime", "format": "rfc3339", "default": "2024-02-29T12:00:00+01:00" },
            { "name": "s", "type": "time", "format": "epochSeconds", "default": 60, "operators": [] },
            { "name": "n", "type": "number", "default": 0.1, "searchable": false, "facet": "disjunctive" },
            { "name": "c", "type": "scalar", "scalar": "S", "default": 1e3, "deprecated": "no" },
            { "name": "w", "type": "text", "searchable": 2.5, "localized": true, "operators": ["like", "="] },
            { "name": "r", "type": "relations", "module": "m", "deprecated": true, "description": "d" }] },
            { "name": "k", "single": true, "id": "1", "item": "K", "swiftName": "Ks", "deprecated": false }] }
        """

    private func canonical(_ text: String) throws -> String {
        let (schema, diagnostics) = read(text)
        return try #require(schema, "\(printed(diagnostics))").canonicalForm
    }

    @Test("The canonical form is a valid schema, and its own canonical form")
    func idempotent() throws {
        let form = try canonical(Self.text)
        #expect(try canonical(form) == form)
        #expect(try JSONSerialization.jsonObject(with: Data(form.utf8)) is NSDictionary)
        let bookshop = Fixtures.repository.appendingPathComponent("Schema/bookshop.json").path
        let shop = try #require(readSchema(paths: [bookshop]).schema).canonicalForm
        #expect(try canonical(shop) == shop)
    }

    @Test("The canonical form has an equal model, except for the positions")
    func sameModel() throws {
        let first = try #require(read(Self.text).schema)
        let second = try #require(read(try canonical(Self.text)).schema)
        #expect(first.modules.map(\.fields.count) == second.modules.map(\.fields.count))
        for (left, right) in zip(first.modules, second.modules) {
            #expect(
                left.mixins == right.mixins && left.single == right.single && left.synonyms == right.synonyms
                    && left.embedding == right.embedding
                    && left.deprecated == right.deprecated)
            for (one, other) in zip(left.fields, right.fields) {
                #expect(
                    one.name == other.name && one.operators == other.operators && one.facet == other.facet)
                #expect(one.defaultValue == other.defaultValue && one.searchable == other.searchable)
                #expect(
                    one.type.name == other.type.name && one.mixin == other.mixin
                        && one.deprecated == other.deprecated)
            }
        }
    }

    @Test(
        "The order of keys, comments, white space and escapes do not affect it",
        arguments: [1, 2, 3] as [UInt64])
    func shuffledKeys(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let tree = try JSONDecoder().decode(Tree.self, from: Data(Self.text.utf8))
        let form = try canonical(Self.text)
        for round in 0..<40 {
            let shuffled = tree.shuffled(&random)
            #expect(try canonical(shuffled) == form, "seed \(seed), round \(round)")
        }
    }

    @Test("Explicit default values and the split into files do not affect it")
    func noTrace() throws {
        let small = #"{ "quire": 1, "modules": [{ "name": "a" }, { "name": "b" }] }"#
        let full =
            #"{ "$schema": "x", "quire": 1.0, "access": "internal", "locales": [], "modules": [{ "name": "a", "single": false, "fields": [], "mixins": [], "deprecated": false }, { "name": "b" }] }"#
        #expect(try canonical(full) == canonical(small))
        let parts = ["a", "b"].map {
            SchemaDocument(path: "\($0).json", text: #"{ "quire": 1, "modules": [{ "name": "\#($0)" }] }"#)
        }
        #expect(try #require(readSchema(documents: parts).schema).canonicalForm == canonical(small))
        #expect(try canonical(small) == #"{"quire":1,"modules":[{"name":"a"},{"name":"b"}]}"#)
    }

    @Test("Everything that matters to the generator changes the hash")
    func changes() throws {
        let original = try #require(read(Self.text).schema).hash
        let edits = [
            ("\"internal\"", "\"public\""), ("\"fallbacks\": [\"en\"]", "\"fallbacks\": []"),
            ("\"x\", {", "\"z\", {"),
            ("\"description\": \"d\" }", "\"description\": \"e\" }"),
            ("\"base\": \"number\"", "\"base\": \"integer\""),
            ("\"import\": \"Shop\"", "\"import\": \"Till\""), ("\"name\": \"fa\"", "\"name\": \"fc\""),
            ("\"required\": true", "\"required\": false"), ("2024-02-29\"]", "2024-02-28\"]"),
            ("12:00:00+01:00", "12:00:00Z"),
            ("\"operators\": []", "\"operators\": [\"=\"]"), ("0.1", "0.2"), ("disjunctive", "conjunctive"),
            ("1e3", "1e4"),
            ("\"no\"", "\"yes\""), ("2.5", "3"), ("\"localized\": true", "\"localized\": false"),
            ("\"type\": \"relations\"", "\"type\": \"relation\""), ("\"single\": true", "\"single\": false"),
            ("\"id\": \"1\"", "\"id\": \"2\""), ("\"item\": \"K\"", "\"item\": \"L\""), ("\"Ks\"", "\"Kay\""),
            ("[\"a\"]", "[\"b\"]"), ("\"fr\", \"fallbacks\"", "\"fr\", \"default\": true, \"fallbacks\""),
        ]
        for (old, new) in edits {
            #expect(Self.text.contains(old))
            let (edited, diagnostics) = read(Self.text.replacingOccurrences(of: old, with: new))
            let hash = try #require(edited, "\(old): \(printed(diagnostics))").hash
            #expect(hash != original, "\(old) → \(new)")
        }
        let twoModules = #"{ "quire": 1, "modules": [{ "name": "a" }, { "name": "b" }] }"#
        let swapped = #"{ "quire": 1, "modules": [{ "name": "b" }, { "name": "a" }] }"#
        #expect(try #require(read(twoModules).schema).hash != #require(read(swapped).schema).hash)
    }

    @Test("The hash is FNV-1a of the canonical form, so it is the same everywhere")
    func knownHash() throws {
        let schema = try #require(read(#"{ "quire": 1, "modules": [{ "name": "a" }] }"#).schema)
        #expect(schema.canonicalForm == #"{"quire":1,"modules":[{"name":"a"}]}"#)
        var expected: UInt64 = 14_695_981_039_346_656_037
        for byte in Array(schema.canonicalForm.utf8) {
            expected =
                (expected ^ UInt64(byte)).multipliedReportingOverflow(by: 1_099_511_628_211).partialValue
        }
        #expect(schema.hash == expected)
    }
}

extension Tree {
    /// The tree as JSON with the keys of each object in random order.
    func shuffled(_ random: inout SeededGenerator) -> String {
        switch self {
        case .array(let elements):
            return "[" + elements.map { $0.shuffled(&random) }.joined(separator: " ,\n") + "]"
        case .object(let members):
            var entries = members.sorted { $0.key.lexicographicallyPrecedes($1.key) }
                .map { Tree.string($0.key).written(&random) + ":" + $0.value.shuffled(&random) }
            entries.append("\"$comment\": \(Int.random(in: 0..<100, using: &random))")
            if members[Array("$comment".utf8)] != nil { entries.removeLast() }
            entries.shuffle(using: &random)
            return "{" + entries.joined(separator: ",") + "}"
        default: return written(&random)
        }
    }
}
