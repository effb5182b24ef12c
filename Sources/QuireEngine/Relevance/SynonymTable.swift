import QuireText
import QuireToolbox

/// The synonyms of a search as folded words.
package struct SynonymTable: Sendable {
    /// A text and the texts that it also finds.
    struct Entry: Sendable {
        var words: [String]
        var replacements: [[String]]
    }

    /// By the first word.
    private var entries: [String: [Entry]] = [:]

    package init(_ synonyms: [Synonym], _ analyzer: TextAnalyzer) {
        for synonym in synonyms {
            switch synonym {
            case .twoWay(let texts):
                var seen: Set<[String]> = []
                let texts = texts.map(analyzer.words).filter { !$0.isEmpty && seen.insert($0).inserted }
                for text in texts { add(text, texts) }
            case .oneWay(let text, let texts): add(analyzer.words(in: text), texts.map(analyzer.words))
            }
        }
    }

    /// Keeps only the replacements that a search uses, so that a long list does not take quadratic time and memory.
    private mutating func add(_ words: [String], _ replacements: [[String]]) {
        guard let first = words.first else { return }
        let replacements = Array(
            replacements.lazy.filter { !$0.isEmpty && $0 != words }.prefix(WordAlternatives.mostSynonyms))
        if !replacements.isEmpty {
            entries[first, default: []].append(Entry(words: words, replacements: replacements))
        }
    }

    /// The entries whose text begins with a word.
    func entries(beginningWith word: String) -> [Entry] { entries[word] ?? [] }
}

/// Caches tables, so that a long list of synonyms is analyzed only once.
private enum SynonymTables {
    private static let limit = 32
    private static let tables = Locked<
        [(synonyms: [Synonym], analyzer: TextAnalyzer, table: SynonymTable)]
    >([])

    static func table(_ synonyms: [Synonym], _ analyzer: TextAnalyzer) -> SynonymTable {
        tables.withLock { tables in
            if let entry = tables.first(where: { $0.synonyms == synonyms && $0.analyzer == analyzer }) {
                return entry.table
            }
            let table = SynonymTable(synonyms, analyzer)
            if tables.count == limit { tables.removeFirst() }
            tables.append((synonyms, analyzer, table))
            return table
        }
    }
}

/// The rules by which other words stand for those of a query: a language's and the app's own.
package struct WordRules: Sendable {
    let language: LanguageRules
    /// The schema's, and those of the search.
    let synonyms: [SynonymTable]

    /// - Parameter synonyms: Those of the schema.
    package init(_ search: TextSearch, synonyms: [Synonym], _ analyzer: TextAnalyzer) {
        language = LanguageRules(locale: analyzer.locale)
        self.synonyms = [synonyms, search.synonyms].filter { !$0.isEmpty }
            .map { SynonymTables.table($0, analyzer) }
    }
}
