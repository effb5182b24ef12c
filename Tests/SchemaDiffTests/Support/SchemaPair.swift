import QuireCore
import QuireGenerator
import QuireSchema
import QuireSchemaDiff
import Testing

/// Two schemas and the changes between them.
struct SchemaPair {
    let old: Schema
    let new: Schema
    let diff: SchemaDiff

    /// - Throws: If a schema has errors.
    init(_ old: String, _ new: String) throws {
        self.old = try Self.read(old, "old.json")
        self.new = try Self.read(new, "new.json")
        diff = SchemaDiff(from: try ComparedSchema(self.old), to: try ComparedSchema(self.new))
    }

    static func read(_ text: String, _ path: String) throws -> Schema {
        let (schema, diagnostics) = readSchema(documents: [SchemaDocument(path: path, text: text)])
        return try #require(schema, "\(diagnostics.map(\.description))\n\(text)")
    }

    /// The worst severity of the changes to a module, or to an enumeration whose name begins with the module's.
    func severity(of module: String, for aspect: Aspect) -> Severity {
        changes(of: module).map { $0[aspect].severity }.max() ?? .safe
    }

    func changes(of module: String) -> [Change] {
        diff.changes.filter { change in
            change.paths.contains { path in
                ["", "enum "].contains { prefix in
                    path == prefix + module || path.hasPrefix(prefix + module + ".")
                        || path.hasPrefix("enum " + module + " ")
                }
            }
        }
    }

    /// The modules that both schemas have.
    var modules: [(old: Module, new: Module)] {
        old.modules.compactMap { module in
            new.modules.first { $0.name == module.name }.map { (module, $0) }
        }
    }
}

extension Module {
    /// The field that holds the values of a field of an earlier schema.
    func successor(of earlier: QuireSchema.Field) -> QuireSchema.Field? {
        fields.first { $0.name == earlier.name }
            ?? fields.first { $0.formerNames.contains { $0.name == earlier.name } }
    }
}

extension Schema {
    /// What the run-time libraries know of the modules.
    var descriptors: [ModuleDescriptor] {
        get throws { try describeModules(of: self).map { try ModuleDescriptor(json: $0) } }
    }
}
