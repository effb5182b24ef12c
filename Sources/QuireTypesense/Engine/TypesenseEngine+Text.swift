import QuireCore
import QuireEngine
import QuireRemote
import QuireText
import QuireToolbox

extension TypesenseEngine: TextCluster {
    package var engineName: String { TypesenseConnection.engineName }
    package var analyzer: TextAnalyzer { settings.analyzer }
    /// Only one prefix, and only beside words that items must have.
    package var expressesAlternatives: Bool { false }

    package func ranks(_ request: SearchRequest) -> Bool {
        existing[request.module] != nil || (try? settings.searchesByItself(request)) ?? false
    }

    package typealias Compiled = CompiledSearch

    package func compiled(_ query: ClusterQuery) throws -> CompiledSearch { try plan(query) }

    package func results(of plans: [CompiledSearch]) async throws -> [Result<ClusterResult, any Error>] {
        var runs = plans.map(SearchRun.init)
        while runs.contains(where: { !$0.isFinished }) { try await ask(&runs) }
        return runs.map { run in run.failure.map { .failure($0) } ?? .success(result(run)) }
    }

    /// The terms of all documents, counted as a facet.
    package func vocabulary(of request: SearchRequest) async throws -> SortedWords {
        let layout = layout(of: request.module)
        let plan = try plan(request)
        // The server splits the texts of a collection that another program made in its own way.
        if plan.existing != nil { return SortedWords() }
        let fields = Set(plan.search.searchedFields.map(\.ordinal))
        let key = "\(layout.alias) \(fields.sorted())"
        return try await vocabularies.words(of: key, for: settings.vocabularyLifetime) {
            try await loadVocabulary(layout, fields)
        }
    }

    private func loadVocabulary(_ layout: CollectionLayout, _ fields: Set<Int>) async throws -> SortedWords {
        let search = JSONValue.of([
            "collection": .string(layout.alias), "q": .string("*"),
            "facet_by": .string(DocumentField.terms), "max_facet_values": .count(FacetGroup.allValues),
            "per_page": .count(0),
        ])
        let json = JSONValue.of(["searches": .array([search])])
        let what = "read the words of \(layout.alias)"
        let response = try await connection.json(
            .json(.post, "/multi_search", body: json, intent: .read), what)
        let failure = response.member("results")?.elements?.first
        if failure?.member("code")?.int == 404 {
            let isMissing = failure?.member("error")?.string == "Not found."
            throw CollectionError(
                isMissing ? .missing : .otherSchema, collection: layout.alias,
                facts: isMissing ? [] : ["it has no words of Quire's"])
        }
        guard let facets = response["results"]?.elements?.first?["facet_counts"]?.elements else {
            throw TypesenseError(unreadable: "the response has no facets", what)
        }
        var words: [String: Int] = [:]
        for count in facets.first?["counts"]?.elements ?? [] {
            guard let term = count["value"]?.string, let number = count["count"]?.int,
                let (field, word) = WordKey.word(ofTerm: term), fields.contains(field),
                !CombiningMarks.exceedLimit(in: word)
            else { continue }
            words[word, default: 0] += number
        }
        return SortedWords(words)
    }
}
