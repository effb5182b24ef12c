import QuireCore

extension WriteError {
    /// Creates the failure for values that break constraints of their fields.
    package init(_ violations: [ConstraintViolation], _ operation: WriteOperation) {
        self.init(.invalid, operation, message: Self.brokenConstraints)
        fields = violations.map(Field.init)
    }

    static let brokenConstraints = "values break constraints of the schema"
}

extension WriteError.Field {
    /// Creates the problem of a value that breaks a constraint.
    package init(_ violation: ConstraintViolation) {
        self.init(name: violation.field, message: violation.message)
        constraint = violation.constraint
    }
}
