import Testing

@testable import QuireCommand

/// The metrics of rankings, computed by hand.
@Suite struct SearchMetricsTests {
    private func result(_ ids: String, _ grades: [String: Int]) -> SearchMetrics.JudgedResult {
        SearchMetrics.JudgedResult(
            query: JudgedQuery(
                query: "q",
                expected: grades.sorted { $0.key < $1.key }.map { .init(id: $0.key, grade: $0.value) }),
            ids: ids.map(String.init), latency: 1)
    }

    private func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 1e-9 }

    @Test("Shares, mean reciprocal rank and gain count the first of the best items, and the grades of all")
    func figures() {
        let metrics = SearchMetrics([
            result("abc", ["a": 3, "b": 2]), result("xya", ["a": 3]), result("xyza", ["a": 1]),
            result("", ["a": 2]),
            result("ba", ["a": 3, "b": 2]),
        ])
        #expect(metrics.queries == 5 && metrics.empty == 1)
        #expect(isNear(metrics.hitAt1, 1 / 5) && isNear(metrics.hitAt3, 3 / 5))
        #expect(isNear(metrics.meanReciprocalRank, (1 + 1 / 3 + 1 / 4 + 0 + 1 / 2) / 5))
        // 7, 3 and 1 are the gains of the grades 3, 2 and 1; log2(3) = 1.584962500721156, log2(5) = 2.321928094887362.
        let last = (3 + 7 / 1.584962500721156) / (7 + 3 / 1.584962500721156)
        #expect(isNear(metrics.normalizedGain, (1 + 1.0 / 2 + 1 / 2.321928094887362 + 0 + last) / 5))
    }
}
