import QuireSchema

/// The descriptors of a schema's modules as the JSON in generated code, for programs that use a schema without
/// compiling it.
package func describeModules(of schema: Schema) -> [String] {
    let scalars = Dictionary(schema.scalars.map { ($0.name, $0) }) { first, _ in first }
    return schema.modules.map { RenderDescriptor.lines(of: $0, scalars: scalars).joined(separator: "\n") }
}
