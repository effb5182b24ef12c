#if SQLite
import QuireCore

/// The constraints that a write is checked against.
package enum ConstraintScope: Sendable {
    /// None, for content that a server has accepted.
    case none
    /// Only `unique`, and only for the named fields. The writer has checked the other constraints.
    case unique(Set<String>)
    /// All constraints of all values.
    case all

    /// Whether `unique` is checked for a field.
    func comparesUnique(_ name: String) -> Bool {
        switch self {
        case .none: false
        case .unique(let names): names.contains(name)
        case .all: true
        }
    }
}

/// An instance that was not stored because its values break constraints.
package struct ConstraintError: Error {
    package var id: String?
    package var violations: [ConstraintViolation]
}
#endif
