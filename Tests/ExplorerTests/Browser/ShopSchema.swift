import QuireExplorer
import QuireSchema

import class QuireCore.ModuleDescriptor

/// The run-time descriptors of a schema's file.
func modulesOfSchema(at path: String) throws -> [ModuleDescriptor] {
    let (schema, diagnostics) = readSchema(paths: [path])
    guard let schema else { throw BrowserFailure("The schema has mistakes: \(diagnostics)") }
    return try DescribedSchema(schema).descriptors
}
