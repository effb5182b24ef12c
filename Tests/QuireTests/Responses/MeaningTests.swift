import Foundation
import Quire
import QuireCore
import QuireText
import SampleModules
import Testing

/// The mark of a page that followed the server's meaning, and the highlights that a server found.
@Suite struct MeaningTests {
    @Test("The bytes of a page keep the mark, so that a cache does too", arguments: [Meaning.exact, .engine])
    func bytes(_ meaning: Meaning) throws {
        var info = PageInfo(page: 2, limit: 10, offset: 10, totalItems: 30)
        info.meaning = meaning
        let data = ClusterPage.json([Array(#"{"id":"a","values":{}}"#.utf8)], info, isWhole: false)
        let read = try ItemDecoder.ids(of: Books.descriptor).decodePage(data).pageInfo
        #expect(read == info && read.meaning == meaning)
        #expect(info.known(isLast: true).meaning == meaning)
        let unknown = #"{"pagination":{"page":1,"limit":1,"meaning":"other"},"items":[]}"#
        #expect(
            try ItemDecoder.ids(of: Books.descriptor).decodePage(Data(unknown.utf8)).pageInfo.meaning
                == .exact)
    }

    @Test("A server's matches are looked up by the whole text, and snippets are cut around them")
    func highlights() {
        let served = ["The \u{2}Whale\u{3} of the north and of the south", "caf\u{2}\u{E9}\u{3}"]
            .map(HighlightMarkup.controls.read)
        var highlighter = TextHighlighter(served: [served[0]], TextAnalyzer())
        let text = "The Whale of the north and of the south"
        #expect(highlighter.highlight(text).marked("[", "]") == "The [Whale] of the north and of the south")
        #expect(highlighter.snippet(of: text, words: 2).marked("[", "]").contains("[Whale]"))
        #expect(highlighter.matchLevel(of: text) == .partial)
        #expect(highlighter.highlight("Whale").ranges.isEmpty)
        highlighter.add(TextHighlighter(served: [served[1]], TextAnalyzer()))
        #expect(highlighter.highlight("caf\u{E9}").marked("[", "]") == "caf[\u{E9}]")
        // Another spelling of the same characters is another text.
        #expect(highlighter.highlight("cafe\u{301}").ranges.isEmpty)
    }
}
