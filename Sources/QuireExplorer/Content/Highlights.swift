import QuireCore
import QuireText

/// The places in an item that match a full-text search.
enum Highlights {
    /// For each searchable text that matches: its parts, cut to the words around the matches if it is long.
    static func json(
        of item: JSONValue, in module: ExploredModule, _ highlighter: TextHighlighter
    ) -> JSONValue {
        var fields: [JSONValue.Member] = []
        for field in module.descriptor.fields.fields where field.searchWeight != nil {
            guard case .string(let text)? = item.member("values")?.member(field.name) else { continue }
            let shown =
                text.utf8.count > 300 ? highlighter.snippet(of: text, words: 40) : highlighter.highlight(text)
            guard !shown.ranges.isEmpty else { continue }
            fields.append(.init(field.name, shown.parts.map(part).json))
        }
        return .object(fields)
    }

    private static func part(_ part: HighlightedText.Part) -> JSONValue {
        part.isHighlighted
            ? .record(["text": part.text.json, "hit": true.json]) : .record(["text": part.text.json])
    }
}
