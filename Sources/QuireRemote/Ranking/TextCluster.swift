import Foundation
import QuireCore
import QuireEngine
import QuireText

/// A search cluster whose text searches Quire levels and ranks: the server finds items, `TextRanking` orders them.
package protocol TextCluster: Sendable {
    /// A query that was checked and compiled.
    associatedtype Compiled: Sendable

    var engineName: String { get }
    var analyzer: TextAnalyzer { get }
    /// Whether a search can look for alternatives of a word, each a prefix or a phrase.
    var expressesAlternatives: Bool { get }

    /// Whether the server searches and ranks a request's text itself.
    func ranks(_ request: SearchRequest) -> Bool

    /// Checks and compiles a query without sending it.
    func compiled(_ query: ClusterQuery) throws -> Compiled

    /// Runs queries together. A query that fails has its error at its position.
    func results(of queries: [Compiled]) async throws -> [Result<ClusterResult, any Error>]

    /// Returns the words of the fields that a request searches. They may be some time old.
    func vocabulary(of request: SearchRequest) async throws -> SortedWords
}

extension TextCluster {
    package func ranks(_ request: SearchRequest) -> Bool { false }

    /// Runs queries together. A query that is invalid or fails has its error at its position.
    func results(of queries: [ClusterQuery]) async throws -> [Result<ClusterResult, any Error>] {
        let compiled = queries.map { query in Result { try self.compiled(query) } }
        var iterator = try await results(of: compiled.compactMap { try? $0.get() }).makeIterator()
        return compiled.compactMap { query in
            switch query {
            case .success: iterator.next()
            case .failure(let error): .failure(error)
            }
        }
    }
}

/// A request that an engine sends as it stands, without levels and ranking.
package struct ClusterQuery: Sendable {
    package var request: SearchRequest
    /// What is searched for instead of the request's own words.
    package var words: ClusterWords?

    package init(_ request: SearchRequest, words: ClusterWords? = nil) {
        self.request = request
        self.words = words
    }
}

/// The words of a level, and the vocabulary that they were chosen from.
package struct ClusterWords: Sendable {
    package var text: AnalyzedText
    package var vocabulary: SortedWords

    package init(_ text: AnalyzedText, vocabulary: SortedWords = SortedWords()) {
        self.text = text
        self.vocabulary = vocabulary
    }
}

/// What a cluster returned for one query.
package struct ClusterResult: Sendable {
    package var instances: [StoredSlice]
    package var info: PageInfo
    package var nextCursor: Cursor?
    package var facets: [FacetResult]
    /// The texts in which the server marked matches; `nil` if Quire looks for them.
    package var highlights: [HighlightedText]?
    /// The server's responses, if they are kept.
    package var serverResponses: [Data] = []

    package init(
        _ instances: [StoredSlice], _ info: PageInfo, nextCursor: Cursor? = nil, facets: [FacetResult] = []
    ) {
        self.instances = instances
        self.info = info
        self.nextCursor = nextCursor
        self.facets = facets
    }
}

extension TextCluster {
    /// Returns the words of a text that the searched fields do not have, with similar ones.
    package func clusterMisspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        var search = SearchRequest(module: request.module)
        search.text = TextSearch(.all(request.text, matching: request.matching))
        search.text?.fields = request.fields
        return request.misspellings(
            by: ClusterVocabulary(words: try await vocabulary(of: search)), analyzer)
    }
}

/// The words of a cluster's searched fields.
private struct ClusterVocabulary: SpellingVocabulary {
    let words: SortedWords

    func contains(_ word: String, _ match: AnalyzedText.Term.Match) -> Bool {
        switch match {
        case .whole: words.beginning(with: word).first.map { $0.utf8.elementsEqual(word.utf8) } ?? false
        case .prefix: !words.beginning(with: word).isEmpty
        case .part: !words.words { String(decoding: $0, as: UTF8.self).contains(word) }.isEmpty
        }
    }

    func sortedWords() -> SortedWords { words }
}

/// Keeps the words of collections for some time, so that typing does not load them with each letter.
package actor VocabularyCache {
    private struct Entry {
        var words: Task<SortedWords, any Error>
        var start: ContinuousClock.Instant
    }

    private var entries: [String: Entry] = [:]

    package init() {}

    /// Returns the words under a key, or loads them. Callers that come during a load wait for it.
    package func words(
        of key: String, for lifetime: Duration, _ load: @escaping @Sendable () async throws -> SortedWords
    ) async throws -> SortedWords {
        let now = ContinuousClock.now
        let freshEntry = entries[key].flatMap { $0.start.duration(to: now) < lifetime ? $0 : nil }
        let entry = freshEntry ?? Entry(words: Task { try await load() }, start: now)
        entries[key] = entry
        do {
            return try await entry.words.value
        } catch {
            // The next caller loads again.
            if entries[key]?.start == entry.start { entries[key] = nil }
            throw error
        }
    }

    package func forgetAll() { entries = [:] }
}
