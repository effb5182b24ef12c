#if SQLite
import Foundation
import Quire
import QuireStore

/// How well full text finds what people mean, beside Typesense with its own defaults on the same data.
///
/// The data sets lie beside the package, in `shared/data`. Without them, nothing is measured.
enum RelevanceBenchmarks {
    private struct Fixture {
        var name: String
        var module: ModuleDescriptor
        var popularity: String
        var lines: Data
        var queries: [JudgedQuery]
        var minimum: (hitAt1: Double, meanReciprocalRank: Double, typing: Double)
    }

    static func run() async throws -> [Measurement] {
        let folder = URL(fileURLWithPath: Benchmarks.package).deletingLastPathComponent()
            .appendingPathComponent("shared/data")
        func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
        guard FileManager.default.fileExists(atPath: file("goodbooks-authors.ndjson").path) else {
            print("relevance: no data in \(folder.path), nothing is measured")
            return []
        }
        let authors = try Data(contentsOf: file("goodbooks-authors.ndjson"))
        let fixtures = [
            Fixture(
                name: "books", module: books, popularity: "ratingsCount",
                lines: try Data(contentsOf: file("goodbooks-books.ndjson")),
                queries: try JudgedQuery.read(file("search-dev-queries.json").path),
                minimum: (0.91, 0.94, 0.95)),
            Fixture(
                name: "authors", module: self.authors, popularity: "books", lines: authors,
                queries: try AuthorQueries(authors).queries, minimum: (0, 0, 0)),
        ]
        var measurements: [Measurement] = []
        for fixture in fixtures { measurements += try await measure(fixture) }
        return measurements
    }

    private static let books = ModuleDescriptor(
        name: "books", ranking: RankingDescriptor(popularity: "ratingsCount"),
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "originalTitle", kind: .text, searchWeight: 6),
            FieldDescriptor(name: "authorNames", kind: .list(.text), searchWeight: 8),
            FieldDescriptor(name: "ratingsCount", kind: .integer),
        ])

    private static let authors = ModuleDescriptor(
        name: "authors", ranking: RankingDescriptor(popularity: "books"),
        fields: [
            FieldDescriptor(name: "name", kind: .text, searchWeight: 1),
            FieldDescriptor(name: "books", kind: .integer),
        ])

    // MARK: - Measuring

    private static func measure(_ fixture: Fixture) async throws -> [Measurement] {
        let store = try await Store(.memory, modules: [fixture.module])
        try await store.load(fixture.module.name, from: .data(fixture.lines))
        var pages: [[String]] = []
        for query in fixture.queries { pages.append(try await ids(query.text, fixture.module, store)) }
        await store.close()
        let typesense = try await PlainTypesense(
            fixture.name, fields: fixture.module.searchedFields, popularity: fixture.popularity,
            documents: try documents(fixture))
        var peers: [[String]] = []
        for query in fixture.queries { peers.append(try await typesense.ids(query.text)) }
        var measurements: [Measurement] = []
        for isTyping in [false, true] {
            let chosen = fixture.queries.indices.filter { (fixture.queries[$0].kind == "typing") == isTyping }
            let queries = chosen.map { fixture.queries[$0] }
            let ours = RelevanceScore(queries, chosen.map { pages[$0] })
            let peer = RelevanceScore(queries, chosen.map { peers[$0] })
            let name = "relevance.\(fixture.name)\(isTyping ? ".typing" : "")"
            let minimum = isTyping ? fixture.minimum.typing : fixture.minimum.hitAt1
            func row(_ suffix: String, _ value: KeyPath<RelevanceScore, Double>, _ minimum: Double)
                -> Measurement
            {
                Measurement(
                    "relevance", "\(name).\(suffix)", ours[keyPath: value], "",
                    peer: String(
                        format: "%d queries, %d empty; Typesense %.3f, %d empty", queries.count, ours.empty,
                        peer[keyPath: value], peer.empty),
                    goal: .atLeast(max(minimum, peer[keyPath: value])))
            }
            measurements.append(row("hit@1", \.hitAt1, minimum))
            measurements.append(
                row("mrr", \.meanReciprocalRank, isTyping ? 0 : fixture.minimum.meanReciprocalRank))
            let kinds = ours.kinds.keys.sorted().map {
                String(format: "\($0) %.2f/%.2f", ours.kinds[$0] ?? 0, peer.kinds[$0] ?? 0)
            }
            if !isTyping {
                print("\(name), first hits by kind, ours/Typesense: \(kinds.joined(separator: ", "))")
            }
        }
        return measurements
    }

    private static func ids(_ text: String, _ module: ModuleDescriptor, _ store: Store) async throws
        -> [String]
    {
        var request = SearchRequest(module: module)
        request.text = TextSearch(.all(text))
        request.text?.mode = .anyWord
        request.fields = []
        request.page = .page(1, size: 10)
        let response = try await ContentClient(engine: store).response(
            request, reading: .instances(of: module, fields: []))
        return response.items.map(\.instanceID)
    }

    /// The values of the searched fields and the popularity as flat documents.
    private static func documents(_ fixture: Fixture) throws -> Data {
        var documents = Data()
        for line in fixture.lines.split(separator: UInt8(ascii: "\n")) {
            let instance = try JSONValue(parsing: Data(line))
            var members = [JSONValue.Member("id", .string(instance.instanceID))]
            for name in fixture.module.searchedFields.map(\.name) + [fixture.popularity] {
                guard let value = instance.member("values")?.member(name), value != .null else { continue }
                members.append(.init(name, value))
            }
            documents += JSONValue.object(members).data + [UInt8(ascii: "\n")]
        }
        return documents
    }
}

extension ModuleDescriptor {
    fileprivate var searchedFields: [(name: String, isList: Bool)] {
        fields.fields.filter { $0.searchWeight != nil }.map {
            if case .list = $0.kind { ($0.name, true) } else { ($0.name, false) }
        }
    }
}
#else
/// Without the store's trait there is nothing to measure.
enum RelevanceBenchmarks {
    static func run() async throws -> [Measurement] { [] }
}
#endif
