import Foundation
import QuireCore
import Seeds
import Testing

@Suite("Decimal numbers without rounding")
struct ExactDecimalTests {
    @Test(
        "A number is an integer only if its digits say so",
        arguments: [
            ("0.99999999999999999", nil), ("4503599627370496.5", nil),
            ("9007199254740993.0", 9_007_199_254_740_993),
            ("1e3", 1_000), ("1.5e1", 15), ("1.55e1", nil), ("-0.0", 0), ("0e99999999999999999999", 0),
            ("1e99999999999999999999", nil), ("9223372036854775807.00", .max), ("9223372036854775808.0", nil),
            ("-9223372036854775808.0", .min), ("120e-1", 12), ("1e18", 1_000_000_000_000_000_000),
        ] as [(String, Int64?)])
    func integers(token: String, integer: Int64?) throws {
        #expect(try #require(ExactDecimal(token)).integer == integer)
        let read = try? JSONCursor.withBytes(of: Data(token.utf8)) { (json) throws(ValueDecodingError) in
            try json.integer()
        }
        #expect(read == integer)
    }

    @Test(
        "Texts that are no numbers of JSON are none",
        arguments: ["", "-", ".5", "5.", "1e", "0x1", "1_0", "NaN", "+1"])
    func invalid(text: String) { #expect(ExactDecimal(text) == nil) }

    @Test("Equal numbers are equal in every form, as Foundation's decimals are")
    func forms() throws {
        var random = SeededGenerator(seed: Seed.current)
        for _ in 0..<500 {
            func token(_ random: inout SeededGenerator) -> String {
                let digits = Int.random(in: -120...120, using: &random)
                let zeros = String(repeating: "0", count: Int.random(in: 0...2, using: &random))
                return
                    "\(digits).\(Int.random(in: 0...2, using: &random))\(zeros)e\(Int.random(in: -2...2, using: &random))"
            }
            let (left, right) = (token(&random), token(&random))
            let isEqual = Decimal(string: left) == Decimal(string: right)
            let (one, other) = try (#require(ExactDecimal(left)), #require(ExactDecimal(right)))
            // Decimal has no negative zero.
            if one.digits.isEmpty, other.digits.isEmpty { continue }
            #expect((one == other) == isEqual, "\(left) \(right)")
        }
    }

    @Test(
        "A number is exact if a Double prints it",
        arguments: [
            ("0.1", true), ("0.30", true), ("1e300", true), ("9007199254740992", true),
            ("9007199254740993", false),
            ("0.12345678901234567", false), ("0.12345678901234568", true), ("1e400", false), ("-0.0", true),
        ])
    func doubles(token: String, isExact: Bool) throws {
        #expect(try #require(ExactDecimal(token)).isExactAsDouble == isExact)
    }
}
