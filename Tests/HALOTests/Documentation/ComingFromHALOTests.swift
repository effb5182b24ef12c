import Foundation
import Testing

/// The article shows code that the compiler has seen: what it shows stands in `ComingFromHALOSamples….swift`.
@Suite("Documentation: coming from HALO")
struct ComingFromHALOTests {
    private static func plain(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    @Test("Every block of Swift stands in the samples, line by line")
    func blocks() throws {
        let article = try Article("ComingFromHALO")
        let samples = try Self.lines(of: Article.samples("ComingFromHALOSamples"))
        #expect(article.blocks.count >= 6)
        for block in article.blocks {
            let isCompiled = samples.contains(Self.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
    }

    /// The lines without their indentation, which depends on where they stand.
    private static func lines(of text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }

    @Test("Every piece of Swift in a table stands in the samples")
    func cells() throws {
        let article = try Article("ComingFromHALO")
        let samples = Self.plain(try Article.samples("ComingFromHALOSamples"))
        #expect(article.cells.count > 80)
        for cell in article.cells {
            let isCompiled = samples.contains(Self.plain(cell))
            #expect(isCompiled, "\(cell)")
        }
    }
}
