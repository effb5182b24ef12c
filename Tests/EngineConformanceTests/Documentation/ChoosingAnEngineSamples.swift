#if SQLite
import Foundation
import Quire
import QuireHTTP
import QuireIndexing
import QuireAlgolia
import QuireCluster
import QuireRemote
import QuireOpenSearch
import QuireStore
import QuireTypesense
import ShopContent

// The Swift code of the articles about engines, about relevance and about the shop, compiled. Change the articles and
// this file together.

enum ChoosingSamples {
    static func read(_ content: ContentClient) async throws {
        let page = try await content.fetch(Books.query().include(\.author))
        for book in page { print(book.title, book.author?.item?.name ?? "unknown") }
    }

    static func open(_ first: URL, _ second: URL, _ third: URL, _ url: URL, _ key: String) async throws
        -> [any ContentEngine]
    {
        let store = try await Store(.file("content.sqlite"), schema: ContentSchema.self)
        let cluster = TypesenseEngine(
            nodes: [first, second, third], apiKey: key, settings: .init(prefix: "shop_"))
        let index = OpenSearchEngine(
            nodes: [url], credentials: .apiKey(key), settings: .init(prefix: "shop-"))
        return [store, cluster, index]
    }

    static func help(_ content: ContentClient) async throws {
        let query = Books.query().where(\.year >= 1950).where(\.title, contains: "war")
        let page = try await content.fetch(query.fallback(.clientSide(maxScanned: 5_000)))
        print(page.count, page.scanned ?? 0)
    }

    static func check(_ engine: some ContentEngine) throws {
        let query = Books.query().where(\.title, contains: "war")
        do {
            try query.validate(on: engine)
        } catch let error as UnsupportedError {
            print(error.hint)  // the alternative
        }
    }

    static func count(_ content: ContentClient) async throws {
        let page = try await content.fetch(
            Books.query()
                .search("war")
                .facet(\.language).facet(\.released)
                .refine(\.language, to: [.english, .french])
                .page(1, size: 20))
        for language in page.facet(\.language) { print(language.value, language.count) }
        print(page.facet(\.released).statistics?.maximum ?? 0)
    }

    static func fill(_ cluster: TypesenseEngine, _ lines: NDJSONLines) async throws {
        try await cluster.prepare(ContentSchema.self)
        let summary = try await cluster.load(Books.self, from: lines) { print("line \($0.nextLine)") }
        for failure in summary.failures { print(failure.line, failure.failure) }
        try await cluster.delete(Books.query().where(\.year < 1900))
    }

    static func follow(_ store: Store, _ cluster: OpenSearchEngine) async {
        let monitor = IndexMonitor(journal: store, name: "cluster")
        await monitor.add(
            EngineIndexer(from: store, into: cluster, modules: Books.self, Authors.self),
            changesFrom: store.changes(of: Books.self, Authors.self))
    }

    static func connect(_ first: URL, _ second: URL, _ third: URL, _ key: String) {
        var nodes = NodeSettings(timeout: .seconds(10), attemptTimeout: .seconds(1))
        nodes.readsOwnWrites = true
        let engine = TypesenseEngine(
            nodes: [first, second, third], apiKey: key, settings: .init(nodes: nodes))
        for node in engine.nodes { print(node) }
    }

    static func host(_ key: String, _ newest: AlgoliaReplica) async throws {
        let engine = AlgoliaEngine(applicationID: "LATENCY", apiKey: key, settings: .init(replicas: [newest]))
        try await engine.prepare(ContentSchema.self)
    }
}

enum RelevanceSamples {
    static func search(_ content: ContentClient) async throws {
        let page = try await content.fetch(Books.query().search("hary poter"))
        for (number, book) in page.enumerated() {
            if number == page.text?.exactItems { print("These share some of the words:") }
            print(page.highlight(book.title).marked("«", "»"))
        }
        print(page.text?.level ?? .words, page.text?.corrections ?? [:])
    }

    static func recording(_ store: Store) throws -> ContentClient {
        let recorder = try QueryRecorder(file: "queries.ndjson", searchesFinding: 0...2)
        let content = ContentClient(engine: store, recorder: recorder)
        return content
    }

    static func german() -> StoreOptions {
        var options = StoreOptions()
        // "haus" also finds "Häuser".
        options.analyzer = TextAnalyzer(locale: "de", stopWords: ["der", "die", "das"])
        return options
    }

    static func meaning(_ content: ContentClient, _ url: URL, _ key: String) async throws {
        var options = StoreOptions()
        options.embedder = HTTPEmbedder(url, model: "all-MiniLM-L6-v2", apiKey: key)
        let store = try await Store(.file("content.sqlite"), schema: ContentSchema.self, options: options)

        // After writes, for example in the background. It can be cancelled, and continues where it stopped.
        try await store.fullText.embed { print("\($0.module): \($0.completed) of \($0.total)") }

        let page = try await content.fetch(Books.query().search("a story about loneliness", mode: .meaning))
        for book in page {
            let isSimilar = page.text?.meaning?.similarIDs.contains(book.id.rawValue) == true
            print(isSimilar ? "Similar: \(book.title)" : book.title)
        }
    }

    /// The queries in its table.
    static let queries: [Query<Books>] = [
        Books.query().search("moby dick", mode: .allWords),
        Books.query().search("moby dick"), Books.query().search("dune", matching: .wholeWords),
        Books.query().search(.any("vietnamese thai")), Books.query().search(.phrase("brave new world")),
        Books.query().search("a story about loneliness", mode: .meaning),
        Books.query().search("emma", in: \.title),
        Books.query().search("scifi", synonyms: [.twoWay(["scifi", "science fiction"])]),
    ]
}

#if canImport(NaturalLanguage)
import NaturalLanguage

struct SystemEmbedder: Embedder {
    let model = "NLContextualEmbedding/en"

    func vectors(for texts: [String]) async throws -> [[Float]] {
        guard let embedding = NLContextualEmbedding(language: .english) else {
            throw CocoaError(.featureUnsupported)
        }
        if !embedding.hasAvailableAssets { _ = try await embedding.requestAssets() }
        try embedding.load()
        return try texts.map { text in
            let tokens = try embedding.embeddingResult(for: text, language: .english)
            var sum = [Float](repeating: 0, count: embedding.dimension)
            tokens.enumerateTokenVectors(in: text.startIndex..<text.endIndex) { vector, _ in
                for index in sum.indices { sum[index] += Float(vector[index]) }
                return true
            }
            return sum
        }
    }
}
#endif
#endif
