/// A condition on the columns of a record, before it is printed.
///
/// PocketBase has no negation: `NOT (x)` means `x`. So a condition is negated by replacing every test by its complement,
/// which `FilterPrinter` does. Columns are never null, so the complement of a test is exact. Members of JSON may be null;
/// their tests know it.
enum Condition: Sendable, Hashable {
    case everything
    case nothing
    case test(Test)
    case all([Condition])
    case any([Condition])
    /// The exact complement of all of the conditions.
    case notAll([Condition])
    /// A condition that was printed before, or its exact complement.
    case printed(PrintedCondition, isNegated: Bool)

    /// A comparison of a column with a value.
    struct Test: Sendable, Hashable {
        enum Operator: UInt8, Sendable {
            case equal, notEqual, greater, greaterOrEqual, less, lessOrEqual, matches, notMatches
            /// One of many values is equal.
            case someEqual
            /// None of many values is equal. PocketBase writes it like `notEqual`.
            case noneEqual

            /// The operator between two spaces, as PocketBase writes it.
            var text: StaticString {
                switch self {
                case .equal: " = "
                case .notEqual, .noneEqual: " != "
                case .greater: " > "
                case .greaterOrEqual: " >= "
                case .less: " < "
                case .lessOrEqual: " <= "
                case .matches: " ~ "
                case .notMatches: " !~ "
                case .someEqual: " ?= "
                }
            }

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

    /// The same condition on the record behind a relation, whose column's name and a dot begin the names of its columns.
    func behind(_ path: String) -> Condition {
        if path.isEmpty { return self }
        switch self {
        case .everything, .nothing: return self
        case .test(var test):
            test.column = path + test.column
            return .test(test)
        case .all(let parts): return .all(parts.map { $0.behind(path) })
        case .any(let parts): return .any(parts.map { $0.behind(path) })
        case .notAll(let parts): return .notAll(parts.map { $0.behind(path) })
        case .printed(let printed, let isNegated):
            let moved = printed.condition.behind(path)
            return isNegated ? moved.negated : moved
        }
    }

    /// The exact complement.
    var negated: Condition {
        switch self {
        case .everything: .nothing
        case .nothing: .everything
        case .test(let test) where !test.isMember || !test.symbol.complement.isOrder:
            .test(
                Test(
                    column: test.column, symbol: test.symbol.complement, literal: test.literal,
                    isMember: test.isMember))
        case .all(let parts): .notAll(parts)
        case .notAll(let parts): .all(parts)
        case .printed(let condition, let isNegated): .printed(condition, isNegated: !isNegated)
        case .test, .any: .notAll([self])
        }
    }

    /// The same condition, printed, for one that many filters repeat.
    var printed: Condition {
        switch self {
        case .everything, .nothing, .printed: self
        case .test, .all, .any, .notAll:
            PrintedCondition(self).map { .printed($0, isNegated: false) } ?? self
        }
    }
}
