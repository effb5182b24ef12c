import QuireCore
import QuireEngine
import QuireRemote

/// The forms of tests in a collection of another program, whose fields are the values themselves: either exactly, or with
/// the server's meaning if the request allows it, or not at all.
struct ExistingFilter {
    let layout: ExistingLayout
    let meaning: Meaning
    /// Notes whether anything followed the server's meaning.
    let use = MeaningUse()
    let features: TypesenseFeatures

    typealias Refusal = (String) -> UnsupportedError

    func condition(_ test: IndexedTest, _ leaf: Filter.Leaf) throws(UnsupportedError) -> FieldFilter {
        let field = test.field
        func refuse(_ reason: String) -> UnsupportedError {
            Self.unsupported("\(leaf.operation.rawValue) on \"\(leaf.property)\"", reason)
        }
        if field.isMetadata, field.descriptor.name == "id" {
            switch test.test {
            case .hasNoValue: return FieldFilter.nothing.negated(if: test.isNegated)
            case .isAny(let operands) where !test.isNegated || features.excludesIDs:
                return try ids(operands.compactMap(\.text)).negated(if: test.isNegated)
            default: throw refuse("ids can only be looked up there")
            }
        }
        guard let server = layout[field] else { throw refuse(layout.absence(of: field)) }
        switch (server.type, field.comparison) {
        case ("bool", .boolean):
            return try booleans(test.test, server, refuse: refuse).negated(if: test.isNegated)
        case ("int32", .number), ("int64", .number), ("int32", .date), ("int64", .date):
            guard server.isList == field.isList else {
                throw refuse("the field is a list there, or only in the schema")
            }
            if let condition = otherNumbers(test, server) { return condition }
            return try integers(test, server, refuse: refuse)
        case ("string", .text):
            return try texts(test.test, server, refuse: refuse).negated(if: test.isNegated)
        case ("float", .number) where server.isList == field.isList:
            return try inOwnMeaning(
                floats(test, server, refuse: refuse),
                refuse("numbers have only 32 bits there" + Self.engineWay))
        case ("geopoint", .place) where !server.isList && !field.isList:
            return try inOwnMeaning(
                places(test, server, refuse: refuse), refuse("places are not exact there" + Self.engineWay))
        default: throw refuse("the field has the type \(server.type) there")
        }
    }

    /// The ways out of what the server cannot do exactly.
    static func unsupported(_ node: String, _ reason: String) -> UnsupportedError {
        UnsupportedError(
            node: node,
            hint: reason
                + "; let the rest be filtered here with .fallback(.clientSide(maxScanned:)), or fill a "
                + "collection that engine.prepare(…) has made")
    }

    // MARK: - Texts and truths

    /// The documents with one of these ids.
    func ids(_ ids: [String]) throws(UnsupportedError) -> FieldFilter { try Self.quoted("id", ids) }

    /// Texts are quoted, and the server has no escape for the quote.
    private static func quoted(_ name: String, _ texts: [String]) throws(UnsupportedError) -> FieldFilter {
        guard !texts.isEmpty else { return .nothing }
        for text in texts where text.contains("`") || text.first == " " || text.last == " " || text.isEmpty {
            throw unsupported("\"\(text.prefix(40))\" in the filter", "it cannot be quoted there")
        }
        return .test(FieldTest(name, .isAny(texts.map { "`\($0)`" })))
    }

    private func texts(
        _ test: EvaluatedTest, _ server: ServerField, refuse: Refusal
    ) throws(UnsupportedError) -> FieldFilter {
        switch test {
        case .hasNoValue where server.isAlwaysThere: return .nothing
        case .isAny(let operands) where meaning == .engine:
            let texts = operands.compactMap(\.text)
            guard texts.allSatisfy({ $0.contains { $0.isLetter || $0.isNumber } }) else {
                throw refuse("a text without words never matches there")
            }
            use.isEngine = true
            return try Self.quoted(server.name, texts)
        case .isAny:
            throw refuse("texts are compared without case, accents and punctuation there" + Self.engineWay)
        case .hasNoValue: throw refuse("a missing value cannot be tested there")
        default: throw refuse("texts have no exact order and no parts there")
        }
    }

    private func booleans(
        _ test: EvaluatedTest, _ server: ServerField, refuse: Refusal
    ) throws(UnsupportedError) -> FieldFilter {
        func any(_ truths: [Bool]) -> FieldFilter {
            .any(truths.map { .test(FieldTest(server.name, .equals($0.description))) })
        }
        switch test {
        case .hasNoValue: return .not(any([true, false]))
        case .isAny(let operands):
            return any(
                [true, false].filter { truth in
                    operands.contains { if case .boolean(truth) = $0 { true } else { false } }
                })
        default: throw refuse("true and false have no order there")
        }
    }

    // MARK: - Integers

    /// Numbers, and dates in formats that are integers.
    private func integers(
        _ test: IndexedTest, _ server: ServerField, refuse: Refusal
    ) throws(UnsupportedError) -> FieldFilter {
        let limits = server.integers
        guard let unit = test.field.unit else {
            throw refuse("the schema's dates are texts, and numbers there")
        }
        func inside(_ range: ClosedRange<Int64>) -> FieldFilter {
            .inside(server.name, range, of: limits)
        }
        func negated(_ condition: FieldFilter) throws(UnsupportedError) -> FieldFilter {
            guard server.isAlwaysThere else {
                throw refuse("a complement would need a test for missing values")
            }
            return condition
        }
        guard !test.field.isDouble || test.test.operands.allSatisfy(\.isExactInDouble) else {
            throw refuse("the schema's numbers are floating-point, and the operand is too large for them")
        }
        switch test.test {
        case .hasNoValue:
            if server.isAlwaysThere { return FieldFilter.nothing.negated(if: test.isNegated) }
            guard test.isNegated else { throw refuse("a missing value cannot be tested there") }
            return inside(limits)
        case .isAny(let operands):
            let numbers = Set(operands.compactMap(\.exactInteger).filter { $0 % unit == 0 }.map { $0 / unit })
                .filter(limits.contains).sorted()
            guard !numbers.isEmpty else { return FieldFilter.nothing.negated(if: test.isNegated) }
            return test.isNegated
                ? try negated(.any(Self.gaps(between: numbers, in: limits).map(inside)))
                : .keys(server.name, numbers.map(String.init))
        case .isOrdered, .isBetween:
            guard let range = NumberRange.integers(test.test)?.inUnits(of: unit), range.overlaps(limits)
            else {
                return FieldFilter.nothing.negated(if: test.isNegated)
            }
            let clamped = range.clamped(to: limits)
            if server.isAlwaysThere, clamped == limits {
                return FieldFilter.everything.negated(if: test.isNegated)
            }
            if test.isNegated { return try negated(.not(inside(clamped))) }
            // On a list, a range by itself counts an item once for each matching element.
            return server.isList && clamped.lowerBound > limits.lowerBound
                ? .all([inside(clamped), inside(clamped.lowerBound...limits.upperBound)]) : inside(clamped)
        default: throw refuse("numbers have no parts")
        }
    }

    /// The ranges without numbers that are in order.
    private static func gaps(
        between numbers: [Int64], in limits: ClosedRange<Int64>
    ) -> [ClosedRange<Int64>] {
        var gaps: [ClosedRange<Int64>] = []
        var start = limits.lowerBound
        for number in numbers {
            if start < number { gaps.append(start...(number - 1)) }
            guard number < limits.upperBound else { return gaps }
            start = number + 1
        }
        return gaps + [start...limits.upperBound]
    }
}

extension ClosedRange<Int64> {
    /// The whole units that the range contains; `nil` if it has none.
    fileprivate func inUnits(of unit: Int64) -> ClosedRange<Int64>? {
        func quotient(_ number: Int64, up: Bool) -> Int64 {
            let (quotient, rest) = number.quotientAndRemainder(dividingBy: unit)
            return rest == 0 ? quotient : up ? quotient + (rest > 0 ? 1 : 0) : quotient - (rest < 0 ? 1 : 0)
        }
        let lower = lowerBound == .min ? .min : quotient(lowerBound, up: true)
        let upper = upperBound == .max ? .max : quotient(upperBound, up: false)
        return lower <= upper ? lower...upper : nil
    }
}

extension EvaluatedTest {
    /// What a number is compared with.
    fileprivate var operands: [EvaluatedValue] {
        switch self {
        case .isAny(let operands): Array(operands)
        case .isOrdered(_, let operand): [operand]
        case .isBetween(let lower, let upper): [lower, upper]
        default: []
        }
    }
}

extension EvaluatedValue {
    /// Whether all integers near the operand are different numbers in floating point.
    fileprivate var isExactInDouble: Bool {
        switch self {
        case .integer(let number): number.magnitude < 1 << 53
        case .number(let number): abs(number) < 0x1p53
        default: true
        }
    }
}

/// Conditions that the server tests in its own way: numbers of 32 bits, and places on a sphere of its own.
extension ExistingFilter {
    /// The way out that helps where the server only means something else.
    static let engineWay = "; take the server's own meaning with .meaning(.engine)"

    /// A condition in the server's own meaning, if the request allows it.
    func inOwnMeaning(
        _ condition: FieldFilter, _ refusal: UnsupportedError
    ) throws(UnsupportedError) -> FieldFilter {
        guard meaning == .engine else { throw refusal }
        use.isEngine = true
        return condition
    }

    /// - Throws: `UnsupportedError` for a facet that the server does not count exactly, unless the request allows it.
    func checkFacet(_ field: IndexedField) throws(UnsupportedError) {
        let name = field.descriptor.name
        guard !field.isHierarchical, layout[field]?.countsExactly == true else {
            throw Self.unsupported("the facet \"\(name)\"", "it is no facet of exact values there")
        }
        guard field.descriptor.isInListOfObjects else { return }
        guard meaning == .engine else {
            throw Self.unsupported(
                "the facet \"\(name)\"",
                "an item counts once for each object that has the value there" + Self.engineWay)
        }
        use.isEngine = true
    }

    /// `!=` on a number that may be missing; `nil` for other tests.
    func otherNumbers(_ test: IndexedTest, _ server: ServerField) -> FieldFilter? {
        guard features.negatesNumbers, meaning == .engine, test.isNegated, server.isOptional,
            !server.isList, test.field.comparison == .number, case .isAny(let operands) = test.test
        else { return nil }
        use.isEngine = true
        let numbers = operands.compactMap(\.exactInteger).filter(server.integers.contains)
        return .all(numbers.map { .test(FieldTest(server.name, .differs(String($0)))) })
    }

    /// A test of a `float` field.
    func floats(
        _ test: IndexedTest, _ server: ServerField, refuse: Refusal
    ) throws(UnsupportedError) -> FieldFilter {
        guard !test.isNegated || server.isAlwaysThere else {
            throw refuse("a complement would need a test for missing values")
        }
        func printed(_ value: EvaluatedValue) throws(UnsupportedError) -> String {
            let text = value.exactDouble.map { number in
                number.magnitude < 1e15 && number == number.rounded() ? "\(Int64(number))" : "\(number)"
            }
            guard let text, !text.contains("e"), !text.contains("n") else {
                throw refuse("the number has no plain form there")
            }
            return text
        }
        func compared(_ sign: FieldTest.Sign, _ number: String) -> FieldFilter {
            .test(FieldTest(server.name, .compares(sign, number)))
        }
        switch test.test {
        case .hasNoValue where server.isAlwaysThere: return FieldFilter.nothing.negated(if: test.isNegated)
        case .isAny(let operands):
            var numbers: [String] = []
            for operand in operands { numbers.append(try printed(operand)) }
            guard test.isNegated else { return .keys(server.name, numbers) }
            return .all(numbers.map { .any([compared(.less, $0), compared(.greater, $0)]) })
        case .isOrdered(let standings, let operand):
            let isIncluded = standings.contains(.equal)
            let sign: FieldTest.Sign =
                standings.contains(.greater)
                ? (isIncluded ? .greaterOrEqual : .greater) : (isIncluded ? .lessOrEqual : .less)
            return compared(sign, try printed(operand)).negated(if: test.isNegated)
        case .isBetween(let lower, let upper):
            let range = [
                compared(.greaterOrEqual, try printed(lower)), compared(.lessOrEqual, try printed(upper)),
            ]
            return FieldFilter.all(range).negated(if: test.isNegated)
        default: throw refuse("a missing value cannot be tested there")
        }
    }

    /// A test of a `geopoint` field.
    func places(
        _ test: IndexedTest, _ server: ServerField, refuse: Refusal
    ) throws(UnsupportedError) -> FieldFilter {
        guard !test.isNegated else { throw refuse("a complement would need a test for missing values") }
        func inside(_ area: String) -> FieldFilter { .test(FieldTest(server.name, .lies(area))) }
        switch test.test {
        case .isNear(let circle):
            return inside("\(circle.latitude), \(circle.longitude), \(circle.radius / 1000) km")
        case .isWithin(let box) where box.west <= box.east:
            let corners = [
                (box.south, box.west), (box.south, box.east), (box.north, box.east), (box.north, box.west),
            ]
            return inside(corners.map { "\($0.0), \($0.1)" }.joined(separator: ", "))
        case .isWithin: throw refuse("the box crosses the 180th meridian")
        default: throw refuse("a missing place cannot be tested there")
        }
    }
}
