/// One condition of a filter, expressed as a facet condition, as numeric comparisons, or both.
///
/// In an OR, Algolia combines facet conditions with each other and numeric comparisons with each other, but does not
/// mix them. A condition that has both forms can be used in either. A class, because multiplying out an OR of ANDs repeats
/// its conditions.
final class FilterTest: Sendable, Hashable {
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

        /// The comparison that holds exactly when this one does not.
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
    let field: String
    let facet: Facet?
    /// The comparisons, one of which must hold; empty if the condition has no numeric form.
    let numbers: [Comparison]

    init(field: String, facet: Facet? = nil, numbers: [Comparison] = []) {
        self.field = field
        self.facet = facet
        self.numbers = numbers
    }

    static func == (left: FilterTest, right: FilterTest) -> Bool {
        left === right
            || (left.field == right.field && left.facet == right.facet && left.numbers == right.numbers)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(facet)
        hasher.combine(numbers)
    }
}
