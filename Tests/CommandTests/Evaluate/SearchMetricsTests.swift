import Foundation
import QuireCore
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
        let linear = (2 + 3 / 1.584962500721156) / (3 + 2 / 1.584962500721156)
        #expect(isNear(metrics.linearGain, (1 + 1.0 / 2 + 1 / 2.321928094887362 + 0 + linear) / 5))
        #expect(isNear(metrics.recall, 4.0 / 5))
    }

    @Test("Recall counts the expected items among the first hundred; the others count the first page")
    func recall() {
        var result = result("abcdefghij", ["a": 3, "z": 1, "y": 1, "x": 0])
        #expect(isNear(SearchMetrics([result]).recall, 1.0 / 3))
        result.more = result.ids + ["z"]
        #expect(isNear(SearchMetrics([result]).recall, 2.0 / 3))
    }

    @Test("A score that is lower than the baseline allows is reported; a missing or greater one is not")
    func baseline() throws {
        let metrics = SearchMetrics([result("ab", ["a": 3]), result("ba", ["a": 3])])
        let json = try JSONValue(
            parsing: Data(#"{"engine":"store","hit@1":0.51,"mrr":0.751,"hit@3":0,"kinds":{}}"#.utf8))
        let baseline = try EvaluationBaseline(json, allowedDrop: 0.005)
        let changes = baseline.changes(to: metrics)
        #expect(changes.map(\.name) == ["hit@1", "hit@3", "mrr"])
        #expect(changes.filter(baseline.isTooLow).map(\.text) == ["hit@1 was 0.510 and is 0.500"])
        let compared = JSONValue.object([.init("engines", .array([json, .object([])]))])
        #expect(try EvaluationBaseline(compared, allowedDrop: 0.005) == baseline)
        #expect(throws: UsageError.self) { try EvaluationBaseline(.object([]), allowedDrop: 0) }
    }
}
