#if SQLite
import Articles
import Foundation
import Quire
import QuireStore
import ShopContent
import Testing

/// Every code block about full-text search, writes without a network and other indexes is compiled, and behaves as
/// described.
@Suite("Documentation: offline")
struct OfflineTests {
    private static func outboxBlocks() throws -> [String] {
        let blocks = try Article("QuireSync", of: "QuireSync").blocks
        return Array(blocks.drop { !$0.contains("outbox(in:") })
    }

    @Test("Every block of Swift occurs in the samples, line by line")
    func blocks() throws {
        let samples = Article.lines(of: try Article.samples("OfflineSamples"))
        let blocks =
            try Article("FullTextSearch").blocks + Self.outboxBlocks()
            + Article("QuireIndexing", of: "QuireIndexing").blocks
        #expect(blocks.count >= 15)
        for block in blocks {
            let isCompiled = samples.contains(Article.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
    }

    private static func content(_ titles: [String]) async throws -> ContentClient {
        let store = try await Store(.memory, schema: ContentSchema.self)
        try await store.upsert(
            titles.enumerated().map { number, title in
                Book(id: ContentID("\(number)"), values: .init(title: title))
            })
        return ContentClient(engine: store)
    }

    @Test(
        "Each kind of match finds what the table shows",
        arguments: [
            (WordMatching.lastWordAsPrefix, ["cat", "catch"]), (.prefixes, ["cat", "catch"]),
            (.wholeWords, ["cat"]), (.partsOfWords, ["cat", "catch", "scatter"]),
        ])
    func matching(_ matching: WordMatching, _ expected: [String]) async throws {
        let content = try await Self.content(["cat", "catch", "scatter", "dog"])
        let page = try await content.fetch(Books.query().search("cat", matching: matching).sort(by: \.title))
        #expect(page.map(\.title) == expected)
    }

    @Test("The combinations find what the article shows")
    func combinations() async throws {
        let content = try await Self.content([
            "Vietnamese food", "Thai pork", "Brave New World", "New World, brave", "1984, George Orwell",
            "Abridged tales",
        ])
        var found: [[String]] = []
        for query in TextSamples.combinations() {
            found.append(try await content.fetch(query).map(\.title).sorted())
        }
        #expect(found[0] == ["Vietnamese food"])
        #expect(found[1] == ["1984, George Orwell", "Brave New World"])
        #expect(found[2].count == 5)
        #expect(try await content.count(TextSamples.browsing()[0]) == 6)
    }

    @Test("A typo is corrected as the article shows")
    func typos() async throws {
        let content = try await Self.content(["Salinger", "Selinger"])
        #expect(try await TextSamples.typos(content) == ["salnger": ["salinger"]])
    }

    @Test("The words in the table are the analyzer's")
    func words() throws {
        let article = try Article("FullTextSearch")
        let rows = article.rows(under: "| text | words |")
        #expect(rows.count >= 10)
        for row in rows {
            let text = try #require(Article.code(in: row[0]).first)
            #expect(TextAnalyzer().words(in: text) == Article.code(in: row[1]), "\(row)")
        }
    }
}
#endif
