import QuireCore
import QuireGenerator
import QuireSchema
import QuireToolbox

/// Writes conditions as Swift code.
///
/// Conditions with operators only are key paths in one expression, `.where(\.year >= 1950)`. Others have method calls, which
/// need a closure: `.filter { $0.title.contains("sea") }`.
struct SwiftCondition {
    /// How a field begins: `\.` or `$0.`.
    let scope: String

    /// The call that adds a filter to a query.
    static func call(_ node: ResolvedNode) throws(ExplorerError) -> String {
        // In a closure, `$0.size` has no members.
        if case .relation(let relation) = node, !relation.step.isReverse,
            relation.field.names.name.contains("."), let filter = relation.filter
        {
            let lines = try SwiftCondition(scope: "$0.").lines(filter)
            return
                ".where(\(relation.quantifier.rawValue): \\.\(relation.field.names.name)) { \(lines) }"
        }
        if node.hasOnlyOperators || !node.usesScope {
            return ".where(\(try SwiftCondition(scope: "\\.").text(node, inside: .alone)))"
        }
        return ".filter { \(try SwiftCondition(scope: "$0.").lines(node)) }"
    }

    /// The call that adds a filter of metadata to a query.
    static func metadataCall(_ node: ResolvedNode) throws(ExplorerError) -> String {
        ".filterMeta { \(try SwiftCondition(scope: "$0.").lines(node)) }"
    }

    /// The body of a closure: its lines, joined by semicolons.
    private func lines(_ node: ResolvedNode) throws(ExplorerError) -> String {
        // A closure that does not use its argument must say so.
        let start = node.usesScope ? "" : "_ in "
        guard case .all(let nodes) = node else { return start + (try text(node, inside: .alone)) }
        var lines: [String] = []
        for node in nodes { lines.append(try text(node, inside: .alone)) }
        return start + lines.joined(separator: "; ")
    }

    private enum Surrounding { case alone, and, or, not }

    private func text(_ node: ResolvedNode, inside surrounding: Surrounding) throws(ExplorerError) -> String {
        switch node {
        case .all(let nodes):
            let text = try joined(nodes, by: " && ", .and)
            return surrounding == .alone || surrounding == .or ? text : "(\(text))"
        case .any(let nodes):
            let text = try joined(nodes, by: " || ", .or)
            return surrounding == .alone ? text : "(\(text))"
        case .not(.test(let test)) where test.operation == .isNull:
            let name = try subject(test).name
            guard test.isOperator else { return "\(name).isNotNull" }
            return surrounding == .not ? "(\(name) != nil)" : "\(name) != nil"
        case .not(let inner):
            let negation = "!\(try text(inner, inside: .not))"
            return surrounding == .not ? "(\(negation))" : negation
        case .test(let test):
            let text = try self.test(test)
            return surrounding == .not && test.isOperator ? "(\(text))" : text
        case .relation(let relation): return try self.relation(relation, isNegated: surrounding == .not)
        }
    }

    private func joined(
        _ nodes: [ResolvedNode], by connective: String, _ surrounding: Surrounding
    ) throws(ExplorerError) -> String {
        var parts: [String] = []
        for node in nodes { parts.append(try text(node, inside: surrounding)) }
        return parts.joined(separator: connective)
    }

    // MARK: - Tests

    private func test(_ test: ResolvedTest) throws(ExplorerError) -> String {
        let (name, values) = try subject(test)
        if let symbol = test.operation.swiftSymbol {
            if let other = test.other {
                return "\(name) \(symbol) \(try path(other, isOperator: true))"
            }
            return "\(name) \(symbol) \(try values.literal(test.value))"
        }
        switch (test.operation, test.value) {
        case (.isNull, _): return test.isOperator ? "\(name) == nil" : "\(name).isNull"
        case (.in, .list(let elements)): return "\(name).in(\(try values.list(elements)))"
        case (.notIn, .list(let elements)): return "\(name).notIn(\(try values.list(elements)))"
        case (.between, .list(let bounds)) where bounds.count == 2:
            return "\(name).between(\(try values.literal(bounds[0])) ... \(try values.literal(bounds[1])))"
        // A list contains an element.
        case (.contains, .list(let elements)) where elements.count == 1:
            return "\(name).contains(\(try values.literal(elements[0])))"
        case (.like, .string(let text)): return "\(name).like(\(Literals.string(text)))"
        case (.contains, .string(let text)): return "\(name).contains(\(Literals.string(text)))"
        case (.hasPrefix, .string(let text)): return "\(name).hasPrefix(\(Literals.string(text)))"
        case (.hasSuffix, .string(let text)): return "\(name).hasSuffix(\(Literals.string(text)))"
        case (.near, .list(let numbers)) where numbers.count == 3:
            let parts = try SwiftValue.numbers(numbers)
            return "\(name).near(latitude: \(parts[0]), longitude: \(parts[1]), within: \(parts[2]))"
        case (.within, .list(let numbers)) where numbers.count == 4:
            let parts = try SwiftValue.numbers(numbers)
            return
                "\(name).within(south: \(parts[0]), west: \(parts[1]), north: \(parts[2]), east: \(parts[3]))"
        default: throw ExplorerError(.query, "\(name): Swift code cannot express \(test.operation.rawValue).")
        }
    }

    /// The key path of a field. In a closure, that of a member of an object needs an operator after it.
    private func path(_ field: ExploredField, isOperator: Bool) throws(ExplorerError) -> String {
        let name = field.names.name
        guard scope == "$0.", name.contains(".") else { return scope + name }
        guard isOperator else { throw Self.pathInClosure(name) }
        return "\\." + name
    }

    private static func pathInClosure(_ name: String) -> ExplorerError {
        ExplorerError(
            .query,
            "\(name): Swift code cannot express this condition together with others. Write one of its own: .where(\\.\(name), …)."
        )
    }

    private func subject(_ test: ResolvedTest) throws(ExplorerError) -> (name: String, values: SwiftValue) {
        switch test.subject {
        case .field(let field):
            (try path(field, isOperator: test.isOperator), SwiftValue(field.names.value))
        case .metadata(let field): (scope + field.name, SwiftValue(field.isDate ? .date : .text))
        }
    }

    // MARK: - Related items

    private func relation(
        _ relation: ResolvedRelation, isNegated: Bool
    ) throws(ExplorerError) -> String {
        let inner = SwiftCondition(scope: "$0.")
        if relation.step.isReverse {
            let condition: String
            switch (relation.filter, relation.quantifier) {
            // The item itself exists, so this holds for every item that names it.
            case (nil, _): condition = "$0.\(relation.field.names.name).isFound"
            case (let filter?, .every):
                condition = (filter.usesScope ? "" : "_ in ") + "!\(try inner.text(filter, inside: .not))"
            case (let filter?, _): condition = try inner.lines(filter)
            }
            let function = relation.quantifier == .any ? "anyItem" : "noItem"
            return "\(function)(of: \(relation.source.names.name).self, by: \\.\(relation.field.names.name)) "
                + "{ \(condition) }"
        }
        let name = scope + relation.field.names.name
        guard let filter = relation.filter else {
            let isFound = "\(name).isFound"
            guard relation.quantifier == .none else { return isFound }
            return isNegated ? "(!\(isFound))" : "!\(isFound)"
        }
        return "\(name).\(relation.quantifier.rawValue) { \(try inner.lines(filter)) }"
    }
}

extension ResolvedNode {
    /// Whether all tests are written with operators.
    fileprivate var hasOnlyOperators: Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.allSatisfy(\.hasOnlyOperators)
        case .not(let node): node.hasOnlyOperators
        case .test(let test): test.isOperator
        case .relation: false
        }
    }
}

extension ResolvedNode {
    /// Whether its code begins with the argument of the closure.
    fileprivate var usesScope: Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.contains(where: \.usesScope)
        case .not(let node): node.usesScope
        case .test: true
        case .relation(let relation): !relation.step.isReverse
        }
    }
}

extension ResolvedTest {
    fileprivate var isOperator: Bool {
        guard operation == .isNull else { return operation.swiftSymbol != nil }
        // Without `==` for values, the comparison with nil is found only outside of groups.
        return switch subject {
        case .field(let field): field.field.operators.contains(.equal)
        case .metadata: true
        }
    }
}

extension Operator {
    /// The operator in Swift; `nil` for those that are methods.
    fileprivate var swiftSymbol: String? {
        switch self {
        case .equal: "=="
        case .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: rawValue
        default: nil
        }
    }
}

/// Writes the values of a field as Swift literals.
struct SwiftValue {
    private let form: SwiftNames.Value

    init(_ form: SwiftNames.Value) { self.form = form }

    func literal(_ value: FilterValue) throws(ExplorerError) -> String {
        switch (form, value) {
        case (.text, .string(let text)), (.literal, .string(let text)): return Literals.string(text)
        case (.integer, .integer(let number)): return String(number)
        case (.number, .number(let number)): return Self.number(number)
        case (.boolean, .boolean(let truth)): return truth ? "true" : "false"
        case (.date, .date(let milliseconds)): return try Self.date(milliseconds)
        case (.choice(let choice), .string(let raw)): return try member(raw, of: choice)
        case (.other(let type), .string), (.other(let type), .integer), (.other(let type), .number),
            (.other(let type), .boolean):
            throw ExplorerError(
                .query,
                "The value is of the app's own type \(type), which only the app can spell. Everything else of the query is Swift."
            )
        default: throw ExplorerError(.query, "Swift code cannot express this value.")
        }
    }

    func list(_ values: [FilterValue]) throws(ExplorerError) -> String {
        var literals: [String] = []
        for value in values { literals.append(try literal(value)) }
        return "[\(literals.joined(separator: ", "))]"
    }

    static func numbers(_ values: [FilterValue]) throws(ExplorerError) -> [String] {
        var numbers: [String] = []
        for value in values {
            guard case .number(let number) = value else {
                throw ExplorerError(.query, "Swift code cannot express this place.")
            }
            numbers.append(Self.number(number))
        }
        return numbers
    }

    private static func number(_ number: Double) -> String { "\(number)" }

    /// `Date(timeIntervalSince1970: 1704067200)`.
    private static func date(_ milliseconds: Int64) throws(ExplorerError) -> String {
        let seconds = milliseconds / 1_000
        let rest = abs(milliseconds % 1_000)
        let sign = milliseconds < 0 && seconds == 0 ? "-" : ""
        let digits = String(rest)
        let fraction = rest == 0 ? "" : "." + String(repeating: "0", count: 3 - digits.count) + digits
        return "Date(timeIntervalSince1970: \(sign)\(seconds)\(fraction))"
    }

    private func member(_ raw: String, of choice: SwiftNames.Choice) throws(ExplorerError) -> String {
        if let member = choice.members.first(where: { $0.raw.isByteEqual(to: raw) }) {
            return "." + member.name
        }
        guard !choice.isClosed else {
            throw ExplorerError(.query, "\"\(raw.shortened)\" is not one of the values of \(choice.type).")
        }
        return "\(choice.type)(rawValue: \(Literals.string(raw)))"
    }
}
