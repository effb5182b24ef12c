import Articles
import Testing

@Suite("Documentation: logs, metrics and traces")
struct ObservingArticleTests {
    @Test("Every block of Swift in the article occurs in the samples, line by line, except for its imports")
    func article() throws {
        let article = try Article("Observing")
        let samples = try Article.lines(of: Article.samples("ObservingSamples"))
        #expect(article.blocks.count == 3)
        for block in article.blocks {
            let code = block.split(separator: "\n", omittingEmptySubsequences: false)
                .drop { $0.hasPrefix("import ") || $0.isEmpty }.joined(separator: "\n")
            let isCompiled = samples.contains(Article.lines(of: code))
            #expect(isCompiled, "\(block)")
        }
    }
}
