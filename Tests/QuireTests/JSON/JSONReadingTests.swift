import DecodingSamples
import Foundation
import Quire
import Testing

@Suite("Reading JSON")
struct JSONReadingTests {
    @Test("Random documents read the same as in JSONSerialization, and skipping ends at the same byte")
    func randomDocuments() throws {
        let seed = Seed.current
        var random = RandomJSON(seed: seed)
        for round in 0..<600 {
            let expected = random.value()
            let text = random.text(of: expected)
            let data = Data(text.utf8)
            let comment: Comment = "seed \(seed), round \(round): \(text)"
            let value = try JSONReading.value(data)
            #expect(value.plain == expected.plain, comment)
            #expect(value.plain.isNearly(try JSONReading.foundationValue(data).plain), comment)
            try JSONReading.skip(data)
            #expect(try JSONReading.value(value.description) == value, comment)
        }
    }

    @Test(
        "Invalid JSON is rejected when reading and when skipping",
        arguments: [
            "", " ", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1,,2]", "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}", "{,}", "{\"a\" 1}", "{a:1}", "{'a':1}", "{1:2}", "{\"a\":1 \"b\":2}", "{\"a\":1]",
            "[1}",
            "01", "-01", "00", "-", "+1", ".5", "5.", "-.5", "1e", "1e+", "1E-", "0x10", "1_000", "1.e5",
            "- 1", "1.5.5",
            "NaN", "Infinity", "-Infinity", "nul", "nulll", "Null", "tru", "truex", "TRUE", "fals", "falsey",
            "\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\u\"", "\"\u{0}\"", "\"\n\"",
            "\"\t\"",
            "\"\\uD800\"", "\"\\uDC00\"", "\"\\uD800\\u0041\"", "\"\\uD800x\"", "\"\\uD800\\uD800\"", "'a'",
            "a", "1 2",
            "null null", "{} []", "\"a\" \"b\"", "[1]]", "{}}", "// x\n1", "/* */1", "1 //", "\u{FEFF}1",
            "[1]\u{0}",
            "\u{A0}1", "1\u{B}",
        ])
    func malformed(text: String) {
        let data = Data(text.utf8)
        #expect(throws: ValueDecodingError.self) { try JSONReading.value(data) }
        #expect(throws: ValueDecodingError.self) { try JSONReading.skip(data) }
    }

    @Test(
        "Valid JSON is read",
        arguments: [
            "0", "-0", "1e5", "1E+5", "1e-5", "0.5", "-0.0e0", "9223372036854775808",
            "123456789012345678901234567890",
            "\"\"", "\"\\/\\b\\f\\n\\r\\t\\\"\\\\\"", "\"\\uD83D\\uDE00\"", "\"\u{7F}\"", "[]", "{}",
            "[[[]]]", " \t\r\n1 \n",
            "{\"\":\"\"}", "{\"a\":1,\"a\":2}", "\"\u{2028}\"", "5e-324", "1.7976931348623157e308", "0.1",
        ])
    func wellFormed(text: String) throws {
        let data = Data(text.utf8)
        _ = try JSONReading.foundationValue(data)
        _ = try JSONReading.value(data)
        try JSONReading.skip(data)
    }

    @Test(
        "Bytes that are not UTF-8 are rejected at every position",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
            [0xF8],
            [0xE0, 0x80, 0x80], [0xC3, 0x28], [0xF0, 0x28, 0x8C, 0xBC],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        for (before, after) in [
            ("", ""), ("some ASCII first, long enough", ""), ("", " and more behind it"), ("\\n", "é"),
        ] {
            let text = Array("\"\(before)".utf8) + bytes + Array("\(after)\"".utf8)
            for data in [Data(text), Data(Array("{".utf8) + text + Array(":1}".utf8))] {
                #expect(throws: ValueDecodingError.self) { try JSONReading.value(data) }
                #expect(throws: ValueDecodingError.self) { try JSONReading.skip(data) }
            }
        }
    }

    @Test("Every proper prefix of a document is rejected, at or before its end")
    func truncation() throws {
        let text = #"{"a":[1,-2.5e3,true,false,null,"x\n\u00e9\uD83D\uDE00é"],"b":{"c":{}},"d":[]}"#
        let data = Data(text.utf8)
        _ = try JSONReading.value(data)
        for length in 0..<data.count {
            for read in [{ _ = try JSONReading.value($0) }, { try JSONReading.skip($0) }]
                as [(Data) throws -> Void]
            {
                let failure = #expect(throws: ValueDecodingError.self) { try read(data.prefix(length)) }
                #expect((failure?.offset ?? .max) <= length)
            }
        }
    }

    @Test("Nesting is limited to 512 levels, for arrays and objects")
    func depth() throws {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            for (levels, fits) in [(512, true), (513, false), (100_000, false)] {
                let text =
                    String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
                let data = Data(text.utf8)
                #expect(((try? JSONReading.value(data)) != nil) == fits)
                #expect(((try? JSONReading.skip(data)) != nil) == fits)
            }
        }
    }

    @Test("Numbers read the same as in the standard library, to the last bit")
    func numbers() throws {
        let seed = Seed.current
        var random = RandomJSON(seed: seed)
        for _ in 0..<4000 {
            let number = random.number()
            let digits = Int.random(in: 1...25, using: &random.random)
            let texts = [
                "\(number)", String(format: "%.\(digits)f", number), String(format: "%.\(digits)e", number),
            ]
            for text in texts {
                let read = try JSONReading.read(Double.self, text)
                #expect(read.bitPattern == Double(text)?.bitPattern, "seed \(seed): \(text)")
            }
        }
    }

    @Test("Integers are exact over all 64 bits, in any notation")
    func integers() throws {
        let seed = Seed.current
        var random = RandomJSON(seed: seed)
        for integer in [0, 1, -1, .max, .min, .max - 1, .min + 1] + (0..<2000).map({ _ in random.integer() })
        {
            #expect(try JSONReading.read(Int64.self, "\(integer)") == integer, "seed \(seed)")
        }
        #expect(try JSONReading.read(Int64.self, "12.0") == 12)
        #expect(try JSONReading.read(Int64.self, "-1.5e1") == -15)
        #expect(try JSONReading.read(Int64.self, "1e3") == 1000)
        for text in ["9223372036854775808", "-9223372036854775809", "99999999999999999999", "1e19", "1e300"] {
            #expect(JSONReading.failure(Int64.self, text)?.reason == .outOfRange, "\(text)")
        }
        for text in ["1.5", "0.1", "1e-1", "\"1\"", "true", "[1]"] {
            #expect(JSONReading.failure(Int64.self, text)?.reason == .wrongType, "\(text)")
        }
    }

    @Test("A number too large for a Double is rejected; one too small is zero")
    func extremes() throws {
        #expect(JSONReading.failure(Double.self, "1e309")?.reason == .outOfRange)
        #expect(JSONReading.failure(JSONValue.self, "-1e309")?.reason == .outOfRange)
        #expect(try JSONReading.read(Double.self, "1e-400") == 0)
        #expect(try JSONReading.read(Double.self, "-0").sign == .minus)
    }

    @Test("An integer that is read if there is one is that of the value, and ends at the same byte")
    func integersIfAny() throws {
        let seed = Seed.current
        var random = RandomJSON(seed: seed)
        var numbers = [
            "0", "-0", "00", "01", "-01", "-", "--1", "- 1", "7", "-7", "1.0", "1.", "1e2", "1E2", "1e",
            "0e1",
            "999999999999999999", "9999999999999999999", "1000000000000000000", "10000000000000000000",
            "9223372036854775807", "9223372036854775808", "-9223372036854775807", "-9223372036854775808",
            "-9223372036854775809", "18446744073709551616", "99999999999999999999999",
            "0000000000000000000001",
        ]
        for _ in 0..<300 { numbers.append("\(random.integer())") }
        for _ in 0..<300 {
            let pieces = ["0", "1", "9", "-", ".", "e", "E", "+", " ", "25"]
            numbers.append(
                (0..<Int.random(in: 1...22, using: &random.random)).map { _ in
                    pieces.randomElement(using: &random.random) ?? ""
                }.joined())
        }
        for number in numbers {
            for text in [number, number + ",", number + " ]", number + "x"] {
                let data = Data(text.utf8)
                let integer = Self.reading(data) { (json) throws(ValueDecodingError) in
                    try json.integerIfAny()
                }
                let expected = Self.reading(data) { (json) throws(ValueDecodingError) in
                    let value = try json.value()
                    return if case .integer(let integer) = value { integer } else { Int64?.none }
                }
                #expect(integer == expected, "seed \(seed): \(text)")
            }
        }
    }

    /// What is read and where it ends; nothing if that fails.
    private static func reading(
        _ data: Data, _ read: (inout JSONCursor) throws(ValueDecodingError) -> Int64?
    ) -> [Int64?]? {
        try? JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
            [try read(&json), Int64(json.offset)]
        }
    }
}
