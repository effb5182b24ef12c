/// Finds the words of a text query in any text, as full text finds them.
///
/// ```swift
/// let highlighter = TextHighlighter("jerome sal")
/// highlighter.highlight("Jerome David Salinger")      // «Jerome» David «Salinger»
/// ```
public struct TextHighlighter: Sendable, Hashable {
    let analyzed: AnalyzedText?
    let analyzer: TextAnalyzer

    public init(_ query: TextQuery, analyzer: TextAnalyzer = TextAnalyzer()) {
        self.init(AnalyzedText(query, analyzer), analyzer)
    }

    package init(_ analyzed: AnalyzedText?, _ analyzer: TextAnalyzer) {
        self.analyzed = analyzed
        self.analyzer = analyzer
    }

    /// The text with what was found in it.
    public func highlight(_ text: String) -> HighlightedText { HighlightedText(text) }
}
