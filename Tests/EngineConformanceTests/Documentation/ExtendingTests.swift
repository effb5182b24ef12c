import Articles
import Foundation
import Quire
import QuireConformance
import QuireRemote
import SearchServers
import Seeds
import Testing

@Suite("Documentation: an engine for a REST backend")
struct ExtendingTests {
    @Test("Every block of Swift occurs in the samples, line by line")
    func blocks() throws {
        let article = try Article("ExampleEngine")
        let samples = Article.lines(of: try Article.samples("ExtendingSamples"))
        #expect(article.blocks.count >= 3)
        for block in article.blocks {
            let isCompiled = samples.contains(Article.lines(of: block))
            #expect(isCompiled, "\(block)")
        }
        // What the article promises.
        #expect(samples.split(separator: "\n").count < 150)
    }

    @Test("The article's engine for a backend in Python finds what the plain evaluator finds")
    func conforms() async throws {
        let server = try await ScriptServer.start(Self.script)
        let report = try await BackendSamples.run(server.url)
        #expect(report.isConforming, "\(report)")
        #expect(report.engine == "backend")
        #expect(report.checks.reduce(0) { $0 + $1.compared } > 5_000)
        #expect(report.checks.reduce(0) { $0 + $1.refused } > 3_000)
    }

    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("backend.py")
}
