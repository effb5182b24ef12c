#if SQLite
import Quire
import QuireEngine
import QuireText
import Testing

@testable import QuireStore

@Suite("Expressions of a corrected search")
struct StoredTextTests {
    private static let module = ModuleDescriptor(
        name: "books", fields: [FieldDescriptor(name: "title", kind: .text, searchWeight: 1)])

    /// The expression of terms, after the words of the index were read or not.
    private func expression(_ terms: [AnalyzedText.Term], readsWords: Bool) async throws -> MatchExpression {
        let store = try await Store(.memory, modules: [Self.module])
        let titles = ["moby dick", "dickens", "whale", "mobility"]
        let lines = titles.enumerated().map { #"{"id":"\#($0)","values":{"title":"\#($1)"}}"# }
        try await store.load("books", from: .data(.init(lines.joined(separator: "\n").utf8)))
        let layout = try store.layout("books", action: "test")
        let plan = try TextPlan(TextSearch(.all("x")), layout, analyzer: TextAnalyzer())
        return try await store.readers.withConnection { connection in
            try connection.transaction(.deferred) {
                let stored = StoredText(connection, plan)
                if readsWords { _ = try stored.sortedWords() }
                return try stored.expression(.any(terms.map(AnalyzedText.term)))
            }
        }
    }

    private func text(_ words: [String], _ match: AnalyzedText.Term.Match) async throws -> String? {
        let expression = try await expression([.init(words, match)], readsWords: true)
        if case .matches(let phrases) = expression { return phrases.text }
        #expect(expression == .never)
        return nil
    }

    @Test("A term with a word that no item has is left out")
    func unknownWords() async throws {
        #expect(try await text(["mobydick"], .prefix) == nil)
        #expect(try await text(["mob"], .whole) == nil)
        #expect(try await text(["moby", "dock"], .whole) == nil)
        #expect(try await text(["moby", "dick"], .whole) == #""moby" + "dick""#)
        let all = try await expression([.init(["mobx"], .prefix), .init(["moby"], .whole)], readsWords: true)
        #expect(
            all
                == .matches(
                    .init(text: #""moby""#, phrases: [.init(text: #""moby""#, term: .init(["moby"], .whole))])
                ))
    }

    @Test("A beginning that only one whole word has is looked up as that word, and keeps its term")
    func uniqueBeginnings() async throws {
        #expect(try await text(["whale"], .prefix) == #""whale""#)
        #expect(try await text(["moby", "dick"], .prefix) == #""moby" + "dick" *"#)
        #expect(try await text(["wha"], .prefix) == #""wha" *"#)
        let expression = try await expression([.init(["whale"], .prefix)], readsWords: true)
        guard case .matches(let phrases) = expression else { throw ExpectedMatches() }
        #expect(phrases.phrases.map(\.term) == [.init(["whale"], .prefix)])
    }

    @Test("Before the words of the index are read, every term is looked up as it was typed")
    func unread() async throws {
        let term = AnalyzedText.Term(["mobydick"], .prefix)
        #expect(
            try await expression([term], readsWords: false)
                == .matches(
                    .init(text: #""mobydick" *"#, phrases: [.init(text: #""mobydick" *"#, term: term)])))
    }

    @Test("Of several terms for the only word of a query, those with a word that no item has are left out")
    func lookedUp() async throws {
        let terms: [AnalyzedText.Term] = [
            .init(["mob"], .whole), .init(["mob"], .prefix), .init(["m", "o", "b"], .whole),
            .init(["moby", "dick"], .whole), .init(["whale"], .whole),
        ]
        guard case .matches(let phrases) = try await expression(terms, readsWords: false) else {
            throw ExpectedMatches()
        }
        #expect(phrases.phrases.map(\.term) == [terms[1], terms[3], terms[4]])
    }

    @Test(
        "Repeated terms of a choice are looked up once, however many there are, and unknown ones are left out"
    )
    func repeated() async throws {
        let known: [AnalyzedText.Term] = [.init(["moby"], .whole), .init(["dick"], .prefix)]
        for count in [1, 2, 5] {
            let others = (0..<count * 2).map { AnalyzedText.Term(["unknown\($0)"], .whole) }
            let terms = [others[0], known[0], known[1], others[0], known[0]] + others
            guard case .matches(let phrases) = try await expression(terms, readsWords: true) else {
                throw ExpectedMatches()
            }
            #expect(phrases.text == #"("moby" OR "dick" *)"#)
            #expect(phrases.phrases.map(\.term) == known)
            #expect(try await expression(others, readsWords: true) == .never)
        }
    }

    private struct ExpectedMatches: Error {}
}
#endif
