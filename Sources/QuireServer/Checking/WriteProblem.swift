import QuireCore

/// A value that the schema does not accept, for tools that check values before they write them.
package struct WriteProblem: Sendable, Hashable {
    /// The field's wire name, or its path in an object: `address.city`.
    package var field: String
    package var message: String
    /// The key of the violated constraint in the schema: `maxLength`.
    package var constraint: String?

    /// The problems of values, as the server checks them.
    ///
    /// - Parameter isNew: Whether the values are those of a new item, which needs all required fields.
    package static func problems(
        of values: JSONValue, in module: ServedModule, isNew: Bool
    ) -> [WriteProblem] {
        guard case .object(let members) = values else { return [] }
        var checker = ValueChecker(module, ReportAllowance())
        _ = checker.checked(members)
        let required = module.descriptor.fields.fields.filter { field in
            let value = values.member(field.name)
            return field.isRequired && (isNew ? value ?? .null : value ?? .boolean(true)) == .null
        }
        return checker.problems.described.map {
            WriteProblem(field: $0.field, message: $0.message, constraint: $0.constraint)
        }
            + required.map {
                WriteProblem(
                    field: $0.name, message: "a required field needs a value", constraint: "required")
            }
    }
}
