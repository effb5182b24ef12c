import Foundation

/// The quality of an engine's results for judged queries.
struct SearchMetrics: Sendable, Hashable {
    /// The results of one query.
    struct JudgedResult: Sendable, Hashable {
        var query: JudgedQuery
        /// The ids of the first page, in order.
        var ids: [String]
        /// The ids of the first hundred items. Empty unless the first page is full.
        var more: [String] = []
        /// In milliseconds.
        var latency: Double

        /// The rank of the first of the best items, counted from 1; `nil` if none is on the page.
        var rank: Int? {
            let best = query.best
            return ids.firstIndex(where: best.contains).map { $0 + 1 }
        }

        var reciprocalRank: Double { rank.map { 1 / Double($0) } ?? 0 }

        /// The discounted gain of the page, relative to the best possible page. A grade gains 2 to its power, less 1.
        var normalizedGain: Double { normalizedGain { pow(2, Double($0)) - 1 } }

        /// The same, where a grade gains itself.
        var linearGain: Double { normalizedGain { Double($0) } }

        private func normalizedGain(_ gain: (Int) -> Double) -> Double {
            let grades = Dictionary(query.expected.map { ($0.id, $0.grade) }) { max($0, $1) }
            func sum(_ grades: some Sequence<Int>) -> Double {
                grades.prefix(SearchMetrics.pageSize).enumerated().reduce(0) {
                    $0 + gain($1.element) / log2(Double($1.offset + 2))
                }
            }
            let ideal = sum(grades.values.sorted(by: >))
            return ideal > 0 ? sum(ids.map { grades[$0] ?? 0 }) / ideal : 0
        }

        /// The share of the expected items that are among the first hundred.
        var recall: Double {
            let expected = Set(query.expected.lazy.filter { $0.grade > 0 }.map(\.id))
            let results = Set(more.isEmpty ? ids : more)
            return expected.isEmpty
                ? 0 : Double(expected.count(where: results.contains)) / Double(expected.count)
        }
    }

    static let pageSize = 10
    static let recallSize = 100

    var queries: Int
    var hitAt1: Double
    var hitAt3: Double
    var meanReciprocalRank: Double
    var normalizedGain: Double
    var linearGain: Double
    var recall: Double
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
        linearGain = results.reduce(0) { $0 + $1.linearGain } / count
        recall = results.reduce(0) { $0 + $1.recall } / count
        empty = results.count { $0.ids.isEmpty }
        let latencies = results.map(\.latency).sorted()
        func part(_ share: Double) -> Double {
            latencies.isEmpty ? 0 : latencies[min(latencies.count - 1, Int(Double(latencies.count) * share))]
        }
        median = part(0.5)
        slow = part(0.95)
        slowest = latencies.last ?? 0
    }

    /// The shares and means, of which more is better, by their names.
    var scores: [(name: String, value: Double)] {
        [
            ("hit@1", hitAt1), ("hit@3", hitAt3), ("mrr", meanReciprocalRank), ("ndcg@10", normalizedGain),
            ("linear ndcg@10", linearGain), ("recall@100", recall),
        ]
    }
}
