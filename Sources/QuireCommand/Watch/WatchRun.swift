import QuireGenerator
import QuireSchema
import QuireTerminal

/// Checks a schema once, and generates its code.
struct WatchRun {
    let schemas: [String]
    /// The folder of the generated files. `nil` only checks.
    let output: String?
    let access: AccessLevel?

    /// Reports the diagnostics, and returns a line with the result.
    ///
    /// - Parameter missing: The paths without a document.
    func result(missing: [String], report: (String) -> Void) -> String {
        if let path = missing.first { return "waiting for \(quoted(path)), which has no schema" }
        let (schema, diagnostics) = readSchema(paths: schemas)
        for diagnostic in diagnostics { diagnostic.lines.forEach(report) }
        guard let schema else { return Self.failure(diagnostics) }
        let generation = generate(schema, access: access)
        for diagnostic in generation.diagnostics { diagnostic.lines.forEach(report) }
        guard !generation.files.isEmpty else { return Self.failure(generation.diagnostics) }
        let modules = Text.count(schema.modules.count, "module")
        guard let output else { return "valid: \(modules)" }
        do throws(FileFailure) {
            let written = try OutputFolder(output).write(generation.files)
            let change =
                written.isEmpty ? "the code is up to date" : "\(Text.count(written.count, "file")) written"
            return "valid: \(modules); \(change)"
        } catch {
            report("\(error)")
            return "failed: the code cannot be written"
        }
    }

    private static func failure(_ diagnostics: [Diagnostic]) -> String {
        let errors = diagnostics.count { $0.severity == .error }
        return "failed: \(Text.count(errors, "error")); the code stays as it was"
    }
}
