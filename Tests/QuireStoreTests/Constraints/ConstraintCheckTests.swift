#if SQLite
import Foundation
import Quire
import Testing

/// Constraints of descriptors, checked without an engine.
@Suite struct ConstraintCheckTests {
    private static let module = ModuleDescriptor(
        #"""
        {"name": "members", "fields": [
          {"name": "nick", "type": "text", "minLength": 2, "maxLength": 5, "pattern": "^[^ ]+$"},
          {"name": "age", "type": "integer", "minimum": 18, "maximum": 9007199254740993},
          {"name": "score", "type": "number", "minimum": 0.5},
          {"name": "tags", "type": "list", "of": {"type": "text"}, "minItems": 1, "maxItems": 2, "maxLength": 3},
          {"name": "groups", "type": "relations", "module": "groups", "maxItems": 1},
          {"name": "about", "type": "localizedText", "maxLength": 4},
          {"name": "address", "type": "object", "fields": [{"name": "zip", "type": "text", "pattern": "^[0-9]{5}$"}]},
          {"name": "homes", "type": "list", "of": {"type": "object", "fields": [{"name": "zip", "type": "text", "minLength": 1}]}},
          {"name": "email", "type": "text", "unique": true}
        ]}
        """#)

    private func violations(_ json: String) throws -> [String] {
        Self.module.violations(of: try JSONValue(parsing: Data(json.utf8))).map(\.description)
    }

    @Test("All broken constraints are reported at once, with field, constraint and value")
    func all() throws {
        #expect(
            try violations(#"{"nick":" ","age":17,"score":0.25,"tags":["abcd","x","y"],"groups":["1","2"]}"#)
                == [
                    #"nick: expected at least 2 characters, found 1 character: " ""#,
                    #"nick: expected a text that matches ^[^ ]+$, found " ""#,
                    "age: expected at least 18, found 17", "score: expected at least 0.5, found 0.25",
                    "tags: expected at most 2 elements, found 3 elements",
                    #"tags[0]: expected at most 3 characters, found 4 characters: "abcd""#,
                    "groups: expected at most 1 element, found 2 elements",
                ])
    }

    @Test("Objects, lists of objects and languages are checked, with their paths")
    func nested() throws {
        #expect(
            try violations(
                #"{"about":{"en":"short","fr":"ok"},"address":{"zip":"x"},"homes":[{"zip":"1"},{"zip":""}]}"#
            )
            .map { $0.prefix { $0 != ":" } } == ["about.en", "address.zip", "homes[1].zip"])
    }

    @Test("A missing value, null and a value of another type break no constraint")
    func absent() throws {
        #expect(
            try violations(#"{"nick":null,"age":"17","score":true,"tags":"x","address":[],"unknown":1}"#)
                .isEmpty)
        #expect(try violations("{}").isEmpty)
        #expect(Self.module.violations(of: .null).isEmpty)
    }

    @Test(
        "Lengths count Unicode scalars",
        arguments: [
            ("ab", true), ("é", false), ("e\u{301}", true), ("👍", false), ("👍🏽", true), ("🇩🇪🇫🇷", true),
            ("🇩🇪🇫🇷🇮🇹", false), ("👨‍👩‍👧", true), ("👨‍👩‍👧‍👦", false),
        ] as [(String, Bool)])
    func lengths(_ text: String, _ fits: Bool) throws {
        let json = JSONValue.object([.init("nick", .string(text))])
        #expect(Self.module.violations(of: json).isEmpty == fits)
    }

    @Test("Bounds are exact beyond 2^53, also between integers and floating-point numbers")
    func exactBounds() throws {
        #expect(try violations(#"{"age":9007199254740993}"#).isEmpty)
        #expect(try violations(#"{"age":9007199254740994}"#).count == 1)
        #expect(try violations(#"{"age":9007199254740994.0}"#).count == 1)
        #expect(try violations(#"{"age":9007199254740992.0}"#).isEmpty)
        #expect(try violations(#"{"age":1e300}"#).count == 1)
        #expect(try violations(#"{"age":-1e300}"#).count == 1)
        #expect(try violations(#"{"score":1}"#).isEmpty)
        #expect(try violations(#"{"score":0}"#).count == 1)
    }

    @Test("A long or hostile value is shortened to one line in the message")
    func shortened() throws {
        let text = String(repeating: "x", count: 10_000) + "\n\u{1B}[31m"
        let found = try #require(Self.module.violations(of: .object([.init("nick", .string(text))])).first)
        #expect(found.found.count < 100)
        #expect(!found.description.contains("\u{1B}"))
        #expect(found.constraint == .maxLength(5))
    }

    @Test("A descriptor with a pattern that does not compile is rejected")
    func badPattern() throws {
        #expect(throws: (any Error).self) {
            try ModuleDescriptor(json: #"{"name":"a","fields":[{"name":"x","type":"text","pattern":"("}]}"#)
        }
        let error = #expect(throws: InvalidPatternError.self) { try ValuePattern("a(") }
        #expect(
            error?.description
                == "Could not compile the pattern \"a(\": at character 2, '(' is not closed. Correct the pattern in the schema."
        )
    }

    @Test("Fields without constraints have none, and cost no check")
    func none() {
        let plain = ModuleDescriptor(#"{"name": "a", "fields": [{"name": "x", "type": "text"}]}"#)
        #expect(plain.fields.fields[0].constraints == nil)
        #expect(!plain.fields.hasConstraints)
        #expect(Self.module.fields.hasConstraints)
        #expect(Self.module.uniqueFields.map(\.name) == ["email"])
        #expect(Self.module.fields.fields[8].constraints?.all == [.unique])
    }
}
#endif
