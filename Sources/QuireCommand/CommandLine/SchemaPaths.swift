import QuireCore
import QuireExplorer
import QuireGenerator
import QuireSchema
import QuireText

/// Finds the schema of a command.
enum SchemaPaths {
    /// The paths of `--schema`, by default the folder `Schema`.
    static func of(_ arguments: Arguments) throws(UsageError) -> [String] {
        if let paths = arguments.values["--schema"] { return paths }
        return try standard("--schema <path>")
    }

    /// The folder `Schema`.
    ///
    /// - Parameter way: How to pass another one, for the error if the folder does not exist.
    static func standard(_ way: String) throws(UsageError) -> [String] {
        guard FileSystem.exists("Schema") else {
            throw UsageError("no folder 'Schema' found; pass the schema's file or folder: \(way)")
        }
        return ["Schema"]
    }
}

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
