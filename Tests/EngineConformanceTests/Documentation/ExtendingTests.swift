import Articles
import QuireConformance
import Seeds
import Testing

@Suite("Documentation: extending Quire")
struct ExtendingTests {
    @Test("Every block of Swift occurs in the samples, line by line")
    func blocks() throws {
        let article = try Article("Extending")
        let samples = Article.lines(of: try Article.samples("ExtendingSamples"))
        #expect(article.blocks.count >= 4)
        for block in article.blocks {
            let isCompiled = samples.contains(Article.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
    }

    @Test("The article's engine conforms, and rejects undeclared capabilities")
    func conforms() async throws {
        let options = ConformanceOptions.seeded { _ in }
        let report = try await EngineConformance(options: options) { documents, test in
            try await test(ShelfEngine(documents))
        }.run { print("conformance: shelf: \($0)") }
        #expect(report.isConforming, "\(report)")
        #expect(report.engine == "shelf")
        #expect(report.checks.reduce(0) { $0 + $1.compared } > 2_000)
        #expect(report.checks.reduce(0) { $0 + $1.refused } > 5_000)
    }
}
