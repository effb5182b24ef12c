#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

@Suite("Text queries of every kind")
struct FullTextQueryTests {
    private static func store(_ count: Int = 40) async throws -> Store {
        let store = try await Store(.memory, modules: [Articles.module])
        // Three out of four contain "common" once in a body of the same length: equal ranks.
        let lines = (0..<count).map { number in
            Articles.line(
                "n\(number)",
                [
                    "title": "word\(number)",
                    "body": number % 4 == 0 ? "rare other words" : "common other words",
                    "age": Sample(integerLiteral: number % 10),
                ])
        }
        try await store.load(Articles.module, lines)
        return store
    }

    private func request(_ query: TextQuery, _ page: PageRequest = .all) -> SearchRequest {
        var request = SearchRequest(module: Articles.module)
        request.text = TextSearch(query)
        request.page = page
        return request
    }

    @Test(
        "Any text is safe, and finds the items with its words",
        arguments: [
            "", " ", "\"", "\"\"", "'", "''", "*", "**", "word1*", "^word1", "(", ")", "(word1", "word1)",
            "word1 AND",
            "AND", "OR", "NOT", "NEAR", "NEAR(word1 word2)", "word1 OR", "-word1", "+word1", "title:word1",
            "{title}:",
            "don't", "a-b", "a,b", "$", "£5", "🎉", "👩‍👩‍👧", "\u{0}", "word1\u{0}", "\\", "%", "_", ";", "--",
            "/*", "?!", "?1", ":a",
            "@a", "#", "word1; DROP TABLE m_articles", "word\u{301}1", "ｗｏｒｄ１", "\u{FFFD}", "\u{202E}1drow",
            "ro**", "road AND",
            String(repeating: "word1 ", count: 900), String(repeating: "\"", count: 5_000),
            String(repeating: "x", count: 70_000),
        ])
    func hostile(text: String) async throws {
        let store = try await Self.store()
        let instances = try (0..<40).map {
            try JSONValue(
                parsing: Data(
                    #"{"id":"n\#($0)","values":{"title":"word\#($0)","body":"\#($0 % 4 == 0 ? "rare" : "common") other words"}}"#
                        .utf8))
        }
        for matching in WordMatching.allCases {
            for query: TextQuery in [
                .all(text, matching: matching), .any(text, matching: matching),
                .none(text, matching: matching),
                .phrase(text, matching: matching),
            ] {
                let expected = try InstanceSearch(request(query)).all(of: instances).map(\.instanceID)
                #expect(try await store.ids(query).sorted() == expected.sorted(), "\(matching)")
            }
        }
        // No table was dropped.
        #expect(try await store.ids("word7") == ["n7"])
    }

    @Test("A query that is too deep or too large is rejected; one just below the limit runs")
    func limits() async throws {
        let store = try await Self.store(4)
        func nested(_ depth: Int) -> TextQuery {
            (0..<depth).reduce(TextQuery.all("word1")) { inner, level in
                level % 2 == 0 ? .and([.all("word\(level % 4)"), inner]) : .or([.all("other"), inner])
            }
        }
        // The innermost `all` is a level too.
        #expect(try await store.ids(nested(Store.textQueryLimits.depth - 1)).count >= 1)
        await #expect(throws: QueryError.self) {
            try await store.ids(nested(Store.textQueryLimits.depth + 1))
        }
        // Operators of the same kind do not nest, however they are written.
        let chain = (0..<300).reduce(TextQuery.all("word1")) {
            $0.and(.all("word1 \($1 % 2 == 0 ? "common" : "other")"))
        }
        #expect(try await store.ids(chain) { $0.text?.mode = .allWords } == ["n1"])
        let words = (0..<Store.textQueryLimits.terms).map { "word\($0)" }
        #expect(try await store.ids(.any(words.joined(separator: " "), matching: .wholeWords)).count == 4)
        await #expect(throws: QueryError.self) {
            try await store.ids(.any((words + ["more"]).joined(separator: " "), matching: .wholeWords))
        }
    }

    @Test("A text of very many repeated words is refused, to run and to explain")
    func repeatedWords() async throws {
        let store = try await Store(.memory, modules: [Articles.module])
        for query in [
            TextQuery.all(String(repeating: "war ", count: 200_000)),
            .phrase(String(repeating: "a ", count: 200_000)),
        ] {
            let error = await #expect(throws: QueryError.self) { try await store.ids(query) }
            #expect(error?.node == "a text query of more than 4000 words")
            var request = SearchRequest(module: Articles.module)
            request.text = TextSearch(query)
            #expect(throws: QueryError.self) { try request.explanation(on: store) }
        }
    }

    @Test("A substring in thousands of words is rejected by name; a longer one is found")
    func parts() async throws {
        let store = try await Store(.memory, modules: [Articles.module])
        let count = Store.textQueryLimits.terms + 1
        try await store.load(
            Articles.module, (0..<count).map { Articles.line("n\($0)", ["title": "xword\($0)"]) })
        let error = await #expect(throws: QueryError.self) {
            try await store.ids(.all("word", matching: .partsOfWords))
        }
        #expect(error?.node.contains("\"word\"") == true)
        #expect(try await store.ids(.all("ord1234", matching: .partsOfWords)) == ["n1234"])
        #expect(try await store.ids(.all("word12", matching: .partsOfWords)).count == 111)
    }

    @Test("Added and removed words are looked up in their current state, also for a second store on the file")
    func vocabularyChanges() async throws {
        let folder = try Folder()
        let first = try await Store(.file(folder.file()), modules: [Articles.module])
        let second = try await Store(.file(folder.file()), modules: [Articles.module])
        func write(_ id: String, _ title: Sample) async throws {
            try await first.load(Articles.module, [Articles.line(id, ["title": title])])
        }
        func found() async throws -> [[String]] {
            var ids: [[String]] = []
            for store in [first, second] {
                ids.append(try await store.ids(.all("lpha", matching: .partsOfWords)).sorted())
                ids.append(try await store.ids("alphq") { $0.text?.mode = .anyWord }.sorted())
            }
            return ids
        }
        try await write("a", "alpha")
        #expect(try await found() == [["a"], ["a"], ["a"], ["a"]])
        try await write("b", "alphas")
        #expect(try await found() == [["a", "b"], ["a", "b"], ["a", "b"], ["a", "b"]])
        // Inside a transaction, then rolled back.
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await first.transaction("fail") { transaction in
                try transaction.upsert(Data(Articles.line("c", ["title": "ralpha"]).utf8), into: "articles")
                var request = SearchRequest(module: Articles.module)
                request.text = TextSearch(.all("lpha", matching: .partsOfWords))
                let page = String(decoding: try transaction.searchData(request), as: UTF8.self)
                #expect(page.contains("ralpha"))
                throw Failure()
            }
        }
        #expect(try await found() == [["a", "b"], ["a", "b"], ["a", "b"], ["a", "b"]])
        try await write("a", "beta")
        #expect(try await found() == [["b"], ["b"], ["b"], ["b"]])
        try await first.deleteAll(from: "articles")
        #expect(try await found() == [[], [], [], []])
    }

    @Test("Only the named fields are searched")
    func fields() async throws {
        let store = try await Self.store()
        #expect(try await store.ids("common") { $0.text?.fields = ["title"] } == [])
        #expect(try await store.ids("common") { $0.text?.fields = ["title", "body"] }.count == 30)
        // Both words are in the searched fields; one of them is in another field.
        let bodies: @Sendable (inout SearchRequest) -> Void = {
            $0.text?.fields = ["body"]
            $0.text?.mode = .asTyped
        }
        #expect(try await store.ids("common word1", bodies) == [])
        for fields in [["age"], ["none"], []] {
            await #expect(throws: QueryError.self) {
                try await store.ids("common") { $0.text?.fields = fields }
            }
        }
        // A word counts as a typo if no searched field contains it.
        #expect(
            try await store.ids("word1") {
                $0.text?.fields = ["body"]
                $0.text?.mode = .anyWord
            }.count == 40)
    }

    @Test("Equally good matches are ordered by id, also across pages")
    func ties() async throws {
        let store = try await Self.store()
        let expected = (0..<40).filter { $0 % 4 != 0 }.map { "n\($0)" }.sorted()
        #expect(try await store.ids("common") == expected)
        var ids: [String] = []
        for page in 1...4 { ids += try await store.ids(request("common", .page(page, size: 9))) }
        #expect(ids == expected)
    }

    @Test("A page after a cursor continues after the same item, whatever was written in between")
    func cursorsAndWrites() async throws {
        let store = try await Self.store()
        func page(_ cursor: Cursor?) async throws -> SearchResponse<String> {
            try await store.search(
                [request("common", .cursor(cursor, limit: 10))], decoding: Store.idDecoder(Articles.module))[
                    0]
        }
        let first = try await page(nil)
        // All ranks change; an item before the position is removed, another is added.
        try await store.load(
            Articles.module,
            [
                Articles.line(
                    "new",
                    ["title": "common", "body": "common common and much more to make all else rank lower"])
            ])
        try await store.delete(["n1"], from: "articles")
        let second = try await page(first.nextCursor)
        let all = (0..<40).filter { $0 % 4 != 0 }.map { "n\($0)" }.sorted()
        #expect(second.items.first == all[10])
        #expect(second.items.count == 10)
        // The cursor's item is deleted: the page starts after the same number of items.
        try await store.delete([try #require(second.items.last)], from: "articles")
        let third = try await page(second.nextCursor)
        #expect(third.items.last == all.last)
        #expect(Set(third.items).intersection(second.items).count <= 2)
    }

    @Test("A cursor of another query or order, or an invalid one, is rejected")
    func foreignCursors() async throws {
        let store = try await Self.store()
        let first = try await store.search(
            [request("common", .cursor(nil, limit: 5))], decoding: Store.idDecoder(Articles.module))[0]
        let cursor = try #require(first.nextCursor)
        var sorted = request("common", .cursor(cursor, limit: 5))
        sorted.sort = [SortKey(.value("age"))]
        var plain = request("common", .cursor(cursor, limit: 5))
        plain.text = nil
        var fields = request("common", .cursor(cursor, limit: 5))
        fields.text?.fields = ["body"]
        var damaged = request("common", .cursor(Cursor(token: String(cursor.token.dropLast(6))), limit: 5))
        damaged.countsTotal = false
        for foreign in [request("rare", .cursor(cursor, limit: 5)), sorted, plain, fields, damaged] {
            let error = await #expect(throws: QueryError.self) { try await store.ids(foreign) }
            #expect(error?.reason == .invalidCursor)
        }
        #expect(try await store.ids(request("common", .cursor(cursor, limit: 5))).count == 5)
    }

    @Test(
        "A whole word that thousands of items have is ranked like its first letters",
        arguments: [0, 1])
    func unselectiveWholeWord(more: Int) async throws {
        let count = Store.rankedLimit + more
        let store = try await Self.store((count * 4 + 2) / 3)
        var request = request(.all("common", matching: .wholeWords), .page(1, size: 20))
        request.countsTotal = true
        let page = try await store.search([request], decoding: Store.idDecoder(Articles.module))[0]
        #expect(page.text?.ranking == (more == 0 ? .relevance : .skipped))
        #expect(page.pageInfo.totalItems == count)
        let found = (0..<((count * 4 + 2) / 3)).filter { $0 % 4 != 0 }.map { "n\($0)" }.sorted()
        #expect(page.items == Array(found.prefix(20)))
    }

    @Test(
        "For thousands of matches, the best and most popular come first, `page.text` reports it, and pages stay consistent"
    )
    func unselective() async throws {
        let count = Store.rankedLimit + 10
        let store = try await Self.store(count + count / 3 + 20)
        func page(_ request: SearchRequest) async throws -> SearchResponse<String> {
            try await store.search([request], decoding: Store.idDecoder(Articles.module))[0]
        }
        let total = (0..<(count + count / 3 + 20)).count { $0 % 4 != 0 }
        // Equal matches without popularity are ordered by id.
        let found = (0..<(count + count / 3 + 20)).filter { $0 % 4 != 0 }.map { "n\($0)" }.sorted()
        let first = try await page(request("com", .cursor(nil, limit: 20)))
        #expect(first.text?.ranking == .skipped)
        #expect(first.items == Array(found.prefix(20)))
        #expect(first.pageInfo.totalItems == total)
        let second = try await page(request("com", .cursor(first.nextCursor, limit: 20)))
        #expect(second.items == Array(found.dropFirst(20).prefix(20)))
        #expect(second.text?.ranking == .skipped)
        #expect(
            try await page(request("com", .page(3, size: 20))).items == Array(found.dropFirst(40).prefix(20)))
        // The other items follow the ranked ones.
        #expect(
            try await page(request("com", .offset(3_990, limit: 30))).items
                == Array(found.dropFirst(3_990).prefix(30)))
        var whole = request("com", .all)
        whole.countsTotal = true
        #expect(try await page(whole).items == found)
        // If a filter leaves few of them, they are ranked.
        var few = request("com", .offset(0, limit: 20))
        few.filter = leaf(.in, "title", .list([.string("word1"), .string("word2"), .string("word4")]))
        let weighed = try await page(few)
        #expect(weighed.text?.ranking == .relevance)
        #expect(weighed.items == ["n1", "n2"])
        // Sort keys behave the same with and without an index.
        var sorted = request("com", .offset(30, limit: 20))
        sorted.sort = [SortKey(.value("title"), .descending)]
        let titles = found.map { "word" + $0.dropFirst() }.sorted(by: >)
        let bySort = try await page(sorted)
        #expect(bySort.text?.ranking == .sorted)
        #expect(bySort.items == titles.dropFirst(30).prefix(20).map { "n" + $0.dropFirst(4) })
        // The cursor keeps the order although fewer items match now.
        try await store.delete((0..<200).map { "n\($0)" }, from: "articles")
        #expect(try await page(request("com", .offset(0, limit: 20))).text?.ranking == .relevance)
        let third = try await page(request("com", .cursor(second.nextCursor, limit: 20)))
        let left = found.dropFirst(40).filter { (Int($0.dropFirst()) ?? 0) >= 200 }
        #expect(third.items == Array(left.prefix(20)))
    }

    @Test("Full text combines with a filter, ids, a projection, typed items and raw JSON")
    func together() async throws {
        let store = try await Self.store()
        #expect(
            try await store.ids("common") { $0.filter = leaf(.equal, "age", .integer(3)) } == [
                "n13", "n23", "n3", "n33",
            ])
        #expect(try await store.ids("common") { $0.ids = ["n4", "n5", "n6"] } == ["n5", "n6"])
        #expect(
            try await store.ids("common") { $0.metaFilter = leaf(.hasPrefix, "id", .string("n2")) }.count == 8
        )
        var page = request("common", .page(1, size: 2))
        page.fields = ["age"]
        let json = try await store.searchData(page)
        #expect(
            String(decoding: json, as: UTF8.self)
                == #"{"pagination":{"page":1,"limit":2,"offset":0,"totalItems":30,"totalPages":15},"items":[{"id":"n1","values":{"age":1}},{"id":"n10","values":{"age":0}}]}"#
        )
    }

    @Test("Content cannot forge a highlight")
    func highlights() async throws {
        let store = try await Store(.memory, modules: [Articles.module])
        let title = "<em>evil</em> \u{2}marks\u{3} «plain» common"
        try await store.load(Articles.module, [Articles.line("a", ["title": Sample(title)])])
        let response = try await store.search(
            [request("common")], decoding: Store.idDecoder(Articles.module))[0]
        let highlighted = try #require(response.text).highlighter.highlight(title)
        #expect(highlighted.text == title)
        #expect(highlighted.ranges.map { String(title[$0]) } == ["common"])
        let typo = try await store.search(
            [
                {
                    var request = request("comon")
                    request.text?.mode = .anyWord
                    return request
                }()
            ], decoding: Store.idDecoder(Articles.module))[0]
        #expect(typo.text?.corrections == ["comon": ["common"]])
        #expect(typo.text?.highlighter.highlight(title).ranges.map { String(title[$0]) } == ["common"])
    }

    @Test("An explanation shows the FTS5 expression as a bound value, never as SQL")
    func explains() async throws {
        let store = try await Self.store()
        var search = request(.all("war \"pea"), .page(1, size: 20))
        search.text?.fields = ["title"]
        search.filter = leaf(.equal, "kind", .string("novel"))
        let text = try store.explain(search)
        #expect(
            text.contains(
                #"FROM "quire_text_articles_f" AS f CROSS JOIN "m_articles" AS m ON m.item = f.rowid"#))
        #expect(
            text.contains(
                #"WHERE f."quire_text_articles_f" MATCH ? AND m."v_kind" = ?"#
            ))
        #expect(
            text.contains(
                #"-- values: '{v_title} : (("war" OR "w" + "a" + "r") AND ("pea" OR "pea" * OR "p" + "e" + "a"))', 'novel'"#
            ))
        #expect(text.contains("-- plan: SCAN f VIRTUAL TABLE"))
        #expect(try store.explain(request("")).contains("no SQL is run"))
        #expect(
            try store.explain(request(.all("x", matching: .partsOfWords))).contains(
                "-- first: a part of a word"))
    }
}
#endif
