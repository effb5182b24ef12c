#if SQLite
import Articles
import Testing

@Suite("Documentation: choosing and filling an engine, relevance")
struct ChoosingAnEngineTests {
    @Test(
        "Every block of Swift occurs in the samples, line by line",
        arguments: [
            ("ChoosingAnEngine", 3), ("SearchClusters", 4), ("ComparingEngines", 1), ("Relevance", 6),
            ("TheShop", 1),
        ])
    func blocks(name: String, count: Int) throws {
        let article = try Article(name)
        let samples = Article.lines(of: try Article.samples("ChoosingAnEngineSamples"))
        #expect(article.blocks.count == count)
        for block in article.blocks {
            let isCompiled = samples.contains(Article.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
    }
}
#endif
