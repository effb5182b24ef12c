import Foundation
import QuireCore
import QuireTerminal

/// The metrics of one engine, or of two for comparison.
struct EvaluationReport {
    /// The engines' names.
    let names: [String]
    /// The results of each engine, in the order of the queries.
    let results: [[SearchMetrics.JudgedResult]]

    // MARK: - As text

    func print(to output: Output) throws {
        var table = Table(
            [
                .left(""), .right("queries"),
            ] + SearchMetrics([]).scores.map { .right($0.name) }
                + [.right("empty"), .right("median ms"), .right("p95 ms"), .right("max ms")])
        for (name, results) in zip(names, results) { table.add(row(name, SearchMetrics(results))) }
        for kind in kinds {
            for (name, results) in zip(names, results) {
                let title = names.count > 1 ? "\(kind), \(name)" : kind
                table.add(row(title, SearchMetrics(results.filter { $0.query.kind == kind })))
            }
        }
        try output.table(table)
        guard results.count == 2 else { return }
        try list("Better on \(names[1]):", differences: differences { $0 < $1 }, output: output)
        try list("Worse on \(names[1]):", differences: differences { $0 > $1 }, output: output)
    }

    /// The kinds of the queries, in order of first appearance.
    private var kinds: [String] {
        var seen: Set<String> = []
        return (results.first ?? []).compactMap(\.query.kind).filter { seen.insert($0).inserted }
    }

    private func row(_ name: String, _ metrics: SearchMetrics) -> [String] {
        let times = [metrics.median, metrics.slow, metrics.slowest]
        return [name, Text.count(metrics.queries)] + metrics.scores.map { String(format: "%.3f", $0.value) }
            + [Text.count(metrics.empty)] + times.map { String(format: "%.2f", $0) }
    }

    private func list(_ title: String, differences: [Difference], output: Output) throws {
        guard !differences.isEmpty else { return }
        try output.line()
        try output.line("\(title) \(Text.count(differences.count))")
        for difference in differences { try output.line("  \(difference.text)") }
    }

    // MARK: - Differences

    struct Difference {
        var query: JudgedQuery
        /// The rank of the best item; `nil` if it is not on the page.
        var first: Int?
        var second: Int?

        var text: String {
            "\(query.query): \(first.map(String.init) ?? "none") → \(second.map(String.init) ?? "none")"
        }
    }

    /// The queries whose best item has another rank on the second engine.
    func differences(_ areWanted: (Double, Double) -> Bool) -> [Difference] {
        guard results.count == 2 else { return [] }
        return zip(results[0], results[1]).compactMap { one, other in
            areWanted(one.reciprocalRank, other.reciprocalRank)
                ? Difference(query: one.query, first: one.rank, second: other.rank) : nil
        }
    }

    // MARK: - As JSON

    /// The metrics of one engine; for two, both and the differences.
    var json: JSONValue {
        guard results.count == 2 else { return .object(members(names.first ?? "", results.first ?? [])) }
        func list(_ differences: [Difference]) -> JSONValue {
            .array(
                differences.map { difference in
                    .object([
                        .init("query", .string(difference.query.query)),
                        .init("first", difference.first.map { .integer(Int64($0)) } ?? .null),
                        .init("second", difference.second.map { .integer(Int64($0)) } ?? .null),
                    ])
                })
        }
        return .object([
            .init("engines", .array(zip(names, results).map { .object(members($0, $1)) })),
            .init("better", list(differences { $0 < $1 })), .init("worse", list(differences { $0 > $1 })),
        ])
    }

    private func members(_ name: String, _ results: [SearchMetrics.JudgedResult]) -> [JSONValue.Member] {
        let kinds = self.kinds.map { kind in
            JSONValue.Member(kind, .object(figures(SearchMetrics(results.filter { $0.query.kind == kind }))))
        }
        return [.init("engine", .string(name))] + figures(SearchMetrics(results)) + [
            .init("kinds", .object(kinds))
        ]
    }

    private func figures(_ metrics: SearchMetrics) -> [JSONValue.Member] {
        [
            .init("queries", .integer(Int64(metrics.queries)))
        ] + metrics.scores.map { .init($0.name, .number($0.value)) } + [
            .init("empty", .integer(Int64(metrics.empty))),
            .init(
                "latency",
                .object([
                    .init("median", .number(metrics.median)), .init("p95", .number(metrics.slow)),
                    .init("max", .number(metrics.slowest)),
                ])),
        ]
    }
}
