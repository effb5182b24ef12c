import Quire

/// Every operation on every field of `Things`, with operands equal to, near and far from the stored values.
enum ThingLeaves {
    static let ofValues = Things.descriptor.fields.fields.flatMap(leaves)

    static let ofMetadata =
        leaves(FieldDescriptor(name: "id", kind: .text))
        + leaves(FieldDescriptor(name: "name", kind: .text))
        + leaves(FieldDescriptor(name: "createdAt", kind: .dateTime(.epochMilliseconds)))

    private static func leaves(_ field: FieldDescriptor) -> [Filter.Leaf] {
        let asked: [(FilterOperation, FilterValue)] =
            [(.equal, .null), (.notEqual, .null)]
            + operands(field.kind.innermost).flatMap { operand in
                [
                    (.equal, operand), (.notEqual, operand), (.in, .list([operand])),
                    (.notIn, .list([operand])),
                ]
            } + lists(field.kind.innermost) + orderings(field) + boxes(field)
        return asked.map { Filter.Leaf($0, field.name, value: $1, type: .string) }
    }

    private static func operands(_ kind: FieldKind) -> [FilterValue] {
        switch kind {
        case .text, .longText:
            Things.texts.compactMap { text in
                if case .string(let text)? = text.map(parsed) { .string(text) } else { nil }
            } + [.string("1"), .string("a\"b"), .string("caf"), .string("zzz")]
        case .choice: ["live", "LIVE", "draft", "7", "a b", "-c", ""].map(FilterValue.string)
        case .relation: ["m1", "M1", "m2", ""].map(FilterValue.string)
        case .integer:
            [
                0, -1, 5, 18, 3, 9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993, .max,
                .min,
            ]
            .map(FilterValue.integer) + [
                .number(5), .number(1.5), .number(0x1p53), .number(0x1p63), .number(-1e300),
            ]
        case .number:
            [0, -0.0, 0.1, 0.3, 0.30000000000000004, 1.5, -1.5, 0x1p53, 1e20, 1e-7].map(FilterValue.number)
                + [.integer(0), .integer(2), .integer(9_007_199_254_740_993), .integer(.max), .integer(.min)]
        case .boolean: [.boolean(true), .boolean(false)]
        case .dateTime, .date:
            [
                0, -1, 1, 1_419_769_800_000, 1_419_769_800_001, 951_782_400_000, 1_700_000_003_000,
                253_402_214_400_000,
            ]
            .map { .date(milliseconds: $0) }
        default: []
        }
    }

    private static func lists(_ kind: FieldKind) -> [(FilterOperation, FilterValue)] {
        let operands = operands(kind)
        return [(.in, .list([])), (.notIn, .list([])), (.in, .list(operands)), (.notIn, .list(operands))]
            .filter { _ in !operands.isEmpty }
    }

    private static func orderings(_ field: FieldDescriptor) -> [(FilterOperation, FilterValue)] {
        guard [.number, .date].contains(field.kind.comparison) else { return [] }
        let operands = operands(field.kind.innermost)
        let pairs = operands.indices.map {
            FilterValue.list([operands[$0], operands[($0 + 3) % operands.count]])
        }
        return [
            FilterOperation.greater, .greaterOrEqual, .less, .lessOrEqual, .notGreater, .notGreaterOrEqual,
            .notLess,
            .notLessOrEqual,
        ].flatMap { operation in operands.map { (operation, $0) } }
            + pairs.flatMap { [(.between, $0), (.notBetween, $0)] }
    }

    private static func boxes(_ field: FieldDescriptor) -> [(FilterOperation, FilterValue)] {
        guard field.kind == .geopoint else { return [] }
        return [
            [50, 3, 54, 8], [-90, -180, 90, 180], [-20, 170, 0, -170], [52.37, 4.89, 52.37, 4.89],
            [10, 0, -10, 10],
        ]
        .map { (numbers: [Double]) in FilterValue.list(numbers.map(FilterValue.number)) }
        .flatMap { [(.within, $0), (.notWithin, $0)] }
    }

    /// Random trees of AND and OR, up to four levels.
    static func trees(_ count: Int, over leaves: [Filter.Leaf], _ random: inout some RandomNumberGenerator)
        -> [Filter]
    {
        (0..<count).map { _ in tree(3, leaves, &random) }
    }

    private static func tree(
        _ depth: Int, _ leaves: [Filter.Leaf], _ random: inout some RandomNumberGenerator
    ) -> Filter {
        if depth == 0 || Int.random(in: 0..<5, using: &random) == 0 {
            return .leaf(leaves[Int.random(in: 0..<leaves.count, using: &random)])
        }
        let isEmpty = Int.random(in: 0..<25, using: &random) == 0
        let count = isEmpty ? 0 : Int.random(in: 1...3, using: &random)
        let operands = (0..<count).map { _ in tree(depth - 1, leaves, &random) }
        return Bool.random(using: &random) ? .and(operands) : .or(operands)
    }
}
