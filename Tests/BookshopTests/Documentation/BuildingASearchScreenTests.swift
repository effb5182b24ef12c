#if SQLite
import Articles
import Testing

@Suite("Documentation: building a search screen")
struct BuildingASearchScreenTests {
    @Test(
        "Every block of Swift occurs in the samples, line by line",
        arguments: ["BuildingASearchScreen", "QuireSearch"])
    func blocks(name: String) throws {
        let article = try Article(name, of: "QuireSearch")
        let samples = Article.lines(of: try Article.samples("BuildingASearchScreenSamples"))
        #expect(!article.blocks.isEmpty)
        for block in article.blocks {
            let isCompiled = samples.contains(Article.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
    }
}
#endif
