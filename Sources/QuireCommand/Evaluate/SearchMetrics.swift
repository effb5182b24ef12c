import Foundation

/// The quality of an engine's results for judged queries.
struct SearchMetrics: Sendable, Hashable {
    /// The results of one query.
    struct JudgedResult: Sendable, Hashable {
        var query: JudgedQuery
        /// The ids of the first page, in order.
        var ids: [String]
        /// In milliseconds.
        var latency: Double

        /// The rank of the first of the best items, counted from 1; `nil` if none is on the page.
        var rank: Int? {
            let best = query.best
            return ids.firstIndex(where: best.contains).map { $0 + 1 }
        }

        var reciprocalRank: Double { rank.map { 1 / Double($0) } ?? 0 }

        /// The discounted gain of the page, relative to the best possible page.
        var normalizedGain: Double {
            let grades = Dictionary(query.expected.map { ($0.id, $0.grade) }) { max($0, $1) }
            let ideal = Self.gain(grades.values.sorted(by: >).prefix(SearchMetrics.pageSize))
            return ideal > 0
                ? Self.gain(ids.prefix(SearchMetrics.pageSize).map { grades[$0] ?? 0 }[...]) / ideal : 0
        }

        private static func gain(_ grades: ArraySlice<Int>) -> Double {
            var sum = 0.0
            for (place, grade) in grades.enumerated() {
                sum += (pow(2, Double(grade)) - 1) / log2(Double(place + 2))
            }
            return sum
        }
    }

    static let pageSize = 10

    var queries: Int
    var hitAt1: Double
    var hitAt3: Double
    var meanReciprocalRank: Double
    var normalizedGain: Double
    /// Queries without results.
    var empty: Int
    /// In milliseconds.
    var median: Double
    var slow: Double
    var slowest: Double

    init(_ results: [JudgedResult]) {
        let count = Double(max(results.count, 1))
        queries = results.count
        hitAt1 = Double(results.count { $0.rank == 1 }) / count
        hitAt3 = Double(results.count { ($0.rank ?? .max) <= 3 }) / count
        meanReciprocalRank = results.reduce(0) { $0 + $1.reciprocalRank } / count
        normalizedGain = results.reduce(0) { $0 + $1.normalizedGain } / count
        empty = results.count { $0.ids.isEmpty }
        let latencies = results.map(\.latency).sorted()
        func part(_ share: Double) -> Double {
            latencies.isEmpty ? 0 : latencies[min(latencies.count - 1, Int(Double(latencies.count) * share))]
        }
        median = part(0.5)
        slow = part(0.95)
        slowest = latencies.last ?? 0
    }
}
