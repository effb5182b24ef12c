import QuireSchema

/// Generates code from schema files. The build tool and the command line run this.
public struct GenerationCommand: Sendable {
    /// The schema's files and folders.
    public var schemas: [String]
    /// The folder of the generated files.
    public var output: String
    /// Overrides the schema's own access level.
    public var access: AccessLevel?
    /// Compares with the existing files, and writes nothing.
    public var isCheck = false
    /// A file that is rewritten in every run. As an input, it makes SwiftPM always run the tool.
    public var stamp: String?

    public init(schemas: [String], output: String) {
        self.schemas = schemas
        self.output = output
    }

    /// Runs the command, and reports diagnostics line by line, by default to standard error.
    ///
    /// Returns the exit code: 0 on success, or 1 if the schema has an error (the previous output is kept), if a
    /// checked file is out of date, or if a file cannot be written.
    public func run(report: (String) -> Void = printError) -> Int32 {
        let code = generateFiles(report)
        if let stamp {
            do throws(FileFailure) {
                try FileSystem.write(Array(timeOfDay().utf8), to: stamp)
            } catch {
                report("\(error)")
                return 1
            }
        }
        return code
    }

    private func generateFiles(_ report: (String) -> Void) -> Int32 {
        let (schema, diagnostics) = readSchema(paths: schemas)
        for diagnostic in diagnostics { diagnostic.lines.forEach(report) }
        guard let schema else { return 1 }
        let generation = generate(schema, access: access)
        for diagnostic in generation.diagnostics { diagnostic.lines.forEach(report) }
        guard !generation.files.isEmpty else { return 1 }
        let folder = OutputFolder(output)
        if isCheck {
            let stale = folder.stale(generation.files)
            for path in stale {
                report("\(path):1:1: error: out of date with the schema; generate it again")
            }
            return stale.isEmpty ? 0 : 1
        }
        do throws(FileFailure) {
            _ = try folder.write(generation.files)
            return 0
        } catch {
            report("\(error)")
            return 1
        }
    }
}
