extension AnalyzedText: CustomStringConvertible {
    /// A readable form: `jerome and sal*`, `not (pork or beef)`, `"brave new world"`.
    package var description: String {
        switch self {
        case .term(let term): term.description
        case .all(let parts): Self.joined(parts, " and ")
        case .any(let parts): Self.joined(parts, " or ")
        case .not(let part): "not \(part.isJoined ? "(\(part))" : part.description)"
        }
    }

    private var isJoined: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.count > 1
        case .term, .not: false
        }
    }

    private static func joined(_ parts: [AnalyzedText], _ word: String) -> String {
        if parts.count == 1 { return parts[0].description }
        return parts.map { $0.isJoined ? "(\($0))" : $0.description }.joined(separator: word)
    }
}

extension AnalyzedText.Term: CustomStringConvertible {
    package var description: String {
        let text = words.joined(separator: " ")
        let quoted = words.count > 1 ? "\"\(text)\"" : text
        return switch match {
        case .whole: quoted
        case .prefix: quoted + "*"
        case .part: "*" + quoted + "*"
        }
    }
}
