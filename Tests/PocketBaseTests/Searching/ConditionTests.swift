import QuireRemote
import Seeds
import Testing

@testable import QuirePocketBase

/// Conditions in PocketBase's language, which has no negation.
@Suite struct ConditionTests {
    /// A comparison of one of four columns, which are members of JSON and may be missing, or are never null.
    private static func test(_ random: inout SeededGenerator) -> ColumnTest {
        let symbols: [ColumnTest.Operator] = [.equal, .notEqual, .less, .greaterOrEqual]
        let column = Int.random(in: 0..<4, using: &random)
        return ColumnTest(
            column: "c\(column)", symbol: symbols[Int.random(in: 0..<4, using: &random)],
            literal: .integer(.random(in: 0...2, using: &random)), isMember: column < 2)
    }

    private static func condition(depth: Int, _ random: inout SeededGenerator) -> Condition {
        func parts(_ random: inout SeededGenerator) -> [Condition] {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in condition(depth: depth - 1, &random) }
        }
        switch Int.random(in: 0..<(depth > 0 ? 12 : 6), using: &random) {
        case 0 where Int.random(in: 0..<6, using: &random) == 0:
            return Bool.random(using: &random) ? .everything : .nothing
        case 0...5: return .test(test(&random))
        case 6, 7: return .all(parts(&random))
        case 8, 9: return .any(parts(&random))
        default: return .not(condition(depth: depth - 1, &random))
        }
    }

    @Test("A random condition means the same after it was printed as text without negations")
    func random() throws {
        var random = SeededGenerator(seed: Seed.current)
        var printed = 0
        for round in 0..<3_000 {
            let condition = Self.condition(depth: .random(in: 0...3, using: &random), &random)
            guard condition.printable.count <= Condition.maximumTests else { continue }
            let text = try condition.text(module: "samples")
            if let text { printed += text.contains("(") ? 1 : 0 }
            for _ in 0..<8 {
                var record: [String: Int64] = [:]
                for column in 0..<4 where column > 1 || Bool.random(using: &random) {
                    record["c\(column)"] = .random(in: 0...2, using: &random)
                }
                var reading = FilterReading(text ?? "c3 >= 0")
                #expect(
                    reading.meets(record) == condition.isMet(by: record),
                    "round \(round) with seed \(Seed.current): \(text ?? "nil") for \(record)")
                #expect(reading.isAtEnd)
            }
        }
        #expect(printed > 100)
    }

    @Test("Two values of a column of which one of many must be equal are never required at once")
    func requiredTwice() throws {
        func some(_ value: String) -> Condition { .compare("tags:each", .someEqual, to: .text(value)) }
        let no = Condition.compare("age", .less, to: .integer(3))
        #expect(throws: (any Error).self) { try Condition.all([some("a"), some("b")]).text(module: "x") }
        #expect(throws: (any Error).self) {
            try Condition.all([.any([some("a"), no]), .not(.any([no, .not(some("b"))]))]).text(module: "x")
        }
        #expect(
            try Condition.any([some("a"), some("b")]).text(module: "x")
                == "tags:each ?= 'a' || tags:each ?= 'b'")
        #expect(
            try Condition.not(.any([some("a"), some("b")])).text(module: "x")
                == "tags:each != 'a' && tags:each != 'b'")
        // Only one of them is left.
        #expect(
            try Condition.all([some("a"), .any([some("b"), .everything])]).text(module: "x")
                == "tags:each ?= 'a'")
    }

    @Test("Literals cannot leave their quotes, and numbers have no exponent outside of quotes")
    func literals() {
        #expect(Literal.text(#"a\b'c%_"#).text == #"'a\\b\'c%_'"#)
        #expect(Literal.pattern(#"a\b'c%_"#).text == #"'%a\\\\b\'c\\%\\_%'"#)
        #expect(Literal.number(1e300).text == "'1e+300'")
        #expect(Literal.number(-0.5).text == "-0.5")
        #expect(Literal.number(3).text == "3")
        #expect(Literal.integer(.min).text == "-9223372036854775808")
        #expect(Literal.integer(0).text == "0")
        #expect(Literal.empty.text == "''")
        #expect(Literal.null.text == "null")
        #expect(Literal.boolean(false).text == "false")
    }
}

/// Whether a comparison holds as PocketBase says: a missing member meets no ordering, and differs from every value.
private func holds(_ value: Int64?, _ symbol: String, _ literal: Int64?) -> Bool {
    switch symbol {
    case "=": value == literal
    case "!=": value != literal
    default:
        if let value, let literal {
            switch symbol {
            case "<": value < literal
            case "<=": value <= literal
            case ">": value > literal
            default: value >= literal
            }
        } else {
            false
        }
    }
}

extension LogicalFilter<ColumnTest> {
    fileprivate func isMet(by record: [String: Int64]) -> Bool {
        switch self {
        case .everything: true
        case .nothing: false
        case .test(let test):
            holds(
                record[test.column], test.symbol.text.filter { $0 != " " }, Int64(test.literal.text))
        case .not(let part): !part.isMet(by: record)
        case .all(let parts): parts.allSatisfy { $0.isMet(by: record) }
        case .any(let parts): parts.contains { $0.isMet(by: record) }
        }
    }
}

/// Reads a filter's text, in which `&&` and `||` never stand side by side without parentheses.
private struct FilterReading {
    private var words: ArraySlice<Substring>

    init(_ text: String) {
        words = text.replacing("(", with: "( ").replacing(")", with: " )").split(separator: " ")[...]
    }

    var isAtEnd: Bool { words.isEmpty }

    mutating func meets(_ record: [String: Int64]) -> Bool {
        var parts = [part(record)]
        let sign = words.first
        while let next = words.first, next == "&&" || next == "||" {
            guard next == sign else { return false }
            words.removeFirst()
            parts.append(part(record))
        }
        return sign == "||" ? parts.contains(true) : parts.allSatisfy { $0 }
    }

    private mutating func part(_ record: [String: Int64]) -> Bool {
        guard words.first != "(" else {
            words.removeFirst()
            let isMet = meets(record)
            words.removeFirst()
            return isMet
        }
        let test = Array(words.prefix(3))
        words = words.dropFirst(3)
        // The id is never empty.
        if test[0] == "id" { return test[1] == "!=" }
        return holds(record[String(test[0])], String(test[1]), Int64(test[2]))
    }
}
