#if SQLite

import QuireCore
import QuireText

/// A full-text query in the syntax of FTS5, with each word in quotes.
///
/// FTS5 has no NOT with one operand. But every combination can be reduced to one expression or its complement.
enum MatchExpression: Equatable {
    case always, never
    /// The items that the expression matches.
    case matches(Phrases)
    /// The items that the expression does not match.
    case complement(Phrases)

    /// A phrase of an expression.
    struct Phrase: Hashable {
        var text: String
        /// The term of the query that it was made for.
        var term: AnalyzedText.Term
    }

    /// The text of an expression, and its phrases in the order in which FTS5 counts them.
    struct Phrases: Equatable {
        var text: String
        var phrases: [Phrase]

        fileprivate static func joined(_ parts: [Phrases], _ word: String) -> Phrases {
            if parts.count == 1 { return parts[0] }
            return Phrases(
                text: "(" + parts.map(\.text).joined(separator: word) + ")",
                phrases: parts.flatMap(\.phrases))
        }
    }

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
        case .matches(let phrases):
            self = .matches(Phrases(text: filter + phrases.text, phrases: phrases.phrases))
        case .complement(let phrases):
            self = .complement(Phrases(text: filter + phrases.text, phrases: phrases.phrases))
        }
    }

    private static func compile(
        _ query: AnalyzedText, _ terms: (AnalyzedText.Term) throws -> [AnalyzedText.Term]
    ) rethrows -> MatchExpression {
        switch query {
        case .term(let term):
            let phrases = try phrases(of: term, terms)
            return phrases.isEmpty ? .never : .matches(.joined(phrases, " OR "))
        case .not(let operand): return try compile(operand, terms).inverse
        case .all(let parts) where parts.count == 1: return try compile(parts[0], terms)
        case .all: return all(try query.operands.map { try compile($0, terms) })
        case .any(let parts) where parts.allSatisfy(\.isTerm):
            let choices = try query.operands.compactMap { part -> Phrases? in
                guard case .term(let term) = part else { return nil }
                let phrases = try phrases(of: term, terms)
                return phrases.isEmpty ? nil : .joined(phrases, " OR ")
            }
            return choices.isEmpty ? .never : .matches(.joined(choices, " OR "))
        case .any:
            // Any of them means: not none of them.
            return all(try query.operands.map { try compile($0, terms).inverse }).inverse
        }
    }

    private static func phrases(
        of term: AnalyzedText.Term, _ terms: (AnalyzedText.Term) throws -> [AnalyzedText.Term]
    ) rethrows -> [Phrases] {
        try terms(term).map {
            let text = phrase($0)
            return Phrases(text: text, phrases: [Phrase(text: text, term: term)])
        }
    }

    private var inverse: MatchExpression {
        switch self {
        case .always: .never
        case .never: .always
        case .matches(let phrases): .complement(phrases)
        case .complement(let phrases): .matches(phrases)
        }
    }

    private static func all(_ operands: [MatchExpression]) -> MatchExpression {
        var positive: [Phrases] = []
        var negative: [Phrases] = []
        for operand in operands {
            switch operand {
            case .never: return .never
            case .always: continue
            case .matches(let phrases): positive.append(phrases)
            case .complement(let phrases): negative.append(phrases)
            }
        }
        if negative.isEmpty { return positive.isEmpty ? .always : .matches(.joined(positive, " AND ")) }
        let none = Phrases.joined(negative, " OR ")
        if positive.isEmpty { return .complement(none) }
        let some = Phrases.joined(positive, " AND ")
        return .matches(
            Phrases(text: "(\(some.text) NOT \(none.text))", phrases: some.phrases + none.phrases))
    }

    /// Consecutive words: `"war" + "pea" *`. Words are quoted, so they are never operators.
    static func phrase(_ term: AnalyzedText.Term) -> String {
        var phrase = ""
        for word in term.words {
            if !phrase.isEmpty { phrase += " + " }
            phrase += SQLite.quoted(word)
        }
        if term.match == .prefix { phrase += " *" }
        return phrase
    }

    // MARK: - Limits

    /// Throws a helpful error for expressions that FTS5 would reject.
    static func check(_ query: AnalyzedText, module: String) throws {
        try check(query, depth: 1, module)
    }

    private static func check(_ query: AnalyzedText, depth: Int, _ module: String) throws {
        guard !query.isTerm else { return }
        guard depth <= maximumDepth, let operands = query.shallowOperands(limit: maximumTerms) else {
            throw QueryError(
                .incompatibleOperand, module: module,
                node: "a text query of more than \(maximumDepth) levels",
                expected: "one that nests less: && and || take any number of operands")
        }
        for operand in operands { try check(operand, depth: depth + 1, module) }
    }
}

extension AnalyzedText {
    fileprivate var isTerm: Bool { if case .term = self { true } else { false } }

    /// The operands, with operands of the same kind flattened: `a && (b && c)` has three.
    fileprivate var operands: [AnalyzedText] { shallowOperands(limit: .max) ?? [] }

    /// The operands without repetitions if they are a few terms; otherwise `nil`.
    private var termOperands: [AnalyzedText]? {
        switch self {
        case .all(let parts), .any(let parts):
            guard parts.count <= 8, parts.allSatisfy(\.isTerm) else { return nil }
            return parts.enumerated().filter { !parts[..<$0.offset].contains($0.element) }.map(\.element)
        case .term, .not: return nil
        }
    }

    /// `nil` if operands of the same kind are nested deeper than the limit.
    fileprivate func shallowOperands(limit: Int) -> [AnalyzedText]? {
        if let operands = termOperands { return operands }
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
