import QuireCore
import QuireText

/// The texts in which a server marked the matches of its own search.
package enum ServerHighlights {
    /// The tags to request: control characters, because content hardly ever has them.
    package static let markup = HighlightMarkup.controls

    /// Collects the marked texts of one hit: `{"title":{"value":"…"}}` (Typesense, Algolia) or `{"title":["…"]}`
    /// (OpenSearch), at any depth. Typesense adds a `snippet` beside a whole `value`, which is not needed.
    package static func texts(in json: JSONValue?) -> [HighlightedText] {
        switch json {
        case .string(let text)?: [markup.read(text)]
        case .array(let elements)?: elements.flatMap(texts)
        case .object(let members)?:
            if let value = json?.member("value"), case .string = value {
                texts(in: value)
            } else {
                members.flatMap { texts(in: $0.value) }
            }
        default: []
        }
    }
}
