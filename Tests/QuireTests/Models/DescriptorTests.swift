import DecodingSamples
import Foundation
import Quire
import Testing

@Suite("Descriptors from generated code")
struct DescriptorTests {
    @Test("A module's JSON is decoded into its descriptor")
    func module() {
        let gadgets = Gadgets.descriptor
        #expect(gadgets.name == "gadgets" && gadgets.id == "570772df82b5872b00ebcbcf" && !gadgets.isSingle)
        let fields = gadgets.fields
        #expect(
            fields["title"]
                == FieldDescriptor(
                    name: "title", kind: .text, isRequired: true, isSortable: true, searchWeight: 2.5))
        #expect(fields["count"]?.facet == .disjunctive)
        #expect(fields["made"]?.kind == .date(.epochMilliseconds))
        #expect(fields["seen"]?.kind == .time(.epochSeconds))
        #expect(fields["days"]?.kind == .list(.date(.dateOnly)))
        #expect(fields["serial"]?.kind == .scalar(.text))
        #expect(fields["helpers"]?.kind == .relations(module: "makers"))
        #expect(fields.object(17).fields.map(\.name) == ["width", "made"])
        #expect(fields.index(of: "the \"odd\" one") == 22)
    }

    @Test(
        "Invalid JSON is reported",
        arguments: [
            ("", "is not JSON at byte 0"), ("{}", #"lacks the text "name" in {}"#),
            (#"{"name":"m"}"#, #"lacks "fields" in {"name":"m"}"#),
            (
                #"{"name":"m","fields":[{"name":"f","type":"texts"}]}"#,
                #"has the unknown type "texts" in {"name":"f","type":"texts"}"#
            ),
            (
                #"{"name":"m","embedding":{"of":["f"],"model":"v"},"fields":[]}"#,
                #"has the embedding {"of":["f"],"model":"v"}"#
            ),
            (
                #"{"name":"m","fields":[{"name":"f","type":"date","format":"rfc"}]}"#,
                #"has the unknown format "rfc""#
            ),
        ])
    func mistakes(json: String, text: String) {
        let mistake = #expect(throws: DescriptorMistake.self) { try ModuleDescriptor(json: json) }
        #expect(mistake?.text == text)
    }
}
