import QuireCore

/// A positive leaf of a filter tree, checked against its field and ready to evaluate.
package enum EvaluatedTest: Sendable {
    case hasNoValue
    case isAny(of: Operands)
    case isOrdered(Standings, EvaluatedValue)
    case isBetween(EvaluatedValue, EvaluatedValue)
    /// Contains a substring after lowercasing (Swift's `lowercased()`), compared byte for byte.
    case isLike(lowerCased: String)
    case contains(String)
    case hasPrefix(String)
    case hasSuffix(String)
    case isNear(GeoCircle)
    case isWithin(GeoBox)

    /// Whether any of a field's values passes the test.
    func holds(of values: [EvaluatedValue]) -> Bool {
        if case .hasNoValue = self { return values.isEmpty }
        return values.contains(where: isMet)
    }

    private func isMet(by value: EvaluatedValue) -> Bool {
        switch (self, value) {
        case (.isAny(let operands), _): operands.contains { value.standing(to: $0) == .equal }
        case (.isOrdered(let order, let operand), _):
            value.standing(to: operand).map(order.accepts) ?? false
        case (.isBetween(let lower, let upper), _):
            [.greater, .equal].contains(value.standing(to: lower))
                && [.less, .equal].contains(value.standing(to: upper))
        case (.isLike(let part), .text(let text)): text.lowercased().utf8.contains(bytesOf: part)
        case (.contains(let part), .text(let text)): text.utf8.contains(bytesOf: part)
        case (.hasPrefix(let part), .text(let text)): text.utf8.starts(with: part.utf8)
        case (.hasSuffix(let part), .text(let text)): text.utf8.reversed().starts(with: part.utf8.reversed())
        case (.isNear(let circle), .place(let latitude, let longitude)): circle.contains(latitude, longitude)
        case (.isWithin(let box), .place(let latitude, let longitude)): box.contains(latitude, longitude)
        default: false
        }
    }
}

extension String.UTF8View {
    fileprivate func contains(bytesOf part: String) -> Bool {
        let bytes = Array(self)
        let partBytes = Array(part.utf8)
        guard let first = partBytes.first else { return true }
        guard partBytes.count <= bytes.count else { return false }
        return (0...(bytes.count - partBytes.count)).contains { start in
            bytes[start] == first && bytes[start..<(start + partBytes.count)] == partBytes[...]
        }
    }
}

extension EvaluatedTest {
    /// Creates the test of a leaf that already has a positive operation.
    package init(
        _ leaf: Filter.Leaf, _ operation: FilterOperation, of field: FieldDescriptor, module: String
    ) throws(QueryError) {
        try self.init(leaf, operation, of: field.kind.comparison, module: module)
    }

    /// Creates the test of a field whose values are compared in a known way.
    package init(
        _ leaf: Filter.Leaf, _ operation: FilterOperation, of comparison: Comparison, module: String
    ) throws(QueryError) {
        if let test = EvaluatedTest(ofOneValue: leaf.value, operation, comparison) {
            self = test
            return
        }
        let check = LeafCheck(leaf: leaf, comparison: comparison, module: module)
        if case .null = leaf.value {
            guard operation == .equal else {
                throw check.incompatibleOperand("a value; only = and != compare with null")
            }
            self = .hasNoValue
            return
        }
        guard comparison.allows(operation) else { throw check.incompatibleOperation }
        switch operation {
        case .equal, .greater, .greaterOrEqual, .less, .lessOrEqual:
            throw check.incompatibleOperand(insteadOf: leaf.value)
        case .in: self = .isAny(of: .many(try check.operands()))
        case .between:
            let bounds = try check.operands()
            guard bounds.count == 2 else {
                throw check.incompatibleOperand("a list of the lower and the upper bound")
            }
            self = .isBetween(bounds[0], bounds[1])
        case .like: self = .isLike(lowerCased: try check.text().lowercased())
        case .contains: self = .contains(try check.text())
        case .hasPrefix: self = .hasPrefix(try check.text())
        case .hasSuffix: self = .hasSuffix(try check.text())
        case .near:
            let form = "a list of latitude and longitude in degrees and a radius in metres"
            let numbers = try check.numbers(3, form)
            guard (-90...90).contains(numbers[0]), (-180...180).contains(numbers[1]), numbers[2] >= 0 else {
                throw check.incompatibleOperand(form)
            }
            self = .isNear(GeoCircle(latitude: numbers[0], longitude: numbers[1], radius: numbers[2]))
        case .within:
            let form = "a list of south, west, north and east in degrees"
            let numbers = try check.numbers(4, form)
            guard (-90...90).contains(numbers[0]), (-180...180).contains(numbers[1]),
                (-90...90).contains(numbers[2]), (-180...180).contains(numbers[3])
            else { throw check.incompatibleOperand(form) }
            self = .isWithin(GeoBox(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3]))
        default: throw check.incompatibleOperation
        }
    }

    /// The test for equality or an ordering. `nil` for other operations, and if the operation or the value does not fit.
    private init?(ofOneValue value: FilterValue, _ operation: FilterOperation, _ comparison: Comparison) {
        let standings: Standings
        switch operation {
        case .equal:
            guard let operand = EvaluatedValue(value, comparedAs: comparison) else { return nil }
            self = .isAny(of: .one(operand))
            return
        case .greater: standings = [.greater]
        case .greaterOrEqual: standings = [.greater, .equal]
        case .less: standings = [.less]
        case .lessOrEqual: standings = [.less, .equal]
        default: return nil
        }
        guard comparison != .boolean, let operand = EvaluatedValue(value, comparedAs: comparison) else {
            return nil
        }
        self = .isOrdered(standings, operand)
    }
}

extension EvaluatedValue {
    /// The operand of a field. `nil` if the value has another type.
    fileprivate init?(_ value: FilterValue, comparedAs comparison: Comparison) {
        switch (comparison, value) {
        case (.text, .string(let text)): self = .text(text)
        case (.number, .integer(let number)), (.date, .integer(let number)): self = .integer(number)
        case (.number, .number(let number)): self = .number(number)
        case (.date, .date(let milliseconds)): self = .integer(milliseconds)
        case (.boolean, .boolean(let truth)): self = .boolean(truth)
        default: return nil
        }
    }
}

/// How the values of a field are compared.
package enum Comparison: Sendable {
    case text, number, date, boolean, place, nothing

    /// Whether a positive operation applies. In addition, all fields support `=` and `!=` with null.
    func allows(_ operation: FilterOperation) -> Bool {
        switch operation {
        case .equal, .in: self != .place && self != .nothing
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
            self == .text || self == .number || self == .date
        case .like, .contains, .hasPrefix, .hasSuffix: self == .text
        case .near, .within: self == .place
        default: false
        }
    }
}

extension FieldKind {
    /// How the values are compared. For a list, its elements.
    package var comparison: Comparison {
        switch innermost {
        case .text, .longText, .html, .url, .image, .video, .audio, .document, .color, .choice, .relation,
            .scalar(.text):
            .text
        case .integer, .number, .scalar(.integer), .scalar(.number): .number
        case .date, .time, .dateTime: .date
        case .boolean, .scalar(.boolean): .boolean
        case .geopoint: .place
        case .object, .json, .localizedText, .list, .choices, .relations: .nothing
        }
    }
}

/// Checks the operand of a leaf against its field.
private struct LeafCheck {
    var leaf: Filter.Leaf
    var comparison: Comparison
    var module: String

    var incompatibleOperation: QueryError {
        let allowed = FilterOperation.allCases.filter(comparison.allows).map(\.rawValue).sorted()
            .joined(separator: " ")
        let hint =
            allowed.isEmpty
            ? "= or != with null" : "= or != with null, or one of \(allowed) or its complement"
        return QueryError(.incompatibleOperation, module: module, node: node, expected: hint)
    }

    func incompatibleOperand(_ expected: String) -> QueryError {
        QueryError(.incompatibleOperand, module: module, node: node, expected: expected)
    }

    private var node: String { "\(leaf.operation.rawValue) on \"\(leaf.property)\"" }

    func operand(_ value: FilterValue) throws(QueryError) -> EvaluatedValue {
        guard let operand = EvaluatedValue(value, comparedAs: comparison) else {
            throw incompatibleOperand(insteadOf: value)
        }
        return operand
    }

    func incompatibleOperand(insteadOf value: FilterValue) -> QueryError {
        incompatibleOperand("\(expectedOperand), not \(value.phrase)")
    }

    func operands() throws(QueryError) -> [EvaluatedValue] {
        guard case .list(let values) = leaf.value else {
            throw incompatibleOperand("a list, not \(leaf.value.phrase)")
        }
        var operands: [EvaluatedValue] = []
        for value in values { operands.append(try operand(value)) }
        return operands
    }

    func text() throws(QueryError) -> String {
        guard case .string(let text) = leaf.value else {
            throw incompatibleOperand("a text, not \(leaf.value.phrase)")
        }
        return text
    }

    func numbers(_ count: Int, _ form: String) throws(QueryError) -> [Double] {
        guard case .list(let values) = leaf.value, values.count == count else {
            throw incompatibleOperand(form)
        }
        let numbers = values.compactMap { value in
            switch value {
            case .integer(let number): Double(number)
            case .number(let number) where !number.isNaN: number
            default: nil
            }
        }
        guard numbers.count == count else { throw incompatibleOperand(form) }
        return numbers
    }

    private var expectedOperand: String {
        switch comparison {
        case .text: "a text"
        case .number: "a number"
        case .date: "a date"
        case .boolean: "true or false"
        case .place, .nothing: "nothing"
        }
    }
}

extension FilterValue {
    fileprivate var phrase: String {
        switch self {
        case .null: "null"
        case .string: "a text"
        case .integer, .number: "a number"
        case .boolean: "true or false"
        case .date: "a date"
        case .list: "a list"
        case .field: "another field"
        }
    }
}

/// The operands of `=` or `in`. A single one needs no array.
package enum Operands: Sendable {
    case one(EvaluatedValue)
    case many([EvaluatedValue])
}

extension Operands: RandomAccessCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int {
        switch self {
        case .one: 1
        case .many(let values): values.count
        }
    }

    package subscript(position: Int) -> EvaluatedValue {
        switch self {
        case .one(let value):
            precondition(position == 0, "There is one operand.")
            return value
        case .many(let values): return values[position]
        }
    }
}
