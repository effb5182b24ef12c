/// A `filter_by` expression that is simplified before it is printed.
indirect enum FilterText: Sendable, Hashable {
    case everything
    case nothing
    /// One operand. It contains no text from a user.
    case test(String)
    case all([FilterText])
    case any([FilterText])

    static func and(_ parts: [FilterText]) -> FilterText {
        var kept: [FilterText] = []
        for part in parts {
            switch part {
            case .everything: break
            case .nothing: return .nothing
            case .all(let inner): for part in inner where !kept.contains(part) { kept.append(part) }
            default: if !kept.contains(part) { kept.append(part) }
            }
        }
        return kept.isEmpty ? .everything : kept.count == 1 ? kept[0] : .all(kept)
    }

    static func or(_ parts: [FilterText]) -> FilterText {
        var kept: [FilterText] = []
        for part in parts {
            switch part {
            case .nothing: break
            case .everything: return .everything
            case .any(let inner): for part in inner where !kept.contains(part) { kept.append(part) }
            default: if !kept.contains(part) { kept.append(part) }
            }
        }
        return kept.isEmpty ? .nothing : kept.count == 1 ? kept[0] : .any(kept)
    }

    /// The maximum number of operands, operators and parentheses: the server rejects more than 100.
    static let mostTokens = 99

    var tokens: Int {
        switch self {
        case .everything: 0
        case .nothing, .test: 1
        case .all(let parts), .any(let parts):
            parts.reduce(parts.count - 1) { $0 + $1.tokens + ($1.isGroup ? 2 : 0) }
        }
    }

    private var isGroup: Bool {
        switch self {
        case .all, .any: true
        case .everything, .nothing, .test: false
        }
    }

    /// The expression; `nil` if there is nothing to filter.
    func text(of layout: CollectionLayout) -> String? {
        switch self {
        case .everything: nil
        case .nothing: layout.isNoDocument
        case .test(let text): text
        case .all(let parts): Self.joined(parts, " && ", layout)
        case .any(let parts): Self.joined(parts, " || ", layout)
        }
    }

    // The server gives && and || the same precedence, so a group inside another always needs parentheses.
    private static func joined(_ parts: [FilterText], _ sign: String, _ layout: CollectionLayout) -> String {
        parts.compactMap { part in
            part.text(of: layout).map { part.isGroup ? "(\($0))" : $0 }
        }.joined(separator: sign)
    }
}
