import Foundation
import Quire

/// A filter of the protocol: a conjunction of groups, each a disjunction of tests.
struct ServiceFilter {
    enum Test {
        case facet(attribute: String, value: String, isNegated: Bool)
        case number(attribute: String, sign: String, number: Double)

        var isFacet: Bool { if case .facet = self { true } else { false } }
    }

    private(set) var groups: [[Test]] = []

    init(_ parameters: ServiceParameters, of index: ServiceIndex) throws {
        if let text = parameters.text("filters") { groups += try Self.groups(text) }
        groups += try Self.list(parameters["facetFilters"]) { text in
            guard let colon = text.firstIndex(of: ":") else { throw Self.failure("no colon in \(text)") }
            let value = text[text.index(after: colon)...]
            let isNegated = value.hasPrefix("-")
            return .facet(
                attribute: String(text[..<colon]), value: String(isNegated ? value.dropFirst() : value),
                isNegated: isNegated)
        }
        groups += try Self.list(parameters["numericFilters"]) { try Self.number($0) }
        for group in groups {
            guard Set(group.map(\.isFacet)).count == 1 else {
                throw Self.failure("filter (X OR Y) only allowed with filters of one sort")
            }
            for test in group { try index.checkDeclared(test) }
        }
    }

    func holds(of record: [String: JSONValue]) -> Bool {
        groups.allSatisfy { $0.contains { Self.holds($0, of: record) } }
    }

    private static func holds(_ test: Test, of record: [String: JSONValue]) -> Bool {
        switch test {
        case .facet(let attribute, let value, let isNegated):
            let values = record[attribute]?.elements.map { ServiceIndex.facetText(of: $0) } ?? []
            return values.contains { isLooselyEqual($0, value) } != isNegated
        case .number(let attribute, let sign, let number):
            // A record without the attribute matches no comparison.
            return (record[attribute]?.elements ?? []).compactMap(\.double).contains { value in
                switch sign {
                case "<": value < number
                case "<=": value <= number
                case "=": value == number
                case ">=": value >= number
                case ">": value > number
                default: false
                }
            }
        }
    }

    /// Ignores case: keys must not depend on it.
    private static func isLooselyEqual(_ left: String, _ right: String) -> Bool {
        left == right
            || left.utf8.count == right.utf8.count
                && zip(left.utf8, right.utf8).allSatisfy { $0 == $1 || ($0 ^ $1 == 32 && $0 | 32 >= 97) }
    }

    // MARK: - Reading

    private static func list(_ value: JSONValue?, _ read: (String) throws -> Test) throws -> [[Test]] {
        guard let value else { return [] }
        guard case .array(let groups) = value else { throw failure("a list was expected") }
        return try groups.map { try $0.strings.map(read) }
    }

    private static func number(_ text: some StringProtocol) throws -> Test {
        let text = String(text)
        for sign in ["<=", ">=", "!=", "<", ">", "="] {
            guard let range = text.range(of: sign) else { continue }
            let digits = text[range.upperBound...].trimmingCharacters(in: .whitespaces)
            guard sign != "!=", let number = Double(digits), !digits.lowercased().contains("e") else {
                throw failure("bad number in \(text)")
            }
            return .number(
                attribute: text[..<range.lowerBound].trimmingCharacters(in: .whitespaces), sign: sign,
                number: number)
        }
        throw failure("no comparison in \(text)")
    }

    /// `a:x AND (n<1 OR n>5) AND NOT b:y`
    private static func groups(_ text: String) throws -> [[Test]] {
        try text.components(separatedBy: " AND ").map { part in
            var part = part
            if part.hasPrefix("(") {
                guard part.hasSuffix(")") else { throw failure("an open parenthesis in \(part)") }
                part = String(part.dropFirst().dropLast())
            }
            guard !part.isEmpty, !part.contains("("), !part.contains(")"), !part.contains("\"") else {
                throw failure("what is no test: \(part)")
            }
            return try part.components(separatedBy: " OR ").map(test)
        }
    }

    private static func test(_ text: String) throws -> Test {
        let isNegated = text.hasPrefix("NOT ")
        let rest = isNegated ? String(text.dropFirst(4)) : text
        guard let colon = rest.firstIndex(of: ":") else {
            guard !isNegated else { throw failure("a NOT of a number: \(text)") }
            return try number(rest)
        }
        let value = rest[rest.index(after: colon)...]
        guard !value.isEmpty, value.utf8.allSatisfy({ UInt8(ascii: "!") < $0 && $0 < 0x7F }) else {
            throw failure("a value that needs quotes: \(text)")
        }
        return .facet(attribute: String(rest[..<colon]), value: String(value), isNegated: isNegated)
    }

    private static func failure(_ message: String) -> SearchService.Failure {
        SearchService.Failure(status: 400, message: message)
    }
}
