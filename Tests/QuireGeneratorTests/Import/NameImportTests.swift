import Foundation
import QuireGenerator
import QuireSchema
import Testing

/// HALO's names are any text. A schema's are too, but unique, and each needs a unique Swift name.
@Suite("Import: names")
struct NameImportTests {
    @Test("Unusual names are unchanged on the wire, and become Swift names")
    func odd() throws {
        let names = [
            "Single select ddm", "api url", "1", "5efsa,", "avbmc,as", "hjkl;", "youTube", "🎁", "…", "class",
        ]
        let outcome = try imported("[\(HALOFixture.module(names.map { ($0, "Text", "{}") }))]")
        #expect(try outcome.names() == names)
        let fields = try outcome.fields()
        #expect(fields.allSatisfy { $0["swiftName"] == nil })
        let text = try generated(#require(outcome.text)).text
        for name in [
            "singleSelectDdm", "apiURL", "_1", "_5efsa", "avbmcAs", "hjkl", "youTube", "🎁",
            "horizontalEllipsis",
            "`class`",
        ] {
            #expect(text.contains("var \(name): String?"), "\(name)")
        }
    }

    @Test("Fields that would share a Swift name get unique ones")
    func collisions() throws {
        let names = [
            "Book title", "bookTitle", "book_title", "bookTitle2", "book1", "Book 1", "🎁", "🎁 ", "init",
            "initField",
        ]
        let outcome = try imported(
            "[\(HALOFixture.module(names.map { ($0, "Single choice", #"{"values":["x"]}"#) }))]")
        #expect(try outcome.names() == names)
        #expect(
            try outcome.fieldTexts("swiftName") == [
                nil, "bookTitle3", "bookTitle4", nil, nil, "book1_2", nil, "field2", nil,
                "initField2",
            ])
        #expect(outcome.notes == [])
    }

    @Test("Modules that would share a Swift name get unique ones, and relations find them")
    func modules() throws {
        let outcome = try imported(
            """
            [\(HALOFixture.module(named: "my books", [])), \(HALOFixture.module(named: "My Books", [])),
             \(HALOFixture.module(named: "ContentSchema", [])), \(HALOFixture.module(named: "Any", [])),
             \(HALOFixture.module(named: "shop", [("x", "Single relation", #"{"module":"My Books"}"#), ("myBooks2", "Single choice", #"{"values":["x"]}"#)]))]
            """)
        #expect(try outcome.moduleTexts("swiftName") == [nil, "MyBooks2", nil, nil, nil])
        let schema = try outcome.schema()
        #expect(schema.modules.last?.fields.first?.type == .relation(module: "My Books"))
        #expect(generate(schema).diagnostics.isEmpty)
    }

    @Test("A missing or duplicate name is dropped and reported with its position")
    func leftOut() throws {
        let outcome = try imported(
            """
            [
              {"id":"1","name":"books","fields":[
                {"name":"title","fieldType":{"name":"Text"}},
                {"name":"","fieldType":{"name":"Text"}},
                {"fieldType":{"name":"Text"}},
                {"name":null,"fieldType":{"name":"Text"}},
                {"name":7,"fieldType":{"name":"Text"}},
                {"name":"title","fieldType":{"name":"Number"}},
                "field",
                {"name":"gone","deletedAt":1474980516487,"fieldType":{"name":"Text"}},
                {"name":"\(String(repeating: "x", count: 257))","fieldType":{"name":"Text"}}
              ]},
              {"id":"2","name":"books","fields":[]},
              {"id":"3","name":"old","deletedAt":1474980516487,"fields":[]},
              {"id":"4","fields":[]},
              null
            ]
            """)
        #expect(try outcome.moduleTexts("name") == ["books"])
        #expect(try outcome.names() == ["title"])
        #expect(
            outcome.notes == [
                "modules.json:4:13: warning: the name of a field of 'books' is empty; skipped",
                "modules.json:5:5: warning: a field of 'books' has no name; skipped",
                "modules.json:6:5: warning: a field of 'books' has no name; skipped",
                "modules.json:7:13: warning: the name of a field of 'books' is not a string; skipped",
                "modules.json:8:5: warning: a second field of 'books' is called 'title'; skipped",
                "modules.json:9:5: warning: a field of 'books' is not an object; skipped",
                "modules.json:10:5: warning: the field 'gone' of 'books' is deleted; skipped",
                "modules.json:11:13: warning: the name of a field of 'books' is longer than 256 characters; skipped",
                "modules.json:13:3: warning: a second module is called 'books'; skipped",
                "modules.json:14:3: warning: the module 'old' is deleted; skipped",
                "modules.json:15:3: warning: a module has no name; skipped",
                "modules.json:16:3: warning: a module is not an object; skipped",
            ])
    }

    @Test("A name that is not composed is skipped, because it is the key of the content")
    func uncomposed() throws {
        let outcome = try imported(
            "[\(HALOFixture.module([("caf\u{E9}", "Text", "{}"), ("cafe\u{301}", "Text", "{}")]))]")
        #expect(try outcome.names() == ["caf\u{E9}"])
        #expect(outcome.notes.count == 1)
        #expect(outcome.notes.first?.contains("is not in Unicode's composed form (NFC)") == true)
    }

    @Test("Fields beyond a module's limit are dropped and reported")
    func tooMany() throws {
        let fields = (0..<2_010).map { ("f\($0)", "Text", "{}") }
        let outcome = try imported("[\(HALOFixture.module(fields))]")
        #expect(try outcome.names().count == 2_000)
        #expect(outcome.notes.count == 1)
    }
}
