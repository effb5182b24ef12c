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
import SampleModules

// The Swift code of the article "Choosing an engine", compiled. Change the article and this file together.

enum ContentSchema: SchemaDescription {
    static let modules = [Books.descriptor, Authors.descriptor]
    static let hash = "0000000000000000"
    static let locales: [LocaleDescriptor] = []
}

enum ChoosingSamples {
    static func ask(_ content: ContentClient) async throws {
        let page = try await content.fetch(
            Books.query().where(\.age >= 12).search("brave new wor").facet(\.status).page(1, size: 20))
        for book in page { print(page.highlight(book.title).marked("«", "»")) }
        for status in page.facet(\.status) { print(status.value, status.count) }
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
        let query = Books.query().where(\.age >= 12).where(\.title, contains: "war")
        let page = try await content.fetch(query.fallback(.clientSide(maxScanned: 5_000)))
        print(page.count, page.scanned ?? 0)
    }

    static func count(_ content: ContentClient) async throws {
        let page = try await content.fetch(
            Books.query()
                .search("war")
                .facet(\.status).facet(\.released)
                .refine(\.status, to: [.draft, .live])
                .page(1, size: 20))
        for status in page.facet(\.status) { print(status.value, status.count) }
        print(page.facet(\.released).statistics?.maximum ?? 0)
    }

    static func fill(_ cluster: TypesenseEngine, _ lines: NDJSONLines) async throws {
        try await cluster.prepare(ContentSchema.self)
        let summary = try await cluster.load(Books.self, from: lines) { print("line \($0.nextLine)") }
        for failure in summary.failures { print(failure.line, failure.failure) }
        try await cluster.delete(Books.query().where(\.age < 3))
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
#endif
