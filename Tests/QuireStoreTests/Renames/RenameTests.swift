#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("Opening a file with a schema that renames")
struct RenameTests {
    static let first = ModuleDescriptor(
        #"""
        {"name": "books", "fields": [
          {"name": "title", "type": "text", "sortable": true, "searchable": true},
          {"name": "pages", "type": "integer", "sortable": true},
          {"name": "released", "type": "date", "format": "dateOnly"},
          {"name": "printed", "type": "dateTime", "format": "rfc3339"},
          {"name": "tags", "type": "list", "of": {"type": "text"}},
          {"name": "blurb", "type": "localizedText"},
          {"name": "place", "type": "geopoint"},
          {"name": "extra", "type": "json"},
          {"name": "author", "type": "relation", "module": "authors"},
          {"name": "language", "type": "choice"},
          {"name": "formats", "type": "choices"},
          {"name": "size", "type": "object", "fields": [
            {"name": "w", "type": "number"}, {"name": "h", "type": "number"}]}]}
        """#)

    /// Every name differs from the first module.
    static let second = ModuleDescriptor(
        #"""
        {"name": "novels", "was": ["books"], "fields": [
          {"name": "name", "was": ["title"], "type": "text", "sortable": true, "searchable": true},
          {"name": "pageCount", "was": ["pages"], "type": "integer", "sortable": true},
          {"name": "releasedOn", "was": ["released"], "type": "date", "format": "dateOnly"},
          {"name": "printedAt", "was": ["printed"], "type": "dateTime", "format": "rfc3339"},
          {"name": "labels", "was": ["tags"], "type": "list", "of": {"type": "text"}},
          {"name": "teaser", "was": ["blurb"], "type": "localizedText"},
          {"name": "origin", "was": ["place"], "type": "geopoint"},
          {"name": "more", "was": ["extra"], "type": "json"},
          {"name": "writer", "was": ["author"], "type": "relation", "module": "authors"},
          {"name": "tongue", "was": ["language"], "type": "choice", "renamed": {"eng": "english"}},
          {"name": "editions", "was": ["formats"], "type": "choices", "renamed": {"hb": "hardback"}},
          {"name": "extent", "was": ["size"], "type": "object", "fields": [
            {"name": "width", "was": ["w"], "type": "number"}, {"name": "h", "type": "number"}]}]}
        """#)

    static let lines = [
        #"{"id":"1","module":"books","values":{"title":"Emma","pages":474,"released":"1815-12-23","printed":"2024-02-29T10:11:12.130Z","tags":["x","y"],"blurb":{"en":"A","de":"B"},"place":{"latitude":1.5,"longitude":2.5},"extra":{"n":1e2,"deep":[1.50]},"author":"a1","language":"eng","formats":["hb","pb"],"size":{"w":1.25,"h":2},"stray":[1.0]},"updatedAt":7}"#,
        #"{"id":"2","values":{"title":"Persuasion","language":"ger","formats":[]}}"#,
        #"{"id":"3","values":{}}"#,
    ]

    /// The lines under the names of the second module.
    static let renamedLines = [
        #"{"id":"1","module":"novels","values":{"name":"Emma","pageCount":474,"releasedOn":"1815-12-23","printedAt":"2024-02-29T10:11:12.130Z","labels":["x","y"],"teaser":{"en":"A","de":"B"},"origin":{"latitude":1.5,"longitude":2.5},"more":{"n":1e2,"deep":[1.50]},"writer":"a1","tongue":"english","editions":["hardback","pb"],"extent":{"width":1.25,"h":2},"stray":[1.0]},"updatedAt":7}"#,
        #"{"id":"2","values":{"name":"Persuasion","tongue":"ger","editions":[]}}"#,
        #"{"id":"3","values":{}}"#,
    ]

    static func page(_ store: Store, _ module: ModuleDescriptor) async throws -> String {
        var request = SearchRequest(module: module)
        request.page = .all
        request.decoding.keepsUnknownValues = true
        return String(decoding: try await store.searchData(request), as: UTF8.self)
    }

    static func file(_ folder: Folder, _ module: ModuleDescriptor, _ lines: [String]) async throws {
        let store = try await Store(.file(folder.file()), modules: [module])
        try await store.load(module, lines)
        await store.close()
    }

    @Test(
        "A file with renamed modules, fields and choices gives the same bytes as one that was loaded under the new names"
    )
    func everything() async throws {
        let folder = try Folder()
        try await Self.file(folder, Self.first, Self.lines)
        let fresh = try Folder()
        try await Self.file(fresh, Self.second, Self.renamedLines)

        let difference = try await Store.schemaDifference(of: .file(folder.file()), modules: [Self.second])
        #expect(difference.modules.first?.formerName == "books")
        #expect(difference.modules.first?.removed == [] && difference.modules.first?.added == [])
        #expect(!difference.isDowngrade)
        #expect("\(difference)".hasPrefix(#"novels was "books", renames "title" to "name""#))

        let store = try await Store(.file(folder.file()), modules: [Self.second])
        let expected = try await Store(.file(fresh.file()), modules: [Self.second])
        let change = try #require(store.schemaChanges.first)
        #expect(change.formerName == "books" && change.renamed.count == 12)
        #expect(change.added == [] && change.removed == [] && change.changed == [])
        #expect(change.incompatible.isEmpty)
        #expect(try await Self.page(store, Self.second) == Self.page(expected, Self.second))

        let module = Self.second
        #expect(try await store.ids(module, leaf(.equal, "tongue", .string("english"))) == ["1"])
        #expect(try await store.ids(module, leaf(.equal, "tongue", .string("eng"))) == [])
        #expect(try await store.ids(module, leaf(.equal, "labels", .string("y"))) == ["1"])
        #expect(try await store.ids(module, leaf(.equal, "writer", .string("a1"))) == ["1"])
        #expect(try await store.ids(module, leaf(.greater, "pageCount", .integer(400))) == ["1"])
        #expect(try await store.check().problems == [])
        await store.close()

        // Opened again, nothing is left to do.
        var options = StoreOptions()
        options.isReadOnly = true
        let again = try await Store(.file(folder.file()), modules: [module], options: options)
        #expect(again.schemaChanges == [])
        await again.close()
    }

    private func module(_ fields: String) throws -> ModuleDescriptor {
        try ModuleDescriptor(json: #"{"name": "things", "fields": ["# + fields + "]}")
    }

    private func values(_ folder: Folder, _ module: ModuleDescriptor) async throws -> [String] {
        let store = try await Store(.file(folder.file()), modules: [module])
        let page = try JSONValue(parsing: Data(try await Self.page(store, module).utf8))
        await store.close()
        guard case .array(let items) = page else { return [] }
        return items.map { "\($0.member("values") ?? .null)" }
    }

    @Test("A field that was renamed twice is found after one step and after two")
    func chain() async throws {
        let a = try module(#"{"name": "a", "type": "text"}"#)
        let b = try module(#"{"name": "b", "was": ["a"], "type": "text"}"#)
        let c = try module(#"{"name": "c", "was": ["b", "a"], "type": "text"}"#)
        for steps in [[c], [b, c]] {
            let folder = try Folder()
            try await Self.file(folder, a, [#"{"id":"1","values":{"a":"x"}}"#])
            var found: [String] = []
            for step in steps { found = try await values(folder, step) }
            #expect(found == [#"{"c":"x"}"#])
        }
    }

    @Test("A field can get a new name and a new type in one step, while another field is removed")
    func renamedAndRetyped() async throws {
        let folder = try Folder()
        let old = try module(
            #"{"name": "a", "type": "text"}, {"name": "gone", "type": "integer"}, {"name": "kept", "type": "json"}"#
        )
        try await Self.file(
            folder, old,
            [
                #"{"id":"1","values":{"a":"12","gone":3,"kept":[1.5]}}"#,
                #"{"id":"2","values":{"a":"many"}}"#,
            ])
        let new = try module(
            #"{"name": "b", "was": ["a"], "type": "localizedText"}, {"name": "kept", "type": "json"}"#)
        let found = try await values(folder, new)
        #expect(found == [#"{"b":"12","kept":[1.5],"gone":3}"#, #"{"b":"many"}"#])
    }

    @Test("A value that arrived under either name before the field existed is found in the field")
    func unknownValues() async throws {
        let folder = try Folder()
        let old = try module(#"{"name": "a", "type": "integer"}"#)
        try await Self.file(
            folder, old,
            [
                #"{"id":"1","values":{"a":1}}"#, #"{"id":"2","values":{"b":2}}"#,
                #"{"id":"3","values":{"older":3}}"#,
            ])
        let new = try module(#"{"name": "b", "was": ["a", "older"], "type": "integer"}"#)
        #expect(try await values(folder, new) == [#"{"b":1}"#, #"{"b":2}"#, #"{"b":3}"#])
    }

    @Test("A former name that another field has now belongs to that field")
    func nameInUse() async throws {
        let folder = try Folder()
        let old = try module(#"{"name": "a", "type": "text"}, {"name": "b", "type": "text"}"#)
        try await Self.file(folder, old, [#"{"id":"1","values":{"a":"x","b":"y"}}"#])
        let swapped = try module(
            #"{"name": "a", "was": ["b"], "type": "text"}, {"name": "b", "was": ["a"], "type": "text"}"#)
        #expect(try await values(folder, swapped) == [#"{"a":"x","b":"y"}"#])
        #expect(try await values(folder, swapped) == [#"{"a":"x","b":"y"}"#])
    }

    @Test(
        "Items that arrive under former names are stored under the current ones; a current name counts first")
    func writes() async throws {
        let module = try module(
            #"{"name": "b", "was": ["a"], "type": "text"}, {"name": "c", "type": "choice", "renamed": {"old": "new"}}"#
        )
        let store = try await Store(.memory, modules: [module])
        try await store.load(
            module,
            [
                #"{"id":"1","values":{"a":"x","c":"old"}}"#, #"{"id":"2","values":{"a":"x","b":"y"}}"#,
                #"{"id":"3","values":{"b":"y","a":"x"}}"#,
            ])
        _ = try await store.transaction("write") {
            try $0.upsert(Data(#"{"id":"4","values":{"c":"old","a":"z"}}"#.utf8), into: "things")
        }
        #expect(try await store.ids(module, leaf(.equal, "b", .string("y"))) == ["2", "3"])
        #expect(try await store.ids(module, leaf(.equal, "b", .string("x"))) == ["1"])
        #expect(try await store.ids(module, leaf(.equal, "c", .string("new"))) == ["1", "4"])
    }

    @Test("A store that is open under the old names is told that the file has changed")
    func otherConnection() async throws {
        let folder = try Folder()
        let old = try await Store(.file(folder.file()), modules: [Self.first])
        try await old.load(Self.first, Self.lines)
        let new = try await Store(.file(folder.file()), modules: [Self.second])
        await #expect(throws: StoreError.self) { try await Self.page(old, Self.first) }
        await old.close()
        await new.close()
    }
}
#endif
