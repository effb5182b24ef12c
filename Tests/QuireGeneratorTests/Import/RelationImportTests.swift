import Foundation
import QuireSchema
import Testing

/// HALO does not store a relation's target: it comes from an option, a name or a guess.
@Suite("Import: relations")
struct RelationImportTests {
    private static func shop(_ fields: [(String, String, String)]) -> String {
        """
        [\(HALOFixture.module(named: "books", id: "b1", fields)), \(HALOFixture.module(named: "Authors", id: "a1", [])),
         \(HALOFixture.module(named: "categories", id: "c1", [])), \(HALOFixture.module(named: "boxes", id: "x1", [])),
         \(HALOFixture.module(named: "shop", id: "s1", [])), \(HALOFixture.module(named: "shops", id: "s2", []))]
        """
    }

    @Test(
        "A relation named after one module points to it, with a comment that says so",
        arguments: [
            ("author", "Authors"), ("authors", "Authors"), ("Author", "Authors"), ("category", "categories"),
            ("box", "boxes"), ("Books", "books"),
        ])
    func guessed(_ name: String, _ target: String) throws {
        let outcome = try imported(
            Self.shop([(name, "Single relation", "{}"), ("\(name) ", "Multiple relation", #""""#)]))
        let fields = try outcome.schema().modules[0].fields
        #expect(fields.map(\.type) == [.relation(module: target), .relations(module: target)])
        #expect(
            try outcome.fields()[0]["$comment"] as? String
                == "HALO does not store the module of a relation; this one is guessed from the field's name.")
        #expect(outcome.notes.count == 2)
        #expect(
            outcome.notes[0].contains(
                "points to '\(target)', by its name; if that is wrong, use --relation 'books.\(name)=<module>'"
            ))
    }

    @Test(
        "A relation whose name matches no module or two of them holds ids",
        arguments: ["writer", "shop", "main author"])
    func unknown(_ name: String) throws {
        let outcome = try imported(
            Self.shop([(name, "Single relation", "{}"), ("all", "Multiple relation", "{}")]))
        let fields = try outcome.schema().modules[0].fields
        #expect(fields.map(\.type) == [.text, .list(.text)])
        #expect(fields[0].description == "The id of a related item; HALO does not store its module.")
        #expect(fields[1].description == "Ids of related items; HALO does not store their module.")
        #expect(outcome.notes.count == 2)
    }

    @Test("An option overrides the name, and needs no guess")
    func asked() throws {
        let outcome = try imported(
            Self.shop([
                ("author", "Single relation", "{}"), ("writers", "Multiple relation", "{}"),
                ("box", "Single relation", "{}"),
            ]),
            relations: ["books.author=shop", "books.writers=Authors", "books.box="])
        #expect(
            try outcome.schema().modules[0].fields.map(\.type) == [
                .relation(module: "shop"), .relations(module: "Authors"), .text,
            ])
        #expect(outcome.notes == [])
        let fields = try outcome.fields()
        #expect(fields.allSatisfy { $0["$comment"] == nil })
    }

    @Test("A format that names the module by id or name is used")
    func formats() throws {
        let outcome = try imported(
            Self.shop([
                ("x", "Single relation", #"{"module":"a1"}"#),
                ("y", "Multiple relation", #"{"module":"Authors"}"#),
                ("author", "Single relation", #"{"module":"gone"}"#),
            ]))
        #expect(
            try outcome.schema().modules[0].fields.map(\.type) == [
                .relation(module: "Authors"), .relations(module: "Authors"), .text,
            ])
        #expect(outcome.notes.count == 1)
        #expect(outcome.notes[0].contains("points to 'gone', which is not imported"))
    }

    @Test("Relations with dots and equals signs in their names can be specified")
    func oddNames() throws {
        let modules = """
            [\(HALOFixture.module(named: "a.b", id: "1", [("c=d", "Single relation", "{}"), ("e", "Text", "{}")])),
             \(HALOFixture.module(named: "a", id: "2", [("x", "Text", "{}")])), \(HALOFixture.module(named: "d=e", id: "3", []))]
            """
        let outcome = try imported(modules, relations: ["a.b.c=d=d=e"])
        #expect(try outcome.schema().modules[0].fields[0].type == .relation(module: "d=e"))
    }

    @Test(
        "An option for an unknown relation or module is a usage error",
        arguments: [
            "books.author=nobody", "books.title=Authors", "books=Authors", "author=Authors", "", "=", ".",
        ])
    func wrong(_ wish: String) throws {
        let modules = Self.shop([("author", "Single relation", "{}"), ("title", "Text", "{}")])
        let error = try #require(throws: RefusedOptionsError.self) {
            try imported(modules, relations: [wish])
        }
        #expect(error.message.contains("relations: books.author"))
    }

    @Test("A relation to a module outside the import holds ids")
    func notChosen() throws {
        let modules = Self.shop([("author", "Single relation", "{}")])
        let outcome = try imported(modules, selections: ["books,shop"])
        #expect(try outcome.moduleTexts("name") == ["books", "shop"])
        #expect(try outcome.schema().modules[0].fields[0].type == .text)
        let error = try #require(throws: RefusedOptionsError.self) {
            try imported(modules, selections: ["books,film"])
        }
        #expect(error.message.contains("no module 'film'; expected one of: books, Authors"))
    }
}
