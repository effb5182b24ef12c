import QuireEngine
import QuireRemote

/// A condition on records: a tree of comparisons.
typealias Condition = LogicalFilter<ColumnTest>

/// A comparison of a column with a value: `age >= 18`.
struct ColumnTest: Sendable, Hashable {
    enum Operator: Sendable {
        case equal, notEqual, greater, greaterOrEqual, less, lessOrEqual, matches, notMatches
        /// One of many values is equal.
        case someEqual
        /// None of many values is equal. PocketBase writes it like `notEqual`.
        case noneEqual

        /// The operator between two spaces, as PocketBase writes it.
        var text: String {
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

        /// The operator of a comparison with these standings.
        static func order(_ standings: Standings) -> Operator {
            let includesEqual = standings.contains(.equal)
            return standings.contains(.greater)
                ? (includesEqual ? .greaterOrEqual : .greater) : (includesEqual ? .lessOrEqual : .less)
        }
    }

    var column: String
    var symbol: Operator
    var literal: Literal
    /// Whether the column is a member of JSON, of which a missing one meets no ordering.
    var isMember = false

    /// The exact complement. Columns are never null; a missing member meets neither an ordering nor its opposite.
    var complement: Condition {
        var test = self
        test.symbol = symbol.complement
        guard isMember, symbol.isOrder else { return .test(test) }
        return .any([
            .test(test), .test(ColumnTest(column: column, symbol: .equal, literal: .null, isMember: true)),
        ])
    }
}

extension LogicalFilter<ColumnTest> {
    static func compare(_ column: String, _ symbol: ColumnTest.Operator, to literal: Literal) -> Condition {
        .test(ColumnTest(column: column, symbol: symbol, literal: literal))
    }

    /// The same condition on the record behind a relation, whose column's name and a dot begin the names of its columns.
    func behind(_ path: String) -> Condition {
        switch self {
        case .everything, .nothing: return self
        case .test(var test):
            test.column = path + test.column
            return .test(test)
        case .not(let part): return .not(part.behind(path))
        case .all(let parts): return .all(parts.map { $0.behind(path) })
        case .any(let parts): return .any(parts.map { $0.behind(path) })
        }
    }
}
