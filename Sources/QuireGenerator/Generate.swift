import QuireSchema

/// A file of generated code.
public struct GeneratedFile: Hashable, Sendable {
    /// The name in the output folder.
    public var name: String
    public var text: String
}

/// What came out of a schema.
public struct Generation: Sendable {
    /// All files, in a fixed order; empty where a diagnostic is an error.
    public var files: [GeneratedFile]
    public var diagnostics: [Diagnostic]
}

/// The names of all files that are ever generated, whatever the schema.
public var generatedFileNames: [String] {
    (0..<Shards.count).map(Shards.name) + [Shards.indexName]
}

/// Makes Swift out of a checked schema.
///
/// ```swift
/// let generation = generate(schema)
/// for file in generation.files { print(file.name) }
/// ```
/// Names are planned for the whole schema first; where two collide, nothing is generated.
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
