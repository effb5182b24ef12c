/// One condition of a filter, expressed as a facet condition, as numeric comparisons, or both.
///
/// In an OR, Algolia combines facet conditions with each other and numeric comparisons with each other, but does not
/// mix them. A condition that has both forms can be used in either. Its texts lie in the bytes of the filter, because
/// multiplying out an OR of ANDs repeats conditions.
struct FilterTest: Sendable {
    /// The text of the facet condition: the attribute, a colon and the key. Empty without one.
    var facet: Range<Int> = 0..<0
    /// The key in the text.
    var keyStart = 0
    var isNegated = false
    /// The comparisons, one of which must hold; empty if the condition has no numeric form.
    var comparisons: Range<Int> = 0..<0
    /// The name of the field, for errors.
    var field = 0

    enum Sign: Sendable, Hashable {
        case less, lessOrEqual, equal, greaterOrEqual, greater

        var text: StaticString {
            switch self {
            case .less: "<"
            case .lessOrEqual: "<="
            case .equal: "="
            case .greaterOrEqual: ">="
            case .greater: ">"
            }
        }

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
}
