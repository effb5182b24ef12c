import Quire

extension ExistingShelf {
    /// Every operation that a field's type allows, with values of the records and others.
    static let leaves: [Filter] = {
        var leaves: [Filter] = []
        func add(_ name: String, _ operations: [FilterOperation], _ values: [FilterValue], _ type: WireType) {
            for operation in operations {
                for value in values { leaves.append(.leaf(.init(operation, name, value, type: type))) }
            }
            for operation in [FilterOperation.in, .notIn] {
                leaves.append(.leaf(.init(operation, name, .list([]), type: type)))
                leaves.append(.leaf(.init(operation, name, .list(Array(values.prefix(3))), type: type)))
            }
            for operation in [FilterOperation.equal, .notEqual] {
                leaves.append(.leaf(.init(operation, name, .null, type: .null)))
            }
        }
        let equality: [FilterOperation] = [.equal, .notEqual]
        let orders: [FilterOperation] = [
            .greater, .notGreater, .greaterOrEqual, .notGreaterOrEqual, .less, .notLess, .lessOrEqual,
            .notLessOrEqual,
        ]
        let parts: [FilterOperation] = [
            .like, .notLike, .contains, .notContains, .hasPrefix, .notHasPrefix, .hasSuffix, .notHasSuffix,
        ]
        let texts = [
            "Alpha", "alpha", "", "caf\u{E9}", "it's", "100%", "back\\slash", "x' || id != '", "@now", "null",
            "日", "nul\0byte",
        ]
        .map(FilterValue.string)
        for name in ["title", "email", "body", "link"] {
            add(name, equality + orders + parts, texts, .string)
        }
        add(
            "language", equality + orders + parts,
            ["eng", "ENG", "it's", "100%", ""].map(FilterValue.string), .string)
        add(
            "moods", equality + orders + parts,
            ["red", "RED", "Red", "green", "a_c", "\"q\"", "x|y", ""].map(FilterValue.string), .string)
        let ids = [ExistingShelf.id(0), ExistingShelf.id(1), ExistingShelf.id(5), "none", "UPPER", ""]
        for name in ["maker", "makers"] { add(name, equality + parts, ids.map(FilterValue.string), .string) }
        let numbers: [FilterValue] = [
            .integer(0), .integer(-1), .integer(18), .number(0.5), .integer(9_007_199_254_740_991),
            .integer(.max),
            .integer(.min), .number(1e308), .number(0.30000000000000004), .number(.leastNonzeroMagnitude),
        ]
        for name in ["age", "price"] {
            add(name, equality + orders, numbers, .number)
            for operation in [FilterOperation.between, .notBetween] {
                leaves.append(
                    .leaf(.init(operation, name, .list([.integer(0), .integer(5)]), type: .number)))
                leaves.append(
                    .leaf(.init(operation, name, .list([.number(-2), .number(0.1)]), type: .number)))
            }
        }
        add("open", equality, [.boolean(true), .boolean(false)], .string)
        let dates: [FilterValue] = [
            .date(milliseconds: 0), .date(milliseconds: -1), .date(milliseconds: 1_419_769_800_001),
            .date(milliseconds: .max), .date(milliseconds: .min), .date(milliseconds: 253_402_214_400_000),
        ]
        add("day", equality + orders, dates, .date)
        for box in [[-20.0, 170, -10, -170], [-1, -1, 1, 1], [50, 4, 53, 5]] {
            for operation in [FilterOperation.within, .notWithin] {
                leaves.append(
                    .leaf(.init(operation, "place", .list(box.map(FilterValue.number)), type: .number)))
            }
        }
        for name in ["place", "extra"] {
            for operation in equality { leaves.append(.leaf(.init(operation, name, .null, type: .null))) }
        }
        return leaves
    }()
}
