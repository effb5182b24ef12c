import QuireSchema
import Testing

/// The documents that contain HALO's modules, and the errors for other documents.
@Suite("Import: response formats")
struct ModuleListTests {
    private static let books = HALOFixture.module(named: "books", [("title", "Text", "{}")])

    @Test(
        "One module, an array, a page and an export are accepted",
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
        "Any other document is rejected with its apparent kind",
        arguments: [
            (#"[{"id":"1","values":{"title":"A"}}]"#, "these are items, not modules"),
            (#"{"items":[{"id":"1","values":{}}]}"#, "these are items, not modules"),
            (#"{"quire":1,"modules":[]}"#, "this is already a schema of Quire"),
            (#"{"error":{"message":"No"}}"#, "this is an error of HALO"),
            (#"{"name":"app","version":"1"}"#, "expected HALO's modules: one module, an array"),
        ])
    func refused(text: String, message: String) throws {
        let outcome = try imported(text)
        #expect(outcome.text == nil)
        #expect(outcome.notes.contains { $0.contains(message) }, "\(outcome.notes)")
    }

    // Inputs so large that a nested pass would not finish.
    @Test("A response with 300,000 keys and one with 200,000 modules of one name are read in linear time")
    func large() throws {
        let keys = (0..<300_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let outcome = try imported(#"[{"id":"1","name":"books","fields":[],\#(keys)}]"#)
        #expect(outcome.moduleCount == 1)
        let modules = Array(repeating: #"{"id":"1","name":"books","fields":[]}"#, count: 200_000)
        let repeated = try imported("[\(modules.joined(separator: ","))]")
        #expect(repeated.moduleCount == 1)
        #expect(repeated.notes.count == 1_001)
        #expect(repeated.notes.last == "quire: warning: 198999 more of these are not shown")
    }

    @Test("A printed schema escapes control characters, with the same value")
    func printed() throws {
        let name = "a\u{9B}31m\u{202E}\u{200B}b"
        let outcome = try imported("[\(HALOFixture.module(named: name, []))]")
        let text = try #require(outcome.text)
        #expect(text.contains(#"a\u009b31m\u202e\u200bb"#))
        #expect(try outcome.schema().modules.map(\.name) == [name])
    }

    @Test("A URL default that is not a valid address is dropped, and the schema is valid")
    func addresses() throws {
        let outcome = try imported(
            "[\(HALOFixture.module([("site", "Website", #"{"default":"not a url"}"#), ("good", "Website", #"{"default":"https://a.b"}"#)]))]"
        )
        #expect(try outcome.schema().modules[0].fields.map { $0.defaultValue != nil } == [false, true])
        #expect(outcome.notes.contains { $0.contains("is not one of its values") })
    }
}
