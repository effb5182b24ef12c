import QuireCore
import QuireEngine
import QuireRemote

/// A test of a field that the server keeps as integers: numbers, and dates in formats that are integers.
enum IntegerTest {
    case text(FilterText)
    case refused(String)

    init(_ test: IndexedTest, _ server: ServerField, _ field: IndexedField) {
        guard let bounds = server.integers else {
            self = .refused("the field has the type \(server.type) there")
            return
        }
        var unit: Int64 = 1
        if field.comparison == .date {
            switch field.descriptor.kind.innermost {
            case .date(.epochMilliseconds), .time(.epochMilliseconds), .dateTime(.epochMilliseconds): break
            case .date(.epochSeconds), .time(.epochSeconds), .dateTime(.epochSeconds): unit = 1000
            default:
                self = .refused("the schema's dates are texts, and numbers there")
                return
            }
        }
        let name = server.name
        let any = FilterText.test("\(name):>=\(bounds.lowerBound)")
        // A list may be empty, although it is not optional.
        let isAlwaysThere = !server.isOptional && !server.isList
        switch test.test {
        case .hasNoValue:
            if test.isNegated {
                self = .text(isAlwaysThere ? .everything : any)
            } else {
                self = isAlwaysThere ? .text(.nothing) : .refused("a missing value cannot be tested there")
            }
        case .isAny(let operands):
            let values = operands.compactMap(\.exactInteger).filter { $0 % unit == 0 }.map { $0 / unit }
                .filter(bounds.contains)
            guard field.isDouble == false || operands.allSatisfy(\.isExactInDouble) else {
                self = .refused(
                    "the schema's numbers are floating-point, and the operand is too large for them")
                return
            }
            let distinct = Set(values).sorted()
            guard !distinct.isEmpty else {
                self = .text(test.isNegated ? .everything : .nothing)
                return
            }
            guard test.isNegated else {
                let list = distinct.map(String.init).joined(separator: ",")
                self = .text(.test("\(name):=[\(list)]"))
                return
            }
            guard isAlwaysThere else {
                self = .refused("a complement would need a test for missing values")
                return
            }
            self = .text(Self.outside(distinct.map { $0...$0 }, name, bounds))
        case .isOrdered, .isBetween:
            guard !field.isDouble || test.test.operands.allSatisfy(\.isExactInDouble) else {
                self = .refused(
                    "the schema's numbers are floating-point, and the operand is too large for them")
                return
            }
            guard let range = Self.range(test.test, unit, bounds) else {
                self = .text(test.isNegated ? .everything : .nothing)
                return
            }
            if test.isNegated {
                self =
                    isAlwaysThere
                    ? .text(Self.outside([range], name, bounds))
                    : .refused("a complement would need a test for missing values")
            } else {
                self = .text(Self.inside(range, name, bounds, isList: server.isList))
            }
        default: self = .refused("numbers have no parts")
        }
    }

    /// The server's integers that pass; `nil` if none can.
    private static func range(
        _ test: EvaluatedTest, _ unit: Int64, _ bounds: ClosedRange<Int64>
    ) -> ClosedRange<Int64>? {
        guard let range = NumberRange.integers(test) else { return nil }
        func quotient(_ number: Int64, roundingUp: Bool) -> Int64 {
            let (quotient, rest) = number.quotientAndRemainder(dividingBy: unit)
            if rest == 0 { return quotient }
            return roundingUp ? (rest > 0 ? quotient + 1 : quotient) : (rest < 0 ? quotient - 1 : quotient)
        }
        let lower =
            range.lowerBound == .min ? Int64.min : quotient(range.lowerBound, roundingUp: true)
        let upper =
            range.upperBound == .max ? Int64.max : quotient(range.upperBound, roundingUp: false)
        let clamped = (max(lower, bounds.lowerBound), min(upper, bounds.upperBound))
        return clamped.0 <= clamped.1 ? clamped.0...clamped.1 : nil
    }

    private static func inside(
        _ range: ClosedRange<Int64>, _ name: String, _ bounds: ClosedRange<Int64>, isList: Bool
    ) -> FilterText {
        let lower = FilterText.test("\(name):>=\(range.lowerBound)")
        if range.upperBound == bounds.upperBound { return lower }
        if range.lowerBound == bounds.lowerBound { return .test("\(name):<=\(range.upperBound)") }
        let between = FilterText.test("\(name):[\(range.lowerBound)..\(range.upperBound)]")
        // On a list, a range by itself counts an item once for each matching element.
        return isList ? .and([between, lower]) : between
    }

    /// The integers outside of ranges, which are in order and do not overlap.
    private static func outside(
        _ ranges: [ClosedRange<Int64>], _ name: String, _ bounds: ClosedRange<Int64>
    ) -> FilterText {
        var parts: [FilterText] = []
        var start = bounds.lowerBound
        for range in ranges {
            if start < range.lowerBound {
                parts.append(inside(start...(range.lowerBound - 1), name, bounds, isList: false))
            }
            guard range.upperBound < bounds.upperBound else { return .or(parts) }
            start = range.upperBound + 1
        }
        parts.append(inside(start...bounds.upperBound, name, bounds, isList: false))
        return .or(parts)
    }
}

extension EvaluatedTest {
    /// The operands of an ordering or `between`.
    fileprivate var operands: [EvaluatedValue] {
        switch self {
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
