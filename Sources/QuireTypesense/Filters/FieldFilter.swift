import QuireCore
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

/// One test of an indexed field in `filter_by`: `q_o_age:>=18`.
struct FieldTest: Sendable, Hashable {
    enum Sign: String, Sendable {
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="

        var complement: Sign {
            switch self {
            case .less: .greaterOrEqual
            case .lessOrEqual: .greater
            case .greater: .lessOrEqual
            case .greaterOrEqual: .less
            }
        }
    }

    enum Form: Sendable {
        case isAny([String])
        case isNone([String])
        case equals(String)
        case differs(String)
        case atLeast(Int64)
        case atMost(Int64)
        case between(ClosedRange<Int64>)
        /// A comparison in the server's own meaning: `<`, `<=`, `>` or `>=`.
        case compares(Sign, String)
        /// A place in an area: the name, and the area in parentheses.
        case lies(String), liesOutside(String)
    }

    let text: String
    private let name: String
    private let form: Form
    /// The module's field, if documents may lack it. Then a complement also finds those without a value.
    private let optional: IndexedField?

    init(_ name: String, _ form: Form, optional: IndexedField? = nil) {
        self.name = name
        self.form = form
        self.optional = optional
        text =
            switch form {
            case .isAny(let values): "\(name):=[\(values.joined(separator: ","))]"
            case .isNone(let values): "\(name):!=[\(values.joined(separator: ","))]"
            case .equals(let value): "\(name):=\(value)"
            case .differs(let value): "\(name):!=\(value)"
            case .atLeast(let bound): "\(name):>=\(bound)"
            case .atMost(let bound): "\(name):<=\(bound)"
            case .between(let range): "\(name):[\(range.lowerBound)..\(range.upperBound)]"
            case .compares(let sign, let number): "\(name):\(sign.rawValue)\(number)"
            case .lies(let area): "\(name):(\(area))"
            case .liesOutside(let area): "\(name):!=(\(area))"
            }
    }

    /// The condition that holds exactly when the test does not.
    var complement: FieldFilter {
        func other(_ form: Form) -> FieldFilter { .test(FieldTest(name, form, optional: optional)) }
        func below(_ bound: Int64) -> FieldFilter { bound == .min ? .nothing : other(.atMost(bound - 1)) }
        func above(_ bound: Int64) -> FieldFilter { bound == .max ? .nothing : other(.atLeast(bound + 1)) }
        let absent = optional.map { FieldFilter.absence(of: $0) } ?? .nothing
        return switch form {
        case .isAny(let values): other(.isNone(values))
        case .isNone(let values): other(.isAny(values))
        case .equals(let value): other(.differs(value))
        case .differs(let value): other(.equals(value))
        case .atLeast(let bound): .any([below(bound), absent])
        case .atMost(let bound): .any([above(bound), absent])
        case .between(let range): .any([below(range.lowerBound), above(range.upperBound), absent])
        case .compares(let sign, let number): other(.compares(sign.complement, number))
        case .lies(let area): other(.liesOutside(area))
        case .liesOutside(let area): other(.lies(area))
        }
    }

    // Texts that only look alike are different.
    static func == (left: FieldTest, right: FieldTest) -> Bool { left.text.isByteEqual(to: right.text) }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
