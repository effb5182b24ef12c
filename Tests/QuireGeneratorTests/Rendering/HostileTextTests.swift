import Foundation
import Testing

@testable import QuireGenerator

@Suite("Text from a schema never becomes code")
struct HostileTextTests {
    static let texts = [
        "*/ }", "\"\"\"#", "\"\"\"", "\\(fatalError())", "\\#(fatalError())", "#\"\"\"#", "a\nfatalError()",
        "a\r\nb",
        "\u{2028}fatalError()", "\u{85}x", "\u{202E}reversed\u{2066}", "\u{0}", "\\u{41}", "\\", "'\"`",
        "///", "#if x",
        "\u{FEFF}", "e\u{301}", "😀", "\t", "$0",
    ]

    private static func hidden(in text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !Literals.shows($0) }
    }

    @Test("A JSON string in the descriptor is read back as the same text", arguments: texts)
    func json(text: String) throws {
        let literal = Literals.json(text)
        let read = try JSONSerialization.jsonObject(with: Data(literal.utf8), options: .fragmentsAllowed)
        #expect((read as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        // Nothing in it can end a raw literal or begin an interpolation.
        #expect(!literal.contains("\\#"))
        #expect(!literal.contains("\"\"\""))
        #expect(!literal.dropFirst().dropLast().contains("\""))
        #expect(literal.split(whereSeparator: \.isNewline).count == 1)
    }

    @Test("A comment stays a comment on every line", arguments: texts)
    func comments(text: String) {
        for line in DocComment.lines([text, text]) {
            #expect(line.hasPrefix("///"))
            #expect(line.split(whereSeparator: \.isNewline).count == 1)
            #expect(Self.hidden(in: line).isEmpty)
        }
    }

    @Test("A string literal shows its contents", arguments: texts)
    func literals(text: String) {
        let literal = Literals.string(text)
        #expect(Self.hidden(in: literal).isEmpty)
        #expect(!literal.replacingOccurrences(of: #"\\"#, with: "").contains(#"\("#))
    }
}
