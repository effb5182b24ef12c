import DecodingSamples
import Foundation
import Quire
import QuireAlgolia
import QuireIndexing
import SampleModules
import Testing
import TransportDoubles

/// Writes and their responses.
@Suite struct WritingTests {
    /// The instance with its values sorted by name.
    @Test("Instances are read back unchanged, with large numbers, nulls, unknown keys and wrong types")
    func fidelity() async throws {
        let loaded = try await LoadedService.filled()
        var request = SearchRequest(module: Things.descriptor)
        request.page = .all
        let found = try await loaded.instances(request)
        #expect(found.count == Things.instances.count)
        for instance in Things.instances {
            let same = found.first { $0.instanceID.isByteEqual(to: instance.instanceID) }
            #expect(same?.sortedInstance == instance.sortedInstance)
        }
    }

    @Test("A record is natural JSON, and attributes of other programs survive an update")
    func natural() async throws {
        let loaded = try await LoadedService.filled([
            parsed(
                #"{"id":"1","createdAt":7,"values":{"title":"Emma","age":1815,"_tags":["a"],"_geoloc":{"lat":1,"lng":2},"more":5}}"#
            )
        ])
        func record() throws -> JSONValue {
            JSONValue.object(
                try #require(loaded.service.records(of: "test_things").first).filter {
                    !$0.key.hasPrefix("q_")
                }
                .sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
        }
        #expect(
            try record().description
                == #"{"_geoloc":{"lat":1,"lng":2},"_tags":["a"],"age":1815,"createdAt":7,"more":5,"objectID":"1","title":"Emma"}"#
        )
        var operation = WriteOperation(.update, Things.descriptor, id: "1")
        operation.values = .object([.init("age", .integer(1816))])
        #expect(try await loaded.engine.write(WriteBatch([operation])).allSatisfy(\.isSuccess))
        #expect(try record()["_tags"]?.description == #"["a"]"#)
        #expect(try record()["more"] == .integer(5))
        #expect(try record()["age"] == .integer(1816))
    }

    @Test("Selected fields are returned without the others, whose bytes are not sent")
    func projection() async throws {
        let loaded = try await LoadedService.filled()
        var request = SearchRequest(module: Things.descriptor)
        request.page = .page(1, size: 1000)
        request.fields = ["title", "caf\u{E9}s"]
        for instance in try await loaded.instances(request) {
            guard case .object(let values)? = instance.member("values") else {
                Issue.record("no values")
                continue
            }
            #expect(values.allSatisfy { ["title", "caf\u{E9}s"].contains($0.name) })
        }
        request.fields = ["caf\u{E9}\u{301}"]
        #expect(throws: QueryError.self) { try loaded.engine.validate(request) }
    }

    @Test("A batch has the same results as with every writable engine")
    func batch() async throws {
        let loaded = try await LoadedService.filled([])
        let module = Things.descriptor
        func operation(_ kind: WriteOperation.Kind, _ id: String?, _ values: String = "{}") -> WriteOperation
        {
            var operation = WriteOperation(kind, module, id: id)
            operation.values = parsed(values)
            return operation
        }
        let engine = loaded.engine
        let first = try await engine.write(
            WriteBatch([
                operation(.create, "a", #"{"title":"one","age":1}"#),
                operation(.create, nil, #"{"title":"two"}"#),
                operation(.createOrUpdate, "b", #"{"title":"three"}"#), operation(.update, "nobody"),
                operation(.delete, "nobody"),
            ]))
        #expect(first.map(\.isSuccess) == [true, true, true, false, false])
        #expect(first.compactMap(\.reason) == [.notFound, .notFound])
        let second = try await engine.write(
            WriteBatch([
                operation(.create, "a"), operation(.update, "a", #"{"age":2,"unknown":[null]}"#),
                operation(.delete, "b"),
            ]))
        #expect(second.map(\.isSuccess) == [false, true, true])
        #expect(second.compactMap(\.reason) == [.exists])
        var request = SearchRequest(module: module)
        request.ids = ["a"]
        let updated = try #require(try await loaded.instances(request).first)
        #expect(updated["values"] == parsed(#"{"title":"one","age":2,"unknown":[null]}"#))
        var conflicting = operation(.update, "a", #"{"age":3}"#)
        conflicting.seenUpdatedAt = Date(timeIntervalSince1970: 0)
        let third = try await engine.write(WriteBatch([conflicting]))
        #expect(third.compactMap(\.reason) == [.conflict])
        let fourth = try await engine.write(
            WriteBatch([operation(.create, "c"), operation(.truncate, nil), operation(.update, "a")]))
        // Emptied first, whatever the order in the batch.
        #expect(fourth.map(\.isSuccess) == [true, true, false])
        #expect(try await loaded.ids(things()) == ["c"])
    }

    @Test("An id that is too long is rejected without affecting others")
    func longID() async throws {
        let loaded = try await LoadedService.filled([])
        let module = Things.descriptor
        let long = String(repeating: "é", count: 49)
        let results = try await loaded.engine.write(
            WriteBatch([
                WriteOperation(.createOrUpdate, module, id: long),
                WriteOperation(.createOrUpdate, module, id: String(long.dropLast())),
            ]))
        #expect(results.map(\.isSuccess) == [false, true])
        let stored = try await loaded.engine.store(
            [parsed("{\"id\":\"\(long)\"}"), parsed("{}"), parsed(#"{"id":"a"}"#)], of: module)
        #expect(stored.map { $0?.reason } == [.invalid, .invalid, nil])
        #expect(loaded.service.records(of: "test_things").count == 2)
    }

    @Test("An invalid write is rejected before anything is sent")
    func refused() async throws {
        let transport = ScriptedTransport([])
        let engine = AlgoliaEngine(applicationID: "APP", apiKey: "key", transport: transport)
        #expect(await Books.unwritableTaken(by: engine) == [])
        // Removing an id that no record can have sends nothing, and is not a failure.
        let indexer = EngineIndexer(from: engine, into: engine, [Books.descriptor])
        let long = String(repeating: "é", count: 49)
        #expect(try await indexer.write([], deleting: [long], of: "books").isEmpty)
        #expect(transport.requests.isEmpty)
    }

    @Test("An id is written, read and removed unchanged, whatever it contains", arguments: Books.oddIDs)
    func oddIDs(_ id: String) async throws {
        let loaded = try await LoadedService.filled([])
        let module = Things.descriptor
        let ids = [id, id + "2"]
        let written = try await loaded.engine.write(
            WriteBatch(ids.map { WriteOperation(.createOrUpdate, module, id: $0) }))
        #expect(written.map(\.isSuccess) == [true, true])
        #expect(try await Set(loaded.ids(things())) == Set(ids))
        let removed = try await loaded.engine.write(WriteBatch([WriteOperation(.delete, module, id: id)]))
        #expect(removed.map(\.isSuccess) == [true])
        #expect(try await loaded.ids(things()) == [id + "2"])
    }

    @Test(
        "A name that would lead to another call or to all indexes is not a valid index name",
        arguments: ["..", ".", "*"])
    func indexNames(_ name: String) async throws {
        let transport = ScriptedTransport([])
        let engine = AlgoliaEngine(applicationID: "APP", apiKey: "key", transport: transport)
        let module = ModuleDescriptor(name: name, fields: [])
        let error = await #expect(throws: UnsupportedError.self) {
            try await engine.write(WriteBatch([WriteOperation(.truncate, module)]))
        }
        #expect(error?.description.contains("set a prefix") == true)
        #expect(transport.requests.isEmpty)
    }

    @Test("A write waits for its task on request, and not otherwise", arguments: [true, false])
    func waiting(_ waits: Bool) async throws {
        let loaded = try await LoadedService.filled([]) { $0.waitsForTasks = waits }
        loaded.service.pollsPerTask = 2
        let results = try await loaded.engine.write(
            WriteBatch([WriteOperation(.createOrUpdate, Things.descriptor, id: "a")]))
        #expect(results.map(\.isSuccess) == [true])
        #expect(try await loaded.ids(things()) == (waits ? ["a"] : []))
    }

    @Test(
        "Only the items that match a filter are removed",
        arguments: [AlgoliaSettings.FilterForm.expression, .lists])
    func deletion(_ form: AlgoliaSettings.FilterForm) async throws {
        let loaded = try await LoadedService.filled { $0.filters = form }
        let request = things(
            .and([
                .leaf(.init(.equal, "status", value: .string("live"), type: .string)),
                .leaf(.init(.less, "age", value: .integer(100), type: .number)),
            ]))
        let doomed = try await loaded.ids(request)
        let all = try await loaded.ids(things())
        #expect(!doomed.isEmpty)
        #expect(try await loaded.engine.delete(request) == doomed.count)
        let left = all.filter { id in !doomed.contains { $0.isByteEqual(to: id) } }
        #expect(try await loaded.ids(things()) == left)
        #expect(try await loaded.engine.delete(things(.or([]))) == 0)
        #expect(try await loaded.ids(things()) == left)
        var text = things()
        text.text = TextSearch("alpha")
        let found = try await loaded.ids(text)
        #expect(!found.isEmpty)
        #expect(try await loaded.engine.delete(text) == found.count)
        #expect(try await loaded.ids(text).isEmpty)
        #expect(try await loaded.engine.delete(things()) == left.count - found.count)
        #expect(try await loaded.ids(things()).isEmpty)
    }

    @Test("Many records are sent in several batches")
    func manyRecords() async throws {
        let loaded = try await LoadedService.filled([])
        let instances = (0..<2500).map { parsed(#"{"id":"\#($0)","values":{"age":\#($0)}}"#) }
        try await loaded.store(instances)
        #expect(loaded.service.calls.filter { $0.hasSuffix("/batch") }.count == 3)
        #expect(loaded.service.records(of: "test_things").count == 2500)
    }

    @Test("A failing batch throws if nothing was written, and otherwise reports each operation")
    func failure() async throws {
        let module = Things.descriptor
        let other = ModuleDescriptor(name: "others", fields: [])
        let nothing = ScriptedTransport([
            .status(200, [:], #"{"results":[null]}"#),
            .status(403, [:], #"{"message":"Not enough rights","status":403}"#),
        ])
        let batch = WriteBatch([
            WriteOperation(.createOrUpdate, module, id: "a"), WriteOperation(.createOrUpdate, other, id: "b"),
        ])
        await #expect(throws: AlgoliaError.self) {
            try await AlgoliaEngine(applicationID: "A", apiKey: "k", transport: nothing).write(batch)
        }
        let half = ScriptedTransport([
            .status(200, [:], #"{"results":[null]}"#), .status(200, [:], #"{"taskID":1}"#),
            .status(200, [:], #"{"results":[null]}"#),
            .status(403, [:], #"{"message":"Not enough rights","status":403}"#),
        ])
        let results = try await AlgoliaEngine(applicationID: "A", apiKey: "k", transport: half).write(batch)
        #expect(results.map(\.isSuccess) == [true, false])
        #expect(results.compactMap(\.reason) == [.noResponse])
    }

    @Test("The settings of an index follow from the schema")
    func settings() async throws {
        let loaded = try await LoadedService.filled()
        let settings = try #require(loaded.service.settings(of: "test_things"))
        #expect(
            settings["searchableAttributes"]?.strings == [
                "unordered(q_w_title)", "unordered(q_w_body),unordered(q_w_x_636166c3a973)",
            ])
        let facets = try #require(settings["attributesForFaceting"]?.strings)
        for attribute in [
            "q_k_age", "q_n_age", "q_k_status", "searchable(q_f_status)", "filterOnly(q_k_title)",
            "filterOnly(q_p)",
            "filterOnly(q_g)", "filterOnly(q_k_m_id)",
        ] { #expect(facets.contains(attribute), "\(attribute)") }
        let numbers = try #require(settings["numericAttributesForFiltering"]?.strings)
        for attribute in [
            "q_n_age", "q_r_age", "q_h_scores", "q_l_weights", "q_x_place", "q_n_m_createdAt", "q_c0",
        ] {
            #expect(numbers.contains(attribute), "\(attribute)")
        }
        #expect(settings["replicas"]?.strings.contains("test_things_age_desc") == true)
        #expect(settings["customRanking"]?.strings == ["asc(q_o)"])
        let replica = try #require(loaded.service.settings(of: "test_things_age_desc"))
        #expect(
            replica["ranking"]?.strings == ["desc(q_e_age)", "desc(q_n_age)", "desc(q_r_age)", "asc(q_o)"])
        let text = loaded.engine.indexSettings(of: Things.descriptor)
        #expect(text.contains("\"customRanking\": [\n    \"asc(q_o)\"\n  ]"))
    }
}

extension WriteResult {
    fileprivate var reason: WriteError.Reason? {
        if case .failed(let failure) = self { failure.reason } else { nil }
    }
}
