import QuireSchema

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
                .error, change.kind.rawValue, message, at: change.new ?? change.old,
                notes: change.new == nil
                    ? [] : change.old.map { [Diagnostic.Note("before the change", at: $0)] } ?? [])
        }
    }
}
