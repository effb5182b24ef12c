import Foundation
import PackagePlugin

/// The shared part of the two command plugins: choosing schema and output, and running the tool.
struct ContentCommand {
    /// A schema and the folder for its checked-in code.
    struct Job {
        var schema: SchemaPlace
        var output: URL?
    }

    let context: PluginContext
    private(set) var jobs: [Job] = []
    private let access: String?

    /// Accepts `--target NAME`, `--schema PATH`, `--output PATH` and `--access LEVEL`.
    ///
    /// Without a target or a schema, uses the package's folder `Schema`, or else every target with a schema.
    ///
    /// - Parameter others: Options that the command has read itself, for the error about an unknown one.
    init(
        _ context: PluginContext, _ arguments: [String], others: String = ""
    ) throws(ContentCommandError) {
        self.context = context
        var extractor = ArgumentExtractor(arguments)
        let targets = extractor.extractOption(named: "target")
        let schemas = extractor.extractOption(named: "schema")
        let outputs = extractor.extractOption(named: "output")
        access = extractor.extractOption(named: "access").last
        if let unknown = extractor.remainingArguments.first {
            throw ContentCommandError(
                "unknown argument '\(unknown)'; there are: --target NAME, --schema PATH, --output PATH, --access LEVEL\(others)"
            )
        }
        if outputs.count > 1 { throw ContentCommandError("--output was given \(outputs.count) times") }
        let root = context.package.directoryURL
        let output = outputs.last.map { URL(filePath: $0, directoryHint: .isDirectory, relativeTo: root) }
        if !schemas.isEmpty {
            let urls = schemas.map { URL(filePath: $0, relativeTo: root) }
            jobs = [Job(schema: SchemaPlace(schemas: urls, files: urls, isInTarget: false), output: output)]
        } else if targets.isEmpty {
            jobs = try everySchema(output)
        } else {
            for name in targets { jobs.append(try job(ofTarget: name, output)) }
        }
        if output != nil, jobs.count > 1 {
            throw ContentCommandError(
                "--output supports one schema; choose it with --target or --schema")
        }
    }

    private func job(ofTarget name: String, _ output: URL?) throws(ContentCommandError) -> Job {
        guard
            let target = context.package.targets.first(where: { $0.name == name }) as? SwiftSourceModuleTarget
        else { throw ContentCommandError("the package has no Swift target '\(name)'") }
        guard let place = SchemaPlace.find(target: target.directoryURL, package: context.package.directoryURL)
        else { throw ContentCommandError(SchemaPlace.missing(target: name, folder: target.directoryURL)) }
        return Job(schema: place, output: output ?? Self.generated(in: target.directoryURL))
    }

    private func everySchema(_ output: URL?) throws(ContentCommandError) -> [Job] {
        let root = context.package.directoryURL
        let targets = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
        var found: [Job] = []
        let nowhere = root.appending(path: "Schema", directoryHint: .isDirectory)
        for target in targets {
            guard let place = SchemaPlace.find(target: target.directoryURL, package: target.directoryURL),
                place.isInTarget
            else { continue }
            found.append(Job(schema: place, output: output ?? Self.generated(in: target.directoryURL)))
        }
        let isTarget = targets.contains { $0.directoryURL.standardizedFileURL == nowhere.standardizedFileURL }
        if !isTarget, let place = SchemaPlace.folder(nowhere, isInTarget: false) {
            found.append(Job(schema: place, output: output))
        }
        if found.isEmpty {
            throw ContentCommandError(
                "the package has no schema: no JSON document in a folder 'Schema' at its root or in a target. "
                    + "Specify it with --schema PATH")
        }
        return found
    }

    /// The existing folder `Generated` of a target.
    private static func generated(in target: URL) -> URL? {
        let folder = target.appending(path: "Generated", directoryHint: .isDirectory)
        let index = folder.appending(path: "ContentSchema.generated.swift")
        return FileManager.default.fileExists(atPath: index.filePath) ? folder : nil
    }

    /// Runs the tool. Its messages are printed with the plugin's. Returns whether it succeeded.
    func run(_ job: Job, output: URL, flags: [String] = []) throws -> Bool {
        let process = Process()
        process.executableURL = try context.tool(named: "quire-generate").url
        process.arguments =
            job.schema.schemas.flatMap { ["--schema", $0.filePath] } + ["--output", output.filePath]
            + (access.map { ["--access", $0] } ?? []) + flags
        try process.run()
        process.waitUntilExit()
        return process.terminationReason == .exit && process.terminationStatus == 0
    }
}

/// A command that cannot be carried out.
struct ContentCommandError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
