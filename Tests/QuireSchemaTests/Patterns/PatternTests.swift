import Foundation
import QuireShared
import Testing

/// The regular expressions of constraints.
@Suite struct PatternTests {
    @Test(
        "A pattern matches the texts that it describes",
        arguments: [
            ("^[0-9]{13}$", ["9780141439587"], ["978014143958", "97801414395870", "978-0141439587", ""]),
            ("b", ["abc", "b"], ["", "ac", "B"]),
            ("^(cat|dog)s?$", ["cat", "dogs"], ["cats!", "catdog", "s"]),
            ("^a*?b+?$", ["b", "aabb"], ["a", "ba"]),
            ("^.$", ["a", "é", "👍", "\u{301}"], ["\n", "", "ab", "e\u{301}"]),
            ("^é$", ["é"], ["e\u{301}"]),
            (#"^\d+$"#, ["12"], ["١٢", "a"]),
            (#"^\w+$"#, ["aZ_9"], ["é", "-"]),
            (#"^\S+$"#, ["a-é"], ["a b", "a\u{A0}b"]),
            (#"^[^\s,]+$"#, ["ab"], ["a,b", "a b"]),
            (#"^[\D]$"#, ["x", "é"], ["1"]),
            (#"^\p{Lu}\p{Ll}*$"#, ["Éa", "A"], ["éA", "1"]),
            (#"^[\p{L}\-']+$"#, ["Müller-O'Neil"], ["a1"]),
            (#"^\P{L}$"#, ["1", "-"], ["a", "é"]),
            (#"\bcat\b"#, ["a cat", "cat!"], ["cats", "concat"]),
            (#"\Bcat"#, ["concat"], ["cat", "a cat"]),
            (#"^\u0041\x42\u{1F600}$"#, ["AB😀"], ["AB"]),
            ("^(?:ab){2,3}$", ["abab", "ababab"], ["ab", "abababab"]),
            ("^(a|)+$", ["", "aaa"], ["b"]),
            ("^[a\\]b]$", ["]", "a"], ["\\"]),
            ("^$|^x", ["", "xy"], ["y"]),
            ("", ["", "a"], []),
            ("[]", [], ["", "a"]),
            ("^[+*.-]$", ["+", "-", "."], ["a", ","]),
            (#"^\$\{\/\}$"#, ["${/}"], ["$"]),
        ] as [(String, [String], [String])])
    func matches(_ source: String, _ good: [String], _ bad: [String]) throws {
        let pattern = try TextPattern(source)
        for text in good { #expect(pattern.matches(text), "\(source) should match \(text)") }
        for text in bad { #expect(!pattern.matches(text), "\(source) should not match \(text)") }
    }

    @Test(
        "A pattern that is wrong or needs backtracking is refused, with its position",
        arguments: [
            ("(", 0), ("a)", 1), ("[a", 0), ("[z-a]", 4), ("a{2", 1), ("a{3,2}", 1), ("a{,2}", 1), ("*a", 0),
            ("a**", 2), ("a{1001}", 5), ("]", 0), ("a{", 1), (#"(a)\1"#, 3), ("(?=a)", 2), ("(?<n>a)", 2),
            ("(?i)a", 2), (#"\q"#, 0), (#"\p{Greek}"#, 0), (#"\uD800"#, 0), (#"\u{110000}"#, 0), ("\\", 0),
            ("^*", 2), (#"[\d-z]"#, 5), ("a{1000}{3}", 7),
        ] as [(String, Int)])
    func refuses(_ source: String, _ offset: Int) {
        do throws(PatternError) {
            _ = try TextPattern(source)
            Issue.record("\(source) is accepted")
        } catch {
            #expect(error.offset == offset, "\(source): \(error)")
        }
    }

    @Test("A pattern of a megabyte is refused before it is parsed")
    func longSource() {
        let error = #expect(throws: PatternError.self) {
            try TextPattern("[" + String(repeating: "水", count: 1 << 20) + "]")
        }
        #expect(
            error?.message.contains("longer than 20000 characters") == true, "\(String(describing: error))")
    }

    @Test("A set with overlapping ranges in any order has exactly their members")
    func overlappingRanges() throws {
        var members = Set<UInt32>()
        var source = "^["
        for index in UInt32(0)..<300 {
            let first = 0x4E00 + index &* 7919 % 4000
            let last = first + index % 5
            members.formUnion(first...last)
            source += "\(Character(Unicode.Scalar(first) ?? "?"))-\(Character(Unicode.Scalar(last) ?? "?"))"
        }
        let pattern = try TextPattern(source + "]$")
        let others = try TextPattern("^[^" + source.dropFirst(2) + "]$")
        for value in UInt32(0x4DF0)..<0x5DC0 {
            let text = String(try #require(Unicode.Scalar(value)))
            #expect(pattern.matches(text) == members.contains(value), "\(value)")
            #expect(others.matches(text) != members.contains(value), "\(value)")
        }
    }

    @Test("A pattern whose counts multiply is refused")
    func multipliedCounts() {
        for source in [
            "((a{100}){100}){100}", "(a{1000}){1000}", "(a|b|){999}(c|d){999}",
            "^.{1,1000}.{1,1000}.{1,1000}$",
        ] {
            #expect(throws: PatternError.self) { try TextPattern(source) }
        }
        let deep = String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000)
        #expect(throws: PatternError.self) { try TextPattern(deep) }
        #expect(throws: Never.self) { try TextPattern("(((){1000}){1000}){1000}") }
    }

    @Test(
        "A hostile pattern on a text of four times the length takes about four times the steps",
        arguments: [
            "^(a+)+$", "^(a|a)*$", "^(a*)*b$", "(a|aa)+$", "(.*a){12}$", "^(([a-z])+.)+[A-Z]([a-z])+$",
            "a*a*a*a*a*a*b",
            "(x+x+)+y",
        ])
    func linear(_ source: String) throws {
        let pattern = try TextPattern(source)
        for letter in ["a", "x"] {
            let short = pattern.steps(on: String(repeating: letter, count: 1_000) + "!")
            let long = pattern.steps(on: String(repeating: letter, count: 4_000) + "!")
            #expect(long <= short * 41 / 10 + 100, "\(source): \(short), \(long)")
        }
    }

    // Without lazy repetition: ICU misses matches after nested lazy groups that can be empty.
    @Test("Random patterns match the same texts as Foundation's")
    func agreesWithFoundation() throws {
        var random = SeededGenerator(state: 15)
        var matched = 0
        for _ in 0..<500 {
            let source = Self.pattern(3, &random)
            let expected = try NSRegularExpression(pattern: source)
            let pattern = try TextPattern(source)
            for _ in 0..<6 {
                let text = String(
                    (0..<Int.random(in: 0...7, using: &random)).map { _ in
                        "abc-".randomElement(using: &random)!
                    })
                let range = NSRange(location: 0, length: text.utf16.count)
                let found = expected.firstMatch(in: text, range: range) != nil
                #expect(pattern.matches(text) == found, "\(source) on \(text)")
                if found { matched += 1 }
            }
        }
        #expect((500...2_500).contains(matched), "\(matched) of 3,000 texts match")
    }

    private static func pattern(_ depth: Int, _ random: inout SeededGenerator) -> String {
        let atoms = ["a", "b", "c", ".", "[ab]", "[^a]", "[b-c-]", "\\w", "\\W", "\\b", "^", "$"]
        guard depth > 0 else { return atoms.randomElement(using: &random)! }
        let inner = (0..<Int.random(in: 1...3, using: &random)).map { _ in pattern(depth - 1, &random) }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return "(" + inner.joined(separator: "|") + ")"
        case 1:
            return "(?:" + inner.joined() + ")" + ["*", "+", "?", "{2}", "{1,2}", "{2,}"].randomElement(
                using: &random)!
        default: return inner.joined()
        }
    }

    private struct SeededGenerator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
