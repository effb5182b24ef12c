extension TextQuery: CustomStringConvertible {
    /// The query in the form of code: `all("jerome sal") && none("pork", matching: wholeWords)`.
    public var description: String {
        switch self {
        case .all(let text, let matching): Self.part("all", text, matching, .lastWordAsPrefix)
        case .any(let text, let matching): Self.part("any", text, matching, .lastWordAsPrefix)
        case .none(let text, let matching): Self.part("none", text, matching, .lastWordAsPrefix)
        case .phrase(let text, let matching): Self.part("phrase", text, matching, .wholeWords)
        case .and(let parts): "(" + parts.map(\.description).joined(separator: " && ") + ")"
        case .or(let parts): "(" + parts.map(\.description).joined(separator: " || ") + ")"
        case .not(let part): "!\(part)"
        }
    }

    private static func part(
        _ name: String, _ text: String, _ matching: WordMatching, _ usual: WordMatching
    ) -> String {
        let matching = matching == usual ? "" : ", matching: \(matching.rawValue)"
        return "\(name)(\(text.debugDescription)\(matching))"
    }
}

extension TextSearch: CustomStringConvertible {
    /// The query, then its fields and the options that differ from the defaults.
    public var description: String {
        var parts = [query.description]
        if let fields { parts.append("in \(fields.joined(separator: ", "))") }
        switch mode {
        case .anyWord?: parts.append("matching any word")
        case .meaning?: parts.append("matching the meaning")
        case .allWords?: parts.append("matching all words")
        case .asTyped?: parts.append("matching as typed")
        case nil: break
        }
        if !synonyms.isEmpty { parts.append("with \(synonyms.count) synonyms") }
        if emptyFindsAll { parts.append("finding all when empty") }
        return parts.joined(separator: ", ")
    }
}
