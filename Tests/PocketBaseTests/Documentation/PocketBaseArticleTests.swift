import Articles
import Testing

@Suite("Documentation: PocketBase")
struct PocketBaseArticleTests {
    @Test("Every block of Swift occurs in the samples, line by line")
    func blocks() throws {
        let article = try Article("PocketBase")
        let samples = Article.lines(of: try Article.samples("PocketBaseSamples"))
        #expect(article.blocks.count >= 3)
        for block in article.blocks {
            let isCompiled = samples.contains(Article.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
    }
}
