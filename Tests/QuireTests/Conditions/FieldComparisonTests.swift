import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// Comparisons of two fields of an item, in memory.
@Suite struct FieldComparisonTests {
    @Test("A comparison of two fields creates a leaf with the name of the second field")
    func leaves() throws {
        let conditions: [(Condition<Books.Fields>, String)] = [
            (\.age > \.rank, #"{"operation":">","property":"age","value":{"field":"rank"},"type":"number"}"#),
            (
                \.rank >= \.age,
                #"{"operation":">=","property":"rank","value":{"field":"age"},"type":"number"}"#
            ),
            (\.age < \.rank, #"{"operation":"<","property":"age","value":{"field":"rank"},"type":"number"}"#),
            (
                \.age <= \.rank,
                #"{"operation":"<=","property":"age","value":{"field":"rank"},"type":"number"}"#
            ),
            (
                \.title == \.registration,
                #"{"operation":"=","property":"title","value":{"field":"registration"},"type":"string"}"#
            ),
            (
                !(\.title == \.registration),
                #"{"operation":"!=","property":"title","value":{"field":"registration"},"type":"string"}"#
            ),
            (
                !(\.age > \.rank),
                #"{"operation":"!>","property":"age","value":{"field":"rank"},"type":"number"}"#
            ),
        ]
        for (condition, text) in conditions {
            #expect(String(decoding: condition.filter.json, as: UTF8.self) == text)
            #expect(try JSONDecoder().decode(Filter.self, from: Data(text.utf8)) == condition.filter)
            let encoded = try JSONEncoder().encode(condition.filter)
            #expect(try JSONDecoder().decode(Filter.self, from: encoded) == condition.filter)
        }
        let query = Books.query().filter {
            $0.age > $0.rank
            $0.title != $0.registration
        }
        #expect(query.request.filter?.description == "age > rank and title != registration")
        #expect(
            Books.query().filterMeta { $0.updatedAt > $0.createdAt }.request.metaFilter?.description
                == "updatedAt > createdAt")
    }

    @Test("A comparison is false if a field has no value, and its complement is true")
    func missing() async throws {
        let engine = InMemoryEngine()
        await engine.add(
            Books.self,
            [
                Book(id: "both", values: .init(title: "a", age: 3, registration: "a", rank: 2)),
                Book(id: "one", values: .init(title: "a", age: 3)),
            ])
        let content = ContentClient(engine: engine)
        let cases: [(Condition<Books.Fields>, [ContentID<Books>])] = [
            (\.age > \.rank, ["both"]), (!(\.age > \.rank), ["one"]), (\.age <= \.rank, []),
            (\.title == \.registration, ["both"]), (\.title != \.registration, ["one"]),
            (\.registration == \.registration, ["both"]),
        ]
        for (condition, ids) in cases {
            #expect(try await content.ids(Books.query().where(condition)) == ids, "\(condition.filter)")
        }
    }

    @Test("Random comparisons match the same items as a plain evaluator")
    func randomTrees() async throws {
        var pairs = FieldPairs(seed: 3)
        let engine = InMemoryEngine()
        await engine.add(
            try pairs.lines.map { try JSONValue(parsing: Data($0.utf8)) }, to: FieldPairs.module)
        #expect(try await pairs.differences(of: engine) == 0)
    }

    @Test(
        "Fields of different types, lists and unknown fields cannot be compared",
        arguments: [
            ("count", "text"), ("starts", "count"), ("tags", "text"), ("text", "tags"), ("text", "nope"),
            ("isNew", "count"),
        ])
    func invalid(_ left: String, _ right: String) async throws {
        var request = SearchRequest(module: FieldPairs.module)
        request.filter = .leaf(.init(.equal, left, value: .field(right), type: .string))
        await #expect(throws: QueryError.self) { try await InMemoryEngine().searchData(request) }
        request.filter = .leaf(.init(.like, "text", value: .field("note"), type: .string))
        await #expect(throws: QueryError.self) { try await InMemoryEngine().searchData(request) }
    }

    @Test("An engine that cannot compare fields throws before any request, unless the client may do it")
    func unsupported() async throws {
        let memory = await InMemoryEngine.shelf()
        let engine = LimitedEngine(memory) { $0.comparesFields = false }
        let content = ContentClient(engine: engine)
        let query = Books.query().where(\.age > \.rank)
        await #expect(
            throws: UnsupportedError(
                engine: "limited", node: "\"age\" > the field \"rank\"",
                hint:
                    "let the client compare them with .fallback(.clientSide(maxScanned: 1_000)), or compare with a value"
            )
        ) { try await content.fetch(query) }
        #expect(await memory.requests.isEmpty)
        await memory.add(Books.self, [Book(id: "b9", values: .init(title: "x", age: 5, rank: 4))])
        #expect(try await content.ids(query.fallback(.clientSide(maxScanned: 100))) == ["b9"])
    }

    @Test("A recorded query names both fields of a comparison, without values")
    func recording() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let recorder = try QueryRecorder(file: file.path)
        let engine = await InMemoryEngine.shelf()
        let content = ContentClient(engine: engine, recorder: recorder)
        _ = try await content.fetch(Books.query().where(\.age > \.rank))
        let lines = try String(contentsOf: file, encoding: .utf8)
        #expect(lines.contains(#"{"field":"age","operator":">","value":"field"}"#), "\(lines)")
        #expect(lines.contains(#"{"field":"rank","operator":">","value":"field"}"#), "\(lines)")
    }
}
