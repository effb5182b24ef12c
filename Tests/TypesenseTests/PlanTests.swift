import Foundation
import Quire
import QuireHTTP
import QuireRemote
import QuireTypesense
import SearchServers
import Synchronization
import Testing

/// A plan names exactly what `prepare` then does, and changes nothing on the real server.
@Suite struct PlanTests {
    private static func module(_ fields: String..., name: String = "shelf", was: [String] = [])
        -> ModuleDescriptor
    {
        ModuleDescriptor(
            name: name, formerNames: was,
            fields: [FieldDescriptor(name: "title", kind: .text, isSortable: true, searchWeight: 1)]
                + fields.map { FieldDescriptor(name: $0, kind: .integer) })
    }

    private static let lines = (1...7).map {
        #"{"id":"n\#($0)","values":{"title":"T\#($0)","rank":\#($0)}}"#
    }

    /// Everything that the server stores under a prefix, except documents.
    private static func state(_ prefix: String) async throws -> [String] {
        let server = try await SearchServers.typesense()
        var state: [String] = []
        for (path, list) in [("collections", nil), ("aliases", "aliases"), ("presets", "presets")] {
            let request = HTTPRequest(
                .get, server.url.appendingPathComponent(path), headers: ["X-TYPESENSE-API-KEY": server.apiKey]
            )
            let response = try await NetworkTransport().send(request, deadline: .after(.seconds(900)))
            let json = try JSONValue(parsing: response.body)
            guard case .array(let entries)? = list.map({ json[$0] }) ?? json else { continue }
            state += entries.map { "\($0)" }.filter { $0.contains(prefix) }
        }
        return state.sorted()
    }

    /// Plans, compares the plan with what preparing does, and returns it.
    @discardableResult
    private static func check(
        _ engine: TypesenseEngine, _ module: ModuleDescriptor, _ prefix: String,
        filling: ClusterFilling = .copying, restarting: Bool = false
    ) async throws -> PreparationPlan {
        let before = try await state(prefix)
        let plan = try await engine.plan(for: [module], filling: filling, restarting: restarting)
        #expect(try await state(prefix) == before, "the plan changed the server")
        let written = Mutex(0)
        try await engine.prepare([module], filling: filling, restarting: restarting) { progress in
            written.withLock { $0 = progress.stored }
        }
        #expect(written.withLock { $0 } == plan.writtenItems, "\(plan)")
        let after = try await state(prefix)
        #expect((after == before) == plan.isEmpty, "\(plan)")
        let live = plan.modules.first?.collection
        #expect(
            live.map { name in after.contains { $0.contains("\"collection_name\":\"\(name)\"") } } ?? true)
        #expect(try await engine.plan(for: [module]).isEmpty)
        return plan
    }

    @Test("A plan creates, keeps or rebuilds the collections that preparing creates, keeps or rebuilds")
    func agreement() async throws {
        let prefix = "p\(UUID().uuidString)_"
        let engine = try await liveEngine(prefix: prefix)
        let created = try await Self.check(engine, Self.module("rank"), prefix)
        #expect(created.modules.map(\.work) == [.create] && created.writtenItems == 0)
        try await engine.fill(Self.module("rank"), Self.lines)
        #expect(try await Self.check(engine, Self.module("rank"), prefix).description == "nothing changes")

        let added = try await Self.check(engine, Self.module("rank", "pages"), prefix)
        #expect(added.modules.first?.live == created.modules.first?.collection)
        #expect(added.modules.map(\.work) == [.rebuild] && added.writtenItems == 7)
        #expect(added.modules.first?.differences == ["adds \"pages\""])
        #expect(added.description.contains(" writes 7 items into \(prefix)shelf_"), "\(added)")

        // The same schema again, from nothing.
        let emptied = try await Self.check(engine, Self.module("rank"), prefix, filling: .nothing)
        #expect(emptied.modules.map(\.work) == [.rebuild] && emptied.writtenItems == 0)
        try await engine.remove([Self.module("rank")])
    }

    @Test(
        "A collection that something else has changed is an error of the plan too, or is planned to be rebuilt"
    )
    func changed() async throws {
        let prefix = "p\(UUID().uuidString)_"
        let module = Self.module("rank")
        let engine = try await liveEngine(prefix: prefix)
        try await engine.prepare([module])
        try await engine.fill(module, Self.lines)
        let name = try await engine.loadingPlace(for: module, replacing: false, resuming: true).name
        let server = try await SearchServers.typesense()
        let request = HTTPRequest(
            .patch, server.url.appendingPathComponent("/collections/\(name)"),
            headers: ["X-TYPESENSE-API-KEY": server.apiKey],
            body: Data(#"{"fields":[{"name":"q_o_rank","drop":true}]}"#.utf8))
        _ = try await NetworkTransport().send(request, deadline: .after(.seconds(900)))
        let error = await #expect(throws: CollectionError.self) { try await engine.plan(for: [module]) }
        #expect(error?.reason == .changed && error?.detail == "q_o_rank is missing")
        let plan = try await Self.check(engine, module, prefix, restarting: true)
        #expect(plan.modules.first?.differences == ["q_o_rank is missing"])
        #expect(plan.writtenItems == 7)
        try await engine.remove([module])
    }

    @Test("An unfinished collection is an error of the plan too, or is planned to be deleted")
    func unfinished() async throws {
        let prefix = "p\(UUID().uuidString)_"
        let module = Self.module("rank")
        let engine = try await liveEngine(prefix: prefix)
        let place = try await engine.loadingPlace(for: module, replacing: false, resuming: true)
        let error = await #expect(throws: CollectionError.self) { try await engine.plan(for: [module]) }
        #expect(error?.reason == .unfinished && error?.collection == place.name)
        let plan = try await Self.check(engine, module, prefix, restarting: true)
        #expect(plan.modules.first?.differences == ["deletes the unfinished \(place.name) first"])
        try await engine.remove([module])
    }

    @Test("A renamed module gets the items of the collection under its former name, which stays")
    func renamed() async throws {
        let prefix = "p\(UUID().uuidString)_"
        let engine = try await liveEngine(prefix: prefix)
        let (old, new) = (Self.module("rank"), Self.module("rank", name: "rack", was: ["ledge", "shelf"]))
        try await engine.prepare([old])
        try await engine.fill(old, Self.lines)
        let plan = try await Self.check(engine, new, prefix)
        #expect(plan.modules.map(\.work) == [.create] && plan.writtenItems == 7)
        #expect(plan.modules.first?.differences.first?.hasPrefix("was \"shelf\" in \(prefix)shelf_") == true)
        for module in [old, new] {
            #expect(try await engine.ids(SearchRequest(module: module)).count == 7)
        }
        try await engine.remove([old, new])
    }
}
