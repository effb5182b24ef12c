import QuireCore
import QuireRemote
import QuireText

/// Compiles a full-text search to a clause.
struct TextCompiler {
    let fields: [IndexedField]

    func clause(_ text: AnalyzedText) -> Clause {
        switch text {
        case .term(let term): .any(fields.flatMap { clauses(term, $0) })
        case .all(let parts): .all(parts.map(clause))
        case .any(let parts): .any(wholeWords(parts) + parts.filter { !isMerged($0, of: parts) }.map(clause))
        case .not(let part): .not(clause(part))
        }
    }

    /// More whole words than this are one clause: they stand for one word of a query, and their scores tell nothing.
    private static let mostScored = 4

    private func isMerged(_ part: AnalyzedText, of parts: [AnalyzedText]) -> Bool {
        part.wholeWord != nil && parts.count { $0.wholeWord != nil } > Self.mostScored
    }

    private func wholeWords(_ parts: [AnalyzedText]) -> [Clause] {
        let words = parts.compactMap(\.wholeWord)
        guard words.count > Self.mostScored else { return [] }
        return fields.map { .terms($0.name(of: .vocabulary), words.map(JSONValue.string)) }
    }

    /// Matches the term in one field. A single word is looked for in the field's forms too. A match of the whole word has more weight than one of its beginning.
    private func clauses(_ term: AnalyzedText.Term, _ field: IndexedField) -> [Clause] {
        let name = field.name(of: .words)
        let boost = JSONValue.number(max(field.descriptor.searchWeight ?? 1, 0))
        guard let last = term.words.last else { return [] }
        if term.words.count == 1 {
            let name = field.name(of: .vocabulary)
            let value = JSONValue.of(["value": .string(last), "boost": boost])
            let whole = Clause.query("term", name, value: value)
            switch term.match {
            case .whole: return [whole]
            case .prefix:
                return [.query("prefix", name, value: value), whole]
            case .part:
                let pattern = JSONValue.string("*\(TextKey.pattern(last))*")
                return [.query("wildcard", name, value: .of(["value": pattern, "boost": boost]))]
            }
        }
        let phrase = JSONValue.string(term.words.joined(separator: " "))
        switch term.match {
        case .whole:
            return [.query("match_phrase", name, value: .of(["query": phrase, "boost": boost]))]
        case .prefix:
            // All words with this prefix, without a limit.
            let most = JSONValue.integer(Int64(Int32.max))
            return [
                .query(
                    "match_phrase_prefix", name,
                    value: .of(["query": phrase, "boost": boost, "max_expansions": most]))
            ]
        case .part:
            let words = term.words.dropLast().map { word in
                JSONValue.of(["span_term": .of([name: .of(["value": .string(word)])])])
            }
            let pattern = JSONValue.of(["value": .string("*\(TextKey.pattern(last))*")])
            let part = JSONValue.of(["span_multi": .of(["match": .of(["wildcard": .of([name: pattern])])])])
            let near = JSONValue.of([
                "clauses": .array(words + [part]), "slop": .integer(0), "in_order": .boolean(true),
                "boost": boost,
            ])
            return [.other(.of(["span_near": near]))]
        }
    }
}

extension AnalyzedText {
    /// The word, if the text is a single whole word.
    fileprivate var wholeWord: String? {
        guard case .term(let term) = self, term.words.count == 1, term.match == .whole else { return nil }
        return term.words[0]
    }
}
