import QuireSchema

/// A diff as JSON for programs.
///
/// ```json
/// {"severity": "breaking", "fails": true, "changes": [{"kind": "field-removed", "paths": ["books.age"],
///   "message": "…", "old": {"path": "…", "line": 4, "column": 18}, "new": null,
///   "source": {"severity": "breaking", "reason": "…"}, "wire": …, "stored": …, "index": …, "remedy": "…"}]}
/// ```
package struct JSONReport {
    package var diff: SchemaDiff
    package var gate: Gate
    /// The recorded queries, if some were given.
    package var queries: QueryReport?

    package init(_ diff: SchemaDiff, gate: Gate, queries: QueryReport? = nil) {
        self.diff = diff
        self.gate = gate
        self.queries = queries
    }

    package var text: String {
        let changes = diff.changes.map { "    " + Self.json($0, fails: gate.fails($0)) }
        let list = changes.isEmpty ? "[]" : "[\n\(changes.joined(separator: ",\n"))\n  ]"
        let queries = queries.map { ",\n  \"queries\": " + $0.json } ?? ""
        let fails = diff.changes.contains(where: gate.fails) || self.queries?.fails(gate) == true
        return """
            {
              "severity": "\(diff.severity().name)",
              "fails": \(fails),
              "changes": \(list)\(queries)
            }
            """
    }

    private static func json(_ change: Change, fails: Bool) -> String {
        var members = [
            "\"kind\": \(string(change.kind.rawValue))", "\"severity\": \(string(change.severity().name))",
            "\"fails\": \(fails)",
            "\"paths\": [\(change.paths.map(string).joined(separator: ", "))]",
            "\"message\": \(string(change.message))",
            "\"old\": \(change.old.map(json) ?? "null")", "\"new\": \(change.new.map(json) ?? "null")",
        ]
        for aspect in Aspect.allCases {
            let impact = change[aspect]
            members.append(
                "\(string(aspect.rawValue)): {\"severity\": \(string(impact.severity.name)), "
                    + "\"reason\": \(impact.reason.map(string) ?? "null")}")
        }
        members.append("\"remedy\": \(change.remedy.map(string) ?? "null")")
        return "{\(members.joined(separator: ", "))}"
    }

    private static func json(_ location: SourceLocation) -> String {
        "{\"path\": \(string(location.path)), \"line\": \(location.line), \"column\": \(location.column)}"
    }

    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// Which changes fail a check.
package struct Gate: Hashable, Sendable {
    /// The aspects that count.
    package var aspects: [Aspect]
    /// The least severity that fails.
    package var limit: Severity

    package init(aspects: [Aspect] = Aspect.allCases, limit: Severity = .breaking) {
        self.aspects = aspects
        self.limit = limit
    }

    package func fails(_ change: Change) -> Bool { change.severity(for: aspects) >= limit }
}

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
