import QuireSchema

/// The descriptors of a schema's modules as the JSON in generated code, for programs that use a schema without
/// compiling it.
package func describeModules(of schema: Schema) -> [String] {
    let types = DeclaredTypes(schema)
    return schema.modules.map { RenderDescriptor.lines(of: $0, types: types).joined(separator: "\n") }
}
