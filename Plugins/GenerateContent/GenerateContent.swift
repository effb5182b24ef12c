import Foundation
import PackagePlugin

/// `swift package generate-content`: writes the generated code into the package, to check in.
@main
struct GenerateContent: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let command = try ContentCommand(context, arguments)
        for job in command.jobs {
            guard let output = job.output else {
                throw ContentCommandError(
                    "specify the output folder: --output PATH, for example --output Sources/Content/Generated"
                )
            }
            if try !command.run(job, output: output) {
                Diagnostics.error("the code of \(job.schema.schemas[0].filePath) was not generated")
            }
        }
    }
}
