import Quire
import QuireIndexing
import Testing
import TransportDoubles

@Suite("The identifier formatter")
struct IdentifierTests {
    private let formatter = IdentifierFormatter(prefix: "mail")

    @Test(
        "Identifiers are readable",
        arguments: [
            (["letters", "129", "Inbox"], "mail/letters/129/Inbox"),
            (["letters", "129", "Inbox/2024"], "mail/letters/129/Inbox%2F2024"),
            (["a_b", "c.d-e"], "mail/a_b/c.d-e"), (["50 %"], "mail/50%20%25"), (["é"], "mail/%C3%A9"),
            (["e\u{301}"], "mail/e%CC%81"), (["\u{0}"], "mail/%00"), ([""], "mail/"), (["", ""], "mail//"),
            ([], "mail"),
        ])
    func identifiers(_ parts: [String], _ identifier: String) throws {
        #expect(formatter.identifier(for: parts) == identifier)
        #expect(try formatter.parts(of: identifier).map { Array($0.utf8) } == parts.map { Array($0.utf8) })
        #expect(formatter.isIdentifier(identifier))
    }

    @Test(
        "Foreign identifiers are rejected",
        arguments: [
            "", "/", "mai/letters/1", "mail2/letters/1", "MAIL/letters/1", " mail/1", "mail/%2", "mail/%",
            "mail/%2f", "mail/%41", "mail/é", "mail/a b", "mail/%FF", "mail/%C3", "mail/%ED%A0%80",
            "mail/a%", "mail/%GG", "mail/%+1", "mail/a\u{0}", "letters_129_Inbox", "mail/\u{FF0F}",
        ])
    func foreign(_ text: String) {
        #expect(throws: IndexingError.foreignIdentifier(text)) { try formatter.parts(of: text) }
        #expect(!formatter.isIdentifier(text))
    }

    @Test("An object's type and id are parsed, and another number of parts is rejected")
    func objects() throws {
        let object = try formatter.object(of: formatter.identifier(of: "a/b", type: "let/ters"))
        #expect(object.type == "let/ters")
        #expect(object.id == "a/b")
        #expect(throws: IndexingError.self) { try formatter.object(of: "mail/letters") }
        #expect(throws: IndexingError.self) { try formatter.object(of: "mail/letters/1/2") }
    }

    @Test("Any texts round-trip byte for byte, and identifiers are unique")
    func random() throws {
        var random = SeededGenerator(seed: 4)
        let pieces: [Unicode.Scalar] = [
            "/", "%", "\u{0}", "a", "Z", "_", ".", " ", "é", "\u{301}", "\u{D7FF}", "\u{FFFD}", "\u{10FFFF}",
            "天", "🎉", "\u{200D}", "2", "F", "\"", "\\", "\n",
        ]
        var seen: [String: [[UInt8]]] = [:]
        for _ in 0..<20_000 {
            let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                var text = ""
                for _ in 0..<Int.random(in: 0...5, using: &random) {
                    text.unicodeScalars.append(pieces.randomElement(using: &random) ?? "a")
                }
                return text
            }
            let bytes = parts.map { Array($0.utf8) }
            let identifier = formatter.identifier(for: parts)
            #expect(identifier.utf8.allSatisfy { (0x21...0x7E).contains($0) })
            #expect(try formatter.parts(of: identifier).map { Array($0.utf8) } == bytes)
            if let other = seen.updateValue(bytes, forKey: identifier) { #expect(other == bytes) }
        }
    }
}
