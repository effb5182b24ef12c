import QuireCore
import QuireExplorer
import QuireGenerator
import QuireSchema
import QuireText

extension DescribedSchema {
    /// Reads the schema. Returns `nil` if it has errors, which are printed with their lines.
    init?(paths: [String]) {
        let (schema, diagnostics) = readSchema(paths: paths)
        for diagnostic in diagnostics { diagnostic.lines.forEach(printError) }
        guard let schema else { return nil }
        do throws(DescriptorFailure) {
            try self.init(schema)
        } catch {
            printError("quire: error: the description of \"\(error.module)\" \(error.reason)")
            return nil
        }
    }
}

extension [ModuleDescriptor] {
    /// The module with a wire name.
    func named(_ name: String) throws(UsageError) -> ModuleDescriptor {
        if let module = first(where: { $0.name == name }) { return module }
        throw UsageError(
            "--module: the schema has no module \(quoted(name))\(NearName.hint(for: name, among: map(\.name)))"
        )
    }
}
