import QuireSchema

/// The generated files of a schema and diagnostics.
public struct Generation: Sendable {
    /// All files in a fixed order. Empty if a diagnostic is an error.
    public var files: [GeneratedFile]
    public var diagnostics: [Diagnostic]
}

/// The names of all files that can be generated. They do not depend on the schema.
public var generatedFileNames: [String] {
    (0..<Shards.count).map(Shards.name) + [Shards.indexName]
}

/// Generates Swift code from a checked schema.
///
/// ```swift
/// let generation = generate(schema)
/// for file in generation.files { print(file.name) }
/// ```
/// Names are chosen for the whole schema first. If two collide, nothing is generated.
public func generate(_ schema: Schema, access: AccessLevel? = nil) -> Generation {
    var schema = schema
    if let access { schema.access = access }
    var planner = SchemaPlanner(schema)
    let plan = planner.plan()
    if planner.diagnostics.contains(where: { $0.severity == .error }) {
        return Generation(files: [], diagnostics: planner.diagnostics)
    }
    let files = FileRenderer(schema: schema, plan: plan).files()
    return Generation(files: files, diagnostics: planner.diagnostics)
}

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
