import QuireGenerator
import QuireSchema

/// The changes between two schemas.
///
/// ```swift
/// let diff = SchemaDiff(from: try ComparedSchema(released), to: try ComparedSchema(edited))
/// for change in diff.changes where change.severity() == .breaking { print(change.paths, change.message) }
/// ```
/// The comparison reads nothing but the two schemas. Modules, fields and choices are matched by their names on the
/// wire. The order of modules and choices, the split into files, and formatting are no changes.
package struct SchemaDiff: Hashable, Sendable {
    /// In the order of the new schema. Removals come after the rest of their module.
    package var changes: [Change]

    package init(from old: ComparedSchema, to new: ComparedSchema) {
        var comparison = SchemaComparison(old: old, new: new)
        comparison.compare()
        changes = comparison.changes
    }

    /// The worst severity for any of the aspects.
    package func severity(for aspects: [Aspect] = Aspect.allCases) -> Severity {
        changes.map { $0.severity(for: aspects) }.max() ?? .safe
    }
}

/// A schema with everything that a comparison looks up in it.
package struct ComparedSchema: Sendable {
    package let schema: Schema
    let interface: SwiftInterface

    /// - Throws: `SchemaDiagnostics` if two declarations have the same name in Swift.
    package init(_ schema: Schema) throws(SchemaDiagnostics) {
        let (interface, diagnostics) = swiftInterface(of: schema)
        guard let interface else { throw SchemaDiagnostics(diagnostics: diagnostics) }
        self.schema = schema
        self.interface = interface
    }
}

/// The errors of a schema that cannot be compared.
package struct SchemaDiagnostics: Error {
    package var diagnostics: [Diagnostic]
}
