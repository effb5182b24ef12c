#if SQLite
import Foundation
import Quire
import StoreCrashWriter
import Testing

import QuireStore

@Suite("A schema from before a rename opens a file")
struct UndoneRenameTests {
    private static let older = ModuleDescriptor(
        #"{"name": "books", "fields": [{"name": "title", "type": "text"}, {"name": "artistID", "type": "text"}]}"#
    )
    private static let newer = ModuleDescriptor(
        #"""
        {"name": "novels", "was": ["books"], "fields": [
          {"name": "title", "type": "text"}, {"name": "artist", "was": ["artistID"], "type": "text"}]}
        """#)

    private let folder: Folder

    init() throws { folder = try Folder() }

    private var location: Store.Location { .file(folder.file()) }

    private func open(_ module: ModuleDescriptor, _ policy: DowngradePolicy = .allow) async throws -> Store {
        var options = StoreOptions()
        options.downgradePolicy = policy
        return try await Store(location, modules: [module], options: options)
    }

    /// A file with two items that the newer schema has migrated.
    private func migrate() async throws {
        let store = try await open(Self.older)
        try await store.load(
            Self.older,
            [
                #"{"id":"1","values":{"title":"A","artistID":"x"}}"#,
                #"{"id":"2","values":{"title":"B","artistID":"y"}}"#,
            ])
        await store.close()
        await (try await open(Self.newer, .refuse)).close()
    }

    @Test("Opening, reading and planning refuse it like a removed field, and the file stays as it is")
    func refused() async throws {
        try await migrate()
        let before = FileManager.default.contents(atPath: folder.file())
        let refused = await #expect(throws: StoreError.self) { try await open(Self.older, .refuse) }
        #expect(refused?.code == .downgrade)
        #expect(
            refused?.reason
                == #"a later schema has migrated it: books undoes its rename to "novels", undoes the rename of "artistID" to "artist""#
        )
        var options = StoreOptions()
        options.isReadOnly = true
        let read = await #expect(throws: StoreError.self) {
            try await Store(location, modules: [Self.older], options: options)
        }
        #expect(read?.code == .needsMigration)
        #expect(read?.advice == "A later schema has migrated the file: open it with that schema.")
        let plan = try await Store.plan(for: [Self.older], of: location)
        #expect(plan.isDowngrade && plan.difference.isCertainDowngrade && plan.modules.first?.items == 2)
        #expect(FileManager.default.contents(atPath: folder.file()) == before)
    }

    @Test("If it is allowed, the schemas see each other's items however often they take turns")
    func turns() async throws {
        try await migrate()
        for turn in 0..<3 {
            let back = try await open(Self.older)
            #expect(back.schemaChanges.map(\.formerName) == ["novels"])
            try await back.load(Self.older, [#"{"id":"old\#(turn)","values":{"title":"O","artistID":"z"}}"#])
            var values = try await Stored.values(in: back, of: Self.older)
            #expect(values["1"]?["artistID"] == .string("x") && values.count == 3 + turn * 2)
            #expect(try await back.check().problems == [])
            await back.close()

            let forward = try await open(Self.newer, .refuse)
            #expect(forward.schemaChanges.map(\.formerName) == ["books"])
            try await forward.load(Self.newer, [#"{"id":"new\#(turn)","values":{"title":"N","artist":"w"}}"#])
            values = try await Stored.values(in: forward, of: Self.newer)
            #expect(values["old\(turn)"]?["artist"] == .string("z") && values["2"]?["artist"] == .string("y"))
            #expect(values.count == 4 + turn * 2)
            #expect(try await forward.check().problems == [])
            await forward.close()
        }
    }

    @Test("A file that was created under the new names is refused too")
    func created() async throws {
        await (try await open(Self.newer)).close()
        let refused = await #expect(throws: StoreError.self) { try await open(Self.older, .refuse) }
        #expect(refused?.code == .downgrade)
    }

    @Test("A schema that has the new name and another module under the former one is not older")
    func reusedName() async throws {
        try await migrate()
        let renamed = ModuleDescriptor(
            #"{"name": "novels", "fields": [{"name": "title", "type": "text"}, {"name": "artist", "type": "text"}]}"#
        )
        var options = StoreOptions()
        options.downgradePolicy = .refuse
        let store = try await Store(location, modules: [renamed, Self.older], options: options)
        #expect(try await Stored.values(in: store, of: renamed).count == 2)
        #expect(try await Stored.values(in: store, of: Self.older).count == 0)
        await store.close()
    }

    @Test("A migration that renames is not a downgrade, even if it also removes fields and changes types")
    func forward() async throws {
        let store = try await open(Self.older)
        try await store.load(Self.older, [#"{"id":"1","values":{"title":"A","artistID":"x"}}"#])
        await store.close()
        let next = ModuleDescriptor(
            #"{"name": "novels", "was": ["books"], "fields": [{"name": "title", "type": "integer"}]}"#)
        let difference = try await Store.schemaDifference(of: location, modules: [next])
        #expect(!difference.isDowngrade)
        #expect(difference.modules.first?.removed == ["artistID"])
        await (try await open(next, .refuse)).close()
    }

    @Test("The check names items that only an older schema finds")
    func divided() async throws {
        let store = try await open(Self.older)
        try await store.load(Self.older, [#"{"id":"1","values":{"title":"A"}}"#])
        await store.close()
        // A file from before this was refused: the new name has tables of its own.
        let fresh = ModuleDescriptor(#"{"name": "novels", "fields": [{"name": "title", "type": "text"}]}"#)
        await (try await open(fresh)).close()
        await (try await open(Self.newer)).close()
        let report = try await Store.check(location)
        #expect(report.counts == [.formerName: 1])
        #expect(report.problems.first?.module == "books")
        #expect(
            report.problems.first?.detail
                == #"1 item under the former name of "novels", which a schema with that name does not find"#)
    }
}
#endif
