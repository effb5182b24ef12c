import Articles
import Quire
import QuireAlgolia
import QuireTypesense
import ShopContent
import Testing

@Suite("Documentation: the server's own search")
struct TheServersOwnSearchTests {
    @Test("Every block of Swift occurs in the samples, line by line")
    func blocks() throws {
        let article = try Article("TheServersOwnSearch")
        let samples = Article.lines(of: try Article.samples("TheServersOwnSearchSamples"))
        #expect(article.blocks.count == 4)
        for block in article.blocks { #expect(samples.contains(Article.lines(of: block)), "\(block)") }
    }

    @Test(
        "Parameters of one type replace each other, those of several types stay, and their order does not matter"
    )
    func parameters() {
        let one = OwnSearchSamples.pass()
        #expect(one.request.parameters(TypesenseParameters.self)?.pinnedHits == ["b7": 1])
        let other = Books.query().search("emma")
            .parameters(one.request.parameters(AlgoliaParameters.self) ?? AlgoliaParameters())
            .parameters(TypesenseParameters(numTypos: 1))
            .parameters(one.request.parameters(TypesenseParameters.self) ?? TypesenseParameters())
        #expect(other == one && other.hashValue == one.hashValue)
        #expect(other != Books.query().search("emma") && one.meaning(.engine) != one)
    }
}
