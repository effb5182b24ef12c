import QuireSchema

/// The descriptors of a schema's modules as the JSON that generated code holds, for programs that work from a schema
/// without building it.
package func describeModules(of schema: Schema) -> [String] {
    let scalars = Dictionary(schema.scalars.map { ($0.name, $0) }) { first, _ in first }
    return schema.modules.map { RenderDescriptor.lines(of: $0, scalars: scalars).joined(separator: "\n") }
}
