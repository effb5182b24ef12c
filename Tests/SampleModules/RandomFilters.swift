public import Quire

/// Random filters of ``Books``: groups of tests from a list, with empty and nested groups, constants and repetitions.
public struct RandomFilters {
    private let tests: [Filter]

    /// - Parameter isSupported: Whether the tests of the filters include a test.
    public init(where isSupported: (Filter) -> Bool = { _ in true }) {
        tests = Self.allTests.filter(isSupported)
    }

    /// The tests that filters consist of.
    public var leaves: [Filter] { tests }

    /// A filter with a number of levels at most.
    public func next(levels: Int, using random: inout some RandomNumberGenerator) -> Filter {
        guard levels > 1, Int.random(in: 0..<4, using: &random) > 0 else {
            return tests[Int.random(in: 0..<tests.count, using: &random)]
        }
        let count = [0, 1, 1, 2, 2, 2, 3, 3, 4, 6][Int.random(in: 0..<10, using: &random)]
        var operands: [Filter] = []
        for _ in 0..<count {
            let isRepeated = !operands.isEmpty && Int.random(in: 0..<6, using: &random) == 0
            operands.append(
                isRepeated
                    ? operands[Int.random(in: 0..<operands.count, using: &random)]
                    : next(levels: levels - 1, using: &random))
        }
        return Bool.random(using: &random) ? .and(operands) : .or(operands)
    }

    private static let allTests: [Filter] = {
        func leaf(_ operation: FilterOperation, _ name: String, _ value: FilterValue) -> Filter {
            .leaf(.init(operation, name, value: value, type: value.wireType))
        }
        var tests: [Filter] = []
        for name in ["title", "age", "price", "active", "rank", "released", "tags", "scores", "place"] {
            tests += [leaf(.equal, name, .null), leaf(.notEqual, name, .null)]
        }
        for text in ["", "Emma", "a \"b\"\\c\n", "q\u{0}ü'%_", String(repeating: "long ", count: 2_000)] {
            for name in ["title", "tags", "status"] {
                tests += [leaf(.equal, name, .string(text)), leaf(.notEqual, name, .string(text))]
            }
            tests += [leaf(.less, "title", .string(text)), leaf(.hasPrefix, "title", .string(text))]
            tests += [leaf(.contains, "title", .string(text)), leaf(.notLike, "title", .string(text))]
        }
        let orderings: [FilterOperation] = [
            .less, .lessOrEqual, .greater, .greaterOrEqual, .notLess, .notGreaterOrEqual, .equal, .notEqual,
        ]
        let numbers: [FilterValue] = [
            .integer(0), .integer(-7), .integer(.max), .integer(.min), .integer(1 << 53 + 1), .number(2.5),
            .number(-0.0), .number(1e300),
        ]
        for operation in orderings {
            for number in numbers {
                for name in ["age", "price", "scores"] { tests.append(leaf(operation, name, number)) }
            }
            tests.append(leaf(operation, "released", .date(milliseconds: 86_400_000)))
        }
        for operation in [FilterOperation.in, .notIn] {
            tests.append(leaf(operation, "age", .list([])))
            tests.append(leaf(operation, "age", .list([.integer(1), .integer(1)])))
            tests.append(leaf(operation, "age", .list([.integer(1), .integer(2), .integer(.max)])))
            tests.append(leaf(operation, "tags", .list([.string("x"), .string("y")])))
            tests.append(leaf(operation, "active", .list([.boolean(false), .boolean(true)])))
        }
        for operation in [FilterOperation.between, .notBetween] {
            tests.append(leaf(operation, "age", .list([.integer(1), .integer(5)])))
            tests.append(leaf(operation, "age", .list([.integer(5), .integer(1)])))
        }
        for operation in [FilterOperation.within, .notWithin] {
            tests.append(leaf(operation, "place", .list([.number(-1), .number(2), .number(3), .number(4)])))
            tests.append(
                leaf(operation, "place", .list([.number(-1), .number(170), .number(3), .number(-170)])))
            tests.append(leaf(operation, "place", .list([.number(3), .number(2), .number(1), .number(4)])))
        }
        return tests + [leaf(.equal, "active", .boolean(true)), leaf(.notEqual, "active", .boolean(false))]
    }()
}
