import Seeds
import Testing

@testable import QuirePocketBase

/// Filters are written directly as text. Here they are compared with trees that are negated, simplified and printed.
@Suite struct FilterPrinterTests {
    @Test(
        "A random condition, its complement, and two conditions together are printed like a simplified tree")
    func random() {
        var random = SeededGenerator(seed: Seed.current)
        for round in 0..<3_000 {
            let condition = Self.condition(depth: .random(in: 0...4, using: &random), &random)
            let isNegated = Bool.random(using: &random)
            var printer = FilterPrinter()
            let written = printer.write(condition, isNegated: isNegated)
            let plain = PlainFilter(condition, isNegated: isNegated)
            #expect(
                (try? printer.text(written, module: "samples")) == plain.accepted,
                "round \(round) with seed \(Seed.current): \(condition)")

            let other = Self.condition(depth: .random(in: 0...2, using: &random), &random)
            var group = printer.begin(isAll: true, with: written)
            let place = printer.beginPart(of: group)
            printer.endPart(of: &group, place, printer.write(other))
            let both = printer.end(group)
            #expect(
                (try? printer.text(both, module: "samples"))
                    == PlainFilter.all([plain, PlainFilter(other, isNegated: false)]).accepted,
                "round \(round) with seed \(Seed.current): \(condition) and \(other)")
        }
    }

    private static func condition(depth: Int, _ random: inout SeededGenerator) -> Condition {
        func parts(_ random: inout SeededGenerator) -> [Condition] {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in condition(depth: depth - 1, &random) }
        }
        switch Int.random(in: 0..<(depth > 0 ? 14 : 6), using: &random) {
        case 0: return .everything
        case 1: return .nothing
        case 2...5:
            let columns = ["age", "title", "tags:each", "tags:each"]
            let column = columns[Int.random(in: 0..<columns.count, using: &random)]
            let symbols: [Condition.Test.Operator] =
                column == "tags:each"
                ? [.someEqual, .noneEqual] : [.equal, .notEqual, .less, .greaterOrEqual, .matches]
            let literals: [Literal] = [.null, .boolean(true), .integer(-5), .number(1e300), .text("it's")]
            return .test(
                Condition.Test(
                    column: column, symbol: symbols[Int.random(in: 0..<symbols.count, using: &random)],
                    literal: literals[Int.random(in: 0..<literals.count, using: &random)],
                    isMember: Int.random(in: 0..<3, using: &random) == 0))
        case 6, 7: return .all(parts(&random))
        case 8, 9: return .any(parts(&random))
        case 10: return .notAll(parts(&random))
        case 11, 12: return condition(depth: depth - 1, &random).printed
        default: return condition(depth: depth - 1, &random).negated
        }
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

/// A condition as a tree without negations.
private indirect enum PlainFilter {
    case constant(Bool)
    case test(text: String, searched: String?)
    case all([PlainFilter])
    case any([PlainFilter])

    init(_ condition: Condition, isNegated: Bool) {
        func inner(_ parts: [Condition], _ isNegated: Bool) -> [PlainFilter] {
            parts.map { PlainFilter($0, isNegated: isNegated) }
        }
        switch condition {
        case .everything: self = .constant(!isNegated)
        case .nothing: self = .constant(isNegated)
        case .all(let parts): self = isNegated ? .any(inner(parts, true)) : .all(inner(parts, false))
        case .any(let parts): self = isNegated ? .all(inner(parts, true)) : .any(inner(parts, false))
        case .notAll(let parts): self = isNegated ? .all(inner(parts, false)) : .any(inner(parts, true))
        case .printed(let printed, let isComplement):
            self.init(printed.condition, isNegated: isNegated != isComplement)
        case .test(let test):
            let symbol = isNegated ? test.symbol.complement : test.symbol
            let own = PlainFilter.test(
                text: "\(test.column)\(symbol.text)\(test.literal.text)",
                searched: symbol == .someEqual ? test.column : nil)
            self =
                isNegated && test.isMember && symbol.isOrder
                ? .any([own, .test(text: "\(test.column) = null", searched: nil)]) : own
        }
    }

    private var simplified: PlainFilter {
        switch self {
        case .constant, .test: return self
        case .all(let parts):
            let simple = parts.map(\.simplified).filter {
                if case .constant(true) = $0 { false } else { true }
            }
            if simple.contains(where: { if case .constant(false) = $0 { true } else { false } }) {
                return .constant(false)
            }
            let flat = simple.flatMap { if case .all(let inner) = $0 { inner } else { [$0] } }
            return flat.isEmpty ? .constant(true) : flat.count == 1 ? flat[0] : .all(flat)
        case .any(let parts):
            let simple = parts.map(\.simplified).filter {
                if case .constant(false) = $0 { false } else { true }
            }
            if simple.contains(where: { if case .constant(true) = $0 { true } else { false } }) {
                return .constant(true)
            }
            let flat = simple.flatMap { if case .any(let inner) = $0 { inner } else { [$0] } }
            return flat.isEmpty ? .constant(false) : flat.count == 1 ? flat[0] : .any(flat)
        }
    }

    /// The filter; `nil` if it matches everything, or is one that PocketBase does not accept.
    var accepted: String? {
        let simple = simplified
        if case .constant(let truth) = simple { return truth ? nil : "id = ''" }
        let text = simple.text(isInside: false)
        guard simple.count <= 200, text.utf8.count <= 3_500, !simple.requiresTwo else { return nil }
        return text
    }

    private func text(isInside: Bool) -> String {
        switch self {
        case .constant: return ""
        case .test(let text, _): return text
        case .all(let parts), .any(let parts):
            let sign = if case .all = self { " && " } else { " || " }
            let text = parts.map { $0.text(isInside: true) }.joined(separator: sign)
            return isInside ? "(\(text))" : text
        }
    }

    private var count: Int {
        switch self {
        case .constant, .test: 1
        case .all(let parts), .any(let parts): parts.map(\.count).reduce(0, +)
        }
    }

    private var searched: Set<String> {
        switch self {
        case .constant: []
        case .test(_, let column): column.map { [$0] } ?? []
        case .all(let parts), .any(let parts): Set(parts.flatMap(\.searched))
        }
    }

    /// Whether two values of one column are required at once.
    private var requiresTwo: Bool {
        switch self {
        case .constant, .test: return false
        case .any(let parts): return parts.contains(where: \.requiresTwo)
        case .all(let parts):
            let columns = parts.flatMap { Array($0.searched) }
            return Set(columns).count < columns.count || parts.contains(where: \.requiresTwo)
        }
    }
}
