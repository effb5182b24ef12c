#if SQLite
import Foundation
import Quire
import QuireHALO
import QuireIndexing
import QuireStore
import QuireSync
import ShopContent

// The Swift code about full-text search, writes without a network and other indexes, compiled. Change the articles and
// this file together.

/// Lines that are each a query.
@resultBuilder enum QueryLines {
    static func buildBlock(_ queries: Query<Books>...) -> [Query<Books>] { queries }
}

/// Full-text search.
enum TextSamples {
    static func open() async throws -> ContentClient {
        let store = try await Store(.file("content.sqlite"), schema: ContentSchema.self)
        let content = ContentClient(engine: store)
        return content
    }

    static func find(_ content: ContentClient) async throws {
        let page = try await content.fetch(Books.query().search("jerome sal"))
        for book in page { print(page.highlight(book.title).marked("«", "»")) }
    }

    @QueryLines static func options() -> [Query<Books>] {
        Books.query().search("war peace").where(\.year < 1900).sort(by: \.title).page(1, size: 20)
        Books.query().search("dune", matching: .wholeWords)
    }

    @QueryLines static func combinations() -> [Query<Books>] {
        Books.query().search(.any("vietnamese thai").and(.none("pork beef")))
        Books.query().search(.phrase("brave new world").or(.all("orwell 1984")))
        Books.query().search(.not(.any("abridged")))
    }

    @QueryLines static func fields() -> [Query<Books>] {
        Books.query().search("emma", in: \.title)
    }

    @QueryLines static func browsing() -> [Query<Books>] {
        Books.query().search("", emptyFindsAll: true)
    }

    static func typos(_ content: ContentClient) async throws -> [String: [String]] {
        let page = try await content.fetch(Books.query().search("salnger"))
        print(page.text?.corrections ?? [:])  // ["salnger": ["salinger"]]
        return page.text?.corrections ?? [:]
    }

    static func show(_ page: Page<Book>, _ longText: String) {
        for book in page {
            for part in page.highlight(book.title).parts {
                print(part.isHighlighted ? "[\(part.text)]" : part.text, terminator: "")
            }
        }
        print(page.snippet(of: longText, words: 20).text)
        let highlighter = TextHighlighter("jerome sal")  // also without a page
        print(highlighter.highlight("Jerome David Salinger").ranges.count)
    }

    static func analyzer() -> StoreOptions {
        var options = StoreOptions()
        options.analyzer = TextAnalyzer(locale: "tr", stopWords: ["ve", "bir"])
        return options
    }
}

/// Maintaining the index.
enum FullTextSamples {
    static func maintain(_ store: Store) async throws {
        for problem in try await store.fullText.check() { print(problem) }  // word by word
        try await store.fullText.rebuild { print($0.module, $0.completed, $0.total) }
        try await store.fullText.optimize()
    }

    static func stop(_ store: Store, _ book: Book) async throws {
        try await store.fullText.stop()
        try await store.fullText.index(book.id)  // this one now
        try await store.fullText.indexChanged()  // all that wait
        try await store.fullText.resume()  // and by itself again
    }

    static func hooks(_ store: Store) {
        let hooks = FullTextHooks(
            shouldIndex: { item in item.texts["title"] != "Draft" },
            didIndex: { item, words in print(item.id, words.count) })
        store.fullText.use(hooks)
    }
}

/// Writing while offline.
enum OutboxSamples {
    static func write(_ halo: HALOEngine, _ store: Store, _ draft: Books.Draft) async throws -> Book {
        let outbox = try await halo.outbox(in: store)  // or any other engine that can be written
        let content = ContentClient(engine: outbox.engine)
        outbox.start()

        let book = try await content.create(draft)  // at once, with or without a network
        return book
    }

    static func follow(_ outbox: Outbox) async {
        for await event in outbox.events {
            switch event {
            case .sent(let entry, _): print("sent", entry)
            case .conflict(let entry, _, _): print("someone else changed it too:", entry)
            case .refused(let entry, let failure): print(entry, failure)
            case .waiting(let moment, let error): print("again at", moment, error)
            }
        }
    }

    static func decide(_ outbox: Outbox) async throws {
        for conflict in try await outbox.conflicts(Books.self) {
            try await outbox.resolve(
                conflict,
                by: .merge { mine, theirs in
                    var merged = theirs
                    merged.title = mine.title
                    return merged
                })
        }
        for entry in try await outbox.pending() where entry.state == .refused {
            try await outbox.discard(entry)  // takes back what it did here
        }
    }
}

/// Keeping other indexes in sync.
enum IndexSamples {
    static func follow(_ store: Store, _ cluster: some WritableEngine) async throws {
        let monitor = IndexMonitor(journal: store, name: "cluster")
        await monitor.add(
            EngineIndexer(from: store, into: cluster, modules: Books.self, Authors.self),
            changesFrom: store.changes(of: Books.self, Authors.self))
        try await monitor.start()

        for await progress in monitor.progress {
            print(progress.type, progress.phase, progress.done, progress.total ?? 0)
        }
        for await problem in monitor.errors { print(problem) }
    }

    #if canImport(CoreSpotlight)
    static func spotlight(_ store: Store, _ monitor: IndexMonitor) async {
        let spotlight = SpotlightIndex(name: "content")
        await monitor.add(
            SpotlightIndexer(spotlight, of: Books.self, from: store) { book in
                SpotlightItem(title: book.title)
            },
            changesFrom: store.changes(of: Books.self))
        await spotlight.handleRequests(with: monitor)
    }
    #endif
}
#endif
