import DecodingSamples
import Foundation
import Quire
import Testing

/// The value that a decoding error shows.
@Suite("Decoding errors: the found value")
struct FoundValueTests {
    private func found(_ reason: ValueDecodingError.Reason, before: String, _ rest: String) -> String {
        let failure = ValueDecodingError(reason, at: before.utf8.count, expected: "e")
        return Data((before + rest).utf8).withUnsafeBytes { failure.found(in: $0) }
    }

    @Test(
        "A value of the wrong type is shown completely, without the text after it",
        arguments: [
            (#""18","price":9.5,"pages":3}"#, #""18""#), (#""18" ,"price":9.5}"#, #""18""#),
            (#"18,"price":9.5}"#, "18"), (#"-1.5e3}"#, "-1.5e3"), ("18]", "18"), ("18\n,1", "18"),
            ("18", "18"),
            (#"true,"a":1"#, "true"), ("false]", "false"), ("null}", "null"),
            (#"{"a":1},"b":2"#, "an object"), ("[1,2],3", "an array"), ("{}", "an object"),
            (#""a\"b,c","d":1"#, #""a\"b,c""#), (#""\u00e9\\","d":1"#, #""\u00e9\\""#),
            (#""","d":1"#, #""""#),
            (#""a,b}]","d":1"#, #""a,b}]""#), (#""日本","d":1"#, #""日本""#), (#""👩‍👩‍👧","d":1"#, #""👩‍👩‍👧""#),
        ])
    func wrongType(_ rest: String, _ expected: String) {
        for before in ["", #"{"age":"#, #"[{"values":{"age": "#] {
            #expect(found(.wrongType, before: before, rest) == expected)
            #expect(found(.outOfRange, before: before, rest) == expected)
        }
    }

    @Test(
        "For a broken or truncated document, the beginning of the value is shown, without the next value",
        arguments: [
            (#""Em"#, #""Em"#), (#""Emma, by Jane Austen"#, #""Emma"#), ("tru", "tru"),
            (#"tru,"price":9.5"#, "tru"), (#"01,"price":9.5"#, "01"), ("-", "-"), (#""a":1}"#, #""a""#),
            (#"x","price":9.5"#, "x"), ("", "the end of the document"), ("}", "}"), (",1]", ",1"),
        ])
    func broken(_ rest: String, _ expected: String) {
        for reason in [ValueDecodingError.Reason.syntax, .unexpectedEnd] {
            #expect(found(reason, before: #"{"title":"#, rest) == expected)
        }
    }

    @Test("A long value is truncated between characters, with an ellipsis")
    func long() {
        #expect(
            found(.wrongType, before: "", "\"" + String(repeating: "x", count: 500) + "\"")
                == "\"" + String(repeating: "x", count: 39) + "…")
        #expect(
            found(.wrongType, before: "", "\"" + String(repeating: "日", count: 500) + "\"")
                == "\"" + String(repeating: "日", count: 39) + "…")
        #expect(
            found(.syntax, before: "", "x" + String(repeating: "👍", count: 500))
                == "x" + String(repeating: "👍", count: 11) + "…")
        // One character of many scalars is truncated too.
        let accents = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(found(.wrongType, before: "", "\"\(accents)\"").unicodeScalars.count == 41)
    }

    @Test("A page's decoding error shows only the value")
    func page() throws {
        let text = #"{"items":[{"id":"1","values":{"name":18.5,"works":[],"price":9.5}}]}"#
        let error = #expect(throws: ContentDecodingError.self) {
            try Makers.itemDecoder.decodePage(Data(text.utf8))
        }
        #expect(error?.found == "18.5")
    }
}
