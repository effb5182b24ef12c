import QuireSchema
import Testing

@testable import QuireCommand

/// The documents that hold HALO's modules, and what is said of others.
@Suite("Import: forms of a response")
struct ModuleListTests {
    private static let books = HALOFixture.module(named: "books", [("title", "Text", "{}")])

    @Test(
        "One module, an array, a page and an export are taken",
        arguments: [
            books, "[\(books)]", "{\"items\":[\(books)]}", "{\"modules\":[\(books)]}",
            "{\"module\":\(books)}", #"{"id":"1","name":"books"}"#,
        ])
    func taken(_ text: String) throws {
        let outcome = try imported(text)
        #expect(outcome.moduleCount == 1, "\(outcome.notes)")
        #expect(try outcome.schema().modules.map(\.name) == ["books"])
    }

    @Test(
        "Anything else is refused with what it seems to be",
        arguments: [
            (#"[{"id":"1","values":{"title":"A"}}]"#, "these are items, not modules"),
            (#"{"items":[{"id":"1","values":{}}]}"#, "these are items, not modules"),
            (#"{"quire":1,"modules":[]}"#, "this is a schema of Quire already"),
            (#"{"error":{"message":"No"}}"#, "this is an error of HALO"),
            (#"{"name":"app","version":"1"}"#, "expected HALO's modules: one module, an array"),
        ])
    func refused(text: String, message: String) throws {
        let outcome = try imported(text)
        #expect(outcome.text == nil)
        #expect(outcome.notes.contains { $0.contains(message) }, "\(outcome.notes)")
    }

    // Inputs so large that a pass over all for each would not end.
    @Test("A response of 300,000 keys, and one of 200,000 modules of one name, come to an end")
    func large() throws {
        let keys = (0..<300_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let outcome = try imported(#"[{"id":"1","name":"books","fields":[],\#(keys)}]"#)
        #expect(outcome.moduleCount == 1)
        let modules = Array(repeating: #"{"id":"1","name":"books","fields":[]}"#, count: 200_000)
        let repeated = try imported("[\(modules.joined(separator: ","))]")
        #expect(repeated.moduleCount == 1)
        #expect(repeated.notes.count == ImportNotes.most + 1)
        #expect(repeated.notes.last == "quire: warning: 198999 more of these are not shown")
    }

    @Test("A schema that is printed shows what a terminal would obey as escapes, with the same value")
    func printed() throws {
        let name = "a\u{9B}31m\u{202E}\u{200B}b"
        let outcome = try imported("[\(HALOFixture.module(named: name, []))]")
        let text = try #require(outcome.text)
        #expect(text.contains(#"a\u009b31m\u202e\u200bb"#))
        #expect(try outcome.schema().modules.map(\.name) == [name])
    }

    @Test("A default of a URL that is no address is left out, and the schema checks")
    func addresses() throws {
        let outcome = try imported(
            "[\(HALOFixture.module([("site", "Website", #"{"default":"not a url"}"#), ("good", "Website", #"{"default":"https://a.b"}"#)]))]"
        )
        #expect(try outcome.schema().modules[0].fields.map { $0.defaultValue != nil } == [false, true])
        #expect(outcome.notes.contains { $0.contains("is none of its values") })
    }
}
