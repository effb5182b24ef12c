import Testing

@testable import Bookshop

@Suite("Parsing of years")
struct YearRangeTests {
    @Test(
        "Years are parsed: a year, a range, an open range, years BC",
        arguments: [
            ("1950", 1950, 1950), ("-700", -700, -700), ("1950...1970", 1950, 1970),
            ("-800...-700", -800, -700),
            ("1950..<1970", 1950, 1969), ("2000...", 2000, nil), ("...-1", nil, -1), ("..<0", nil, -1),
        ] as [(String, Int?, Int?)])
    func reads(text: String, first: Int?, last: Int?) {
        #expect(YearRange(text) == YearRange(first: first, last: last))
    }

    @Test(
        "Invalid ranges are rejected",
        arguments: [
            "", "...", "..<", "1950-1970", "1950..", "1950..<", "a...b", "1...2...3", "99999999999999999999",
        ])
    func refuses(text: String) {
        #expect(YearRange(text) == nil)
    }

    @Test("The smallest integer does not overflow")
    func smallest() {
        #expect(YearRange("..<\(Int.min)") == nil)
        #expect(YearRange("\(Int.min)...\(Int.max)") == YearRange(first: .min, last: .max))
    }
}
