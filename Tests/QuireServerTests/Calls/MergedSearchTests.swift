#if SQLite
import Foundation
import Quire
import QuireStore
import Testing

import QuireServer

/// Searches over several modules at once.
@Suite struct MergedSearchTests {
    private func page(_ library: Library, _ keys: String, _ number: Int, _ limit: Int) async throws
        -> [String]
    {
        try await library.search(
            #"{"moduleNames":["books","authors"],\#(keys)"pagination":{"page":\#(number),"limit":\#(limit)}}"#
        ).ids()
    }

    @Test(
        "One sort order covers all modules, for any page size; nothing is repeated or lost", arguments: 1...9)
    func merged(_ limit: Int) async throws {
        let library = try await Library.filled()
        for (keys, expected) in [
            // Books come first if their keys are equal: their module was named first.
            (
                #""sort":"createdAt asc","#,
                ["police", "ogawa", "things", "perec", "life", "nobody", "untitled", "gone"]
            ),
            (
                #""sort":"values.year desc","#,
                ["gone", "police", "life", "things", "ogawa", "perec", "untitled", "nobody"]
            ),
            ("", ["police", "things", "life", "untitled", "gone", "ogawa", "perec", "nobody"]),
        ] {
            var found: [String] = []
            for number in 1...(8 / limit + 2) { found += try await page(library, keys, number, limit) }
            #expect(found == expected, "\(keys)")
        }
    }

    @Test("A bare list of several modules is sorted too")
    func bare() async throws {
        let library = try await Library.filled()
        let reply = try await library.search(
            #"{"moduleNames":["authors","books"],"sort":"values.year asc","pagination":{"skip":"true"}}"#)
        // Within a module, equal items keep the order of storage.
        #expect(reply.ids() == ["nobody", "untitled", "perec", "ogawa", "things", "life", "police", "gone"])
    }

    @Test("Ids in two Unicode forms are two items, each with its own values")
    func spellings() async throws {
        let library = try await Library.filled()
        try await library.load(
            "books", #"{"id":"\u00e9","name":"composed","values":{"title":"A"}}"#,
            #"{"id":"e\u0301","name":"decomposed","values":{"title":"B"}}"#)
        let reply = try await library.search(
            #"{"moduleNames":["books","authors"],"sort":"name desc","pagination":{"skip":"true"}}"#)
        let found = reply.ids().map { Array($0.utf8) }.filter { [2, 3].contains($0.count) }
        #expect(found == [Array("e\u{301}".utf8), Array("\u{E9}".utf8)])
    }

    @Test("A field that only one module has is null in the other")
    func fieldsOfOne() async throws {
        let library = try await Library.filled()
        func ids(_ filter: String) async throws -> Set<String> {
            Set(
                try await library.search(#"{"moduleNames":["books","authors"],"searchValues":\#(filter)}"#)
                    .ids())
        }
        #expect(try await ids(leaf("=", "title", "\"Things\"", "string")) == ["things"])
        #expect(
            try await ids(leaf("=", "title", "null", "null")) == ["ogawa", "perec", "nobody"])
        #expect(
            try await ids(leaf("!=", "title", "\"Things\"", "string"))
                == ["ogawa", "perec", "nobody", "police", "life", "untitled", "gone"])
        #expect(
            try await ids(leaf("!=", "title", "null", "null")) == [
                "police", "things", "life", "untitled", "gone",
            ])
        let related = try await library.search(#"{"relatedTo":[{"fieldName":"author","instanceIds":["*"]}]}"#)
        #expect(Set(related.ids()) == ["police", "things", "life"])
        #expect(related["pagination.totalItems"] == .integer(3))
    }

    @Test("Includes and projections apply to a merged page")
    func shapes() async throws {
        let library = try await Library.filled()
        let reply = try await library.search(
            #"{"moduleNames":["books","authors"],"sort":"createdAt asc","include":["all"],"fields":["author","name"],"locale":"fr"}"#
        )
        #expect("\(reply["items.1.values"] ?? .null)" == #"{"name":"Yōko Ogawa"}"#)
        #expect(reply["items.0.values.author.values.about"] == .string("Écrivaine"))
        #expect(reply["items.0.values.title"] == nil)
    }

    @Test("Sorting by incompatible values is rejected")
    func unlike() async throws {
        let other = ServedModule(
            ModuleDescriptor(
                name: "films", fields: [FieldDescriptor(name: "year", kind: .text, isSortable: true)]))
        let library = try await Library(modules: Library.modules + [other])
        let reply = try await library.search(#"{"sort":"values.year asc"}"#)
        #expect(reply.status == 400)
        #expect(reply.message.contains("no common order"), "\(reply.json)")
    }
}
#endif
