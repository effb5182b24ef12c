#if SQLite
import Articles
import Testing

@Suite("Documentation: choosing an engine")
struct ChoosingAnEngineTests {
    @Test("Every block of Swift occurs in the samples, line by line")
    func blocks() throws {
        let article = try Article("ChoosingAnEngine")
        let samples = Article.lines(of: try Article.samples("ChoosingAnEngineSamples"))
        #expect(article.blocks.count >= 8)
        for block in article.blocks {
            let isCompiled = samples.contains(Article.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
    }
}
#endif
