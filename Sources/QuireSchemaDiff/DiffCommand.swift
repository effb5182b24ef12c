import QuireSchema

/// Compares two schemas, and reports the changes. The command line and `check-content` run this.
package struct DiffCommand {
    /// The format of the report.
    package enum Format: Sendable {
        case text, json
        /// Only the failing changes, in the format of compilers.
        case diagnostics
    }

    package var old: SchemaOrigin
    package var new: SchemaOrigin
    package var gate: Gate
    package var format: Format
    /// A file with recorded queries.
    package var queries: String?

    package init(old: SchemaOrigin, new: SchemaOrigin, gate: Gate = Gate(), format: Format = .text) {
        self.old = old
        self.new = new
        self.gate = gate
        self.format = format
    }

    /// Runs the command.
    ///
    /// Returns the exit code: 0 if no change and no query fails, 1 if one does or if a schema has errors.
    ///
    /// - Parameters:
    ///   - show: Prints the report.
    ///   - report: Prints a line to standard error.
    package func run(show: (String) -> Void, report: (String) -> Void) throws(SchemaOriginError) -> Int32 {
        guard let before = try read(old, report, printsWarnings: false),
            let after = try read(new, report, printsWarnings: true)
        else { return 1 }
        let diff = SchemaDiff(from: before, to: after)
        var queries: QueryReport?
        if let path = self.queries {
            queries = QueryReport(
                QueryComparison(try RecordedQueries(path: path), from: before.schema, to: after.schema))
        }
        switch format {
        case .text:
            let parts = [TextReport(diff, gate: gate).lines, queries.map { [""] + $0.lines } ?? []]
            show(parts.joined().joined(separator: "\n"))
        case .json: show(JSONReport(diff, gate: gate, queries: queries).text)
        case .diagnostics:
            for diagnostic in diff.diagnostics(gate) { diagnostic.lines.forEach(report) }
        }
        return diff.changes.contains(where: gate.fails) || queries?.fails(gate) == true ? 1 : 0
    }

    /// Reads a schema. Returns `nil` if it has errors, which are reported. The warnings of the old one are nobody's
    /// task.
    private func read(
        _ origin: SchemaOrigin, _ report: (String) -> Void, printsWarnings: Bool
    ) throws(SchemaOriginError) -> ComparedSchema? {
        let (schema, diagnostics) = try origin.read()
        for diagnostic in diagnostics where printsWarnings || diagnostic.severity == .error {
            diagnostic.lines.forEach(report)
        }
        guard let schema else { return nil }
        do throws(SchemaDiagnostics) {
            return try ComparedSchema(schema)
        } catch {
            for diagnostic in error.diagnostics where diagnostic.severity == .error {
                diagnostic.lines.forEach(report)
            }
            return nil
        }
    }
}

extension Gate {
    /// Reads the values of `--for` and `--fail-on`.
    ///
    /// - Throws: `SchemaOriginError` for an unknown word.
    package init(aspects: String?, limit: String?) throws(SchemaOriginError) {
        self.init()
        if let aspects {
            self.aspects = []
            for name in aspects.split(separator: ",", omittingEmptySubsequences: false) {
                guard let aspect = Aspect(rawValue: String(name)) else {
                    throw SchemaOriginError(
                        "unknown aspect \(quoted(String(name))) in --for; expected \(Self.aspectNames), separated by commas"
                    )
                }
                if !self.aspects.contains(aspect) { self.aspects.append(aspect) }
            }
        }
        if let limit {
            guard let severity = Severity(name: limit), severity > .safe else {
                throw SchemaOriginError(
                    "unknown severity \(quoted(limit)) in --fail-on; expected breaking or risky")
            }
            self.limit = severity
        }
    }

    private static let aspectNames = Aspect.allCases.map(\.rawValue).joined(separator: ", ")
}
