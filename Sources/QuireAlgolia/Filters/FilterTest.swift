/// One test of a filter: as the engine's facets say it, as its numbers do, or both.
///
/// The engine combines facets with facets and numbers with numbers in an OR, and never the one with the other; so a
/// test that can be said both ways can stand anywhere.
struct FilterTest: Sendable, Hashable {
    struct Facet: Sendable, Hashable {
        var attribute: String
        var key: String
        var isNegated = false
    }

    struct Comparison: Sendable, Hashable {
        var attribute: String
        var sign: Sign
        var number: String
    }

    enum Sign: String, Sendable, Hashable {
        case less = "<"
        case lessOrEqual = "<="
        case equal = "="
        case greaterOrEqual = ">="
        case greater = ">"

        /// What holds of a number where this one does not.
        var opposite: Sign {
            switch self {
            case .less: .greaterOrEqual
            case .lessOrEqual: .greater
            case .greaterOrEqual: .less
            case .greater, .equal: .lessOrEqual
            }
        }
    }

    /// The wire name, for errors.
    var field: String
    var facet: Facet?
    /// One of these holds; empty where numbers cannot say it.
    var numbers: [Comparison] = []
}
