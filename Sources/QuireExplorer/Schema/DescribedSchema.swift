import QuireCore
import QuireGenerator
import QuireSchema

/// A schema at run time: a descriptor for each of its modules.
package struct DescribedSchema: Sendable {
    package var schema: Schema
    /// In the order of the schema's modules.
    package var descriptors: [ModuleDescriptor]

    /// Describes a schema that has been read without errors.
    package init(_ schema: Schema) throws(DescriptorFailure) {
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
    package struct DescriptorFailure: Error {
        package var module: String
        package var reason: String
    }
}
