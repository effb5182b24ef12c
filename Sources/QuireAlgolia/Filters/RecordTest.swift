import QuireEngine

/// One condition of a filter, expressed as a facet condition, as numeric comparisons, or both.
///
/// In an OR, Algolia combines facet conditions with each other and numeric comparisons with each other, but does not
/// mix them. A condition that has both forms can be used in either.
struct RecordTest: Sendable, Hashable {
    /// Whether an attribute has a key, or does not have it.
    struct Facet: Sendable, Hashable {
        var attribute: String
        var key: String
        var isNegated = false
    }

    struct Comparison: Sendable, Hashable {
        var attribute: String
        var sign: Sign
        var number: String

        var text: String { attribute + sign.rawValue + number }
    }

    enum Sign: String, Sendable, Hashable {
        case less = "<"
        case lessOrEqual = "<="
        case equal = "="
        case greaterOrEqual = ">="
        case greater = ">"

        /// The comparison that holds exactly when this one does not.
        var opposite: Sign {
            switch self {
            case .less: .greaterOrEqual
            case .lessOrEqual: .greater
            case .greaterOrEqual: .less
            case .greater, .equal: .lessOrEqual
            }
        }

        var isUpward: Bool { self == .greater || self == .greaterOrEqual }
    }

    /// The name of the field, for errors.
    var field: String
    var facet: Facet?
    /// The comparisons, one of which must hold; empty if the condition has no numeric form.
    var comparisons: [Comparison] = []
    /// The comparisons of which one holds exactly when the condition does not.
    var opposite: [Comparison] = []

    /// The condition that holds exactly when this one does not.
    var complement: RecordTest {
        var complement = RecordTest(
            field: field, facet: facet, comparisons: opposite, opposite: comparisons)
        complement.facet?.isNegated.toggle()
        return complement
    }
}

extension RecordTest.Sign {
    init?(_ wanted: Standings) {
        switch wanted.rawValue {
        case Standings.less.rawValue: self = .less
        case Standings.less.rawValue | Standings.equal.rawValue: self = .lessOrEqual
        case Standings.greater.rawValue | Standings.equal.rawValue: self = .greaterOrEqual
        case Standings.greater.rawValue: self = .greater
        default: return nil
        }
    }
}
