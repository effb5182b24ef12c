#if SQLite
import Articles
import BookshopContent
import Quire
import QuireStore
import Testing

@Suite("Documentation: queries, single items, localized content")
struct QueryArticlesTests {
    @Test(
        "Every block of Swift occurs in the samples, line by line",
        arguments: ["QueryOrganization", "FetchingItems", "LocalizedContent"])
    func blocks(name: String) throws {
        let article = try Article(name)
        let samples = Article.lines(of: try Article.samples("QueryArticlesSamples"))
        #expect(!article.blocks.isEmpty)
        for block in article.blocks {
            let isCompiled = samples.contains(Article.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
    }

    @Test("Every block of Swift in the article on live queries occurs in the samples, line by line")
    func liveBlocks() throws {
        let samples = Article.lines(of: try Article.samples("LiveQueriesSamples"))
        for block in try Article("LiveQueries").blocks {
            let isCompiled = samples.contains(Article.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
    }

    private static func content() async throws -> ContentClient {
        let store = try await Store(.memory, schema: ContentSchema.self)
        try await store.upsert([Publisher(id: "kodansha", values: .init(name: "Kodansha"))])
        try await store.upsert([
            Book(
                id: "police",
                values: .init(
                    title: "The Memory Police", publisher: Relation("kodansha"), year: 1994,
                    language: .japanese)),
            Book(id: "emma", values: .init(title: "Emma", year: 1815, language: .english)),
        ])
        return ContentClient(engine: store)
    }

    @Test("The samples of the articles run on a store and have the results described")
    func onStore() async throws {
        let content = try await Self.content()
        let recent = QueryOrganizationSamples.conditions()[0]
        let found = try await QueryOrganizationSamples.run(content, QueryOrganizationSamples.query(recent))
        #expect(found == (1, 1, 1))

        let (book, newest, settings) = try await FetchingItemsSamples.one(content, "police")
        #expect(book.title == "The Memory Police")
        #expect(newest != nil && settings == nil)
        let basket = try await FetchingItemsSamples.several(content, .init(bookIDs: ["emma", "police"]))
        #expect(basket.map(\.id) == ["emma", "police"])
        #expect(try await FetchingItemsSamples.cursors(content) == nil, "two items are one page")
        #expect(try await FetchingItemsSamples.totals(content) == 1)
    }

    @Test("A text is shown in the closest available language")
    func nearestLanguage() {
        let settings = ShopSettings(
            id: "shop", values: .init(name: "Shop", tagline: LocalizedText(["en": "Books", "fr": "Livres"])))
        #expect(LocalizedContentSamples.show(settings) == "Livres")
        #expect(LocalizedContentSamples.fallbacks() == ["fr", "en"])
    }
}
#endif
