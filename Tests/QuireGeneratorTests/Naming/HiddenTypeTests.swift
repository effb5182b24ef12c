import Foundation
import QuireCommand
import QuireGenerator
import QuireSchema
import Testing

/// A module, an enum or an item that would shadow a type in the app's files.
@Suite("Names that shadow types")
struct HiddenTypeTests {
    @Test(
        "A module gets a warning at its name, with the suggested swiftName",
        arguments: [
            ("date", "Date", "Foundation"), ("error", "Error", "Swift"), ("text", "Text", "SwiftUI"),
            ("set", "Set", "Swift"), ("locale", "Locale", "Foundation"),
        ])
    func module(wire: String, name: String, owner: String) throws {
        let generation = try generated(
            "{\"quire\": 1, \"modules\": [\n  {\"name\": \"\(wire)\", \"fields\": []}]}")
        #expect(!generation.files.isEmpty)
        #expect(
            generation.diagnostics.map(\.description) == [
                "schema.json:2:12: warning: the module '\(wire)' becomes '\(name)' in Swift, which hides \(owner)'s "
                    + "'\(name)' in files that use both; give it another name: \"swiftName\": \"\(name)Module\" "
                    + "[hidden-type]"
            ])
        let named = try generated(
            schema("{\"name\": \"\(wire)\", \"swiftName\": \"\(name)Module\", \"fields\": []}"))
        #expect(named.diagnostics.isEmpty)
        // An explicit swiftName confirms the name.
        let meant = try generated(
            schema("{\"name\": \"\(wire)\", \"swiftName\": \"\(name)\", \"fields\": []}"))
        #expect(meant.diagnostics.isEmpty)
    }

    @Test("Enums and items get a warning; ordinary names, fields and their own choices do not")
    func others() throws {
        let generation = try generated(
            schema(
                #"{"name": "articles", "item": "Result", "fields": [{"name": "page", "type": "choice", "values": ["a"]}, {"name": "date", "type": "date"}]}"#,
                #"{"name": "books", "item": "Book", "fields": []}"#,
                head: #""enums": [{"name": "locale", "values": ["a"]}, {"name": "genre", "values": ["a"]}], "#
            ))
        #expect(
            generation.diagnostics.map(\.message) == [
                "the enum 'locale' becomes 'Locale' in Swift, which hides Foundation's 'Locale' in files that use "
                    + "both; give it another name: \"swiftName\": \"LocaleChoice\"",
                "the item of the module 'articles' becomes 'Result' in Swift, which hides Swift's 'Result' in files "
                    + "that use both; give it another name: \"item\": \"ResultItem\"",
            ])
    }

    @Test("A module that takes the name of a scalar's Swift type is an error, with both positions")
    func scalar() throws {
        let generation = try generated(
            """
            {"quire": 1, "scalars": [{"name": "m", "swiftType": "Money", "base": "text"}], "modules": [
              {"name": "money", "fields": [{"name": "price", "type": "scalar", "scalar": "m"}]}]}
            """)
        #expect(generation.files.isEmpty)
        #expect(
            generation.diagnostics.map(\.description) == [
                """
                schema.json:2:12: error: the module 'money' gets the Swift name 'Money', which is the 'swiftType' of the \
                scalar 'm'; give it a "swiftName" of its own [name-collision]
                schema.json:1:35: note: the scalar 'm' is here
                """
            ])
    }

    @Test("A module may have the name of a type of Quire: the generated code does not depend on it")
    func quireTypes() throws {
        let generation = try generated(
            schema(
                #"{"name": "pages", "item": "Page", "fields": [{"name": "parent", "type": "relation", "module": "relation"}]}"#,
                #"{"name": "store", "fields": []}"#, #"{"name": "relation", "fields": []}"#))
        #expect(generation.diagnostics.isEmpty)
        let text = generation.files.map(\.text).joined()
        #expect(text.contains("var parent: Quire.Relation<Relation>?"), "\(text)")
    }

    @Test("The listed names of the standard library are its public types")
    func swiftTypes() throws {
        let swift = try #require(HiddenTypes.all.first { $0.owner == "Swift" }).names
        #expect(swift == Set(standardLibraryTypes))
    }

    @Test("The listed Foundation names are Foundation types")
    func foundationTypes() throws {
        let listed = try #require(HiddenTypes.all.first { $0.owner == "Foundation" }).names.sorted()
        let folder = try TemporaryFolder()
        let uses = listed.map { "typealias Known\($0) = \($0)" }.joined(separator: "\n")
        try folder.write(
            """
            import Foundation
            import Dispatch
            #if canImport(FoundationNetworking)
            import FoundationNetworking
            #endif
            \(uses)

            """, to: "Names.swift")
        let outcome = try run(
            Places.compiler,
            ["-typecheck", folder.url.appending(path: "Names.swift").path(percentEncoded: false)])
        #expect(outcome.code == 0, "\(outcome.errors.prefix(2_000))")
    }

    @Test("An import gives such modules a swiftName, and its schema passes without warnings")
    func imported() throws {
        let modules = ["date", "page", "Error", "DateModule", "books"]
        let outcome = try QuireGeneratorTests.imported(
            "[\(modules.map { HALOFixture.module(named: $0, []) }.joined(separator: ", "))]")
        #expect(
            try outcome.moduleTexts("swiftName") == [
                "DateModule2", nil, "ErrorModule", nil, nil,
            ])
        #expect(generate(try outcome.schema()).diagnostics.isEmpty)
    }
}
