import QuireCore
import QuireEngine
import QuireText

/// Decides the level of a text query on a cluster by counting what its words find.
///
/// `ResolvedText` asks one question after the other. Here it runs several times: each run collects the questions that
/// are still open, and they are sent together. Four rounds decide almost every query.
struct LevelSearch {
    let request: SearchRequest
    let search: TextSearch
    let pattern: WordPattern
    let rules: WordRules

    /// - Parameter readsVocabulary: Whether the words as typed have alternatives, which need the vocabulary.
    func resolved<Cluster: TextCluster>(
        on cluster: Cluster, readsVocabulary: Bool = false
    ) async throws -> (text: ResolvedText, vocabulary: SortedWords) {
        let source = KnownCounts()
        if readsVocabulary { source.vocabulary = try await cluster.vocabulary(of: textAlone) }
        while true {
            source.open = []
            do throws(KnownCounts.OpenQuestions) {
                var resolved = try ResolvedText(
                    pattern, search, rules: rules, hasPopularity: request.module.popularityField != nil,
                    sharing: .ifNeeded, in: source)
                if resolved.level == .fewerWords {
                    try resolved.countShared(in: source)
                    resolved.narrowShared(to: WeighedItems.most)
                }
                if source.open.isEmpty { return (resolved, source.vocabulary ?? SortedWords()) }
            } catch {
                if error == .vocabulary { source.vocabulary = try await cluster.vocabulary(of: textAlone) }
            }
            try await count(source, on: cluster, asTyped: readsVocabulary ? nil : asTyped)
        }
    }

    /// The words as they were typed, which a request without other words searches for.
    private var asTyped: AnalyzedText { ResolvedText(unresolved: pattern, rules).text }

    /// The text without filters, sort keys and pages, none of which change the level.
    private var textAlone: SearchRequest {
        var bare = SearchRequest(module: request.module)
        bare.page = .offset(0, limit: 1)
        bare.fields = []
        bare.text = search
        bare.text?.mode = .asTyped
        return bare
    }

    private func count<Cluster: TextCluster>(
        _ source: KnownCounts, on cluster: Cluster, asTyped: AnalyzedText?
    ) async throws {
        let open = source.open
        guard !open.isEmpty else { return }
        let queries = open.map { question in
            var bare = textAlone
            guard case .text(let text) = question else {
                bare.text = nil
                return ClusterQuery(bare)
            }
            guard text != asTyped || cluster.expressesAlternatives else { return ClusterQuery(bare) }
            return ClusterQuery(
                bare, words: ClusterWords(text, vocabulary: source.vocabulary ?? SortedWords()))
        }
        for (question, result) in zip(open, try await cluster.results(of: queries)) {
            let result = try result.get()
            source.counts[question] = result.info.totalItems ?? result.instances.count
        }
    }
}

/// The counts that a cluster has returned, and the questions that are open.
private final class KnownCounts: TextSource {
    enum Question: Hashable {
        case text(AnalyzedText)
        case everything
    }

    enum OpenQuestions: Error {
        case counts, vocabulary
    }

    var counts: [Question: Int] = [:]
    var vocabulary: SortedWords?
    /// In the order in which they were asked.
    var open: [Question] = []

    /// So many questions are sent together.
    private static let mostOpen = 40

    func findsAny(_ text: AnalyzedText) throws(OpenQuestions) -> Bool { try count(.text(text)) > 0 }
    func count(_ text: AnalyzedText) throws(OpenQuestions) -> Int { try count(.text(text)) }
    func itemCount() throws(OpenQuestions) -> Int { try count(.everything) }

    func sortedWords() throws(OpenQuestions) -> SortedWords {
        guard let vocabulary else { throw .vocabulary }
        return vocabulary
    }

    func words(beginningWith text: String) throws(OpenQuestions) -> [String] {
        try sortedWords().beginning(with: text)
    }

    /// An open question counts as nothing found, which leads to the questions of the next levels.
    private func count(_ question: Question) throws(OpenQuestions) -> Int {
        if let cachedCount = counts[question] { return cachedCount }
        if !open.contains(question) { open.append(question) }
        guard open.count < Self.mostOpen else { throw .counts }
        return 0
    }
}
