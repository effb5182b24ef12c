import QuireCluster
import QuireCore
import QuireHTTP
import QuireText

/// Looks up words of a query that do not occur in the index, and words that differ from them by one letter.
///
/// Both look-ups consider all documents of the index, regardless of the search's conditions.
struct TypoLookup {
    let connection: ClusterConnection
    let search: CompiledSearch

    /// The search with its words corrected.
    func corrected() async throws -> CompiledSearch {
        guard let text = search.words else { return search }
        let terms = Self.terms(of: text)
        guard !terms.isEmpty else { return search }
        var vocabulary = Vocabulary()
        // 1. Which words occur.
        let fields = search.search.searchedFields
        let compiler = TextCompiler(fields: fields)
        let found = try await aggregations(
            terms.map { .of(["filter": compiler.clause(.term($0)).simplified.json()]) })
        let absent = zip(terms, found).filter { $0.1["doc_count"]?.int == 0 }.map(\.0)
        for (term, found) in zip(terms, found) where found["doc_count"]?.int != 0 {
            vocabulary.found.insert(Key(term))
        }
        guard !absent.isEmpty else { return search }
        // 2. Which words may have been meant.
        var asked: [JSONValue] = []
        for term in absent {
            for pattern in TypoPatterns.patterns(of: term.words[0], isPrefix: term.match == .prefix) {
                for field in fields {
                    asked.append(
                        .of([
                            "terms": .of([
                                "field": .string(field.name(of: .vocabulary)), "include": .string(pattern),
                                "size": .count(Self.maximumWords),
                            ])
                        ]))
                }
            }
        }
        for response in try await aggregations(asked) {
            for bucket in response["buckets"]?.elements ?? [] {
                if let word = bucket["key"]?.string { vocabulary.candidates.insert(word) }
            }
            guard response["sum_other_doc_count"]?.int == 0 else {
                throw OpenSearchError(
                    .incomplete, "look up words in \(search.request.module.name)",
                    reason: "more than \(Self.maximumWords) words are near one of the query's")
            }
        }
        let (words, corrections) = text.corrected(by: vocabulary)
        return try search.corrected(words, corrections)
    }

    private static let maximumWords = 10_000

    /// The words that may be corrected: those that are not part of a phrase and are not excluded.
    private static func terms(of text: AnalyzedText) -> [AnalyzedText.Term] {
        switch text {
        case .term(let term):
            guard term.words.count == 1, term.match != .part, let word = term.words.first,
                Typo(of: word, in: term.match) != nil
            else { return [] }
            return [term]
        case .all(let parts), .any(let parts): return parts.flatMap(terms)
        case .not: return []
        }
    }

    /// Requests aggregations over all documents, and returns their results in the same order.
    private func aggregations(_ aggregations: [JSONValue]) async throws -> [JSONValue] {
        let body = JSONValue.of([
            "size": .integer(0), "track_total_hits": .boolean(false),
            "query": .of(["match_all": .empty]),
            "aggs": .object(aggregations.enumerated().map { .init("a\($0)", $1) }),
        ])
        let call = ClusterConnection.Call(
            .post, "/\(search.alias)/_search", .json(body), intent: .read,
            "look up words in \(search.request.module.name)")
        let response = try await connection.send(call)
        try SearchRunner.checkWhole(response, call.action)
        return try aggregations.indices.map { index in
            guard let found = response["aggregations"]?["a\(index)"] else {
                throw OpenSearchError(
                    .unreadable, call.action, reason: "an aggregation is missing in the response")
            }
            return found
        }
    }

    private struct Key: Hashable {
        var word: String
        var match: AnalyzedText.Term.Match

        init(_ term: AnalyzedText.Term) {
            word = term.words[0]
            match = term.match
        }
    }

    /// The words found by the look-ups.
    private struct Vocabulary: WordVocabulary {
        var found: Set<Key> = []
        var candidates: Set<String> = []

        func contains(_ word: String, _ match: AnalyzedText.Term.Match) -> Bool {
            found.contains(Key(AnalyzedText.Term([word], match)))
        }

        func words(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> [String] {
            candidates.filter { word in
                var word = word
                return word.withUTF8(isWanted)
            }
        }
    }
}
