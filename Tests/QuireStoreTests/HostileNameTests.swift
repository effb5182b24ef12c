#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("Names and values that could break SQL")
struct HostileNameTests {
    static let names = [
        "rowid", "item", "id", "ID", "Id", "oid", "_rowid_", "select", "a\"b", "a'b", "a;b", "", " ", "é",
        "Title", "title", "TITLE", "v_title", "v_title_2", "日本語", "a\u{0}b", "?", "?1", ":a", "$b",
        "createdAt",
        "\u{202E}", "\"; DROP TABLE quire_module; --", String(repeating: "long", count: 2_500), "value",
        "tags", "m", "t",
    ]
    static let module = ModuleDescriptor(
        name: "mod\"ule' ; --", fields: names.map { FieldDescriptor(name: $0, kind: .text, isSortable: true) }
    )

    private func json(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("Any text can be a field's name, and each field finds its own value")
    func names() async throws {
        let store = try await Store(.memory, modules: [Self.module])
        let members = Self.names.enumerated().map { "\(json($1)):\(json("value \($0)"))" }.joined(
            separator: ",")
        let summary = try await store.load(Self.module, ["{\"id\":\"1\",\"values\":{\(members)}}"])
        #expect(summary.rejected == [])
        for (index, name) in Self.names.enumerated() {
            #expect(try await store.ids(Self.module, leaf(.equal, name, .string("value \(index)"))) == ["1"])
            #expect(try await store.ids(Self.module, leaf(.equal, name, .string("value \(index + 1)"))) == [])
            var request = SearchRequest(module: Self.module)
            request.sort = [SortKey(.value(name))]
            #expect(try await store.ids(request) == ["1"])
        }
    }

    @Test("Modules whose names differ only in case or special characters stay separate")
    func modules() async throws {
        let names = ["a", "A", "a_t", "a t", "m_a", "é", "", "quire_module", "a_l_tags"]
        let modules = names.map {
            ModuleDescriptor(
                name: $0,
                fields: [
                    FieldDescriptor(name: "tags", kind: .list(.text)),
                    FieldDescriptor(name: "t", kind: .longText),
                ])
        }
        let folder = try Folder()
        let store = try await Store(.file(folder.file()), modules: modules)
        for (index, module) in modules.enumerated() {
            try await store.load(module, [#"{"id":"\#(index)","values":{"tags":["k\#(index)"],"t":"x"}}"#])
        }
        for (index, module) in modules.enumerated() {
            #expect(try await store.ids(module, nil) == ["\(index)"])
            #expect(try await store.ids(module, leaf(.equal, "tags", .string("k\(index)"))) == ["\(index)"])
        }
        await store.close()
        let again = try await Store(.file(folder.file()), modules: modules.reversed())
        #expect(again.schemaChanges == [])
        for (index, module) in modules.enumerated() {
            #expect(try await again.ids(module, nil) == ["\(index)"])
        }
    }

    @Test("A key of the content in another Unicode form is unknown, and kept beside the field")
    func otherForm() async throws {
        let module = ModuleDescriptor(
            name: "things", fields: [FieldDescriptor(name: "caf\u{E9}", kind: .text)])
        let store = try await Store(.memory, modules: [module])
        try await store.load(
            module, [#"{"id":"1","values":{"caf\u00e9":"a","cafe\u0301":"b"}}"#])
        let bytes = try await store.transaction("read an item") { try $0.instance("1", in: "things") }
        let values = try JSONValue(parsing: Data(try #require(bytes))).member("values")
        #expect(values?.member("caf\u{E9}") == .string("a"))
        #expect(values?.member("cafe\u{301}") == .string("b"))
    }

    @Test(
        "Any text can be a value: every text operation finds it, and it reads back unchanged",
        arguments: [
            "", " ", "'", "\"", "\\", "%", "_", "a\u{0}b", "\u{0}", "it's; DROP TABLE m_things", "?1", "NULL",
            "é", "e\u{301}",
            "ẞß", "İ", "K", "\u{10FFFF}", "\u{D7FF}\u{E000}", "👩‍👩‍👧", "日本", "\t\n\r", "[1,2]", "{\"a\":1}",
        ])
    func values(_ text: String) async throws {
        let module = ModuleDescriptor(
            name: "things",
            fields: [
                FieldDescriptor(name: "s", kind: .text), FieldDescriptor(name: "l", kind: .longText),
                FieldDescriptor(name: "a", kind: .list(.text)),
            ])
        let store = try await Store(.memory, modules: [module])
        let value = json(text)
        try await store.load(
            module,
            [
                "{\"id\":\(json("id" + text)),\"values\":{\"s\":\(value),\"l\":\(value),\"a\":[\(value),\"z\"]}}"
            ])
        let id = "id" + text
        for field in ["s", "l", "a"] {
            for operation: FilterOperation in [
                .equal, .contains, .hasPrefix, .hasSuffix, .like, .lessOrEqual, .greaterOrEqual,
            ] {
                #expect(
                    try await store.ids(module, leaf(operation, field, .string(text))).map(ExactText.init)
                        == [ExactText(id)])
            }
            #expect(
                try await store.ids(module, leaf(.in, field, .list([.string("q"), .string(text)]))).count == 1
            )
            #expect(try await store.ids(module, leaf(.equal, field, .string(text + "!"))) == [])
            #expect(
                try await store.ids(module, leaf(.notIn, field, .list([.string("q"), .string(text)]))) == [])
        }
        var request = SearchRequest(module: module)
        request.ids = [id, "other"]
        #expect(try await store.ids(request).count == 1)
        #expect(try await store.delete([id], from: "things") == 1)
        #expect(try await store.ids(module, leaf(.contains, "a", .string(""))) == [])
    }
}
#endif
