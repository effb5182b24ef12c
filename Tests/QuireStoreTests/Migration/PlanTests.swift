#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("The plan of a migration")
struct PlanTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    static func module(_ fields: [FieldDescriptor]) -> ModuleDescriptor {
        ModuleDescriptor(name: "things", fields: fields)
    }

    static let first = module([
        FieldDescriptor(name: "title", kind: .text, isSortable: true),
        FieldDescriptor(name: "count", kind: .text),
        FieldDescriptor(name: "state", kind: .choice),
    ])

    static let lines = [
        #"{"id":"1","values":{"title":"A","count":"12","state":"new"}}"#,
        #"{"id":"2","values":{"title":"B","count":"many","state":"old","later":"seven"}}"#,
        #"{"id":"3","values":{"title":"C","count":"7"}}"#,
    ]

    private var location: Store.Location { .file(folder.file()) }

    private func fill(_ module: ModuleDescriptor = first, _ lines: [String] = lines) async throws {
        let store = try await Store(location, modules: [module])
        try await store.load(module, lines)
        await store.close()
    }

    @Test("A plan writes no byte of the file")
    func readsOnly() async throws {
        try await fill()
        let before = FileManager.default.contents(atPath: folder.file())
        let next = Self.module([FieldDescriptor(name: "count", kind: .integer, isRequired: true)])
        let plan = try await Store.plan(for: [next], of: location)
        #expect(plan.modules.map(\.work) == [.rewrite])
        #expect(FileManager.default.contents(atPath: folder.file()) == before)
        let store = try await Store(location, modules: [Self.first])
        #expect(store.schemaChanges == [])
        #expect(
            try await store.plan(for: [next]).modules.map(\.incompatible) == plan.modules.map(\.incompatible))
        await store.close()
        #expect(FileManager.default.contents(atPath: folder.file()) == before)
    }

    @Test("A plan counts what does not fit, and opening the file leaves exactly these values")
    func counts() async throws {
        try await fill()
        let next = Self.module([
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "count", kind: .integer, isSortable: true),
            FieldDescriptor(name: "state", kind: .choice, closedValues: ["new"]),
            FieldDescriptor(name: "later", kind: .integer),
            FieldDescriptor(name: "owner", kind: .text, isRequired: true),
        ])
        let module = try #require(try await Store.plan(for: [next], of: location).modules.first)
        #expect(module.items == 3 && module.writtenItems == 3 && module.work == .rewrite)
        #expect(module.indexes == ["title", "count"])
        let found = module.incompatible
        #expect(
            found.counts.map { "\($0.field): \($0.count)" } == [
                "count: 3", "state: 1", "later: 1", "owner: 3",
            ])
        #expect(found.values.first { $0.field == "state" }?.value == .string("old"))
        #expect(found.values.first { $0.field == "later" }?.reason == .type)
        #expect(found.values.filter { $0.reason == .missing }.map(\.id) == ["1", "2", "3"])
        let store = try await Store(location, modules: [next])
        #expect(try await store.incompatibleValues(of: "things") == found)
        #expect(try await store.incompatibleValues(of: "things", limit: 1).values.count == 4)
        await store.close()
    }

    @Test("The plan of a file that fits, of a new module and of another order of fields")
    func otherWork() async throws {
        try await fill()
        #expect(try await Store.plan(for: [Self.first], of: location).isEmpty)
        let new = ModuleDescriptor(name: "new", fields: [FieldDescriptor(name: "a", kind: .text)])
        #expect(try await Store.plan(for: [Self.first, new], of: location).modules.map(\.work) == [.create])
        let reordered = Self.module(Self.first.fields.fields.reversed())
        let plan = try await Store.plan(for: [reordered], of: location)
        #expect(plan.modules.map(\.work) == [.describe] && plan.isLossless)
        let searchable = Self.module([
            FieldDescriptor(name: "title", kind: .text, searchWeight: 1),
            FieldDescriptor(name: "count", kind: .text), FieldDescriptor(name: "state", kind: .choice),
        ])
        let index = try #require(try await Store.plan(for: [searchable], of: location).modules.first)
        #expect(index.work == .index && index.difference.rebuildsFullText && index.writtenItems == 0)
    }

    @Test("A list with an element that does not fit is counted by its elements and stays complete")
    func elements() async throws {
        let old = Self.module([FieldDescriptor(name: "list", kind: .list(.text))])
        try await fill(
            old, [#"{"id":"1","values":{"list":["1","x"]}}"#, #"{"id":"2","values":{"list":[]}}"#])
        let new = Self.module([FieldDescriptor(name: "list", kind: .list(.integer))])
        let found = try await Store.plan(for: [new], of: location).modules.first?.incompatible
        #expect(found?.counts.map { "\($0.field): \($0.count)" } == ["list: 2"])
        #expect(found?.values.allSatisfy { $0.reason == .element && $0.id == "1" } == true)
        await (try await Store(location, modules: [new])).close()
        let store = try await Store(location, modules: [old])
        #expect(try await store.ids(old, leaf(.equal, "list", .string("x"))) == ["1"])
        #expect(try await store.incompatibleValues(of: "things").isEmpty)
        await store.close()
    }

    @Test("The texts of a plan name the work, the counts and some ids")
    func description() async throws {
        try await fill()
        let next = Self.module([
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "count", kind: .integer), FieldDescriptor(name: "state", kind: .choice),
        ])
        #expect(
            "\(try await Store.plan(for: [next], of: location))" == """
                things rewrites 3 items, because it changes "count" from text to integer; creates indexes for "title"
                  "count" does not fit in 3 items: expected an integer, found "12" ("1", "2", "3")
                """)
    }
}
#endif
