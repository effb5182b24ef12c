import Foundation
import PackagePlugin

/// `swift package check-content`: checks the schemas, and that checked-in code is up to date. Needs no permission.
@main
struct CheckContent: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let command = try ContentCommand(context, arguments)
        for job in command.jobs {
            // If no code is checked in, it is generated elsewhere, which also checks the names.
            let aside = context.pluginWorkDirectoryURL.appending(path: "checked", directoryHint: .isDirectory)
            let isFine = try command.run(
                job, output: job.output ?? aside, flags: job.output == nil ? [] : ["--check"])
            if !isFine { Diagnostics.error("\(job.schema.schemas[0].filePath) did not pass the check") }
        }
    }
}
