import QuireCore
import QuireEngine
import QuireRemote

/// Compiles a test of one field to conditions on its attributes, or throws an error if that is impossible.
struct LeafCompiler {
    let field: IndexedField
    let names: RecordAttributes
    /// The condition as the user wrote it, for errors.
    let leaf: Filter.Leaf

    func condition(_ test: EvaluatedTest) throws(UnsupportedError) -> RecordFilter {
        switch test {
        case .hasNoValue: return .not(.presence(of: field, names))
        case .isAny(let operands): return .any(operands.compactMap(equality))
        case .isOrdered(let standing, let operand):
            guard field.hasNumbers, let sign = RecordTest.Sign(standing) else {
                throw unsupported("it orders no texts; use an engine that does, or sort by the field")
            }
            return try ordering(sign, operand)
        case .isBetween(let lower, let upper):
            guard field.hasNumbers, !field.isList else {
                throw unsupported("of a list it does not know which element meets both bounds; use >= and <=")
            }
            return .all([try ordering(.greaterOrEqual, lower), try ordering(.lessOrEqual, upper)])
        case .isWithin(let box):
            guard !field.isList else { throw unsupported("of a list of places it looks at none") }
            return try within(box)
        case .isLike, .contains, .hasPrefix, .hasSuffix:
            throw unsupported("it looks for whole values only; use .search(\"…\") for words")
        case .isNear: throw unsupported("it rounds distances; use .within with a box")
        }
    }

    private func unsupported(_ hint: String) -> UnsupportedError {
        UnsupportedError(node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"", hint: hint)
    }

    // MARK: - Equality

    /// The condition that a value equals the operand; `nil` if no value of the field can.
    private func equality(_ operand: EvaluatedValue) -> RecordFilter? {
        guard let key = RecordKey.key(of: operand, isWhole: field.isWhole) else { return nil }
        var test = RecordTest(field: field.descriptor.name, facet: .init(attribute: names.key, key: key))
        if field.hasNumbers, !field.isList, let number = operand.plainNumber {
            func comparison(_ sign: RecordTest.Sign) -> RecordTest.Comparison {
                .init(attribute: names.number, sign: sign, number: number)
            }
            test.comparisons = [comparison(.equal)]
            test.opposite = [comparison(.less), comparison(.greater), names.absence]
        }
        return .test(test)
    }

    // MARK: - Orderings and boxes

    private func ordering(
        _ sign: RecordTest.Sign, _ operand: EvaluatedValue
    ) throws(UnsupportedError) -> RecordFilter {
        // In a list, any element is greater if the largest one is.
        let isUpward = sign.isUpward
        let number = !field.isList ? names.number : isUpward ? names.highest : names.lowest
        switch ComparisonBound(sign, operand, isWhole: field.isWhole) {
        case .never: return .nothing
        case .always: return .presence(of: field, names)
        case .number(let sign, let bound): return try compare(number, sign, number: bound)
        case .whole(let sign, let bound):
            let (near, rest) = RecordNumber.split(bound)
            guard !RecordNumber.isExact(bound) else { return try compare(number, sign, number: near) }
            let restName = !field.isList ? names.rest : isUpward ? names.highestRest : names.lowestRest
            return .all([
                try compare(number, isUpward ? .greaterOrEqual : .lessOrEqual, number: near),
                .any([
                    try compare(number, isUpward ? .greater : .less, number: near),
                    compare(restName, sign, number: String(rest)),
                ]),
            ])
        }
    }

    private func compare(
        _ attribute: String, _ sign: RecordTest.Sign, number: Double
    ) throws(UnsupportedError) -> RecordFilter {
        guard let text = RecordNumber.text(of: number) else {
            throw unsupported("it takes numbers in plain digits; \(number) would be too long")
        }
        return compare(attribute, sign, number: text)
    }

    private func compare(_ attribute: String, _ sign: RecordTest.Sign, number: String) -> RecordFilter {
        func comparison(_ sign: RecordTest.Sign) -> RecordTest.Comparison {
            .init(attribute: attribute, sign: sign, number: number)
        }
        return .test(
            RecordTest(
                field: field.descriptor.name, comparisons: [comparison(sign)],
                opposite: [comparison(sign.opposite), names.absence]))
    }

    private func within(_ box: GeoBox) throws(UnsupportedError) -> RecordFilter {
        let west = try compare(names.longitude, .greaterOrEqual, number: box.west)
        let east = try compare(names.longitude, .lessOrEqual, number: box.east)
        return .all([
            try compare(names.latitude, .greaterOrEqual, number: box.south),
            try compare(names.latitude, .lessOrEqual, number: box.north),
            // The box may cross the 180th meridian.
            box.west > box.east ? .any([west, east]) : .all([west, east]),
        ])
    }
}

extension LogicalFilter<RecordTest> {
    /// The condition that an attribute has a key.
    static func facet(_ attribute: String, _ key: String, of field: String) -> RecordFilter {
        .test(RecordTest(field: field, facet: .init(attribute: attribute, key: key)))
    }

    /// The condition that the field has a value.
    static func presence(of field: IndexedField, _ names: RecordAttributes) -> RecordFilter {
        var test = RecordTest(
            field: field.descriptor.name,
            facet: .init(attribute: RecordAttributes.present, key: field.physicalName))
        if field.hasNumbers || field.comparison == .place {
            test.comparisons = [.init(attribute: names.presence, sign: .equal, number: "1")]
            test.opposite = [names.absence]
        }
        return .test(test)
    }
}

extension RecordAttributes {
    fileprivate var absence: RecordTest.Comparison {
        .init(attribute: presence, sign: .equal, number: "0")
    }
}

extension EvaluatedValue {
    /// The number to compare with; `nil` if it has no exact double or is too long in plain digits.
    fileprivate var plainNumber: String? {
        switch self {
        case .integer(let number): RecordNumber.isExact(number) ? String(number) : nil
        case .number(let number):
            number.magnitude < 0x1p53 ? RecordNumber.text(of: number) : nil
        default: nil
        }
    }
}

/// A comparison with a number, converted to the type of the field without rounding.
enum ComparisonBound: Equatable {
    case never
    /// Every value satisfies the comparison.
    case always
    case whole(RecordTest.Sign, Int64)
    case number(RecordTest.Sign, Double)

    /// - Parameter isWhole: Whether the field holds integers or dates; otherwise it holds numbers with a fraction.
    init(_ sign: RecordTest.Sign, _ operand: EvaluatedValue, isWhole: Bool) {
        switch (operand, isWhole) {
        case (.integer(let number), true): self = .whole(sign, number)
        case (.number(let number), true): self = Self.whole(sign, of: number)
        case (.integer(let number), false): self = Self.number(sign, of: number)
        case (.number(let number), false): self = number.isNaN ? .never : .number(sign, number)
        default: self = .never
        }
    }

    private static func whole(_ sign: RecordTest.Sign, of number: Double) -> ComparisonBound {
        let isUpward = sign == .greater || sign == .greaterOrEqual
        if number.isNaN { return .never }
        if number >= 0x1p63 { return isUpward ? .never : .always }
        if number < -0x1p63 { return isUpward ? .always : .never }
        let below = number.rounded(.down)
        let isExact = below == number
        let bound = Int64(below)
        switch sign {
        case .greater, .lessOrEqual: return .whole(sign, bound)
        case .greaterOrEqual: return .whole(isExact ? .greaterOrEqual : .greater, bound)
        case .less: return .whole(isExact ? .less : .lessOrEqual, bound)
        case .equal: return isExact ? .whole(.equal, bound) : .never
        }
    }

    /// Compares with an integer that lies between two doubles by using the nearer double as the bound.
    private static func number(_ sign: RecordTest.Sign, of number: Int64) -> ComparisonBound {
        let (near, rest) = RecordNumber.split(number)
        switch sign {
        case _ where rest == 0: return .number(sign, near)
        case .greater, .greaterOrEqual: return .number(rest < 0 ? .greaterOrEqual : .greater, near)
        case .less, .lessOrEqual: return .number(rest < 0 ? .less : .lessOrEqual, near)
        case .equal: return .never
        }
    }
}
