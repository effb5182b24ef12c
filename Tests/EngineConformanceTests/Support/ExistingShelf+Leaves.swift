import Quire

extension ExistingShelf {
    /// Every operation that a field's type allows, with values of the records and others.
    static let leaves: [Filter] = {
        var leaves = LeafList()
        let (equality, orders) = (LeafList.equality, LeafList.orders)
        let parts: [FilterOperation] = [
            .like, .notLike, .contains, .notContains, .hasPrefix, .notHasPrefix, .hasSuffix, .notHasSuffix,
        ]
        func add(texts: [String], to names: [String], _ operations: [FilterOperation]) {
            for name in names {
                leaves.add(name, operations, values: texts.map(FilterValue.string), type: .string)
            }
        }
        add(
            texts: [
                "Alpha", "alpha", "", "caf\u{E9}", "it's", "100%", "back\\slash", "x' || id != '", "@now",
                "null", "日", "nul\0byte",
            ], to: ["title", "email", "body", "link"], equality + orders + parts)
        add(texts: ["eng", "ENG", "it's", "100%", ""], to: ["language"], equality + orders + parts)
        add(
            texts: ["red", "RED", "Red", "green", "a_c", "\"q\"", "x|y", ""], to: ["moods"],
            equality + orders + parts)
        add(
            texts: [ExistingShelf.id(0), ExistingShelf.id(1), ExistingShelf.id(5), "none", "UPPER", ""],
            to: ["maker", "makers"], equality + parts)
        let numbers: [FilterValue] = [
            .integer(0), .integer(-1), .integer(18), .number(0.5), .integer(9_007_199_254_740_991),
            .integer(.max),
            .integer(.min), .number(1e308), .number(0.30000000000000004), .number(.leastNonzeroMagnitude),
        ]
        for name in ["age", "price"] {
            leaves.add(name, equality + orders, values: numbers, type: .number)
            for operation in [FilterOperation.between, .notBetween] {
                leaves.add(
                    name, [operation], value: .list([.integer(0), .integer(5)]), type: .number)
                leaves.add(
                    name, [operation], value: .list([.number(-2), .number(0.1)]), type: .number)
            }
        }
        leaves.add("open", equality, values: [.boolean(true), .boolean(false)], type: .string)
        let dates: [FilterValue] = [
            .date(milliseconds: 0), .date(milliseconds: -1), .date(milliseconds: 1_419_769_800_001),
            .date(milliseconds: .max), .date(milliseconds: .min), .date(milliseconds: 253_402_214_400_000),
        ]
        leaves.add("day", equality + orders, values: dates, type: .date)
        for box in [[-20.0, 170, -10, -170], [-1, -1, 1, 1], [50, 4, 53, 5]] {
            leaves.add(
                "place", [.within, .notWithin], value: .list(box.map(FilterValue.number)), type: .number)
        }
        for name in ["place", "extra"] { leaves.add(name, equality, value: .null, type: .null) }
        return leaves.all
    }()
}
