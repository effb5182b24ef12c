import Testing

@testable import QuireGenerator

@Suite("Descriptions of any length")
struct LongDescriptionTests {
    @Test("Two million empty lines before a description are passed over, not moved each time")
    func emptyLines() {
        let lines = DocComment.lines([String(repeating: "\n", count: 2_000_000) + "Text\n\n"])
        #expect(lines == ["/// Text"])
    }
}
