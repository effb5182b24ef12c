import Foundation
import Quire
import QuireRemote
import QuireTesting
import Synchronization
import Testing

@testable import QuireOpenSearch

/// A plan names exactly what `prepare` then does, and changes nothing on the real server.
@Suite struct PlanTests {
    private static let lines = Data(
        (1...7).map { "\(Shelf.instance("n\($0)", $0))" }.joined(separator: "\n").utf8)

    /// The cluster's description of all indices with a prefix.
    private static func state(_ engine: OpenSearchEngine) async throws -> [String] {
        let indices = try await Served.ask(.get, "/\(engine.settings.prefix)*")
        return (indices.members ?? []).map { "\($0.name) \($0.value)" }.sorted()
    }

    /// Plans, compares the plan with what preparing does, and returns it.
    @discardableResult
    private static func check(
        _ engine: OpenSearchEngine, _ module: ModuleDescriptor, filling: ClusterFilling = .copying,
        restarting: Bool = false
    ) async throws -> PreparationPlan {
        let before = try await state(engine)
        let plan = try await engine.plan(for: [module], filling: filling, restarting: restarting)
        #expect(try await state(engine) == before, "the plan changed the cluster")
        let written = Mutex(0)
        try await engine.prepare([module], filling: filling, restarting: restarting) { progress in
            written.withLock { $0 = progress.stored }
        }
        #expect(written.withLock { $0 } == plan.writtenItems, "\(plan)")
        #expect((try await state(engine) == before) == plan.isEmpty, "\(plan)")
        let names = try IndexNames(module, engine.settings)
        let live = try await engine.administration.indices(behind: names.alias)
        #expect(live.count == 1)
        // The time of the creation in a name differs.
        if let planned = plan.modules.first?.collection {
            let isTimed = planned != names.base && live.first != names.base
            #expect(live.first == planned || isTimed && live.first.map(names.fits) == true, "\(planned)")
        }
        #expect(try await engine.plan(for: [module]).isEmpty)
        return plan
    }

    @Test("A plan creates, keeps or rebuilds the indices that preparing creates, keeps or rebuilds")
    func agreement() async throws {
        let engine = try await Served.engine()
        let created = try await Self.check(engine, Shelf.module)
        #expect(created.modules.map(\.work) == [.create] && created.writtenItems == 0)
        try await engine.load(Shelf.module, from: Self.lines)
        try await Served.refresh(engine)
        #expect(try await Self.check(engine, Shelf.module).description == "nothing changes")

        let added = try await Self.check(engine, Shelf.next)
        #expect(added.modules.map(\.work) == [.rebuild] && added.writtenItems == 7)
        #expect(added.modules.first?.live == created.modules.first?.collection)
        #expect(added.modules.first?.differences == ["adds \"added\""])

        let memory = InMemoryEngine()
        await memory.add((0..<12).map { Shelf.instance("\($0)", $0) }, to: Shelf.module)
        let filled = try await Self.check(engine, Shelf.module, filling: .engine(memory))
        #expect(filled.modules.map(\.work) == [.rebuild] && filled.writtenItems == 12)
        let emptied = try await Self.check(engine, Shelf.next, filling: .nothing)
        #expect(emptied.modules.map(\.work) == [.rebuild] && emptied.writtenItems == 0)
        try await engine.remove([Shelf.module])
    }

    @Test("An index that something else has changed is an error of the plan too, or is planned to be rebuilt")
    func changed() async throws {
        let engine = try await Served.engine()
        try await engine.prepare([Shelf.module])
        let names = try IndexNames(Shelf.module, engine.settings)
        _ = try await Served.ask(.put, "/\(names.base)/_mapping", #"{"dynamic":"true"}"#)
        let error = await #expect(throws: CollectionError.self) { try await engine.plan(for: [Shelf.module]) }
        #expect(error?.reason == .changed && error?.detail == "dynamic: expected false, found true")
        let plan = try await Self.check(engine, Shelf.module, restarting: true)
        #expect(plan.modules.map(\.work) == [.rebuild])
        #expect(plan.modules.first?.differences == ["dynamic: expected false, found true"])
        try await engine.remove([Shelf.module])
    }

    @Test("An unused index is made live, continued or deleted, as planned")
    func unfinished() async throws {
        let engine = try await Served.engine()
        let names = try IndexNames(Shelf.module, engine.settings)
        #expect(try await engine.administration.create(names.base, for: Shelf.module))
        let live = try await Self.check(engine, Shelf.module)
        #expect(live.modules.map(\.work) == [.alter])
        #expect(live.modules.first?.differences == ["makes the unused index live"])

        try await engine.load(Shelf.module, from: Self.lines)
        try await Served.refresh(engine)
        let next = try IndexNames(Shelf.next, engine.settings).base
        #expect(try await engine.administration.create(next, for: Shelf.next))
        let error = await #expect(throws: CollectionError.self) {
            try await engine.plan(for: [Shelf.next], filling: .nothing, restarting: false)
        }
        #expect(error?.reason == .unfinished && error?.collection == next)
        let continued = try await Self.check(engine, Shelf.next)
        #expect(
            continued.modules.first?.differences == [
                "adds \"added\"", "continues with the unfinished \(next)",
            ])
        #expect(continued.writtenItems == 7)
        try await engine.remove([Shelf.module])
    }

    @Test("A renamed module gets the items of the index under its former name, which stays")
    func renamed() async throws {
        let engine = try await Served.engine()
        let renamed = ModuleDescriptor(
            name: "rack", formerNames: ["ledge", "shelf"], fields: Shelf.module.fields.fields)
        try await engine.prepare([Shelf.module])
        try await engine.load(Shelf.module, from: Self.lines)
        try await Served.refresh(engine)
        let plan = try await Self.check(engine, renamed)
        #expect(plan.modules.map(\.work) == [.create] && plan.writtenItems == 7)
        for module in [Shelf.module, renamed] {
            #expect(try await engine.ids(Shelf.request(in: module)).count == 7)
        }
        try await engine.load(Shelf.module, from: Self.lines)
        try await engine.remove([Shelf.module, renamed])
    }
}
