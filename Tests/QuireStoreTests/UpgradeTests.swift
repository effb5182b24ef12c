#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("Opening a file with a changed schema")
struct UpgradeTests {
    private func module(_ fields: [FieldDescriptor]) -> ModuleDescriptor {
        ModuleDescriptor(name: "things", fields: fields)
    }

    private let first = [
        FieldDescriptor(name: "title", kind: .text),
        FieldDescriptor(name: "count", kind: .text),
        FieldDescriptor(name: "day", kind: .date(.dateOnly)),
        FieldDescriptor(name: "at", kind: .dateTime(.rfc3339)),
        FieldDescriptor(name: "tags", kind: .list(.text)),
    ]

    private let lines = [
        #"{"id":"1","updatedAt":5,"values":{"title":"A","count":"12","day":"2024-02-29","at":"2024-02-29T10:11:12.130Z","tags":["x","y"],"later":[7,8]}}"#,
        #"{"id":"2","values":{"title":"B","count":"many","tags":[],"later":"seven"}}"#,
        #"{"id":"3","values":{"title":"C"}}"#,
    ]

    private func page(_ store: Store, _ module: ModuleDescriptor) async throws -> [JSONValue] {
        var request = SearchRequest(module: module)
        request.page = .all
        let data = try await store.searchData(request)
        return try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) -> [JSONValue] in
            if case .array(let items) = try json.value() { items } else { [] }
        }
    }

    @Test("Added fields are created in place, and filled with values that items already carried")
    func additive() async throws {
        let folder = try Folder()
        var store = try await Store(.file(folder.file()), modules: [module(first)])
        try await store.load(module(first), lines)
        await store.close()
        let second = module(
            first + [
                FieldDescriptor(name: "later", kind: .list(.integer)),
                FieldDescriptor(name: "none", kind: .number),
            ])
        store = try await Store(.file(folder.file()), modules: [second])
        let change = try #require(store.schemaChanges.first)
        #expect(change.added == ["later", "none"])
        #expect(change.removed == [] && change.changed == [])
        #expect(change.incompatible.values.map(\.id) == ["2"])
        #expect(change.incompatible.values.first?.found.hasPrefix("\"seven\"") == true)
        #expect(try await store.ids(second, leaf(.equal, "later", .integer(8))) == ["1"])
        #expect(try await store.ids(second, leaf(.equal, "later", .null)) == ["2", "3"])
        #expect(try await store.ids(second, leaf(.equal, "tags", .string("y"))) == ["1"])
        await store.close()
        #expect(
            try SQLiteShell.rows(folder.file(), "SELECT item, unmodelled FROM m_things_t ORDER BY item")
                == #"[[1, null], [2, "{\"later\":\"seven\"}"]]"#)
        #expect(try SQLiteShell.rows(folder.file(), "PRAGMA integrity_check") == #"[["ok"]]"#)
    }

    @Test("Removed and changed fields rewrite the tables without losing a value")
    func rebuild() async throws {
        let folder = try Folder()
        var store = try await Store(.file(folder.file()), modules: [module(first)])
        try await store.load(module(first), lines)
        let before = try await page(store, module(first))
        await store.close()
        let second = module([
            FieldDescriptor(name: "title", kind: .longText),
            FieldDescriptor(name: "count", kind: .integer),
            FieldDescriptor(name: "at", kind: .date(.dateOnly)),
            FieldDescriptor(name: "tags", kind: .list(.text), isSortable: true),
        ])
        store = try await Store(.file(folder.file()), modules: [second])
        let change = try #require(store.schemaChanges.first)
        #expect(change.removed == ["day"])
        #expect(change.changed == ["title", "count"])
        #expect(change.incompatible.totalCount == 2)
        #expect(try await store.ids(second, leaf(.equal, "title", .string("B"))) == ["2"])
        #expect(try await store.ids(second, leaf(.equal, "tags", .string("x"))) == ["1"])
        // The hour is kept, although the format on the wire now has none.
        let moment: Int64 = 1_709_201_472_130
        #expect(try await store.ids(second, leaf(.equal, "at", .date(milliseconds: moment))) == ["1"])
        await store.close()

        // Reverting the schema restores everything.
        store = try await Store(.file(folder.file()), modules: [module(first)])
        #expect(store.schemaChanges.first?.incompatible.itemCount == 0)
        #expect(try await page(store, module(first)).map(\.sorted) == before.map(\.sorted))
        await store.close()
        #expect(try SQLiteShell.rows(folder.file(), "PRAGMA integrity_check") == #"[["ok"]]"#)
        #expect(
            try SQLiteShell.rows(
                folder.file(), "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'quire_replaced%'")
                == "[[0]]")
    }

    @Test("The tables of a module that is no longer in the schema are kept")
    func removedModule() async throws {
        let folder = try Folder()
        var store = try await Store(.file(folder.file()), schema: Shop.self)
        try await store.load(Books.descriptor, StoreTests.lines)
        await store.close()
        store = try await Store(.file(folder.file()), modules: [Authors.descriptor])
        await store.close()
        store = try await Store(.file(folder.file()), schema: Shop.self)
        #expect(store.schemaChanges == [])
        #expect(try await store.count(Books.self) == 3)
    }

    @Test("Indexes are created and dropped when fields become sortable or stop being sortable")
    func indexes() async throws {
        let folder = try Folder()
        func module(sortable: Bool) -> ModuleDescriptor {
            ModuleDescriptor(
                name: "m", fields: [FieldDescriptor(name: "a", kind: .integer, isSortable: sortable)])
        }
        for (sortable, count) in [(false, 0), (true, 1), (false, 0)] {
            let store = try await Store(.file(folder.file()), modules: [module(sortable: sortable)])
            await store.close()
            let indexes = try SQLiteShell.rows(
                folder.file(), "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%v_a%'")
            #expect(indexes == "[[\(count)]]")
        }
    }
}

extension JSONValue {
    /// The value with the members of its objects sorted by name.
    fileprivate var sorted: JSONValue {
        switch self {
        case .object(let members):
            .object(members.map { Member($0.name, $0.value.sorted) }.sorted { $0.name < $1.name })
        case .array(let elements): .array(elements.map(\.sorted))
        default: self
        }
    }
}
#endif
