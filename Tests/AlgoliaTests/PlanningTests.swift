import Foundation
import Quire
import QuireAlgolia
import QuireRemote
import Synchronization
import Testing

/// A plan names exactly what `prepare` then does, and sends only reads.
@Suite struct PlanningTests {
    /// Plans, compares the plan with what preparing does, and returns it.
    @discardableResult
    private static func check(
        _ loaded: LoadedService, _ engine: AlgoliaEngine, _ module: ModuleDescriptor,
        filling: ClusterFilling = .copying, restarting: Bool = false
    ) async throws -> PreparationPlan {
        let calls = loaded.service.calls.count
        let plan = try await engine.plan(for: [module], filling: filling, restarting: restarting)
        for call in loaded.service.calls.dropFirst(calls) {
            #expect(call.hasPrefix("GET ") || call.hasSuffix("/browse"), "the plan sent \(call)")
        }
        let before = loaded.service.settings(of: "test_\(module.name)")
        let written = Mutex(0)
        try await engine.prepare([module], filling: filling, restarting: restarting) { progress in
            written.withLock { $0 = progress.stored }
        }
        #expect(written.withLock { $0 } == plan.writtenItems, "\(plan)")
        if plan.isEmpty { #expect(loaded.service.settings(of: "test_\(module.name)") == before) }
        #expect(try await engine.plan(for: [module]).isEmpty)
        return plan
    }

    @Test("A plan creates, keeps or rebuilds the indexes that preparing creates, keeps or rebuilds")
    func agreement() async throws {
        let loaded = try LoadedService()
        let created = try await Self.check(loaded, loaded.engine, Things.descriptor)
        #expect(created.modules.map(\.work) == [.create])
        try await loaded.store(Things.instances)
        #expect(try await Self.check(loaded, loaded.engine, Things.descriptor).isEmpty)
        let more = ModuleDescriptor(
            name: "things",
            fields: Things.descriptor.fields.fields + [FieldDescriptor(name: "added", kind: .integer)])
        let rebuilt = try await Self.check(loaded, loaded.engine, more)
        #expect(rebuilt.modules.map(\.work) == [.rebuild])
        #expect(rebuilt.writtenItems == Things.instances.count)
        let emptied = try await Self.check(loaded, loaded.engine, more, filling: .nothing, restarting: true)
        #expect(emptied.modules.map(\.work) == [.rebuild] && emptied.writtenItems == 0)
    }

    @Test("Settings that only searches use are changed in place, without writing items")
    func settings() async throws {
        let loaded = try await LoadedService.filled()
        var settings = loaded.settings
        settings.paginationLimit = 2_000
        let engine = AlgoliaEngine(
            applicationID: SearchService.application, apiKey: SearchService.key, settings: settings)
        let plan = try await Self.check(loaded, engine, Things.descriptor)
        #expect(plan.modules.map(\.work) == [.alter] && plan.writtenItems == 0)
        #expect(plan.modules.first?.differences.first == "sets paginationLimitedTo", "\(plan)")
        #expect(loaded.service.records(of: "test_things").count == Things.instances.count)
    }

    @Test("A renamed module gets the items of the index under its former name, which stays")
    func renamed() async throws {
        let loaded = try await LoadedService.filled()
        let renamed = ModuleDescriptor(
            name: "objects", formerNames: ["stuff", "things"], fields: Things.descriptor.fields.fields)
        let plan = try await Self.check(loaded, loaded.engine, renamed)
        #expect(
            plan.description
                == "objects creates test_objects and writes 64 items into it: was \"things\" in test_things")
        #expect(loaded.service.records(of: "test_objects").count == 64)
        #expect(loaded.service.records(of: "test_things").count == 64)
    }
}
