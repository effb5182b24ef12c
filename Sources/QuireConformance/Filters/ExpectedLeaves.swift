import QuireCore

/// Leaf cases over the shelf with their expected ids, written by hand from the semantics.
struct ExpectedLeaf: Sendable {
    var property: String
    var operation: FilterOperation
    var operand: FilterValue
    /// One letter per document.
    var ids: String

    static let all: [ExpectedLeaf] =
        cases("title", titles) + cases("age", ages) + cases("rating", ratings) + cases("active", actives)
        + cases("released", releases) + cases("tags", tags) + cases("counts", counts) + cases("place", places)
        + cases("author", authors) + cases("editors", editors) + cases("extra", extras)

    private typealias Case = (FilterOperation, Operand, String)

    /// The test as a request.
    var request: SearchRequest {
        var request = SearchRequest(module: Shelf.descriptor)
        request.filter = .leaf(Filter.Leaf(operation, property, value: operand, type: operand.wireType))
        request.page = wholePage
        return request
    }

    private static func cases(_ property: String, _ cases: [Case]) -> [ExpectedLeaf] {
        cases.map { ExpectedLeaf(property: property, operation: $0, operand: $1.value, ids: $2) }
    }

    private static let titles: [Case] = [
        (.equal, "Alpha", "a"), (.equal, "alpha", "b"), (.equal, "ALPHA", ""), (.equal, "", "c"),
        (.equal, " Alpha", "j"), (.equal, "Alpha ", ""), (.equal, "caf\u{E9}", "f"),
        (.equal, "cafe\u{301}", "g"),
        (.equal, "日本語👍", "i"), (.equal, "a && b || (c)", "k"), (.equal, "100%_`\\'\"", "h"),
        (.equal, .null, "de"), (.notEqual, .null, "abcfghijkl"),
        (.notEqual, "Alpha", "bcdefghijkl"), (.notEqual, "caf\u{E9}", "abcdeghijkl"),
        (.in, [], ""), (.notIn, [], "abcdefghijkl"),
        (.in, ["Alpha", "", "zzz"], "ac"), (.notIn, ["Alpha", ""], "bdefghijkl"),
        (.greater, "Alpha", "bfgikl"), (.greaterOrEqual, "Alpha", "abfgikl"),
        (.less, "Alpha", "chj"), (.lessOrEqual, "Alpha", "achj"),
        (.notGreater, "Alpha", "acdehj"), (.notGreaterOrEqual, "Alpha", "cdehj"),
        (.notLess, "Alpha", "abdefgikl"), (.notLessOrEqual, "Alpha", "bdefgikl"),
        (.greater, "", "abfghijkl"), (.less, "", ""), (.lessOrEqual, "", "c"),
        (.greater, "cafe", "fgi"), (.greater, "cafe\u{301}", "fi"),
        (.between, ["A", "Z"], "al"), (.between, ["Z", "A"], ""), (.between, ["", ""], "c"),
        (.notBetween, ["A", "Z"], "bcdefghijk"),
        (.like, "ALPHA", "abj"), (.like, "alp", "abj"), (.like, "\u{C9}", "f"), (.like, "%", "h"),
        (.like, "_", "h"),
        (.like, "1%", ""), (.like, "", "abcfghijkl"), (.like, "straße", ""), (.like, "strasse", "l"),
        (.like, "NUL\u{0}B", "l"), (.like, "語", "i"), (.like, "||", "k"), (.notLike, "alpha", "cdefghikl"),
        (.contains, "lph", "abj"), (.contains, "LPH", ""), (.contains, "Alpha", "aj"),
        (.contains, "\u{0}", "l"),
        (.contains, "`", "h"), (.contains, "\\", "h"), (.contains, "'", "h"), (.contains, "e", "gl"),
        (.notContains, "Alpha", "bcdefghikl"),
        (.hasPrefix, "A", "a"), (.hasPrefix, " ", "j"), (.hasPrefix, "", "abcfghijkl"),
        (.hasPrefix, "cafe", "g"),
        (.hasPrefix, "caf", "fg"), (.notHasPrefix, "caf", "abcdehijkl"),
        (.hasSuffix, "lpha", "abj"), (.hasSuffix, "byte", "l"), (.hasSuffix, "\u{301}", "g"),
        (.hasSuffix, "👍", "i"),
        (.hasSuffix, "(c)", "k"), (.notHasSuffix, "lpha", "cdefghikl"),
    ]

    private static let ages: [Case] = [
        (.equal, 18, "a"), (.equal, 18.0, "a"), (.equal, 0, "c"), (.equal, -0.0, "c"),
        (.equal, 9_007_199_254_740_992, "f"), (.equal, 9_007_199_254_740_993, "g"),
        (.equal, .number(0x1p53), "f"), (.equal, .integer(.max), "h"), (.equal, .number(0x1p63), ""),
        (.equal, .integer(.min), "i"), (.equal, .number(-0x1p63), "i"),
        (.equal, .null, "dej"), (.notEqual, .null, "abcfghikl"), (.notEqual, 18, "bcdefghijkl"),
        (.greater, 9_007_199_254_740_992, "gh"), (.greater, .number(0x1p53), "gh"),
        (.greaterOrEqual, 9_007_199_254_740_993, "gh"), (.less, 9_007_199_254_740_993, "abcfikl"),
        (.greater, .integer(.max), ""), (.greaterOrEqual, .integer(.max), "h"),
        (.less, .number(0x1p63), "abcfghikl"), (.greater, .number(0x1p63), ""),
        (.less, .integer(.min), ""), (.lessOrEqual, .integer(.min), "i"),
        (.greater, 0.5, "abfghl"), (.less, 0.5, "cik"), (.notGreater, 5, "bcdeijkl"),
        (.in, [0, 1, 5], "bcl"), (.notIn, [0, 1, 5], "adefghijk"),
        (.between, [0, 5], "bcl"), (.between, [5, 0], ""), (.notBetween, [0, 5], "adefghijk"),
        (.between, [0.5, 17.5], "bl"),
    ]

    private static let ratings: [Case] = [
        (.equal, 0.3, "b"), (.equal, 0.30000000000000004, "c"), (.equal, 0.1, "a"), (.equal, 0, "f"),
        (.equal, 0.0, "f"),
        (.equal, 1, "l"), (.equal, 9_007_199_254_740_993, ""), (.equal, 9_007_199_254_740_992, "g"),
        (.greater, 0.3, "cghl"), (.greaterOrEqual, 0.3, "bcghl"), (.less, 0.3, "afik"),
        (.lessOrEqual, 0.3, "abfik"),
        (.greater, 9_007_199_254_740_993, ""), (.less, 9_007_199_254_740_993, "abcfghikl"),
        (.equal, .null, "dej"), (.notEqual, 0.3, "acdefghijkl"), (.in, [0.1, 0.2], "ak"),
        (.between, [0.1, 0.3], "abk"), (.notBetween, [0.1, 0.3], "cdefghijl"),
    ]

    private static let actives: [Case] = [
        (.equal, true, "ak"), (.equal, false, "bl"), (.notEqual, true, "bcdefghijl"),
        (.equal, .null, "cdefghij"),
        (.in, [true, false], "abkl"), (.notIn, [true], "bcdefghijl"),
    ]

    private static let releases: [Case] = [
        (.equal, .date(0), "a"), (.greater, .date(0), "cl"), (.less, .date(0), "bh"),
        (.lessOrEqual, .date(0), "abh"),
        (.notEqual, .date(0), "bcdefghijkl"), (.equal, .null, "defgijk"),
        (.between, [.date(-1), .date(1)], "abl"),
        (.notGreater, .date(0), "abdefghijk"), (.equal, 1_419_769_800_000, "c"),
        (.in, [.date(0), .date(1)], "al"),
    ]

    private static let tags: [Case] = [
        (.equal, "red", "al"), (.notEqual, "red", "bcdefghijk"), (.in, ["red", "Red"], "abl"),
        (.notIn, ["red", "Red"], "cdefghijk"), (.equal, .null, "cdej"), (.notEqual, .null, "abfghikl"),
        (.equal, "", "k"), (.like, "RED", "abl"), (.notLike, "red", "cdefghijk"), (.greater, "r", "ail"),
        (.less, "c", "abhk"), (.contains, "e", "abgl"), (.hasPrefix, "b", "a"),
        (.notHasPrefix, "b", "bcdefghijkl"),
        (.hasSuffix, "%", "h"), (.between, ["b", "c"], "a"), (.equal, "caf\u{E9}", "f"),
    ]

    private static let counts: [Case] = [
        (.greater, 5, "afgk"), (.less, 2, "agk"), (.between, [2, 4], "bl"), (.between, [2, 8], "bikl"),
        (.equal, 9, "ag"), (.notEqual, 9, "bcdefhijkl"), (.equal, 9_007_199_254_740_992, ""),
        (.equal, 9_007_199_254_740_993, "f"), (.equal, .null, "cdehj"), (.notGreater, 5, "bcdehijl"),
        (.notBetween, [2, 4], "acdefghijk"), (.in, [5, 7], "ik"),
    ]

    private static let places: [Case] = [
        (.near, [52.37, 4.89, 0], "a"), (.near, [-16.8, 180, 20_000], "bg"),
        (.notNear, [-16.8, 180, 20_000], "acdefhijkl"),
        (.near, [52, 5, 1_000], ""), (.near, [52, 5, 50_000], "a"), (.within, [50, 3, 54, 8], "a"),
        (.within, [-20, 170, 0, -170], "bg"), (.within, [-20, -170, 0, 170], ""),
        (.notWithin, [-20, 170, 0, -170], "acdefhijkl"), (.equal, .null, "cdefhijkl"),
        (.within, [-16.8, 179.9, -16.8, 179.9], "b"),
    ]

    private static let authors: [Case] = [
        (.equal, "m1", "ak"), (.in, ["m1", "m2"], "abk"), (.notEqual, "m1", "bcdefghijl"),
        (.equal, .null, "cdefghijl"),
    ]

    private static let editors: [Case] = [
        (.equal, "m2", "a"), (.equal, .null, "bcdefghijl"), (.notIn, ["m1"], "bcdefghijkl"),
        (.in, ["m3", "m2"], "ak"),
    ]

    private static let extras: [Case] = [(.equal, .null, "defgijkl"), (.notEqual, .null, "abch")]

}

/// An operand that can be written as a Swift literal.
private struct Operand: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
    let value: FilterValue

    static let null = Operand(.null)
    static func integer(_ value: Int64) -> Operand { Operand(.integer(value)) }
    static func number(_ value: Double) -> Operand { Operand(.number(value)) }
    static func date(_ milliseconds: Int64) -> Operand { Operand(.date(milliseconds: milliseconds)) }

    private init(_ value: FilterValue) { self.value = value }

    init(stringLiteral value: String) { self.init(.string(value)) }
    init(integerLiteral value: Int64) { self.init(.integer(value)) }
    init(floatLiteral value: Double) { self.init(.number(value)) }
    init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
    init(arrayLiteral elements: Operand...) { self.init(.list(elements.map(\.value))) }
}
