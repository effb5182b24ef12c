import QuireSchema

/// What a change does to recorded queries, for people and for programs.
package struct QueryReport {
    package var comparison: QueryComparison

    package init(_ comparison: QueryComparison) { self.comparison = comparison }

    /// The most lines of the file that a problem names.
    private static let shownLines = 5

    package var lines: [String] {
        var lines = comparison.problems.map { problem in
            let places = problem.lines.prefix(Self.shownLines).map(String.init).joined(separator: ", ")
            let more = problem.lines.count > Self.shownLines ? ", …" : ""
            let count = problem.lines.count
            return "\(problem.kind.rawValue): \(printable(problem.path)): \(problem.message) "
                + "[\(count) \(count == 1 ? "query" : "queries"): \(printable(comparison.path)):\(places)\(more)]"
        }
        lines.append(
            "\(comparison.count) recorded \(comparison.count == 1 ? "query" : "queries"): "
                + "\(comparison.count(of: .rejected)) rejected, \(comparison.count(of: .changed)) changed")
        return lines
    }

    /// `{"recorded": 3, "rejected": 1, "changed": 0, "problems": [{"kind": "rejected", "path": "books.year", …}]}`
    package var json: String {
        let problems = comparison.problems.map { problem in
            "{\"kind\": \"\(problem.kind.rawValue)\", \"path\": \(JSONReport.string(problem.path)), "
                + "\"message\": \(JSONReport.string(problem.message)), "
                + "\"lines\": [\(problem.lines.map(String.init).joined(separator: ", "))]}"
        }
        return "{\"recorded\": \(comparison.count), \"rejected\": \(comparison.count(of: .rejected)), "
            + "\"changed\": \(comparison.count(of: .changed)), \"problems\": [\(problems.joined(separator: ", "))]}"
    }

    /// Whether a problem fails a check.
    package func fails(_ gate: Gate) -> Bool {
        comparison.problems.contains { $0.kind == .rejected || gate.limit <= .risky }
    }
}
