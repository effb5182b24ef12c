/// A filter of PocketBase before it is printed.
///
/// PocketBase has no negation: `NOT (x)` means `x`. So a condition is negated by replacing every test by its complement.
/// Columns are never null, so the complement of a test is exact. Members of JSON may be null; their tests know it.
indirect enum Condition: Sendable, Hashable {
    case everything
    case nothing
    case test(Test)
    case all([Condition])
    case any([Condition])

    /// A comparison of a column with a value.
    struct Test: Sendable, Hashable {
        enum Operator: String, Sendable {
            case equal = "="
            case notEqual = "!="
            case greater = ">"
            case greaterOrEqual = ">="
            case less = "<"
            case lessOrEqual = "<="
            case matches = "~"
            case notMatches = "!~"
            /// One of many values is equal.
            case someEqual = "?="
            /// None of many values is equal. PocketBase writes it like `notEqual`.
            case noneEqual = "! ="

            var complement: Operator {
                switch self {
                case .equal: .notEqual
                case .notEqual: .equal
                case .greater: .lessOrEqual
                case .greaterOrEqual: .less
                case .less: .greaterOrEqual
                case .lessOrEqual: .greater
                case .matches: .notMatches
                case .notMatches: .matches
                case .someEqual: .noneEqual
                case .noneEqual: .someEqual
                }
            }

            var isOrder: Bool {
                switch self {
                case .greater, .greaterOrEqual, .less, .lessOrEqual: true
                case .equal, .notEqual, .matches, .notMatches, .someEqual, .noneEqual: false
                }
            }
        }

        var column: String
        var symbol: Operator
        var literal: Literal
        /// Whether the column is a member of JSON, of which a missing one meets no ordering.
        var isMember = false
    }

    static func test(_ column: String, _ symbol: Test.Operator, _ literal: Literal) -> Condition {
        .test(Test(column: column, symbol: symbol, literal: literal))
    }

    /// The exact complement.
    var negated: Condition {
        switch self {
        case .everything: return .nothing
        case .nothing: return .everything
        case .all(let parts): return .any(parts.map(\.negated))
        case .any(let parts): return .all(parts.map(\.negated))
        case .test(var test):
            test.symbol = test.symbol.complement
            guard test.isMember, test.symbol.isOrder else { return .test(test) }
            return .any([
                .test(test),
                .test(Test(column: test.column, symbol: .equal, literal: .null, isMember: true)),
            ])
        }
    }

    /// The same condition without groups of one kind in each other, and without constants in groups.
    var simplified: Condition {
        switch self {
        case .everything, .nothing, .test: return self
        case .all(let parts):
            var flat: [Condition] = []
            for part in parts {
                switch part.simplified {
                case .everything: break
                case .nothing: return .nothing
                case .all(let inner): flat += inner
                case let other: flat.append(other)
                }
            }
            return flat.isEmpty ? .everything : flat.count == 1 ? flat[0] : .all(flat)
        case .any(let parts):
            var flat: [Condition] = []
            for part in parts {
                switch part.simplified {
                case .nothing: break
                case .everything: return .everything
                case .any(let inner): flat += inner
                case let other: flat.append(other)
                }
            }
            return flat.isEmpty ? .nothing : flat.count == 1 ? flat[0] : .any(flat)
        }
    }

    /// A column of which two values are required at once: PocketBase would look for both in one value. `nil` if there is
    /// none.
    var requiredTwice: String? {
        switch self {
        case .everything, .nothing, .test: return nil
        case .any(let parts): return parts.lazy.compactMap(\.requiredTwice).first
        case .all(let parts):
            var seen: Set<String> = []
            for part in parts {
                for column in part.searchedColumns where !seen.insert(column).inserted { return column }
            }
            return parts.lazy.compactMap(\.requiredTwice).first
        }
    }

    private var searchedColumns: Set<String> {
        switch self {
        case .everything, .nothing: []
        case .test(let test): test.symbol == .someEqual ? [test.column] : []
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.searchedColumns) }
        }
    }

    /// The number of tests.
    var count: Int {
        switch self {
        case .everything, .nothing, .test: 1
        case .all(let parts), .any(let parts): parts.reduce(0) { $0 + $1.count }
        }
    }
}
