#if SQLite
import CSQLite
import QuireEngine
import QuireText

/// How the items of a match are ranked: an expression, and the words that each of its phrases stands for.
struct MatchRanking {
    let expression: MatchExpression.Phrases
    let plan: RankPlan
    /// Expressions that find the items that can come first, if very many match.
    let narrower: [MatchExpression.Phrases]
    /// The column of the popularity in the module's table.
    let popularity: String?
    /// For each phrase of the expression, its entries in the plan.
    let phrases: [Phrase]
    /// `nil` if the query has several words, or more than words.
    private(set) var oneWord: OneWord?
    /// For each column of the index, the number of the searched field; `nil` if it is not searched.
    let fields: [Int?]
    /// Reads the numbers of words of a row, as FTS5 stores them.
    let lengths: String

    enum Phrase { case entries([Int]), line }

    /// Whether all phrases are single words, or beginnings that the index has a list for. Finding a row costs nearly nothing
    /// then.
    private(set) var isQuickToRepeat = false
    /// Whether this is true, and there is only one phrase.
    private(set) var walksPhrase = false

    /// How the only word of a query is found.
    ///
    /// The items of the narrower expressions can be told from the places of its phrases.
    struct OneWord {
        /// For each phrase, whether it is the word as it was typed.
        var isOwn: [Bool]
        /// The field with the greatest weight; `nil` if there are several, or if it is the only field.
        var mainField: Int?
        /// Whether there is a narrower expression for fields that begin with the word.
        var hasBeginning = false
    }

    /// - Parameter terms: A choice of all terms, if FTS5 does not report all phrases of the match.
    init(
        _ plan: TextPlan, _ pattern: WordPattern, resolved: ResolvedText, match: MatchExpression.Phrases,
        terms: MatchExpression?
    ) {
        let searched = plan.searchedColumns
        let rank = plan.rankPlan(resolved)
        fields = plan.fieldNumbers
        lengths = "SELECT sz FROM \(SQLite.quoted(plan.text.index + "_docsize")) WHERE id = ?"
        self.plan = rank
        popularity = plan.popularity
        // Each item with a word also has the line mark.
        let mark = SQLite.quoted(String(decoding: TextAnalyzer.lineMark, as: UTF8.self))
        let filter = plan.columnFilter
        let isOneWord =
            pattern.words.count == 1 && rank.wordCount == 1 && resolved.exact?.ranked.isOneChoice == true
        var text = String(match.text.dropFirst(filter.count))
        var phrases = match.phrases.map { Phrase.entries(rank.entriesByTerm[$0.term] ?? []) }
        var isOwn: [Bool] = []
        let narrow = NarrowedText.all(pattern, searched.map(\.weight))
        if isOneWord {
            let own = pattern.words[0].term.words
            phrases = []
            var texts: [String] = []
            // A beginning that only one word has is the same phrase as that word.
            for phrase in match.phrases {
                let entries = rank.entriesByTerm[phrase.term] ?? []
                guard let index = texts.firstIndex(of: phrase.text) else {
                    texts.append(phrase.text)
                    phrases.append(.entries(entries))
                    isOwn.append(phrase.term.words == own)
                    continue
                }
                if case .entries(let others) = phrases[index] { phrases[index] = .entries(others + entries) }
                if phrase.term.words == own { isOwn[index] = true }
            }
            text = texts.count == 1 ? texts[0] : "(" + texts.joined(separator: " OR ") + ")"
        }
        if let terms {
            phrases = phrases.map { _ in .entries([]) }
            if case .matches(let terms) = terms {
                text = "(\(text) AND (\(terms.text)))"
                phrases += terms.phrases.map { .entries(rank.entriesByTerm[$0.term] ?? []) }
            }
        }
        if searched.contains(where: \.hasLines) {
            text = "(\(text) AND \(mark))"
            phrases.append(.line)
            isOwn.append(false)
        }
        self.phrases = phrases
        if isOneWord {
            isQuickToRepeat = match.phrases.allSatisfy { phrase in
                phrase.term.words.count == 1
                    && (!phrase.text.hasSuffix("*") || (phrase.term.words.last?.count ?? 0) <= 3)
            }
            walksPhrase = isQuickToRepeat && phrases.count == 1
            oneWord = OneWord(isOwn: isOwn)
            for text in narrow {
                switch text {
                case .phrase: break
                case .beginning: oneWord?.hasBeginning = true
                case .field(let field, _): oneWord?.mainField = field
                }
            }
        }
        expression = MatchExpression.Phrases(text: filter + text, phrases: match.phrases)
        narrower = narrow.map { narrow in
            switch narrow {
            case .phrase(let term):
                MatchExpression.Phrases(text: filter + MatchExpression.phrase(term), phrases: [])
            case .beginning(let term):
                MatchExpression.Phrases(text: filter + "^ " + MatchExpression.phrase(term), phrases: [])
            case .field(let field, let terms):
                MatchExpression.Phrases(
                    text: "{\(searched[field].name)} : ("
                        + terms.map(MatchExpression.phrase).joined(separator: " AND ") + ")", phrases: [])
            }
        }
    }
}

extension MatchRanking {
    /// The query's only word, if it is unfinished: then only the leading items are weighed at first. If the word is complete
    /// or was corrected, nearly all items may lead.
    var unfinishedWord: OneWord? {
        guard let oneWord, oneWord.isOwn.contains(true), plan.entries.contains(where: \.isBeginning) else {
            return nil
        }
        return oneWord
    }

    /// The column of the index with a searched field.
    func column(of field: Int) -> Int? { fields.firstIndex { $0 == field } }

    /// The number of words in each field, from the current row of `lengths`: one number of variable size for each column.
    func lengths(_ row: Statement) -> [Int] {
        var lengths = Array(repeating: 0, count: plan.fields.count)
        let bytes = UnsafeRawBufferPointer(
            start: sqlite3_column_blob(row.handle, 0), count: Int(sqlite3_column_bytes(row.handle, 0)))
        var column = 0
        var number = 0
        for byte in bytes {
            number = (number << 7) | Int(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            if column < fields.count, let field = fields[column] { lengths[field] = number }
            column += 1
            number = 0
        }
        return lengths
    }
}

extension ResolvedText.Part {
    /// A choice of all terms; `nil` if all words must be found.
    ///
    /// FTS5 finds the rows of a choice between conjunctions, but does not report all of their phrases. It does report those
    /// of a plain choice. Each row that is found has one of the terms.
    var flatText: AnalyzedText? {
        guard !ranked.isConjunction else { return nil }
        return .any(ranked.wantedTerms.map(AnalyzedText.term))
    }
}

extension AnalyzedText {
    /// Whether all parts must be found, each of which is a term or a choice of terms.
    fileprivate var isConjunction: Bool {
        if case .all(let parts) = self { parts.allSatisfy(\.isConjunction) } else { isChoice }
    }

    /// Whether it is one choice of terms, alone in any number of groups.
    fileprivate var isOneChoice: Bool {
        if case .all(let parts) = self { return parts.count == 1 && parts[0].isOneChoice }
        return isChoice
    }

    /// Whether it is a choice of terms.
    var isChoice: Bool {
        switch self {
        case .term: true
        case .any(let parts): parts.allSatisfy(\.isChoice)
        case .all, .not: false
        }
    }
}

/// What the phrases of a ranking stand for, in flat arrays, which are read for each row.
struct PhraseTable {
    let count: Int
    private(set) var entries: [Int] = []
    /// For each phrase, its first entry; and the end of the last one's.
    private(set) var firstEntry: [Int] = []
    private(set) var isLine: [Bool] = []
    /// Whether the phrase is the query's only word.
    let isOwn: [Bool]
    /// Whether the phrase is more than the beginning of a word.
    private(set) var isWhole: [Bool] = []
    /// For each column of the index, the number of the searched field; -1 if it is not searched.
    let fields: [Int]
    let hasLines: [Bool]
    /// The field with the greatest weight; -1 if there are several, or if it is the only field.
    let mainField: Int

    init(_ ranking: MatchRanking) {
        count = ranking.phrases.count
        fields = ranking.fields.map { $0 ?? -1 }
        hasLines = ranking.plan.fields.map(\.hasLines)
        mainField = ranking.oneWord?.mainField ?? -1
        isOwn = ranking.oneWord?.isOwn ?? Array(repeating: false, count: ranking.phrases.count)
        for phrase in ranking.phrases {
            firstEntry.append(entries.count)
            switch phrase {
            case .line:
                isLine.append(true)
                isWhole.append(false)
            case .entries(let numbers):
                isLine.append(false)
                isWhole.append(numbers.contains { !ranking.plan.entries[$0].isBeginning })
                entries += numbers
            }
        }
        firstEntry.append(entries.count)
    }
}
#endif
