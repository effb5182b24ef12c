import Quire

/// Describes a full-text search.
enum WordsText {
    static func of(_ search: TextSearch) -> String {
        var text = of(search.query)
        if let fields = search.fields { text += ", in \(listed(fields))" }
        if search.mode != .asTyped {
            text += "; a word without results is replaced by the closest ones"
        }
        return text
    }

    private static func of(_ query: TextQuery) -> String {
        switch query {
        case .all(let words, let matching): "all of '\(words)'\(of(matching))"
        case .any(let words, let matching): "one of '\(words)'\(of(matching))"
        case .none(let words, let matching): "none of '\(words)'\(of(matching))"
        case .phrase(let words, let matching): "as a phrase, '\(words)'\(of(matching))"
        case .and(let parts): parts.map(part).joined(separator: ", and ")
        case .or(let parts): parts.map(part).joined(separator: ", or ")
        case .not(let query): "not \(part(query))"
        }
    }

    private static func part(_ query: TextQuery) -> String {
        switch query {
        case .and, .or, .not: "(\(of(query)))"
        default: of(query)
        }
    }

    private static func of(_ matching: WordMatching) -> String {
        switch matching {
        case .lastWordAsPrefix: " (the last one as a prefix)"
        case .prefixes: " (as prefixes)"
        case .wholeWords: ""
        case .partsOfWords: " (parts of words)"
        }
    }
}
