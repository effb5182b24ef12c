#if SQLite
import CSQLite
import Foundation
import Quire
import QuireStore

/// Pages of 20 items by conditions on related items, and by their order: 100,000 books of 100,000 authors, beside the
/// same statement as a person would write it, through SQLite's C API.
enum RelationBenchmarks {
    private static let count = 100_000

    static func run() async throws -> [Measurement] {
        let folder = NSTemporaryDirectory() + "quire-benchmarks-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = BenchmarkLibrary(count: count)
        let store = try await Store(
            .file("\(folder)/store.sqlite"), modules: [BenchmarkLibrary.books, BenchmarkLibrary.authors])
        _ = try await store.load("authors", from: .data(library.authorLines))
        _ = try await store.load("books", from: .data(library.bookLines))
        let raw = try RawTables(path: "\(folder)/raw.sqlite", library)
        var measurements: [Measurement] = []
        for search in RelationSearch.all {
            var ours = Double.infinity
            var theirs = Double.infinity
            // In turns, because other processes take more or less of the machine from one moment to the next.
            for _ in 0..<5 {
                let (seconds, found) = try await search.cost(in: store)
                let (peer, expected) = try search.cost(in: raw)
                guard found == expected else {
                    throw RawInsert.Failure(message: "\(search.name): \(found) items beside \(expected)")
                }
                ours = min(ours, seconds)
                theirs = min(theirs, peer)
            }
            measurements.append(
                Measurement(
                    "relations", "relations.\(search.name)", ours / theirs, "× raw C API",
                    peer: String(format: "%.1f µs CPU beside %.1f", ours * 1e6, theirs * 1e6),
                    goal: .atMost(2)))
        }
        await store.close()
        raw.close()
        return try await measurements + IncludeBenchmarks.run()
    }
}

/// A search across relations, and the statement that a person would write.
private struct RelationSearch {
    var name: String
    var rounds: Int
    var module = BenchmarkLibrary.books
    var filter: (@Sendable (Int) -> Filter)?
    var sort: SortKey
    /// With one parameter: the name, or the number, of the round.
    var sql: String

    private static let newest = SortKey(.value("published"), .descending)
    private static let author = RelationStep("author", to: BenchmarkLibrary.authors)
    private static let editors = RelationStep("editors", to: BenchmarkLibrary.authors)
    private static let books = RelationStep(from: BenchmarkLibrary.books, by: "author")

    /// Twenty authors.
    private static func named(_ round: Int) -> Filter {
        .leaf(.init(.equal, "name", value: .string("Name \(round)"), type: .string))
    }
    /// Most authors.
    private static func born(_ round: Int) -> Filter {
        .leaf(.init(.greaterOrEqual, "born", value: .integer(Int64(1880 + round)), type: .number))
    }
    private static let page = "ORDER BY b.published DESC, b.rowid LIMIT 20"

    static let all = [
        RelationSearch(
            name: "one.few", rounds: 200, filter: { .any(author, named($0)) }, sort: newest,
            sql:
                "SELECT b.id FROM b WHERE b.author IN (SELECT a.id FROM a WHERE a.name = 'Name ' || ?) \(page)"
        ),
        RelationSearch(
            name: "one.many", rounds: 40, filter: { .any(author, born($0)) }, sort: newest,
            sql:
                "SELECT b.id FROM b WHERE EXISTS (SELECT 1 FROM a WHERE a.id = b.author AND a.born >= 1880 + ?) \(page)"
        ),
        RelationSearch(
            name: "one.none", rounds: 40, filter: { .none(author, born($0)) }, sort: newest,
            sql:
                "SELECT b.id FROM b WHERE NOT EXISTS (SELECT 1 FROM a WHERE a.id = b.author AND a.born >= 1880 + ?) \(page)"
        ),
        RelationSearch(
            name: "list.few", rounds: 200, filter: { .any(editors, named($0)) }, sort: newest,
            sql:
                "SELECT b.id FROM b WHERE b.rowid IN (SELECT e.item FROM a JOIN e ON e.value = a.id WHERE a.name = 'Name ' || ?) \(page)"
        ),
        RelationSearch(
            name: "list.many", rounds: 40, filter: { .any(editors, born($0)) }, sort: newest,
            sql:
                "SELECT b.id FROM b WHERE EXISTS (SELECT 1 FROM e JOIN a ON a.id = e.value WHERE e.item = b.rowid AND a.born >= 1880 + ?) \(page)"
        ),
        RelationSearch(
            name: "reverse", rounds: 40, module: BenchmarkLibrary.authors,
            filter: {
                .any(
                    books,
                    .leaf(.init(.lessOrEqual, "published", value: .integer(Int64(1_000 + $0)), type: .number))
                )
            }, sort: SortKey(.value("name")),
            sql:
                "SELECT a.id FROM a WHERE a.id IN (SELECT b.author FROM b WHERE b.published <= 1000 + ?) ORDER BY a.name, a.rowid LIMIT 20"
        ),
        RelationSearch(
            name: "order", rounds: 3, filter: nil, sort: SortKey(.value("name"), behind: [author]),
            sql:
                "SELECT b.id FROM b LEFT JOIN a ON a.id = b.author WHERE ?1 >= 0 ORDER BY a.name, b.rowid LIMIT 20"
        ),
    ]

    /// The seconds of a page, and the number of items in all pages.
    func cost(in store: Store) async throws -> (seconds: Double, found: Int) {
        let decoder = ItemDecoder<String>.ids(of: module)
        var found = 0
        let start = CPUClock.now()
        for round in 0..<rounds {
            var request = SearchRequest(module: module)
            request.countsTotal = false
            request.fields = []
            request.filter = filter?(round)
            request.sort = [sort]
            request.page = .offset(0, limit: 20)
            found += try await store.search([request], decoding: decoder)[0].items.count
        }
        return ((CPUClock.now() - start) / Double(rounds), found)
    }

    func cost(in raw: RawTables) throws -> (seconds: Double, found: Int) {
        var found = 0
        let seconds = try CPUClock.measure { found = try raw.run(sql, rounds: rounds) }
        return (seconds / Double(rounds), found)
    }
}
#else
/// Without the store's trait there is nothing to measure.
enum RelationBenchmarks {
    static func run() async throws -> [Measurement] { [] }
}
#endif
