#if SQLite
import Foundation
import Quire
import Synchronization
import StoreCrashWriter
import Testing

import QuireStore

@Suite("Migrating a file")
struct MigrationTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private var location: Store.Location { .file(folder.file()) }

    private func required(_ kind: FieldKind, _ value: JSONValue?) -> ModuleDescriptor {
        PlanTests.module([
            FieldDescriptor(name: "title", kind: .text),
            FieldDescriptor(name: "extra", kind: kind, isRequired: true, defaultValue: value),
        ])
    }

    private let plain = PlanTests.module([FieldDescriptor(name: "title", kind: .text)])

    private func fill(_ module: ModuleDescriptor, _ lines: [String]) async throws {
        let store = try await Store(location, modules: [module])
        try await store.load(module, lines)
        await store.close()
    }

    @Test("A new required field with a default fills old items, except those with a value of any type")
    func newField() async throws {
        try await fill(
            plain,
            [
                #"{"id":"1","values":{"title":"A"}}"#, #"{"id":"2","values":{"title":"B","extra":5}}"#,
                #"{"id":"3","values":{"title":"C","extra":"five"}}"#,
                #"{"id":"4","values":{"title":"D","extra":null}}"#,
            ])
        let next = required(.integer, .integer(7))
        let plan = try await Store.plan(for: [next], of: location)
        #expect(plan.modules.first?.filled.map { "\($0.field): \($0.count)" } == ["extra: 2"])
        let store = try await Store(location, modules: [next])
        #expect(store.schemaChanges.first?.filled.map { "\($0.field): \($0.count)" } == ["extra: 2"])
        #expect(try await store.ids(next, leaf(.equal, "extra", .integer(7))) == ["1", "4"])
        #expect(try await store.ids(next, leaf(.equal, "extra", .integer(5))) == ["2"])
        let found = try await store.incompatibleValues(of: "things").values
        #expect(found.map(\.id) == ["3"] && found.map(\.value) == [.string("five")])
        await store.close()
        #expect(try await Store.check(location).isSound)
    }

    @Test(
        "A stored field that becomes required is filled once, in every format of a date",
        arguments: [
            (FieldKind.text, JSONValue.string("x\"y")), (.boolean, .boolean(false)), (.number, .number(0.5)),
            (.dateTime(.rfc3339), .string("2024-02-29T12:00:00Z")), (.date(.dateOnly), .string("2024-02-29")),
            (.dateTime(.epochSeconds), .integer(5)), (.list(.text), .array([.string("a")])),
            (.list(.date(.dateOnly)), .array([.string("2024-02-29")])),
            (.localizedText, .string("n")), (.longText, .string("l")),
        ])
    func madeRequired(kind: FieldKind, value: JSONValue) async throws {
        let optional = PlanTests.module([
            FieldDescriptor(name: "title", kind: .text), FieldDescriptor(name: "extra", kind: kind),
        ])
        try await fill(optional, [#"{"id":"1","values":{"title":"A"}}"#])
        let next = required(kind, value)
        let plan = try await Store.plan(for: [next], of: location)
        #expect(plan.modules.map(\.work) == [.fillDefaults])
        #expect(plan.modules.first?.writtenItems == 1)
        for filled in [1, 0] {
            let store = try await Store(location, modules: [next])
            #expect(store.schemaChanges.first?.filled.first?.count ?? 0 == filled)
            #expect(try await Stored.values(in: store, of: next)["1"]?["extra"] == value)
            await store.close()
        }
        // The other schema may add items without a value, which get the default at the next opening.
        let store = try await Store(location, modules: [optional])
        try await store.load(optional, [#"{"id":"2","values":{"title":"B"}}"#])
        await store.close()
        let again = try await Store(location, modules: [next])
        #expect(try await Stored.values(in: again, of: next)["2"]?["extra"] == value)
        await again.close()
        #expect(try await Store.check(location).isSound)
    }

    @Test("Strict mode refuses to leave a value without a place, and changes nothing")
    func strict() async throws {
        try await fill(PlanTests.first, PlanTests.lines)
        let before = FileManager.default.contents(atPath: folder.file())
        var options = StoreOptions()
        options.isStrict = true
        for fields in [
            [FieldDescriptor(name: "count", kind: .integer)],
            PlanTests.first.fields.fields + [FieldDescriptor(name: "new", kind: .text, isRequired: true)],
            [FieldDescriptor(name: "state", kind: .choice, closedValues: ["new"])],
        ] {
            let error = await #expect(throws: StoreError.self) {
                try await Store(location, modules: [PlanTests.module(fields)], options: options)
            }
            #expect(error?.code == .incompatible)
            #expect(error?.migrationPlan?.isLossless == false)
            #expect(FileManager.default.contents(atPath: folder.file()) == before)
        }
        let fine = PlanTests.module(
            PlanTests.first.fields.fields + [
                FieldDescriptor(name: "new", kind: .text, isRequired: true, defaultValue: .string("d"))
            ])
        let store = try await Store(location, modules: [fine], options: options)
        #expect(try await store.incompatibleValues(of: "things").isEmpty)
        await store.close()
    }

    @Test("The progress counts every item, and an error or a cancellation leaves the file as it was")
    func progress() async throws {
        try await fill(plain, (0..<1_700).map { #"{"id":"\#($0)","values":{"title":"t"}}"# })
        let before = FileManager.default.contents(atPath: folder.file())
        let next = PlanTests.module([FieldDescriptor(name: "title", kind: .integer)])
        struct Stop: Error {}
        await #expect(throws: Stop.self) {
            try await Store(location, modules: [next]) { if $0.items > 600 { throw Stop() } }
        }
        #expect(FileManager.default.contents(atPath: folder.file()) == before)
        let task = Task { [location] in
            try await Store(location, modules: [next]) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(FileManager.default.contents(atPath: folder.file()) == before)
        let seen = Mutex<[MigrationProgress]>([])
        let store = try await Store(location, modules: [next]) { progress in
            seen.withLock { $0.append(progress) }
        }
        let steps = seen.withLock { $0 }
        #expect(steps.last?.items == 1_700 && steps.last?.fraction == 1)
        #expect(steps.allSatisfy { $0.totalItems == 1_700 && $0.module == "things" })
        await store.close()
    }
}
#endif
