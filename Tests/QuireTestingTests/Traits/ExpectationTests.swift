import Quire
import QuireStore
import QuireTestingTraits
import SampleModules
import Testing

@Suite("Expectations of a query's result", .content(.fixture(Books.self, "Fixtures/books.json")))
struct ExpectationTests {
    /// Runs an expectation that fails, and returns the text of its issue.
    private func failure(_ body: () async throws -> Void) async throws -> String {
        let (issues, additions) = AsyncStream.makeStream(of: String.self)
        try await withKnownIssue {
            try await body()
        } matching: { issue in
            additions.yield(issue.comments.map(\.rawValue).joined(separator: "\n"))
            return true
        }
        additions.finish()
        return try #require(await issues.first { _ in true })
    }

    @Test("A failure shows missing, unexpected and moved values, the query, and what the engine runs")
    func text() async throws {
        let query = Books.query().where(\.age < 50).sort(by: \.title)
        let text = try await failure {
            try await expect(query, \.title, returns: ["Momo", "Dune", "Ulysses"])
        }
        let explanation = try query.explain(on: InMemoryEngine()).replacing("\n", with: "\n  ")
        #expect(
            text == """
                The query does not return the expected items:
                  missing: "Ulysses", expected at position 3
                  unexpected: "Emma" at position 2
                  moved: "Dune" is at position 1, expected at position 2
                returned: "Dune", "Emma", "Momo"
                expected: "Momo", "Dune", "Ulysses"
                query: books where age < 50, sorted by title
                memory runs:
                  \(explanation)
                """)
    }

    @Test("On a store, a failure shows the SQL")
    func sql() async throws {
        let store = try await Store(.memory, modules: [Books.descriptor])
        let text = try await failure {
            try await expect(Books.query(), returns: ["b1"], from: ContentClient(engine: store))
        }
        #expect(text.contains("missing: \"b1\", expected at position 1\nreturned: nothing\n"))
        let place = try #require(text.firstRange(of: " runs:\n"))
        #expect(text[place.upperBound...].contains("SELECT"))
    }

    @Test("A failure says that the page is a part of the result")
    func page() async throws {
        let text = try await failure {
            try await expect(Books.query().page(1, size: 2), returns: ["b1", "b2", "b3"])
        }
        #expect(text.contains("returned: \"b1\", \"b2\" (a page of 3 items)"))
    }

    @Test("If the order does not matter, only missing and unexpected values fail")
    func anyOrder() async throws {
        try await expect(Books.query(), returns: ["b3", "b1", "b2"], inAnyOrder: true)
        let text = try await failure {
            try await expect(Books.query(), \.active, returns: [true, false, false], inAnyOrder: true)
        }
        #expect(
            text.contains(
                """
                  missing: false
                  unexpected: true at position 2
                returned: true, true, false
                expected: true, false, false, in any order
                """))
    }

    @Test("A long difference is shortened")
    func long() async throws {
        let ids = (0..<60).map { ContentID<Books>("n\($0)") }
        let text = try await failure { try await expect(Books.query(), returns: ids) }
        #expect(text.contains("… and 40 more"))
        #expect(text.split(separator: "\n").count < 60)
    }

    @Test("Rows of a selection are compared as a whole")
    func rows() async throws {
        let titles = Books.query().sort(by: \.title).select(\.title)
        try await expect(titles, returns: ["Dune", "Emma", "Momo"])
        let text = try await failure { try await expect(titles, returns: ["Dune", "Momo", "Emma"]) }
        #expect(text.contains("is at position"))
    }

    @Test("A query that throws throws its own error")
    func error() async throws {
        let engine = InMemoryEngine()
        await engine.failAll(with: CancellationError())
        await #expect(throws: CancellationError.self) {
            try await expect(Books.query(), returns: [], from: ContentClient(engine: engine))
        }
    }
}
