import Foundation
import QuireSchema
import Seeds
import Testing

/// The parser accepts and rejects the same documents as Foundation.
@Suite struct ParserDifferentialTests {
    static let valid: [String] = [
        "{}", "[]", " [ ] ", "{\"a\":1}", "[1,2,3]", "[null,true,false]", "[\"\"]", "\"text\"", "1", "-0",
        "true", "null",
        "[0,-0,1,-1,10,1.5,-1.5,1e5,1E5,1e+5,1e-5,1.25e2,0.1,0.30000000000000004,1e-300]",
        "[9223372036854775807,-9223372036854775808,9007199254740993,123456789012345678]",
        "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC\\uD83D\\uDE00\\u0000\"]",
        "[\"é€😀𝄞\u{7F}\u{2028}\"]", "{\"\":{\"\":{\"\":[]}}}", "{\"a\":[{\"b\":[{\"c\":{}}]}]}",
        "\t\r\n[\t\r\n1\t\r\n,\r\n2]\n",
        "{\"k\\u0065y\":\"v\"}", "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]", "{\"a\":\"\\u00e9\",\"\u{e9}\":1}",
        "[1.0,100,1.10]",
    ]

    static let invalid: [String] = [
        "", " ", "{", "}", "[", "]", "{]", "[}", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{,}", "{1:2}",
        "{\"a\" 1}", "{\"a\":1 \"b\":2}", "[01]", "[1.]", "[.1]", "[+1]", "[1e]", "[1e+]", "[-]", "[0x10]",
        "[1_000]",
        "[NaN]", "[Infinity]", "[-Infinity]", "tru", "nul", "True", "[truefalse]", "\"", "[\"a]",
        "[\"a\nb\"]", "[\"a\tb\"]",
        "[\"\\x\"]", "[\"\\u12\"]", "[\"\\u12G4\"]", "[\"\\\"]", "'a'", "{a:1}", "// x\n[]", "[] []", "[]x",
        "{}}",
        "[1]\u{0}", "\u{0}", "[\"a\u{0}b\"]", "{\"a\":1]", "[\"\\uD800\"]", "[\"\\uDC00\"]", "[\"\\uD800x\"]",
        "[\"\\uD800\\u0041\"]",
        "[1,,2]", "{\"a\"::1}", "@", "[1;2]", "“a”", "[--1]", "[1-]", "[1.2.3]", "[1e1.5]",
    ]

    @Test("Valid documents have the same values as with Foundation", arguments: valid)
    func values(_ text: String) throws {
        let document = JSONDocument(path: "x", bytes: Array(text.utf8))
        #expect(document.problems.map(\.message) == [])
        let expected = try JSONDecoder().decode(Tree.self, from: Data(text.utf8))
        #expect(Tree(document.root) == expected)
    }

    @Test("Invalid documents are rejected, as with Foundation", arguments: invalid)
    func refusals(_ text: String) {
        let document = JSONDocument(path: "x", bytes: Array(text.utf8))
        #expect(document.problemCount > 0)
        #expect(throws: (any Error).self) {
            _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
        }
    }

    @Test("If Foundation is lenient, RFC 8259 applies", arguments: ["[1,]", "{\"a\":1,}"])
    func stricter(_ text: String) {
        #expect(JSONDocument(path: "x", bytes: Array(text.utf8)).problems.map(\.code) == [.jsonTrailingComma])
    }

    @Test("A number too small for a Double is zero, as in strtod")
    func tiny() {
        #expect(Tree.parsedNumber("1e-400") == strtod("1e-400", nil))
    }

    @Test("Bytes that are not UTF-8 are rejected at their position")
    func invalidUTF8() {
        let sequences: [[UInt8]] = [
            [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE2, 0x82], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE],
        ]
        for sequence in sequences {
            let bytes: [UInt8] = Array("[\"a".utf8) + sequence + Array("b\"]".utf8)
            let document = JSONDocument(path: "x", bytes: bytes)
            #expect(document.problems.first?.code == .jsonInvalidUTF8, "\(sequence)")
            #expect(document.problems.first?.offset == 3, "\(sequence)")
            #expect(String(validating: bytes, as: UTF8.self) == nil)
        }
    }

    @Test("Every well-formed character of every length is read unchanged")
    func everyScalar() {
        var text = ""
        for value in stride(from: UInt32(0x20), to: 0x11_0000, by: 97) {
            guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
            text.unicodeScalars.append(scalar)
        }
        let document = JSONDocument(path: "x", bytes: Array("[\"\(text)\"]".utf8))
        #expect(document.problemCount == 0)
        #expect(document.root.elements.first?.string == text)
    }

    @Test("Random documents have the same values as with Foundation, in any layout")
    func random() throws {
        var random = SeededGenerator(seed: 20_260_721)
        for round in 0..<400 {
            let text = Tree.random(&random, depth: 5).written(&random)
            let document = JSONDocument(path: "x", bytes: Array(text.utf8))
            #expect(document.problems.map(\.message) == [], "round \(round): \(text)")
            let expected = try JSONDecoder().decode(Tree.self, from: Data(text.utf8))
            #expect(Tree(document.root) == expected, "round \(round): \(text)")
        }
    }

    @Test("Numbers have the nearest double, and integers are exact")
    func numbers() {
        let texts = [
            "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e3", "1.0", "2.5",
            "9007199254740993",
            "9007199254740993.0", "1e300", "0.1", "5e-324",
        ]
        let integers: [Int64?] = [.max, .min, nil, 1000, 1, nil, 9_007_199_254_740_993, nil, nil, nil, nil]
        for (text, integer) in zip(texts, integers) {
            let value = JSONDocument(path: "x", bytes: Array(text.utf8)).root
            #expect(value.integer == integer, "\(text)")
            #expect(Tree.parsedNumber(text) == strtod(text, nil), "\(text)")
        }
    }
}
