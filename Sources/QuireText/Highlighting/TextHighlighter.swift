/// Finds the words of a text query in any text, by the same rules as full-text search.
///
/// ```swift
/// let highlighter = TextHighlighter("jerome sal")
/// highlighter.highlight("Jerome David Salinger").marked("«", "»")      // «Jerome» David «Salinger»
/// ```
/// Whole words are highlighted, even if only a prefix or a part was searched for. The words of a phrase are
/// highlighted as one range, and only where the phrase occurs. Words under `not` and `none` are never highlighted.
public struct TextHighlighter: Sendable, Hashable {
    /// The terms that match each word of the query.
    private let groups: [[AnalyzedText.Term]]
    private let analyzer: TextAnalyzer

    public init(_ query: TextQuery, analyzer: TextAnalyzer = TextAnalyzer()) {
        self.init(AnalyzedText(query, analyzer), analyzer)
    }

    package init(_ analyzed: AnalyzedText?, _ analyzer: TextAnalyzer) {
        self.init(groups: analyzed?.wantedTerms.map { [$0] } ?? [], analyzer)
    }

    /// - Parameter groups: The matching terms for each word of the query.
    package init(groups: [[AnalyzedText.Term]], _ analyzer: TextAnalyzer) {
        self.groups = groups.withoutRepeatedWords
        self.analyzer = analyzer
    }

    /// Returns the text with its matches highlighted.
    ///
    /// For an HTML field, highlight `HTMLText.plain(html)`, which is the text that was searched.
    public func highlight(_ text: String) -> HighlightedText {
        guard !groups.isEmpty else { return HighlightedText(text) }
        let spans = occurrences(in: analyzer.forms(in: text)).map(\.bytes)
        return HighlightedText(text, spans: spans, joinsAdjacent: true)
    }

    /// Returns how much of the query a text contains. A missing word makes the match partial.
    public func matchLevel(of text: String) -> MatchLevel {
        let found = Set(occurrences(in: analyzer.forms(in: text)).map(\.word))
        return found.isEmpty ? .none : found.count == groups.count ? .full : .partial
    }

    /// Returns the part of a long text that has the most different words of the query, limited to a number of words.
    /// `…` marks where the text was cut.
    ///
    /// ```swift
    /// TextHighlighter("whale").snippet(of: chapter, words: 8)     // …the great white «whale» rose from the sea…
    /// ```
    /// Without a match, the snippet is the beginning of the text. In scripts without spaces, each character counts as
    /// a word.
    /// - Parameters:
    ///   - text: The whole text.
    ///   - words: The maximum number of words, clamped to 1 through 64.
    public func snippet(of text: String, words: Int = 20) -> HighlightedText {
        let size = min(max(words, 1), 64)
        var text = text
        text.makeContiguousUTF8()
        // Stop words and separators count as the reader sees them.
        let isPlain = analyzer.stopWords.isEmpty && !analyzer.keepsSymbols
        let forms = isPlain || !groups.isEmpty ? analyzer.forms(in: text) : []
        let tokens =
            isPlain
            ? forms.compactMap { $0.isForm ? nil : TextToken(word: $0.word, start: $0.start, end: $0.end) }
            : TextAnalyzer(locale: analyzer.locale).tokens(in: text)
        guard tokens.count > size else { return highlight(text) }
        let found = groups.isEmpty ? [] : occurrences(in: forms)
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

    /// The position of a match for a query word, with the word's number.
    struct Occurrence {
        var word: Int
        var bytes: Range<Int>
    }

    /// The positions of the terms, in text order.
    private func occurrences(in forms: [WordForm]) -> [Occurrence] {
        let finder = TermFinder(groups)
        var places: [Range<Int>] = []
        // The words of each position, including their forms.
        var start = 0
        while start < forms.count {
            var end = start + 1
            while end < forms.count, forms[end].isForm { end += 1 }
            places.append(start..<end)
            start = end
        }
        var found: [Occurrence] = []
        for place in places.indices {
            for index in places[place] {
                finder.forEachTerm(at: index, place, forms, places) { word, last in
                    found.append(
                        Occurrence(
                            word: word, bytes: forms[index].start..<max(forms[index].end, forms[last].end)))
                }
            }
        }
        return found.sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
    }
}
