import QuireCore
import QuireGenerator
import QuireSchema
import QuireText

/// A schema at run time: a descriptor for each of its modules.
struct DescribedSchema {
    var schema: Schema
    /// In the order of the schema's modules.
    var descriptors: [ModuleDescriptor]

    /// Reads the schema. Returns `nil` if it has errors, which are printed with their lines.
    init?(paths: [String]) {
        let (schema, diagnostics) = readSchema(paths: paths)
        for diagnostic in diagnostics { diagnostic.lines.forEach(printError) }
        guard let schema else { return nil }
        self.schema = schema
        descriptors = []
        for (module, json) in zip(schema.modules, describeModules(of: schema)) {
            do throws(DescriptorMistake) {
                descriptors.append(try ModuleDescriptor(json: json))
            } catch {
                printError("quire: error: the description of \"\(module.name)\" \(error.text)")
                return nil
            }
        }
    }
}

extension [ModuleDescriptor] {
    /// The module with a wire name.
    func named(_ name: String) throws(UsageError) -> ModuleDescriptor {
        if let module = first(where: { $0.name.isByteEqual(to: name) }) { return module }
        throw UsageError(
            "--module: the schema has no module \(quoted(name))\(NearName.hint(for: name, among: map(\.name)))"
        )
    }
}
