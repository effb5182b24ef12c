import Foundation

/// A query with the ids of the items of which one should come first.
struct JudgedQuery {
    var text: String
    var kind: String
    var best: Set<String>

    /// The queries of a file in the form that `quire evaluate` reads.
    static func read(_ path: String) throws -> [JudgedQuery] {
        struct Entry: Decodable {
            struct Expected: Decodable {
                var id: String
                var grade: Int
            }
            var query: String
            var kind: String
            var expected: [Expected]
        }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try JSONDecoder().decode([Entry].self, from: data).map { entry in
            let grade = entry.expected.map(\.grade).max()
            return JudgedQuery(
                text: entry.query, kind: entry.kind,
                best: Set(entry.expected.filter { $0.grade == grade }.map(\.id)))
        }
    }
}

/// How well an engine finds the expected items.
struct RelevanceScore {
    var hitAt1 = 0.0
    /// The mean reciprocal rank in the first ten items.
    var meanReciprocalRank = 0.0
    var empty = 0
    /// The share of first hits of each kind of query.
    var kinds: [String: Double] = [:]

    /// - Parameter pages: The ids of the first ten items of each query.
    init(_ queries: [JudgedQuery], _ pages: [[String]]) {
        var counts: [String: (hits: Double, all: Double)] = [:]
        for (query, page) in zip(queries, pages) {
            let place = page.firstIndex(where: query.best.contains)
            hitAt1 += place == 0 ? 1 : 0
            meanReciprocalRank += place.map { 1 / Double($0 + 1) } ?? 0
            if page.isEmpty { empty += 1 }
            counts[query.kind, default: (0, 0)].hits += place == 0 ? 1 : 0
            counts[query.kind, default: (0, 0)].all += 1
        }
        hitAt1 /= Double(max(queries.count, 1))
        meanReciprocalRank /= Double(max(queries.count, 1))
        kinds = counts.mapValues { $0.hits / $0.all }
    }
}
