import Foundation
import PackagePlugin

/// `swift package check-content`: checks the schemas, that checked-in code is up to date, and with `--against`, that
/// the changes of a schema break nothing. Needs no permission.
@main
struct CheckContent: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var extractor = ArgumentExtractor(arguments)
        let comparison = try Comparison(&extractor)
        let command = try ContentCommand(
            context, extractor.remainingArguments,
            others: ", --against git:REV or FOLDER, --for ASPECTS, --fail-on SEVERITY")
        for job in command.jobs {
            // If no code is checked in, it is generated elsewhere, which also checks the names.
            let aside = context.pluginWorkDirectoryURL.appending(path: "checked", directoryHint: .isDirectory)
            let isFine = try command.run(
                job, output: job.output ?? aside, flags: job.output == nil ? [] : ["--check"])
            if !isFine { Diagnostics.error("\(job.schema.schemas[0].filePath) did not pass the check") }
            if isFine, let comparison, try !comparison.passes(job, context) {
                Diagnostics.error(
                    "\(job.schema.schemas[0].filePath) did not pass the check against \(comparison.against)")
            }
        }
    }
}

/// A comparison with an earlier schema.
private struct Comparison {
    /// `git:REV`, `git:REV:PATH`, or a path.
    let against: String
    private var options: [String] = []

    /// Reads `--against ORIGIN`, `--for ASPECTS` and `--fail-on SEVERITY`. `nil` without `--against`.
    init?(_ extractor: inout ArgumentExtractor) throws(ContentCommandError) {
        let origins = extractor.extractOption(named: "against")
        for name in ["for", "fail-on"] {
            let values = extractor.extractOption(named: name)
            if values.count > 1 { throw ContentCommandError("--\(name) was given \(values.count) times") }
            if let value = values.first { options += ["--" + name, value] }
        }
        if origins.count > 1 { throw ContentCommandError("--against was given \(origins.count) times") }
        guard let against = origins.first else {
            if let option = options.first {
                throw ContentCommandError("\(option) has no effect without --against; remove it")
            }
            return nil
        }
        self.against = against
    }

    /// Runs the tool, which prints the changes that fail. A sandbox may forbid it to run git; its error says so.
    func passes(_ job: ContentCommand.Job, _ context: PluginContext) throws -> Bool {
        let process = Process()
        process.executableURL = try context.tool(named: "quire-compare").url
        // Relative paths begin at the package.
        process.currentDirectoryURL = context.package.directoryURL
        process.arguments =
            ["--against", against] + job.schema.schemas.flatMap { ["--schema", $0.filePath] } + options
        try process.run()
        process.waitUntilExit()
        return process.terminationReason == .exit && process.terminationStatus == 0
    }
}
