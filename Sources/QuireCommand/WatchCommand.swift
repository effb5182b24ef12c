import Foundation
import QuireExplorer
import QuireGenerator
import QuireSchema
import QuireTerminal

/// `quire watch`: checks a schema, and generates its code, whenever a file is saved.
enum WatchCommand {
    static let help = """
        Check a schema whenever one of its files is saved, and generate its code.

        Usage: quire watch [options]

          --schema <path>   A schema file or folder (repeatable; default: Schema)
          --output <folder> The folder of the generated code. Without it, the schema is only checked
          --access <level>  internal, package or public; overrides the schema's access level

        Each save prints one line, after the errors in the compiler's format. While the schema has errors, the code stays
        as it was. Files are looked at four times a second, and read when they no longer change. Ctrl-C ends the command.

        Exit codes: 0 stopped by Ctrl-C, 2 wrong usage.
        """

    private static let interval = Duration.milliseconds(250)

    static func run(_ arguments: [String]) async throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: ["--schema", "--output", "--access"], flags: ["--help", "-h"], of: "watch")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); use --schema for the schema")
        }
        let run = WatchRun(
            schemas: try SchemaPaths.of(arguments), output: try arguments.single("--output"),
            access: try arguments.accessLevel())
        let signals = StopSignals()
        let work = Task { await watch(run) }
        await signals.next()
        work.cancel()
        await work.value
        return 0
    }

    /// Watches until the task is cancelled.
    private static func watch(_ run: WatchRun) async {
        var changes = SchemaChanges()
        while !Task.isCancelled {
            let snapshot = SchemaSnapshot(paths: run.schemas)
            if changes.mustRead(snapshot) {
                let result = run.result(missing: snapshot.missing, report: printError)
                printOrExit("\(timeOfDay) \(result)")
            }
            // Fails only if the task is cancelled.
            try? await Task.sleep(for: interval)
        }
    }

    /// The local time: `14:05:09`.
    private static var timeOfDay: String {
        var now = time(nil)
        var local = tm()
        localtime_r(&now, &local)
        return [local.tm_hour, local.tm_min, local.tm_sec].map { ($0 < 10 ? "0" : "") + String($0) }
            .joined(separator: ":")
    }
}

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
