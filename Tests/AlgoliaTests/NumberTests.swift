import Foundation
import Quire
import Testing
import TransportDoubles

@testable import QuireAlgolia

/// The encodings that keep numbers, ids and keys exact.
@Suite struct NumberTests {
    private static let integers: [Int64] = [
        0, 1, -1, 1 << 53, (1 << 53) - 1, (1 << 53) + 1, -(1 << 53) - 1, .max, .min, .max - 1, .min + 1,
        9_223_372_036_854_775_295, 9_223_372_036_854_775_296,
    ]

    @Test("An integer as a double plus remainder sorts like the integers, without loss")
    func split() {
        var random = SeededGenerator(seed: 1)
        let numbers = Self.integers + (0..<500).map { _ in Int64.random(in: .min ... .max, using: &random) }
        for left in numbers {
            let one = RecordNumber.split(left)
            #expect(RecordNumber.isExact(left) == (left.magnitude < 1 << 53))
            if RecordNumber.isExact(left) { #expect(one.rest == 0) }
            for right in Self.integers {
                let other = RecordNumber.split(right)
                #expect((left < right) == (one < other), "\(left) \(right)")
                #expect((left == right) == (one == other))
            }
        }
    }

    @Test("A number in plain digits parses back to the same number, and has no exponent")
    func plainDigits() {
        var random = SeededGenerator(seed: 2)
        let some = [
            0, -0.0, 0.1, 0.30000000000000004, 1e15, 1e16, 1e20, 1.5e21, 123_456_789_012_345_683_968, 1e-5,
            5e-30,
            0x1p63,
        ]
        for number in some
            + (0..<2000).map({ _ in
                Double.random(in: -1...1, using: &random)
                    * pow(10, Double.random(in: -25...25, using: &random))
            })
        {
            guard let text = RecordNumber.text(of: number) else {
                Issue.record("\(number) has no text")
                continue
            }
            #expect(Double(text) == number, "\(text)")
            #expect(text.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 || $0 == 46 }, "\(text)")
        }
        for number in [1e300, .leastNonzeroMagnitude, .infinity, .nan] {
            #expect(RecordNumber.text(of: number) == nil)
        }
    }

    @Test("A comparison converted to a field's type accepts the same numbers")
    func bounds() {
        let doubles: [Double] = [
            0, -0.0, 0.5, -0.5, 1.5, 0x1p53, -0x1p53, 0x1p63, -0x1p63, 0x1p64, -1e300, 9007199254740994, 1e18,
        ]
        func holds(_ bound: ComparisonBound, _ value: EvaluatedValue) -> Bool {
            func isMet(_ sign: RecordTest.Sign, _ operand: EvaluatedValue) -> Bool {
                switch sign {
                case .less: value.standing(to: operand) == .less
                case .lessOrEqual: [.less, .equal].contains(value.standing(to: operand))
                case .equal: value.standing(to: operand) == .equal
                case .greaterOrEqual: [.greater, .equal].contains(value.standing(to: operand))
                case .greater: value.standing(to: operand) == .greater
                }
            }
            switch bound {
            case .never: return false
            case .always: return true
            case .whole(let sign, let number): return isMet(sign, .integer(number))
            case .number(let sign, let number): return isMet(sign, .number(number))
            }
        }
        let operands = Self.integers.map(EvaluatedValue.integer) + doubles.map(EvaluatedValue.number)
        for sign in [RecordTest.Sign.less, .lessOrEqual, .greater, .greaterOrEqual] {
            for operand in operands {
                for (isWhole, values) in [
                    (true, Self.integers.map(EvaluatedValue.integer)),
                    (false, doubles.map(EvaluatedValue.number)),
                ] {
                    let bound = ComparisonBound(sign, operand, isWhole: isWhole)
                    for value in values {
                        let expected: Standings =
                            switch sign {
                            case .less: [.less]
                            case .lessOrEqual: [.less, .equal]
                            case .greater: [.greater]
                            default: [.greater, .equal]
                            }
                        #expect(
                            holds(bound, value) == value.standing(to: operand).map(expected.accepts),
                            "\(value) \(sign) \(operand)")
                    }
                }
            }
        }
    }

    @Test("The numeric encodings of ids sort like the ids' bytes, and doubles represent them exactly")
    func places() {
        var random = SeededGenerator(seed: 3)
        let ids =
            ["", "a", "a\u{0}", "ab", "abcdef", "abcdefg", "abcdef\u{0}", "é", "e\u{301}", "日本語", "Z"]
            + (0..<200).map { _ in
                String(
                    decoding: (0..<Int.random(in: 0...14, using: &random)).map { _ in
                        UInt8.random(in: 0...3, using: &random) * 40
                    }, as: UTF8.self)
            }
        for left in ids {
            let numbers = RecordPlace.numbers(of: left)
            #expect(numbers.allSatisfy { (0..<(1 << 53)).contains($0) })
            for right in ids {
                #expect(
                    numbers.lexicographicallyPrecedes(RecordPlace.numbers(of: right))
                        == left.utf8.lexicographicallyPrecedes(right.utf8), "\(left) \(right)")
            }
        }
    }

    @Test("A key contains only letters and digits, is unique for its value, and decodes to it")
    func keys() {
        let texts = Things.texts.compactMap { text -> String? in
            if case .string(let text)? = text.map(parsed) { text } else { nil }
        }
        var seen: [String: String] = [:]
        for text in texts + [String(repeating: "x", count: 201), String(repeating: "x", count: 202)] {
            let key = RecordKey.key(of: text)
            #expect(key.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) })
            #expect(seen[key].map { $0.isByteEqual(to: text) } ?? true)
            seen[key] = text
            let back = RecordKey.value(of: key, isDate: false)
            if text.utf8.count <= 200 {
                guard case .string(let value)? = back else {
                    Issue.record("\(text) cannot be decoded")
                    continue
                }
                #expect(value.isByteEqual(to: text))
            } else {
                #expect(back == nil)
            }
        }
        for number in Self.integers {
            let key = RecordKey.key(of: .integer(number), isWhole: true)
            #expect(key.flatMap { RecordKey.value(of: $0, isDate: false) } == .integer(number))
            #expect(key.flatMap { RecordKey.value(of: $0, isDate: true) } == .date(milliseconds: number))
        }
        #expect(
            RecordKey.key(of: .number(-0.0), isWhole: false) == RecordKey.key(of: .integer(0), isWhole: false)
        )
        #expect(RecordKey.key(of: .number(1.5), isWhole: true) == nil)
        #expect(RecordKey.key(of: .integer((1 << 53) + 1), isWhole: false) == nil)
    }

    @Test(
        "An invalid key does not decode",
        arguments: ["", "s0", "sgg", "sff", "i5", "ipx", "fzz", "bx", "h00", "x"])
    func damagedKeys(_ key: String) {
        #expect(RecordKey.value(of: key, isDate: false) == nil)
    }
}
