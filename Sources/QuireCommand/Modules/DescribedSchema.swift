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
        do throws(DescriptorFailure) {
            try self.init(schema)
        } catch {
            printError("quire: error: the description of \"\(error.module)\" \(error.reason)")
            return nil
        }
    }

    /// Describes a schema that has been read without errors.
    init(_ schema: Schema) throws(DescriptorFailure) {
        self.schema = schema
        descriptors = []
        for (module, json) in zip(schema.modules, describeModules(of: schema)) {
            do throws(DescriptorMistake) {
                descriptors.append(try ModuleDescriptor(json: json))
            } catch {
                throw DescriptorFailure(module: module.name, reason: error.text)
            }
        }
    }

    /// A module that cannot be described.
    struct DescriptorFailure: Error {
        var module: String
        var reason: String
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
