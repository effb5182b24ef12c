#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

/// Full-text expressions with an AND below an OR, in which FTS5 (3.40) loses places of phrases.
@Suite("Items are ranked by all of their words, however the query combines them")
struct NestedTextTests {
    private func page(_ titles: [String], _ search: TextSearch) async throws -> (
        store: SearchResponse<String>, plain: InstancePage
    ) {
        let store = try await Store(.memory, modules: [Articles.module])
        let lines = titles.enumerated().map { #"{"id":"\#($0)","values":{"title":"\#($1)"}}"# }
        try await store.load(Articles.module, lines)
        var request = SearchRequest(module: Articles.module)
        request.text = search
        request.page = .all
        return (
            try await store.search([request], decoding: Store.idDecoder(Articles.module))[0],
            try InstanceSearch(request).page(of: lines.map { try JSONValue(parsing: Data($0.utf8)) })
        )
    }

    @Test(
        "An item that lacks one word of the query is not ranked as if it lacked two",
        arguments: [
            ["r of o 7 th", "or 7 r of", "seven 7 or th x"],
            ["th o 7 f r", "7 of or", "seven or seven th"],
            ["of th r o seven", "seven x or o th", "x"],
            ["o 7 th of r", "th r", "7 or th"],
        ])
    func fewerWords(titles: [String]) async throws {
        var search = TextSearch("or of th seven")
        search.mode = .anyWord
        let (response, plain) = try await page(titles, search)
        #expect(response.text?.level == .fewerWords)
        let rankings = response.text?.rankings ?? [:]
        #expect(rankings.count > 1 && rankings.values.allSatisfy { $0.wordsLeftOut > 0 }, "\(rankings)")
        #expect(rankings == plain.text?.rankings)
        #expect(response.items == plain.instances.map(\.instanceID))
    }

    @Test("Under `or`, words of an alternative that an item does not have completely count too")
    func alternatives() async throws {
        let query = TextQuery.or([
            .all("red blue", matching: .wholeWords), .all("green white", matching: .wholeWords),
        ])
        let titles = ["red blue", "blue red green", "white green", "red", "white red green blue"]
        let (response, plain) = try await page(titles, TextSearch(query))
        #expect(response.items.sorted() == ["0", "1", "2", "4"])
        #expect(response.text?.rankings.mapValues(\.wordsLeftOut) == ["0": 2, "1": 1, "2": 2, "4": 0])
        #expect(response.text?.rankings == plain.text?.rankings)
        #expect(response.items == plain.instances.map(\.instanceID))
    }

    @Test("Alternatives after the sixtieth word are found, although their words do not rank items")
    func manyAlternatives() async throws {
        let query = TextQuery.or((0..<70).map { .all("a\($0) b\($0)", matching: .wholeWords) })
        let (response, plain) = try await page(["a69 b69", "a1 b2", "b1 a1"], TextSearch(query))
        #expect(response.items.sorted() == ["0", "2"])
        #expect(response.items == plain.instances.map(\.instanceID))
    }

    @Test("A query that only excludes words ranks nothing, in the store and in memory")
    func onlyExcluded() async throws {
        let (response, plain) = try await page(["red", "blue"], TextSearch(.none("red")))
        #expect(response.items == ["1"])
        #expect(response.text?.rankings.isEmpty == true && plain.text?.rankings.isEmpty == true)
    }
}
#endif
