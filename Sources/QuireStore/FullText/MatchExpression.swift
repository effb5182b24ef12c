#if SQLite

import QuireCore
import QuireText

/// A full-text query in the syntax of FTS5, with each word in quotes.
///
/// FTS5 has no NOT with one operand. But every combination can be reduced to one expression or its complement.
enum MatchExpression: Equatable {
    case always, never
    /// The items that the expression matches.
    case matches(String)
    /// The items that the expression does not match.
    case complement(String)

    /// The maximum depth of parentheses. FTS5's parser fails at about a hundred pending words.
    static let maximumDepth = 24
    /// The maximum number of phrases. Each is a separate cursor over the index.
    static let maximumTerms = 4_000

    /// - Parameters:
    ///   - columns: The columns to search; `nil` means all.
    ///   - terms: The terms that replace a term: itself, its corrections, or the words that contain it.
    init(
        _ query: AnalyzedText, columns: [String]?,
        _ terms: (AnalyzedText.Term) throws -> [AnalyzedText.Term]
    ) rethrows {
        self = try Self.compile(query, terms)
        guard let columns else { return }
        let filter = "{" + columns.joined(separator: " ") + "} : "
        switch self {
        case .always, .never: break
        case .matches(let expression): self = .matches(filter + expression)
        case .complement(let expression): self = .complement(filter + expression)
        }
    }

    private static func compile(
        _ query: AnalyzedText, _ terms: (AnalyzedText.Term) throws -> [AnalyzedText.Term]
    ) rethrows -> MatchExpression {
        switch query {
        case .term(let term):
            let phrases = try terms(term).map(phrase)
            return phrases.isEmpty ? .never : .matches(join(phrases, " OR "))
        case .not(let operand): return try compile(operand, terms).inverse
        case .all: return all(try query.operands.map { try compile($0, terms) })
        case .any:
            // Any of them means: not none of them.
            return all(try query.operands.map { try compile($0, terms).inverse }).inverse
        }
    }

    private var inverse: MatchExpression {
        switch self {
        case .always: .never
        case .never: .always
        case .matches(let expression): .complement(expression)
        case .complement(let expression): .matches(expression)
        }
    }

    private static func all(_ operands: [MatchExpression]) -> MatchExpression {
        var positive: [String] = []
        var negative: [String] = []
        for operand in operands {
            switch operand {
            case .never: return .never
            case .always: continue
            case .matches(let expression): positive.append(expression)
            case .complement(let expression): negative.append(expression)
            }
        }
        if negative.isEmpty { return positive.isEmpty ? .always : .matches(join(positive, " AND ")) }
        let none = join(negative, " OR ")
        return positive.isEmpty ? .complement(none) : .matches("(\(join(positive, " AND ")) NOT \(none))")
    }

    private static func join(_ parts: [String], _ word: String) -> String {
        parts.count == 1 ? parts[0] : "(" + parts.joined(separator: word) + ")"
    }

    /// Words one after the other: `"war" + "pea" *`. What stands in quotes means itself; a quote is doubled.
    static func phrase(_ term: AnalyzedText.Term) -> String {
        let words = term.words.map(SQLite.quoted).joined(separator: " + ")
        return term.match == .prefix ? words + " *" : words
    }

    /// The phrases of an expression, in the order in which FTS5 counts them.
    static func phrases(in expression: String) -> [AnalyzedText.Term] {
        var phrases: [AnalyzedText.Term] = []
        let bytes = Array(expression.utf8)
        var index = 0
        var joins = false
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                var word: [UInt8] = []
                index += 1
                while index < bytes.count {
                    if bytes[index] == UInt8(ascii: "\"") {
                        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") else { break }
                        index += 1
                    }
                    word.append(bytes[index])
                    index += 1
                }
                let text = String(decoding: word, as: UTF8.self)
                if joins, !phrases.isEmpty {
                    phrases[phrases.count - 1].words.append(text)
                } else {
                    phrases.append(AnalyzedText.Term([text], .whole))
                }
                joins = false
            case UInt8(ascii: "+"): joins = true
            case UInt8(ascii: "*"): if !phrases.isEmpty { phrases[phrases.count - 1].match = .prefix }
            default: break
            }
            index += 1
        }
        return phrases
    }

    // MARK: - Limits

    /// Throws a helpful error for expressions that FTS5 would reject.
    static func check(_ query: AnalyzedText, module: String) throws {
        var count = 0
        try check(query, depth: 1, &count, module)
    }

    private static func check(
        _ query: AnalyzedText, depth: Int, _ count: inout Int, _ module: String
    ) throws {
        if case .term(let term) = query {
            count += term.words.count
            guard count <= maximumTerms else {
                throw QueryError(
                    .incompatibleOperand, module: module,
                    node: "a text query of more than \(maximumTerms) words",
                    expected: "fewer words, or several searches")
            }
            return
        }
        guard depth <= maximumDepth, let operands = query.shallowOperands(limit: maximumTerms) else {
            throw QueryError(
                .incompatibleOperand, module: module,
                node: "a text query of more than \(maximumDepth) levels",
                expected: "one that nests less: && and || take any number of operands")
        }
        for operand in operands { try check(operand, depth: depth + 1, &count, module) }
    }
}

extension AnalyzedText {
    /// The operands, with operands of the same kind flattened: `a && (b && c)` has three.
    fileprivate var operands: [AnalyzedText] { shallowOperands(limit: .max) ?? [] }

    /// `nil` if operands of the same kind are nested deeper than the limit.
    fileprivate func shallowOperands(limit: Int) -> [AnalyzedText]? {
        var operands: [AnalyzedText] = []
        // A repeated word is searched only once.
        var seen: Set<AnalyzedText> = []
        func add(_ operand: AnalyzedText) { if seen.insert(operand).inserted { operands.append(operand) } }
        var pending: [(AnalyzedText, depth: Int)] = [(self, 0)]
        while let (query, depth) = pending.popLast() {
            guard depth <= limit else { return nil }
            switch (self, query) {
            case (.all, .all(let inner)), (.any, .any(let inner)):
                pending += inner.reversed().map { ($0, depth + 1) }
            case (.not, .not(let inner)) where depth == 0: add(inner)
            default: add(query)
            }
        }
        return operands
    }
}
#endif
