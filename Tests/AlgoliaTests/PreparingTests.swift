import Foundation
import Quire
import QuireRemote
import Synchronization
import Testing

@testable import QuireAlgolia

/// Indexes are created, kept, replaced and removed.
@Suite struct PreparingTests {
    /// The things with one more searchable field.
    private static let changed = ModuleDescriptor(
        name: "things",
        fields: Things.descriptor.fields.fields.map { field in
            var field = field
            if field.name == "status" { field.searchWeight = 5 }
            return field
        })

    @Test("Preparing again keeps the items, and a new schema rewrites their records")
    func newSchema() async throws {
        let loaded = try await LoadedService.filled()
        let earlier = loaded.service.calls.count
        try await loaded.engine.prepare([Things.descriptor])
        #expect(!loaded.service.calls.dropFirst(earlier).contains { $0.hasSuffix("/operation") })
        var request = SearchRequest(module: Self.changed)
        request.text = TextSearch("unheard")
        request.page = .all
        let before = try await loaded.ids(request)
        let progress = Mutex<[PreparationProgress]>([])
        try await loaded.engine.prepare([Self.changed], filling: .copying, restarting: false) { step in
            progress.withLock { $0.append(step) }
        }
        #expect(loaded.service.calls.contains("POST /1/indexes/test_things_next/operation"))
        let expected = try InstanceSearch(request).all(of: Things.instances).count
        #expect(before.isEmpty)
        #expect(try await loaded.ids(request).count == expected)
        #expect(expected > 0)
        #expect(progress.withLock { $0.last } == PreparationProgress(module: "things", stored: 64, total: 64))
        // Everything is still there, unchanged, and in the order of replicas too.
        request.text = nil
        request.sort = [SortKey(.value("age"))]
        request.page = .page(1, size: 1000)
        let found = try await loaded.ids(request)
        #expect(try found == InstanceSearch(request).all(of: Things.instances).map(\.instanceID))
    }

    @Test("Items written, changed and removed while an index is recreated are up to date in the new one")
    func writesMeanwhile() async throws {
        let loaded = try await LoadedService.filled()
        let engine = loaded.engine
        let first = try #require(Things.instances.first)
        let gone = try #require(Things.instances.last).instanceID
        let changed = JSONValue.object([
            .init("id", .string(first.instanceID)),
            .init("values", .object([.init("title", .string("changed meanwhile"))])),
        ])
        let rounds = Mutex(0)
        try await engine.prepare([Self.changed], filling: .copying, restarting: false) { step in
            guard step.stored == Things.instances.count else { return }
            // By now everything has been read once.
            rounds.withLock { $0 += 1 }
            var records = RecordBatch(engine.index(of: Things.descriptor))
            records.store(changed)
            records.store(
                .object([.init("id", .string("new meanwhile")), .init("values", .object([]))]))
            records.remove(gone)
            let (status, _) = loaded.service.response(
                "POST", "/1/indexes/test_things/batch", records.body() ?? Data(), key: SearchService.key,
                application: SearchService.application)
            #expect(status == 200)
        }
        #expect(rounds.withLock { $0 } == 1)
        var request = SearchRequest(module: Self.changed)
        request.page = .all
        let expected =
            Set(Things.instances.map(\.instanceID)).subtracting([gone]).union(["new meanwhile"])
        #expect(try await Set(loaded.ids(request)) == expected)
        request.ids = [first.instanceID]
        let values = try await loaded.instances(request).map { $0["values"]?["title"] }
        #expect(values == [.string("changed meanwhile")])
    }

    @Test("A new index is filled from another engine")
    func fromEngine() async throws {
        let source = try await LoadedService.filled()
        let target = try LoadedService()
        try await target.engine.prepare(
            [Things.descriptor], filling: .engine(source.engine), restarting: false
        ) { _ in }
        #expect(try await target.ids(things()) == source.ids(things()))
    }

    @Test("A foreign index is not touched unless it is to be recreated")
    func foreign() async throws {
        let loaded = try LoadedService()
        _ = loaded.service.response(
            "PUT", "/1/indexes/test_things/settings", Data(#"{"hitsPerPage":5}"#.utf8),
            key: SearchService.key,
            application: SearchService.application)
        let error = await #expect(throws: CollectionError.self) {
            try await loaded.engine.prepare([Things.descriptor])
        }
        #expect(error?.reason == .changed)
        try await loaded.engine.prepare(
            [Things.descriptor], filling: .nothing, restarting: true
        ) { _ in }
        #expect(try await loaded.ids(things()).isEmpty)
    }

    @Test("Removing deletes the index and its replicas, and a missing index is not an error")
    func removing() async throws {
        let loaded = try await LoadedService.filled()
        try await loaded.engine.remove([Things.descriptor])
        try await loaded.engine.remove([Things.descriptor])
        let error = await #expect(throws: AlgoliaError.self) { try await loaded.ids(things()) }
        #expect(error?.status == 404)
    }

    @Test("Lines are loaded, and invalid instances are reported")
    func lines() async throws {
        let loaded = try await LoadedService.filled([]) { $0.batchSize = 10 }
        var lines = Things.instances.map(\.data)
        lines.insert(Data("{".utf8), at: 12)
        lines.append(Data("{}".utf8))
        let summary = try await loaded.engine.load(Things.descriptor, from: lines)
        #expect(summary.stored == 64)
        #expect(summary.failures.map(\.line) == [13, 66])
        #expect(try await loaded.ids(things()).count == 64)
    }
}
