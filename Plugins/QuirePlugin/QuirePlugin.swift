import Foundation
import PackagePlugin

/// Generates a target's content types from its schema, in every build after the schema has changed.
@main
struct QuirePlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? SwiftSourceModuleTarget else {
            Diagnostics.error(
                "the target '\(target.name)' uses QuirePlugin but has no Swift; QuirePlugin generates Swift")
            return []
        }
        guard
            let place = SchemaPlace.find(target: target.directoryURL, package: context.package.directoryURL)
        else {
            Diagnostics.error(SchemaPlace.missing(target: target.name, folder: target.directoryURL))
            return []
        }
        // SwiftPM's native build system only looks for new files in the targets of the root package.
        var isWatched = place.isInTarget
        if case .root = context.package.origin {} else { isWatched = false }
        return [
            try command(
                for: place, isWatched: isWatched, target: target.name,
                tool: context.tool(named: "quire-generate").url, work: context.pluginWorkDirectoryURL)
        ]
    }

    private func command(
        for place: SchemaPlace, isWatched: Bool, target: String, tool: URL, work: URL
    ) throws -> Command {
        var arguments = place.schemas.flatMap { ["--schema", $0.filePath] }
        arguments += ["--output", work.filePath]
        var inputs = place.files
        if !isWatched {
            // The tool rewrites this input, so that the command runs in every build and sees added files.
            let stamp = work.appending(path: "always-run.stamp")
            if !FileManager.default.fileExists(atPath: stamp.filePath) { try Data().write(to: stamp) }
            arguments += ["--stamp", stamp.filePath]
            inputs = [stamp]
        }
        return .buildCommand(
            displayName: "Generating content types of \(target)", executable: tool, arguments: arguments,
            inputFiles: inputs, outputFiles: GeneratedFiles.names.map { work.appending(path: $0) })
    }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension QuirePlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
        let project = context.xcodeProject.directoryURL
        let folder = project.appending(path: target.displayName, directoryHint: .isDirectory)
        guard let place = SchemaPlace.find(target: folder, package: project) else {
            Diagnostics.error(SchemaPlace.missing(target: target.displayName, folder: folder))
            return []
        }
        return [
            try command(
                for: place, isWatched: false, target: target.displayName,
                tool: context.tool(named: "quire-generate").url, work: context.pluginWorkDirectoryURL)
        ]
    }
}
#endif
