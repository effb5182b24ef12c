#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

@Suite("Two releases of an app share a file")
struct DowngradeTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func run(_ release: Int, _ policy: DowngradePolicy, numbered: Bool = true) async throws
        -> WriterProcess.End
    {
        let end = try await WriterProcess(
            .migrate, [folder.file(), "\(release)", policy.rawValue] + (numbered ? [] : ["unnumbered"])
        ).end()
        #expect(end.code == 0, "\(end.errors)")
        return end
    }

    private func store(_ release: Int) async throws -> Store {
        var options = StoreOptions()
        options.schemaVersion = release
        options.downgradePolicy = .allow
        return try await Store(
            .file(folder.file()), modules: [Migrating.module(release: release)], options: options)
    }

    @Test("The older release is rejected, and the file stays as the newer one left it")
    func refusing() async throws {
        #expect(try await run(1, .refuse).lines == ["opened", "changed 1"])
        #expect(try await run(2, .refuse).lines == ["opened", "changed 1"])
        let before = FileManager.default.contents(atPath: folder.file())
        let line = try #require(try await run(1, .refuse).lines.first)
        #expect(line.hasPrefix("refused downgrade: Could not open the store (\(folder.file())): "))
        #expect(
            line.contains("a later schema has migrated it (the file has version 2, this schema 1): ")
                && line.contains(#"shared removes "subtitle", changes "count" from text to integer"#))
        #expect(line.hasSuffix("set `downgradePolicy` to `.allow`."))
        #expect(FileManager.default.contents(atPath: folder.file()) == before)
        #expect(try await run(2, .refuse).lines == ["opened", "changed 0"])
    }

    @Test("A warning precedes the migration of the older release; the newer release opens without one")
    func warning() async throws {
        #expect(try await run(2, .warn).errors == "")
        let back = try await run(1, .warn)
        #expect(back.lines == ["opened", "changed 1"])
        #expect(back.errors.hasPrefix("Quire: warning: "), "\(back.errors)")
        #expect(back.errors.count(where: { $0 == "\n" }) == 1)
        #expect(try await run(1, .warn).errors == "", "nothing is left to migrate")
        #expect(try await run(2, .warn).errors == "")
        #expect(try await run(1, .allow).errors == "")
    }

    @Test("Opening says on one line how many items do not fit, and how to mend them")
    func misfits() async throws {
        let newer = try await store(2)
        try await newer.load(
            Migrating.module(release: 2),
            ["many", "7", "few"].enumerated().map {
                #"{"id":"\#($0)","values":{"title":"T","count":"\#($1)"}}"#
            })
        await newer.close()
        let lines = try await run(1, .warn).errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.last?.hasPrefix(
                "Quire: warning: 3 items of \"shared\" in \(folder.file()) do not fit the schema: \"count\" does not fit in 3 items: "
                    + "expected an integer, found \"many\" (\"0\", \"1\", \"2\")") == true, "\(lines)")
        #expect(
            lines.last?.hasSuffix("`quire load --store \(folder.file()) --module shared FILE`.") == true,
            "\(lines)")
        #expect(try await run(2, .warn).errors == "")
    }

    @Test("Without version numbers, a removed field or another type counts; an added field does not")
    func unnumbered() async throws {
        let added = Migrating.module(release: 1).fields.fields + [FieldDescriptor(name: "new", kind: .text)]
        #expect(try await run(1, .refuse, numbered: false).lines.last == "changed 1")
        var options = StoreOptions()
        options.downgradePolicy = .refuse
        let location = Store.Location.file(folder.file())
        let module = ModuleDescriptor(name: "shared", fields: added)
        await (try await Store(location, modules: [module], options: options)).close()
        let line = try #require(try await run(1, .refuse, numbered: false).lines.first)
        #expect(line.hasPrefix("refused downgrade: ") && line.contains("a later schema may have migrated it"))
        #expect(line.contains(#"removes "new""#))
    }

    @Test(
        "A field that a later version removes on purpose is not a downgrade, and the file remembers each version"
    )
    func removal() async throws {
        var options = StoreOptions()
        options.downgradePolicy = .refuse
        let location = Store.Location.file(folder.file())
        let old = Migrating.module(release: 2)
        let new = ModuleDescriptor(name: old.name, fields: Array(old.fields.fields.dropLast()))
        for (version, module) in [(1, old), (2, new), (3, new)] {
            options.schemaVersion = version
            await (try await Store(location, modules: [module], options: options)).close()
        }
        // Version 3 changed nothing, but version 2 with other fields would be a downgrade.
        options.schemaVersion = 2
        let error = await #expect(throws: StoreError.self) {
            try await Store(location, modules: [old], options: options)
        }
        #expect(error?.code == .downgrade)
        #expect(error?.schemaDifference?.modules.first?.fileVersion == 3)
        #expect(error?.schemaDifference?.modules.first?.added == ["subtitle"])
    }

    @Test("The changes of opening a file can be previewed by field, and the preview changes nothing")
    func difference() async throws {
        await (try await store(2)).close()
        let before = FileManager.default.contents(atPath: folder.file())
        var options = StoreOptions()
        options.schemaVersion = 1
        let location = Store.Location.file(folder.file())
        let difference = try await Store.schemaDifference(
            of: location, modules: [Migrating.module(release: 1)], options: options)
        #expect(difference.isDowngrade)
        let module = try #require(difference.modules.first)
        #expect(module.removed == ["subtitle"] && module.added == [])
        #expect(module.changed.map { "\($0.name): \($0.from) to \($0.to)" } == ["count: text to integer"])
        #expect(
            try await Store.schemaDifference(of: location, modules: [Migrating.module(release: 2)]).isEmpty)
        #expect(FileManager.default.contents(atPath: folder.file()) == before)
    }

    @Test("A read-only store names the differences and how to migrate")
    func readOnly() async throws {
        await (try await store(1)).close()
        var options = StoreOptions()
        options.isReadOnly = true
        let error = await #expect(throws: StoreError.self) {
            try await Store(
                .file(folder.file()), modules: [Migrating.module(release: 2)], options: options)
        }
        #expect(error?.code == .needsMigration)
        #expect(error?.schemaDifference?.modules.first?.added == ["subtitle"])
        #expect(
            error?.reason
                == #"its tables do not fit the schema: shared adds "subtitle", changes "count" from integer to text"#
        )
        #expect(error?.advice.hasPrefix("Open the store read-write once to migrate it") == true)
    }

    @Test("Data of the newer release survives every change by the older one", arguments: 0..<4)
    func kept(way: Int) async throws {
        let id = "a"
        var store = try await store(2)
        let line = #"{"id":"a","values":{"title":"T","count":"many","subtitle":"S"}}"#
        try await store.load(Migrating.module(release: 2), [line])
        await store.close()

        store = try await self.store(1)
        let module = Migrating.module(release: 1)
        switch way {
        case 0:
            try await store.upsert([Shared.item(id, title: "New")])
        case 1:
            let content = ContentClient(engine: store)
            var item = try #require(try await content.fetch(Shared.query()).first)
            item.values.title = "New"
            try await store.upsert([item])
        default:
            var operation = WriteOperation(way == 2 ? .update : .createOrUpdate, module, id: id)
            operation.values = .object([.init("title", .string("New"))])
            operation.isWhole = way == 3
            #expect(try await store.write(WriteBatch([operation])).count == 1)
        }
        await store.close()

        store = try await self.store(2)
        let stored = try await Stored.values(in: store, of: Migrating.module(release: 2))
        #expect(stored[id]?["title"] == .string("New"))
        #expect(stored[id]?["subtitle"] == .string("S"))
        #expect(stored[id]?["count"] == .string("many"))
    }

    @Test("Values that the older release clears stay cleared for the newer one")
    func cleared() async throws {
        var store = try await store(2)
        let line = #"{"id":"a","values":{"title":"T","count":"many","subtitle":"S"}}"#
        try await store.load(Migrating.module(release: 2), [line])
        await store.close()
        store = try await self.store(1)
        var operation = WriteOperation(.update, Migrating.module(release: 1), id: "a")
        operation.values = .object([.init("count", .null)])
        _ = try await store.write(WriteBatch([operation]))
        await store.close()
        store = try await self.store(2)
        let stored = try await Stored.values(in: store, of: Migrating.module(release: 2))
        #expect(stored["a"]?["count"] == nil)
        #expect(stored["a"]?["subtitle"] == .string("S"))
    }

    @Test("Numbers are unchanged after a release that stored them as another type")
    func numbers() async throws {
        func module(_ kind: FieldKind) -> ModuleDescriptor {
            ModuleDescriptor(name: "shared", fields: [FieldDescriptor(name: "n", kind: kind)])
        }
        let values = ["9007199254740993", "-9223372036854775808", "7", "0.1", "1e300", "3.5"]
        let lines = values.enumerated().map { #"{"id":"\#($0)","values":{"n":\#($1)}}"# }
        for (first, second) in [
            (FieldKind.integer, FieldKind.number), (.json, .integer), (.json, .number), (.number, .integer),
            (.json, .text), (.dateTime(.epochMilliseconds), .integer), (.integer, .dateTime(.rfc3339)),
            (.number, .dateTime(.epochMilliseconds)), (.json, .dateTime(.epochSeconds)),
        ] {
            let folder = try Folder()
            var options = StoreOptions()
            options.downgradePolicy = .allow
            func open(_ kind: FieldKind) async throws -> Store {
                try await Store(.file(folder.file()), modules: [module(kind)], options: options)
            }
            var store = try await open(first)
            _ = try await store.load(module(first), lines)
            let before = try await Stored.values(in: store, of: module(first))
            await store.close()
            await (try await open(second)).close()
            store = try await open(first)
            let after = try await Stored.values(in: store, of: module(first))
            #expect(after == before, "\(first) to \(second) and back")
            await store.close()
        }
    }
}

/// The module in the first release.
private enum Shared: ContentModule {
    static let descriptor = Migrating.module(release: 1)

    struct Fields: FieldSet {
        static var table: FieldTable { Shared.descriptor.fields }
    }

    struct Values: ContentValues {
        var title: String?
        var count: Int?

        static var table: FieldTable { Shared.descriptor.fields }

        init(title: String) { self.title = title }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            count = try reader.value(1)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, count)
        }
    }

    static func item(_ id: String, title: String) -> Content<Shared> {
        Content(id: ContentID(rawValue: id), values: Values(title: title))
    }
}
#endif
