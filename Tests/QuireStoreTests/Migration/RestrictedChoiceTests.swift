#if SQLite
import Quire
import Testing

import QuireStore

@Suite("A closed list of choices loses a value")
struct RestrictedChoiceTests {
    private static func module(_ values: [String]?, renamed: [String: String] = [:]) -> ModuleDescriptor {
        var field = FieldDescriptor(name: "language", kind: .choice, closedValues: values)
        field.renamedChoices = renamed
        return ModuleDescriptor(name: "books", fields: [field])
    }

    private let folder: Folder

    init() throws { folder = try Folder() }

    private var location: Store.Location { .file(folder.file()) }

    private func load(_ module: ModuleDescriptor) async throws {
        let store = try await Store(location, modules: [module])
        try await store.load(
            module,
            ["eng", "ger", "ger"].enumerated().map {
                "{\"id\":\"\($0)\",\"values\":{\"language\":\"\($1)\"}}"
            })
        await store.close()
    }

    @Test(
        "The plan and the opening count the items that keep it; the next opening has nothing to do",
        arguments: [["eng", "ger"], nil])
    func removed(before: [String]?) async throws {
        try await load(Self.module(before))
        let next = Self.module(["eng"])
        let plan = try await Store.plan(for: [next], of: location)
        #expect(plan.modules.first?.difference.restricted == ["language"])
        #expect(plan.modules.first?.incompatible.itemCount == 2 && !plan.isLossless && !plan.isDowngrade)
        #expect("\(plan)".hasPrefix(#"books removes choices of "language""#))
        let store = try await Store(location, modules: [next])
        let counts = try #require(store.schemaChanges.first?.incompatible.counts)
        #expect(counts.map { "\($0.field): \($0.count)" } == ["language: 2"])
        await store.close()
        let again = try await Store(location, modules: [next])
        #expect(again.schemaChanges == [])
        await again.close()
    }

    @Test("An added, a renamed and an opened choice remove nothing")
    func kept() async throws {
        try await load(Self.module(["eng", "ger"]))
        for next in [
            Self.module(["eng", "ger", "fre"]),
            Self.module(["english", "ger", "fre"], renamed: ["eng": "english"]),
            Self.module(nil),
        ] {
            let store = try await Store(location, modules: [next])
            #expect(store.schemaChanges.allSatisfy { $0.incompatible.isEmpty })
            await store.close()
        }
    }
}
#endif
