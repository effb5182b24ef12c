import QuireCluster
import QuireCore
import QuireEngine

/// Compiles a checked filter tree to groups of conditions on the attributes of records, without changing its meaning.
struct FilterCompiler {
    let index: RecordIndex

    func clauses(_ filter: Filter, over fields: IndexedFields) throws -> FilterClauses {
        do {
            return try walk(filter, fields)
        } catch let error as UnsupportedError {
            try fields.check(filter)
            throw error
        }
    }

    private func walk(_ filter: Filter, _ fields: IndexedFields) throws -> FilterClauses {
        switch filter {
        case .and(let operands):
            var all = FilterClauses.always
            for operand in operands { all = all.and(try walk(operand, fields)) }
            return all
        case .or(let operands):
            var any = FilterClauses.never
            for operand in operands { any = try any.or(try walk(operand, fields)) }
            return any
        case .any(let step, _), .none(let step, _): throw fields.notOwn(step)
        case .leaf(let leaf):
            let test = try fields.test(leaf)
            return try clauses(test.field, test.test, test.isNegated, leaf)
        }
    }

    private func clauses(_ field: IndexedField, paths: [String], isNegated: Bool) -> FilterClauses {
        let tests = paths.map { path in
            FilterTest(
                field: field.descriptor.name,
                facet: .init(
                    attribute: index.attributes(of: field).path, key: RecordKey.key(of: path),
                    isNegated: isNegated))
        }
        return isNegated ? FilterClauses(groups: tests.map { [$0] }) : FilterClauses(groups: [tests])
    }

    func clauses(_ refinement: FacetRefinement) throws -> FilterClauses {
        guard let paths = refinement.paths, let field = index.module.value(refinement.field) else {
            return try clauses(refinement.filter, over: index.module.testedValues)
        }
        return clauses(field, paths: paths, isNegated: refinement.excludesPaths)
    }

    private func clauses(
        _ field: IndexedField, _ test: EvaluatedTest, _ isNegated: Bool, _ leaf: Filter.Leaf
    ) throws -> FilterClauses {
        switch test {
        case .hasNoValue: return FilterClauses(presence(of: field, isNegated))
        case .isAny(let operands):
            if operands.count == 1, let test = equality(of: field, to: operands[0], isNegated) {
                return FilterClauses(test)
            }
            let tests = operands.compactMap { equality(of: field, to: $0, isNegated) }
            return isNegated
                ? FilterClauses(groups: tests.map { [$0] }) : FilterClauses(groups: [tests])
        case .isOrdered(let wanted, let operand):
            guard field.hasNumbers, let sign = FilterTest.Sign(wanted) else {
                throw unsupported(leaf, "it orders no texts; use an engine that does, or sort by the field")
            }
            let ordering = try ordering(
                of: field, isNegated ? sign.opposite : sign, operand, isNegated, leaf)
            return isNegated ? try ordering.or(FilterClauses(presence(of: field, false))) : ordering
        case .isBetween(let lower, let upper):
            guard field.hasNumbers, !field.isList else {
                throw unsupported(
                    leaf, "of a list it does not know which element meets both bounds; use >= and <=")
            }
            if isNegated {
                return try ordering(of: field, .less, lower, true, leaf)
                    .or(ordering(of: field, .greater, upper, true, leaf))
                    .or(FilterClauses(presence(of: field, false)))
            }
            return try ordering(of: field, .greaterOrEqual, lower, false, leaf)
                .and(ordering(of: field, .lessOrEqual, upper, false, leaf))
        case .isWithin(let box):
            guard !field.isList else { throw unsupported(leaf, "of a list of places it looks at none") }
            return try within(box, field, isNegated, leaf)
        case .isLike, .contains, .hasPrefix, .hasSuffix:
            throw unsupported(leaf, "it looks for whole values only; use .search(\"…\") for words")
        case .isNear: throw unsupported(leaf, "it rounds distances; use .within with a box")
        }
    }

    private func unsupported(_ leaf: Filter.Leaf, _ hint: String) -> UnsupportedError {
        UnsupportedError(
            engine: AlgoliaConnection.engineName, node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
            hint: hint)
    }

    /// The condition that the field has a value, or has none.
    func presence(of field: IndexedField, _ isWanted: Bool) -> FilterTest {
        var numbers: [FilterTest.Comparison] = []
        if field.hasNumbers || field.comparison == .place {
            numbers = [
                .init(
                    attribute: index.attributes(of: field).presence, sign: .equal,
                    number: isWanted ? "1" : "0")
            ]
        }
        return FilterTest(
            field: field.descriptor.name,
            facet: .init(
                attribute: RecordAttributes.present, key: field.physicalName, isNegated: !isWanted),
            numbers: numbers)
    }

    /// The condition that a value equals the operand; `nil` if no value of the field can.
    private func equality(
        of field: IndexedField, to operand: EvaluatedValue, _ isNegated: Bool
    ) -> FilterTest? {
        guard let key = RecordKey.key(of: operand, isWhole: field.isWhole) else { return nil }
        let names = index.attributes(of: field)
        var numbers: [FilterTest.Comparison] = []
        if field.hasNumbers, !field.isList, let number = operand.plainNumber {
            numbers =
                isNegated
                ? [
                    .init(attribute: names.number, sign: .less, number: number),
                    .init(attribute: names.number, sign: .greater, number: number),
                    .init(attribute: names.presence, sign: .equal, number: "0"),
                ] : [.init(attribute: names.number, sign: .equal, number: number)]
        }
        return FilterTest(
            field: field.descriptor.name,
            facet: .init(attribute: names.key, key: key, isNegated: isNegated), numbers: numbers)
    }

    /// - Parameter isOpposite: Whether all elements of a list must satisfy the comparison instead of any.
    private func ordering(
        of field: IndexedField, _ sign: FilterTest.Sign, _ operand: EvaluatedValue, _ isOpposite: Bool,
        _ leaf: Filter.Leaf
    ) throws -> FilterClauses {
        switch ComparisonBound(sign, operand, isWhole: field.isWhole) {
        case .never: return .never
        case .always: return FilterClauses(presence(of: field, true))
        case .number(let sign, let number):
            guard let text = RecordNumber.text(of: number) else {
                throw unsupported(leaf, "it takes numbers in plain digits; \(number) would be too long")
            }
            let (attribute, _) = numberAttributes(of: field, sign, isOpposite)
            return FilterClauses(test(field, attribute, sign, text))
        case .whole(let sign, let number):
            let (attribute, rest) = numberAttributes(of: field, sign, isOpposite)
            guard !RecordNumber.isExact(number) else {
                return FilterClauses(test(field, attribute, sign, String(number)))
            }
            let (near, left) = RecordNumber.split(number)
            guard let text = RecordNumber.text(of: near) else { throw unsupported(leaf, "it is too long") }
            let isUpward = sign == .greater || sign == .greaterOrEqual
            return FilterClauses(groups: [
                [test(field, attribute, isUpward ? .greaterOrEqual : .lessOrEqual, text)],
                [
                    test(field, attribute, isUpward ? .greater : .less, text),
                    test(field, rest, sign, String(left)),
                ],
            ])
        }
    }

    private func test(
        _ field: IndexedField, _ attribute: String, _ sign: FilterTest.Sign, _ number: String
    ) -> FilterTest {
        FilterTest(
            field: field.descriptor.name,
            numbers: [.init(attribute: attribute, sign: sign, number: number)])
    }

    /// In a list, any element is greater if the largest one is, and all are greater if the smallest one is.
    private func numberAttributes(
        of field: IndexedField, _ sign: FilterTest.Sign, _ isOpposite: Bool
    ) -> (number: String, rest: String) {
        let names = index.attributes(of: field)
        guard field.isList else { return (names.number, names.rest) }
        let isUpward = sign == .greater || sign == .greaterOrEqual
        return isUpward != isOpposite
            ? (names.highest, names.highestRest) : (names.lowest, names.lowestRest)
    }

    private func within(
        _ box: GeoBox, _ field: IndexedField, _ isNegated: Bool, _ leaf: Filter.Leaf
    ) throws -> FilterClauses {
        let names = index.attributes(of: field)
        func side(_ attribute: String, _ sign: FilterTest.Sign, _ degrees: Double) throws -> FilterTest {
            guard let text = RecordNumber.text(of: degrees) else {
                throw unsupported(leaf, "it takes numbers in plain digits; \(degrees) would be too long")
            }
            return test(field, attribute, isNegated ? sign.opposite : sign, text)
        }
        let south = try side(names.latitude, .greaterOrEqual, box.south)
        let north = try side(names.latitude, .lessOrEqual, box.north)
        let west = try side(names.longitude, .greaterOrEqual, box.west)
        let east = try side(names.longitude, .lessOrEqual, box.east)
        let crosses = box.west > box.east
        guard isNegated else {
            return FilterClauses(
                groups: [[south], [north]] + (crosses ? [[west, east]] : [[west], [east]]))
        }
        let outside = [south, north, presence(of: field, false)]
        return FilterClauses(
            groups: crosses ? [outside + [west], outside + [east]] : [outside + [west, east]])
    }
}

extension FilterTest.Sign {
    init?(_ wanted: Standings) {
        switch wanted {
        case [.less]: self = .less
        case [.less, .equal]: self = .lessOrEqual
        case [.greater, .equal]: self = .greaterOrEqual
        case [.greater]: self = .greater
        default: return nil
        }
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
