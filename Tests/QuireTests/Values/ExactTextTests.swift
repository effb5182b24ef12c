import QuireText
import Testing

@Suite("Texts that are compared by their bytes")
struct ExactTextTests {
    @Test("Texts that Unicode holds for equal are different keys, with different hashes")
    func forms() {
        var texts = [""]
        for _ in 0..<10 { texts = texts.flatMap { [$0 + "\u{E9}", $0 + "e\u{301}"] } }
        #expect(Set(texts).count == 1)
        let keys = texts.map(ExactText.init)
        #expect(Set(keys).count == 1024)
        // Otherwise, a client could slow down the server with many such keys.
        #expect(Set(keys.map(\.hashValue)).count > 1000)
    }

    @Test("A text has one hash, however it is stored")
    func storage() {
        let text = "Emma, or the match-maker of Highbury"
        let part = String("“\(text)”".dropFirst().dropLast())
        #expect(ExactText(part) == ExactText(text))
        #expect(ExactText(part).hashValue == ExactText(text).hashValue)
    }
}
