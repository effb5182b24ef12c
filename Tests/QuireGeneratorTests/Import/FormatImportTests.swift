import Foundation
import QuireSchema
import Testing

/// Every form of HALO's `format`, valid and invalid.
@Suite("Import: formats")
struct FormatImportTests {
    @Test(
        "All forms of a format without choices mean the same",
        arguments: ["{}", "\"\"", "null", "[]", "7"])
    func empty(_ format: String) throws {
        let outcome = try imported(
            "[\(HALOFixture.module([("a", "Text", format), ("b", "Localized text", format)]))]")
        #expect(try outcome.fieldTexts("type") == ["text", "localizedText"])
        #expect(outcome.notes == [])
    }

    @Test(
        "All forms of a choice's default are read",
        arguments: [
            (#"{"values":["1","2"],"default":"2"}"#, .text("2")),
            (#"{"values":["1","2"],"default":null}"#, nil),
            (#"{"values":["1","2"]}"#, nil), (#"{"values":["1","2"],"default":""}"#, nil),
            (#"{"values":["1",""],"default":""}"#, .text("")),
        ] as [(String, DefaultValue?)])
    func defaults(_ format: String, _ value: DefaultValue?) throws {
        let outcome = try imported("[\(HALOFixture.module([("a", "Single choice", format)]))]")
        #expect(try outcome.schema().modules.first?.fields.first?.defaultValue == value)
        #expect(outcome.notes == [])
    }

    @Test(
        "A default that is not one of the values is dropped and reported",
        arguments: [
            ("Single choice", #"{"values":["1"],"default":"2"}"#),
            ("Single choice", #"{"values":["1"],"default":1}"#),
            ("Multiple choice", #"{"values":["1"],"default":["1","2"]}"#),
            ("Multiple choice", #"{"values":["1"],"default":{"a":1}}"#), ("Number", #"{"default":"many"}"#),
            ("Boolean", #"{"default":"true"}"#), ("Color", #"{"default":"red"}"#),
            ("Date", #"{"default":1.5}"#),
            ("Object", #"{"default":{"a":1}}"#), ("Text", #"{"default":["a"]}"#),
        ])
    func incompatible(_ type: String, _ format: String) throws {
        let outcome = try imported("[\(HALOFixture.module([("a", type, format)]))]")
        #expect(try outcome.schema().modules.first?.fields.first?.defaultValue == nil)
        #expect(outcome.notes.count == 1)
        #expect(
            outcome.notes.first?.contains("the default of the field 'a' of 'm'") == true, "\(outcome.notes)")
    }

    @Test(
        "Defaults of other types are kept",
        arguments: [
            ("Text", #""pen""#, .text("pen")), ("Number", "1.50", .number(1.5)),
            ("Boolean", "true", .boolean(true)),
            ("Color", "\"#987654\"", .text("#987654")), ("Date", "1419769800000", .date(1_419_769_800_000)),
            ("Website", #""https://example.com""#, .text("https://example.com")),
        ] as [(String, String, DefaultValue)])
    func others(_ type: String, _ json: String, _ value: DefaultValue) throws {
        let outcome = try imported("[\(HALOFixture.module([("a", type, #"{"default":\#(json)}"#)]))]")
        #expect(try outcome.schema().modules.first?.fields.first?.defaultValue == value)
        #expect(outcome.notes == [])
    }

    @Test(
        "Duplicate values are kept once, and values that are not strings are dropped, each reported with its position"
    )
    func values() throws {
        let format = #"{"values":["a","b","a",3,null,"A",{"x":1},"a "]}"#
        let outcome = try imported("[\(HALOFixture.module([("c", "Single choice", format)]))]")
        let field = try #require(try outcome.schema().modules.first?.fields.first)
        guard case .choice(.inline(let values, _)) = field.type else {
            Issue.record("\(field.type)")
            return
        }
        #expect(values.map(\.raw) == ["a", "b", "A", "a "])
        // Both of the last two would be named `a`.
        #expect(values.map(\.swiftName) == [nil, nil, "a2", "aSpace"])
        #expect(outcome.notes.count == 4)
        #expect(
            outcome.notes.contains {
                $0.contains("the value 'a' of the field 'c' of 'm' is repeated; imported once")
            })
    }

    @Test(
        "A choice without values becomes a text, several choices become texts",
        arguments: [
            "{}", #""""#, #"{"values":[]}"#, #"{"values":null}"#, #"{"values":[1]}"#, #"{"values":"a,b"}"#,
        ])
    func noValues(_ format: String) throws {
        let outcome = try imported(
            "[\(HALOFixture.module([("a", "Single choice", format), ("b", "Multiple select dropdown", format)]))]"
        )
        let fields = try #require(try outcome.schema().modules.first).fields
        #expect(fields.map(\.type) == [.text, .list(.text)])
        #expect(outcome.notes.filter { $0.contains("no values of the field") }.count == 2)
    }
}
