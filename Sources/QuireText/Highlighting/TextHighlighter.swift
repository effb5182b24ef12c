/// Finds the words of a text query in any text, by the same rules as full-text search.
///
/// ```swift
/// let highlighter = TextHighlighter("jerome sal")
/// highlighter.highlight("Jerome David Salinger").marked("«", "»")      // «Jerome» David «Salinger»
/// ```
/// Whole words are highlighted, even if only a prefix or a part was searched for. The words of a phrase are
/// highlighted as one range, and only where the phrase occurs. Words under `not` and `none` are never highlighted.
public struct TextHighlighter: Sendable, Hashable {
    /// For each word of the query, the terms that may stand for it.
    private let groups: [[AnalyzedText.Term]]
    private let analyzer: TextAnalyzer
    /// The texts in which a server found its matches, by the text without marks. `nil` if Quire looks for the words.
    private var served: [String: HighlightedText]?

    public init(_ query: TextQuery, analyzer: TextAnalyzer = TextAnalyzer()) {
        self.init(AnalyzedText(query, analyzer), analyzer)
    }

    package init(_ analyzed: AnalyzedText?, _ analyzer: TextAnalyzer) {
        self.init(groups: analyzed?.wantedTerms.map { [$0] } ?? [], analyzer)
    }

    /// - Parameter groups: For each word of the query, the terms that may stand for it.
    package init(groups: [[AnalyzedText.Term]], _ analyzer: TextAnalyzer) {
        self.groups = groups.withoutRepeatedWords
        self.analyzer = analyzer
        served = nil
    }

    /// Creates a highlighter that repeats the matches of a server's own search, with its typos, synonyms and word forms.
    /// Other texts have no matches.
    package init(served: [HighlightedText], _ analyzer: TextAnalyzer) {
        groups = []
        self.analyzer = analyzer
        // The same text may have been marked in one field and not in another.
        self.served = Dictionary(served.map { ($0.text, $0) }) { $0.ranges.count < $1.ranges.count ? $1 : $0 }
    }

    /// Adds the matches of a server on another page of the same search.
    package mutating func add(_ other: TextHighlighter) {
        guard served != nil, let others = other.served else { return }
        served?.merge(others) { $0.ranges.count < $1.ranges.count ? $1 : $0 }
    }

    /// Returns the text with its matches highlighted.
    ///
    /// For an HTML field, highlight `HTMLText.plain(html)`, which is the text that was searched.
    public func highlight(_ text: String) -> HighlightedText {
        if let marked = served?[text], marked.text.isByteEqual(to: text) { return marked }
        guard !groups.isEmpty else { return HighlightedText(text) }
        let spans = scan(text).occurrences.map(\.bytes)
        return HighlightedText(text, spans: spans, joinsAdjacent: true)
    }

    /// Returns how much of the query a text contains. A missing word makes the match partial.
    public func matchLevel(of text: String) -> MatchLevel {
        let words = Set(scan(text).occurrences.map(\.word))
        // How many words of the query a server found is unknown.
        if served != nil { return words.isEmpty ? .none : .partial }
        return words.isEmpty ? .none : words.count == groups.count ? .full : .partial
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
        let scan = scan(text)
        let occurrences = scan.occurrences
        var places = scan.words
        // Stop words and symbols count as the reader sees them.
        if !analyzer.stopWords.isEmpty || analyzer.keepsSymbols {
            places = TextAnalyzer(locale: analyzer.locale).tokens(in: text).map { $0.start..<$0.end }
        }
        guard places.count > size else { return highlight(text) }
        let window = SnippetWindow.best(of: size, among: places, occurrences)
        let isCutBefore = window.lowerBound > 0
        let isCutAfter = window.upperBound < places.count
        let start = isCutBefore ? text.characterStart(places[window.lowerBound].lowerBound) : 0
        let end = isCutAfter ? text.characterEnd(places[window.upperBound - 1].upperBound) : text.utf8.count
        let ellipsis = "…"
        let part = String(decoding: text.utf8.dropFirst(start).prefix(end - start), as: UTF8.self)
        let snippet = (isCutBefore ? ellipsis : "") + part + (isCutAfter ? ellipsis : "")
        let shift = (isCutBefore ? ellipsis.utf8.count : 0) - start
        let spans = occurrences.compactMap { occurrence -> Range<Int>? in
            let visible = occurrence.bytes.clamped(to: start..<end)
            return visible.isEmpty ? nil : visible.lowerBound + shift..<visible.upperBound + shift
        }
        return HighlightedText(snippet, spans: spans, joinsAdjacent: true)
    }

    /// A place of a text that matches a word of the query.
    struct Occurrence {
        /// The number of the word in the query.
        var word: Int
        var bytes: Range<Int>
    }

    private func scan(_ text: String) -> TermFinder.Scan {
        var scan = TermFinder(groups).scan(text, analyzer)
        guard let served else { return scan }
        let marked = served[text].flatMap { $0.text.isByteEqual(to: text) ? $0 : nil }
        scan.occurrences = (marked?.ranges ?? []).enumerated().map { word, range in
            let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            let length = text.utf8.distance(from: range.lowerBound, to: range.upperBound)
            return Occurrence(word: word, bytes: start..<start + length)
        }
        return scan
    }
}

extension String {
    /// The offset of the start of the character that contains a byte.
    fileprivate func characterStart(_ offset: Int) -> Int {
        let place = utf8.index(startIndex, offsetBy: offset)
        guard place < endIndex else { return offset }
        return utf8.distance(from: startIndex, to: index(before: index(after: place)))
    }

    /// The offset itself if a character ends there, otherwise the end of the character around it.
    fileprivate func characterEnd(_ offset: Int) -> Int {
        let start = characterStart(offset)
        guard start < offset else { return offset }
        return utf8.distance(
            from: startIndex, to: index(after: utf8.index(startIndex, offsetBy: start)))
    }
}

/// How many of the searched words a text contains.
public enum MatchLevel: String, Sendable, Hashable, CaseIterable {
    /// No word.
    case none
    /// Some words.
    case partial
    /// All words.
    case full
}

/// Chooses the words of a text that a snippet shows.
enum SnippetWindow {
    /// Returns the window of a number of words that has the most different terms, then the most occurrences, then the
    /// earliest start. The matches are centred in the window.
    static func best(
        of size: Int, among words: [Range<Int>], _ occurrences: [TextHighlighter.Occurrence]
    ) -> Range<Int> {
        // Each occurrence with its first and last word.
        let places = occurrences.compactMap { occurrence -> (term: Int, first: Int, last: Int)? in
            let first = firstIndex(in: words) { $0.upperBound > occurrence.bytes.lowerBound }
            let last = firstIndex(in: words) { $0.upperBound >= occurrence.bytes.upperBound }
            return first < words.count ? (occurrence.word, first, min(last, words.count - 1)) : nil
        }
        var best: (terms: Int, count: Int, range: Range<Int>) = (0, 0, 0..<0)
        var counts: [Int: Int] = [:]
        var end = 0
        // The occurrences that may still have the furthest end in the window. Each ends before the previous one.
        var furthest: [Int] = []
        var head = 0
        for (start, place) in places.enumerated() {
            while end < places.count, end <= start || places[end].last < place.first + size {
                counts[places[end].term, default: 0] += 1
                while furthest.count > head, places[furthest[furthest.count - 1]].last <= places[end].last {
                    furthest.removeLast()
                }
                furthest.append(end)
                end += 1
            }
            while head < furthest.count, furthest[head] < start { head += 1 }
            let last = head < furthest.count ? places[furthest[head]].last : place.last
            if (counts.count, end - start) > (best.terms, best.count) {
                best = (counts.count, end - start, place.first..<last + 1)
            }
            counts[place.term, default: 1] -= 1
            if counts[place.term] == 0 { counts[place.term] = nil }
        }
        let spare = max(0, size - best.range.count)
        let start = max(0, min(best.range.lowerBound - spare / 2, words.count - size))
        return start..<min(start + size, words.count)
    }

    /// A binary search, since the words are ordered.
    private static func firstIndex(in words: [Range<Int>], where isReached: (Range<Int>) -> Bool) -> Int {
        var low = 0
        var high = words.count
        while low < high {
            let middle = (low + high) / 2
            if isReached(words[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension [[AnalyzedText.Term]] {
    /// The groups, with one group for a word that the query repeats: all terms that may stand for it.
    ///
    /// With a group for each repetition, a text would have each of its words found so many times, which a pasted text
    /// makes quadratic.
    var withoutRepeatedWords: Self {
        var groups: Self = []
        var termsByGroup: [Set<AnalyzedText.Term>] = []
        var numbers: [[String]: Int] = [:]
        for group in self {
            guard let word = group.first?.words, let number = numbers[word] else {
                if let word = group.first?.words { numbers[word] = groups.count }
                groups.append(group)
                termsByGroup.append(Set(group))
                continue
            }
            for term in group where termsByGroup[number].insert(term).inserted { groups[number].append(term) }
        }
        return groups
    }
}
