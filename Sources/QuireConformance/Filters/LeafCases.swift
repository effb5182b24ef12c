import QuireCore

/// Every operation on every field, with operands equal to, near and far from the stored values.
enum LeafCases {
    static let ofValues: [Filter.Leaf] = SamplesModule.descriptor.fields.fields.flatMap(leaves)

    static let ofMetadata: [Filter.Leaf] = metadataNames.flatMap { name in
        leaves(FieldDescriptor(name: name, kind: kindOfMetadata(name)))
    }

    static let metadataNames = [
        "id", "name", "module", "createdBy", "updatedBy", "deletedBy", "createdAt", "updatedAt",
        "publishedAt",
        "archivedAt", "removedAt", "deletedAt", "revision", "customerId",
    ]

    /// The leaves for random trees: those that distinguish documents appear more often, so that few trees find
    /// nothing or everything.
    static var weightedOfValues: [Filter.Leaf] { weighted(ofValues, EvaluatedQuery.leavesOfValues) }

    static var weightedOfMetadata: [Filter.Leaf] { weighted(ofMetadata, EvaluatedQuery.leavesOfMetadata) }

    private static func weighted(_ leaves: [Filter.Leaf], _ evaluated: [EvaluatedQuery]) -> [Filter.Leaf] {
        leaves
            + zip(leaves, evaluated).flatMap { leaf, evaluated in
                let count = evaluated.matchingIDs?.count ?? 0
                let isTelling = count * 4 >= HardDocuments.count && count * 4 <= HardDocuments.count * 3
                return isTelling ? [leaf, leaf, leaf, leaf, leaf, leaf] : []
            }
    }

    static func kindOfMetadata(_ name: String) -> FieldKind {
        switch name {
        case "revision", "customerId": .integer
        case let name where name.hasSuffix("At"): .dateTime(.epochMilliseconds)
        default: .text
        }
    }

    /// All leaves of a field: null tests, each supported operation with each operand, and the complements.
    static func leaves(_ field: FieldDescriptor) -> [Filter.Leaf] {
        var leaves = [
            Filter.Leaf(.equal, field.name, value: .null, type: .null),
            Filter.Leaf(.notEqual, field.name, value: .null, type: .null),
        ]
        for (operation, operand) in OperandCases.of(field) {
            let type = operand.wireType
            leaves.append(Filter.Leaf(operation, field.name, value: operand, type: type))
            leaves.append(Filter.Leaf(operation.opposite, field.name, value: operand, type: type))
        }
        return leaves
    }
}

extension FilterValue {
    /// HALO's wire type of the value.
    var wireType: WireType {
        switch self {
        case .null: .null
        case .string, .boolean, .field: .string
        case .integer, .number: .number
        case .date: .date
        case .list(let values): values.first?.wireType ?? .string
        }
    }
}

/// The operands for a field's operations.
enum OperandCases {
    static func of(_ field: FieldDescriptor) -> [(FilterOperation, FilterValue)] {
        switch element(field.kind) {
        case .text, .longText, .html, .scalar(.text):
            // One text field gets all operands; the others, which engines store differently, get some.
            texts(field.name == "title" ? titles : fewTitles)
        case .url, .image, .video, .audio, .document, .color: texts(links)
        case .choice: texts(choices)
        case .relation: texts(["m1", "m2", "M1", ""])
        case .integer, .scalar(.integer): ordered(integers)
        case .number, .scalar(.number): ordered(numbers)
        case .boolean, .scalar(.boolean): booleans
        case .date, .time, .dateTime: ordered(dates)
        case .geopoint: places
        case .object, .json, .localizedText, .list, .choices, .relations: []
        }
    }

    private static func element(_ kind: FieldKind) -> FieldKind {
        switch kind {
        case .list(let element): element
        case .choices: .choice
        case .relations(let module): .relation(module: module)
        default: kind
        }
    }

    private static let titles = [
        "", "Alpha", "alpha", "ALPHA", " Alpha", "Alpha ", "lph", "LPH", "caf\u{E9}", "cafe\u{301}", "É", "e",
        "straße",
        "ss", "i", "İ", "σ", "Σ", "日本", "語", "👍", "\u{1F3FD}", "～", "\u{FFFD}", "it's", "\"", "`", "\\", "%",
        "_", "100%",
        "a_c", "&&", "' OR '", "nul", "nul\u{0}", "\u{0}", "\u{0}byte", "long ", "Tail", "10", "9", "true",
        "null", "zzz",
    ]

    private static let fewTitles = [
        "", "Alpha", "alpha", "É", "cafe\u{301}", "%", "'", "nul\u{0}byte", "b", "Ann", "O'Neil",
    ]

    private static let links = [
        "https://example.org/a?b=1&c=%20", "https://example.org/a", "", "EXAMPLE", "#987654", "7",
    ]

    private static let choices = ["eng", "ENG", "fre", "", "unheard-of"]

    private static func texts(_ operands: [String]) -> [(FilterOperation, FilterValue)] {
        ordered(operands.map(FilterValue.string))
            + [FilterOperation.like, .contains, .hasPrefix, .hasSuffix].flatMap { operation in
                operands.map { (operation, .string($0)) }
            }
    }

    private static let integers: [FilterValue] = [
        .integer(0), .integer(-1), .integer(1), .integer(3), .integer(5), .integer(100),
        .integer(9_007_199_254_740_991),
        .integer(9_007_199_254_740_992), .integer(9_007_199_254_740_993), .integer(-9_007_199_254_740_993),
        .integer(.max), .integer(.max - 1), .integer(.min), .number(0.5), .number(5), .number(1.5),
        .number(-0.0),
        .number(0x1p53), .number(0x1p63), .number(-0x1p63), .number(1e300), .number(-1e300),
    ]

    private static let numbers: [FilterValue] = [
        .number(0), .number(-0.0), .number(0.1), .number(0.3), .number(0.30000000000000004), .number(1.5),
        .number(-1.5),
        .number(2.5), .number(0x1p53), .number(1e308), .number(.leastNonzeroMagnitude), .number(0x1p63),
        .integer(0), .integer(1),
        .integer(2), .integer(9_007_199_254_740_993), .integer(.max), .integer(.min),
    ]

    private static let dates: [FilterValue] = [
        .date(milliseconds: 0), .date(milliseconds: -1), .date(milliseconds: 1),
        .date(milliseconds: -86_400_000),
        .date(milliseconds: -500), .date(milliseconds: 951_782_400_000),
        .date(milliseconds: 1_419_769_800_000),
        .date(milliseconds: 1_419_769_800_001), .date(milliseconds: 1_419_769_800_500),
        .date(milliseconds: 1_709_164_800_000), .date(milliseconds: 1_709_251_199_000),
        .date(milliseconds: -62_135_596_800_000), .date(milliseconds: 253_402_214_400_000),
        .integer(1_419_769_800_000), .integer(2), .integer(.max),
    ]

    private static let booleans: [(FilterOperation, FilterValue)] = [
        (.equal, .boolean(true)), (.equal, .boolean(false)), (.in, .list([])), (.in, .list([.boolean(true)])),
        (.in, .list([.boolean(true), .boolean(false)])),
    ]

    /// `=`, the four orderings, `in` and `between`.
    private static func ordered(_ operands: [FilterValue]) -> [(FilterOperation, FilterValue)] {
        var cases: [(FilterOperation, FilterValue)] = []
        for operation in [FilterOperation.equal, .greater, .greaterOrEqual, .less, .lessOrEqual] {
            cases += operands.map { (operation, $0) }
        }
        let count = operands.count
        cases += [(.in, .list([])), (.in, .list([operands[1 % count]])), (.in, .list(operands))]
        for index in 0..<count {
            cases.append((.in, .list([operands[index], operands[(index + 3) % count], operands[index]])))
            cases.append((.between, .list([operands[index], operands[(index + 1) % count]])))
            cases.append((.between, .list([operands[(index + 2) % count], operands[index]])))
        }
        return cases
    }

    private static let places: [(FilterOperation, FilterValue)] =
        [
            [52.37, 4.89, 0], [52.37, 4.89, 1_000], [52.37, 4.89, 40_000], [0, 0, 100_000],
            [-16.8, 180, 20_000],
            [-16.8, -179.95, 30_000], [90, 45, 10], [0, 0, 20_100_000], [0, -180, 1],
        ].map { (.near, list($0)) }
        + [
            [50, 3, 54, 8], [-90, -180, 90, 180], [-20, 170, 0, -170], [-20, -170, 0, 170],
            [52.37, 4.89, 52.37, 4.89],
            [10, 0, -10, 10], [89, -180, 90, 180], [-1, 179, 1, -179], [-1, -180, 1, 0],
        ].map { (.within, list($0)) }

    private static func list(_ numbers: [Double]) -> FilterValue {
        .list(numbers.map { $0 == $0.rounded() ? .integer(Int64($0)) : .number($0) })
    }
}
