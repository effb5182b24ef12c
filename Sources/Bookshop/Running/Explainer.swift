import Quire

/// Shows a query in all its forms: the filter tree, and the request of each engine.
struct Explainer: Sendable {
    struct Part: Equatable {
        var title: String
        var text: String
    }

    /// The engines with their titles.
    let engines: [(title: String, engine: any ContentEngine)]

    /// - Parameter fallback: The fallback if the first engine, which runs the query, cannot express a part of a filter.
    func parts(of request: SearchRequest, _ fallback: Fallback? = nil) -> [Part] {
        [Part(title: "Filter tree", text: Self.tree(of: request))]
            + engines.enumerated().map { index, form in
                let (title, engine) = form
                do {
                    var request = request.placingNulls(on: engine)
                    request.fallback = index == 0 ? fallback : nil
                    return Part(title: title, text: try request.explanation(on: engine))
                } catch {
                    return Part(title: title, text: "\(error)")
                }
            }
    }

    /// The tree in HALO's format, or a note if the query has no filter.
    static func tree(of request: SearchRequest) -> String {
        let trees = [
            request.text.map { "words: " + WordsText.of($0) },
            request.filter.map(TreeText.of), request.metaFilter.map { "metadata: " + TreeText.of($0) },
        ]
        .compactMap { $0 }
        return trees.isEmpty ? "none: all items" : trees.joined(separator: "\n")
    }
}

/// Formats a filter tree in HALO's JSON: a test on one line, a group on several.
enum TreeText {
    static func of(_ filter: Filter) -> String { lines(of: filter).joined(separator: "\n") }

    private static func lines(of filter: Filter) -> [String] {
        switch filter {
        case .and(let operands): group("and", operands)
        case .or(let operands): group("or", operands)
        case .leaf, .any, .none: [String(decoding: filter.json, as: UTF8.self)]
        }
    }

    private static func group(_ condition: String, _ operands: [Filter]) -> [String] {
        guard !operands.isEmpty else { return [#"{"condition":"\#(condition)","operands":[]}"#] }
        let inner = operands.enumerated().flatMap { index, operand in
            var lines = lines(of: operand).map { "  " + $0 }
            if index < operands.count - 1 { lines[lines.count - 1] += "," }
            return lines
        }
        return [#"{"condition":"\#(condition)","operands":["#] + inner + ["]}"]
    }
}

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
