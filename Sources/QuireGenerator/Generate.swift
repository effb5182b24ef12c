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
