/// Finds the words of a text query in any text, as full text finds them.
///
/// ```swift
/// let highlighter = TextHighlighter("jerome sal")
/// highlighter.highlight("Jerome David Salinger").marked("«", "»")      // «Jerome» David «Salinger»
/// ```
/// Whole words are marked, also where only their beginning or a part was looked for; words of a phrase only where the
/// phrase stands, as one range. What `not` and `none` ask is never marked.
public struct TextHighlighter: Sendable, Hashable {
    private let terms: [AnalyzedText.Term]
    private let analyzer: TextAnalyzer

    public init(_ query: TextQuery, analyzer: TextAnalyzer = TextAnalyzer()) {
        self.init(AnalyzedText(query, analyzer), analyzer)
    }

    package init(_ analyzed: AnalyzedText?, _ analyzer: TextAnalyzer) {
        terms = analyzed?.wantedTerms ?? []
        self.analyzer = analyzer
    }

    /// The text with what was found in it.
    ///
    /// For an HTML field, highlight `HTMLText.plain(html)`: that is the text that was searched.
    public func highlight(_ text: String) -> HighlightedText {
        guard !terms.isEmpty else { return HighlightedText(text) }
        let spans = occurrences(in: analyzer.tokens(in: text)).map(\.bytes)
        return HighlightedText(text, spans: spans, joinsAdjacent: true)
    }

    /// How much of the query stands in a text: a word of it that stands nowhere makes the match partial.
    public func matchLevel(of text: String) -> MatchLevel {
        let found = Set(occurrences(in: analyzer.tokens(in: text)).map(\.term))
        return found.isEmpty ? .none : found.count == terms.count ? .full : .partial
    }

    /// The part of a long text that has the most different words of the query, in so many words at most; `…` stands
    /// where it was cut.
    ///
    /// ```swift
    /// TextHighlighter("whale").snippet(of: chapter, words: 8)     // …the great white «whale» rose from the sea…
    /// ```
    /// Without a match it is the beginning of the text. In scripts without spaces each character counts as a word.
    /// - Parameters:
    ///   - text: The whole text.
    ///   - words: 1 to 64; more or less is taken for the nearest of the two.
    public func snippet(of text: String, words: Int = 20) -> HighlightedText {
        let size = min(max(words, 1), 64)
        var text = text
        text.makeContiguousUTF8()
        // Stop words and what stands between count as the reader sees them.
        let tokens = TextAnalyzer(locale: analyzer.locale).tokens(in: text)
        guard tokens.count > size else { return highlight(text) }
        let found = terms.isEmpty ? [] : occurrences(in: analyzer.tokens(in: text))
        let window = SnippetWindow.best(of: size, among: tokens, found)
        let isCutBefore = window.lowerBound > 0
        let isCutAfter = window.upperBound < tokens.count
        let first = isCutBefore ? tokens[window.lowerBound].start : 0
        let last = isCutAfter ? tokens[window.upperBound - 1].end : text.utf8.count
        let ranges = CharacterSpans.ranges(covering: [first..<last], of: text, joinsAdjacent: true)
        let range = ranges.first ?? text.startIndex..<text.endIndex
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        let end = text.utf8.distance(from: text.startIndex, to: range.upperBound)
        let ellipsis = "…"
        let snippet = (isCutBefore ? ellipsis : "") + text[range] + (isCutAfter ? ellipsis : "")
        let shift = (isCutBefore ? ellipsis.utf8.count : 0) - start
        let spans = found.compactMap { occurrence -> Range<Int>? in
            let visible = occurrence.bytes.clamped(to: start..<end)
            return visible.isEmpty ? nil : visible.lowerBound + shift..<visible.upperBound + shift
        }
        return HighlightedText(snippet, spans: spans, joinsAdjacent: true)
    }

    /// A term of the query, by its number, and where it stands.
    struct Occurrence {
        var term: Int
        var bytes: Range<Int>
    }

    /// Where the terms stand, in the order of the text.
    private func occurrences(in tokens: [TextToken]) -> [Occurrence] {
        let words = tokens.map(\.word)
        var found: [Occurrence] = []
        for index in words.indices {
            for (number, term) in terms.enumerated() where term.stands(at: index, in: words) {
                let last = index + term.words.count - 1
                found.append(Occurrence(term: number, bytes: tokens[index].start..<tokens[last].end))
            }
        }
        return found
    }
}
