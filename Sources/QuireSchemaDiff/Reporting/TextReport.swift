import QuireSchema

/// A diff as text for people.
package struct TextReport {
    package var diff: SchemaDiff
    package var gate: Gate

    package init(_ diff: SchemaDiff, gate: Gate) {
        self.diff = diff
        self.gate = gate
    }

    package var lines: [String] {
        if diff.changes.isEmpty { return ["no changes"] }
        var lines: [String] = []
        for change in diff.changes.sorted(by: precedes) {
            lines += Self.lines(of: change)
            lines.append("")
        }
        return lines + [summary]
    }

    /// Worse changes come first, otherwise in the schema's order.
    private func precedes(_ left: Change, _ right: Change) -> Bool { left.severity() > right.severity() }

    private static func lines(of change: Change) -> [String] {
        var lines = [
            "\(change.severity().name): \(change.paths.joined(separator: ", ")): \(change.message) [\(change.kind.rawValue)]"
        ]
        if let new = change.new {
            lines.append("  \(change.kind.isRemoval ? "in " : "")\(new)")
        }
        if let old = change.old { lines.append("  before: \(old)") }
        for aspect in Aspect.allCases {
            let impact = change[aspect]
            guard impact.severity > .safe || impact.reason != nil else { continue }
            let name = aspect.rawValue + String(repeating: " ", count: 7 - aspect.rawValue.count)
            lines.append("  \(name)\(impact.severity.name)\(impact.reason.map { ": \($0)" } ?? "")")
        }
        if let remedy = change.remedy { lines.append("  remedy: \(remedy)") }
        return lines
    }

    /// `3 changes: 1 breaking, 1 risky, 1 safe`
    package var summary: String {
        let counts = Severity.allCases.reversed().compactMap { severity -> String? in
            let count = diff.changes.filter { $0.severity() == severity }.count
            return count == 0 ? nil : "\(count) \(severity.name)"
        }
        let total = diff.changes.count
        let failing = diff.changes.filter(gate.fails).count
        let end = failing == 0 ? "" : "; \(failing) \(failing == 1 ? "fails" : "fail") the check"
        return "\(total) \(total == 1 ? "change" : "changes"): \(counts.joined(separator: ", "))\(end)"
    }
}

extension ChangeKind {
    var isRemoval: Bool {
        switch self {
        case .moduleRemoved, .fieldRemoved, .choiceRemoved, .enumRemoved, .localeRemoved: true
        default: false
        }
    }
}

extension SchemaDiff {
    /// The failing changes in the format of compilers, so that editors and CI mark the lines.
    ///
    /// ```text
    /// Schema/books.json:4:18: error: books.age: type changed from integer to text: breaking for source, wire …
    /// ```
    package func diagnostics(_ gate: Gate) -> [Diagnostic] {
        changes.filter(gate.fails).map { change in
            let failing = gate.aspects.filter { change[$0].severity >= gate.limit }
            let reasons = failing.map { aspect in
                "\(change[aspect].severity.name) for \(aspect.rawValue)"
                    + (change[aspect].reason.map { " (\($0))" } ?? "")
            }
            var message =
                "\(change.paths.joined(separator: ", ")): \(change.message): \(reasons.joined(separator: ", "))"
            if let remedy = change.remedy { message += ". \(remedy)" }
            return Diagnostic(
                .error, change.kind.rawValue, message: message, at: change.new ?? change.old,
                notes: change.new == nil
                    ? [] : change.old.map { [Diagnostic.Note("before the change", at: $0)] } ?? [])
        }
    }
}
