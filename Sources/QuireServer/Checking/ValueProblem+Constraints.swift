import QuireCore

extension ValueProblem {
    /// Creates the problem of a value that breaks a constraint of the schema.
    ///
    /// HALO has a rule for lengths, `isLength`, whose error is `validator.10`. The other constraints are named as in the
    /// schema: `validator.maximum`.
    init(_ violation: ConstraintViolation) {
        let name = violation.constraint.name
        self.init(
            field: violation.field.shortened,
            error: violation.constraint.isLength ? "validator.10" : "validator.\(name)",
            message: violation.message.sentence, constraint: name)
    }
}

extension Constraint {
    /// Whether HALO's rule `isLength` expresses the constraint.
    var isLength: Bool {
        switch self {
        case .minLength, .maxLength: true
        default: false
        }
    }
}

extension String {
    /// The text with a capital letter and a full stop.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
