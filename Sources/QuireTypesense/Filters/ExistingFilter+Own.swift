import QuireCore
import QuireEngine
import QuireRemote

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
        _ test: IndexedTest, _ server: ServerField, _ refuse: Refusal
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
        _ test: IndexedTest, _ server: ServerField, _ refuse: Refusal
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
