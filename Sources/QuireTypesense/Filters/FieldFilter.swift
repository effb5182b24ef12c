import QuireRemote

/// A condition on the documents of a collection, before it is printed as `filter_by`.
typealias FieldFilter = LogicalFilter<FieldTest>

extension LogicalFilter<FieldTest> {
    /// Tests whether any of the field's keys is one of these.
    static func keys(_ name: String, _ keys: [String]) -> FieldFilter {
        guard keys.count > 1 else { return keys.isEmpty ? .nothing : .test(FieldTest(name, .isAny(keys))) }
        return .test(FieldTest(name, .isAny(keys.distinct)))
    }

    /// Tests whether an item has a value in a field.
    static func presence(of field: IndexedField) -> FieldFilter {
        keys(DocumentField.presences, [field.presence])
    }

    static func absence(of field: IndexedField) -> FieldFilter {
        .test(FieldTest(DocumentField.presences, .isNone([field.presence])))
    }

    /// Tests whether an integer of the field lies in a range.
    static func inside(
        _ name: String, _ range: ClosedRange<Int64>, of limits: ClosedRange<Int64> = .min ... .max,
        optional field: IndexedField? = nil
    ) -> FieldFilter {
        let form: FieldTest.Form =
            range.upperBound == limits.upperBound
            ? .atLeast(range.lowerBound)
            : range.lowerBound == limits.lowerBound ? .atMost(range.upperBound) : .between(range)
        return .test(FieldTest(name, form, optional: field))
    }

    // MARK: - Printing

    /// The condition in the form that is printed, which has no complements of groups.
    var printable: FieldFilter { withoutComplements(\.complement).distinct }

    /// The maximum number of tests, operators and parentheses: the server rejects more than 100.
    static var mostTokens: Int { 99 }

    var tokens: Int {
        switch self {
        case .everything: 0
        case .nothing, .test: 1
        case .not(let part): part.tokens
        case .all(let parts), .any(let parts):
            parts.reduce(parts.count - 1) { $0 + $1.tokens + ($1.isGroup ? 2 : 0) }
        }
    }

    private var isGroup: Bool {
        switch self {
        case .all, .any: true
        case .everything, .nothing, .test, .not: false
        }
    }

    /// The value of `filter_by` for a printable condition; `nil` if there is nothing to filter.
    var text: String? { self == .everything ? nil : printed }

    /// The server gives && and || the same precedence, so a group inside one of the other kind needs parentheses.
    private var printed: String {
        func joined(_ parts: [FieldFilter], _ sign: String) -> String {
            parts.map { $0.isGroup ? "(\($0.printed))" : $0.printed }.joined(separator: sign)
        }
        return switch self {
        case .everything: ""
        // No field has this number.
        case .nothing: "\(DocumentField.presences):=[p]"
        case .test(let test): test.text
        case .not: printable.printed
        case .all(let parts): joined(parts, " && ")
        case .any(let parts): joined(parts, " || ")
        }
    }
}
