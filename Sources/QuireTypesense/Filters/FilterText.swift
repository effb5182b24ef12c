/// A `filter_by` expression that is simplified before it is printed.
enum FilterText: Sendable, Hashable {
    case everything
    case nothing
    /// One operand. It contains no text from a user.
    case test(String)
    case all([FilterText])
    case any([FilterText])

    /// One operand: a field, an operator and a value.
    static func operand(_ field: String, _ sign: String, _ value: String, _ end: String = "") -> FilterText {
        var text = field
        text.reserveCapacity(field.utf8.count + sign.utf8.count + value.utf8.count + end.utf8.count)
        text += sign
        text += value
        text += end
        return .test(text)
    }

    static func and(_ parts: [FilterText]) -> FilterText {
        if parts.count == 1 { return parts[0] }
        var kept: [FilterText] = []
        kept.reserveCapacity(parts.count)
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
        if parts.count == 1 { return parts[0] }
        var kept: [FilterText] = []
        kept.reserveCapacity(parts.count)
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
        case .everything: return nil
        case .nothing: return layout.isNoDocument
        case .test(let text): return text
        case .all, .any:
            var text = ""
            text.reserveCapacity(256)
            write(to: &text, layout)
            return text
        }
    }

    private func write(to text: inout String, _ layout: CollectionLayout) {
        switch self {
        case .everything: break
        case .nothing: text += layout.isNoDocument
        case .test(let test): text += test
        case .all(let parts): Self.write(parts, " && ", to: &text, layout)
        case .any(let parts): Self.write(parts, " || ", to: &text, layout)
        }
    }

    // The server gives && and || the same precedence, so a group inside another always needs parentheses.
    private static func write(
        _ parts: [FilterText], _ sign: String, to text: inout String, _ layout: CollectionLayout
    ) {
        var isFirst = true
        for part in parts where part != .everything {
            if !isFirst { text += sign }
            isFirst = false
            if part.isGroup { text += "(" }
            part.write(to: &text, layout)
            if part.isGroup { text += ")" }
        }
    }
}
