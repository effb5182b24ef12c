import QuireCore
import QuireRemote

/// A `filter_by` expression that is simplified before it is printed.
enum FilterText: Sendable, Hashable {
    case everything
    case nothing
    /// One operand. It contains no text from a user.
    case test(String)
    case all([FilterText])
    case any([FilterText])
    /// A group that `FilterWriter` has simplified and printed.
    case written(WrittenFilter)

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
        case .all(let parts): Self.tokens(of: parts, isAll: true)
        case .any(let parts): Self.tokens(of: parts, isAll: false)
        case .written(let group): group.tokens
        }
    }

    private static func tokens(of parts: [FilterText], isAll: Bool) -> Int {
        parts.reduce(parts.count - 1) { $0 + $1.tokens + ($1.needsParentheses(inAll: isAll) ? 2 : 0) }
    }

    /// The server gives && and || the same precedence, so a group inside one of the other kind needs parentheses.
    private func needsParentheses(inAll isAll: Bool) -> Bool {
        switch self {
        case .all: !isAll
        case .any: isAll
        case .written(let group): group.isAll != isAll
        case .everything, .nothing, .test: false
        }
    }

    /// The expression; `nil` if there is nothing to filter.
    ///
    /// - Parameter nothing: A test that no document passes.
    func text(nothing: String) -> String? {
        if self == .everything { return nil }
        var bytes: [UInt8] = []
        write(to: &bytes, nothing)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the member with the expression, unless there is nothing to filter.
    func write(to json: inout JSONWriter, nothing: String) {
        if self == .everything { return }
        json.key("filter_by")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        write(to: &bytes, nothing)
        // On collections of other programs, it has texts of users.
        json.string(String(decoding: bytes, as: UTF8.self))
    }

    private func write(to bytes: inout [UInt8], _ nothing: String) {
        switch self {
        case .everything: break
        case .nothing: bytes.append(text: nothing)
        case .test(let test): bytes.append(text: test)
        case .all(let parts): Self.write(parts, isAll: true, to: &bytes, nothing)
        case .any(let parts): Self.write(parts, isAll: false, to: &bytes, nothing)
        case .written(let group): bytes += group.bytes
        }
    }

    private static func write(
        _ parts: [FilterText], isAll: Bool, to bytes: inout [UInt8], _ nothing: String
    ) {
        var isFirst = true
        for part in parts where part != .everything {
            if !isFirst { bytes.append(fixed: isAll ? " && " : " || ") }
            isFirst = false
            let needsParentheses = part.needsParentheses(inAll: isAll)
            if needsParentheses { bytes.append(UInt8(ascii: "(")) }
            part.write(to: &bytes, nothing)
            if needsParentheses { bytes.append(UInt8(ascii: ")")) }
        }
    }
}
