import QuireCore
import QuireEngine
import QuireRemote
import QuireText
import QuireToolbox

extension OpenSearchEngine: TextCluster {
    package var engineName: String { ClusterConnection.engineName }
    package var analyzer: TextAnalyzer { settings.analyzer }
    package var expressesAlternatives: Bool { true }

    package typealias Compiled = CompiledSearch

    package func ranks(_ request: SearchRequest) -> Bool {
        (try? layout(of: request.module)).map { state(of: $0).existing != nil } ?? false
    }

    package func results(of searches: [CompiledSearch]) async throws -> [Result<ClusterResult, any Error>] {
        try await runner.results(of: searches)
    }

    /// The words of all documents, read as a composite aggregation.
    package func vocabulary(of request: SearchRequest) async throws -> SortedWords {
        let search = try compiled(request)
        // The server's own analyzers split the texts of an index that Quire did not prepare.
        if search.state.existing != nil { return SortedWords() }
        let names = search.search.searchedFields.map { $0.name(of: .vocabulary) }
        let key = "\(search.alias) \(names.joined(separator: " "))"
        return try await vocabularies.words(of: key, for: settings.vocabularyLifetime) {
            var words: [String: Int] = [:]
            for name in names { try await addWords(of: name, in: search.alias, to: &words) }
            return SortedWords(words)
        }
    }

    private static let wordsAtOnce = 10_000

    private func addWords(of field: String, in alias: String, to words: inout [String: Int]) async throws {
        let action = "read the words of \(alias)"
        var after: JSONValue?
        while true {
            try Task.checkCancellation()
            var composite: [JSONValue.Member] = [
                .init("size", .count(Self.wordsAtOnce)),
                .init(
                    "sources",
                    .array([.of(["word": .of(["terms": .of(["field": .string(field)])])])])),
            ]
            if let after { composite.append(.init("after", after)) }
            let body = JSONValue.of([
                "size": .integer(0), "track_total_hits": .boolean(false),
                "aggs": .of(["words": .of(["composite": .object(composite)])]),
            ])
            let call = ClusterConnection.Call(
                .post, "/\(alias)/_search", .json(body), intent: .read, action)
            let response = try await connection.send(call)
            try SearchRunner.checkWhole(response, action)
            guard let result = response["aggregations"]?["words"], let buckets = result["buckets"]?.elements
            else {
                throw OpenSearchError(
                    .unreadable, action, reason: "an aggregation is missing in the response")
            }
            for bucket in buckets {
                guard let word = bucket["key"]?["word"]?.string, let count = bucket["doc_count"]?.int,
                    !CombiningMarks.exceedLimit(in: word)
                else {
                    continue
                }
                words[word, default: 0] += count
            }
            guard buckets.count == Self.wordsAtOnce, let next = result["after_key"] else { return }
            after = next
        }
    }
}
