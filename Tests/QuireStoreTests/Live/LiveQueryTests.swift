#if SQLite
import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

import QuireEngine
import QuireStore

@Suite("Live queries", .timeLimit(.minutes(60)))
struct LiveQueryTests {
    @Test(
        "The current page comes at once, then one after each commit that changes it",
        arguments: LivePlace.allCases)
    func pages(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let content = ContentClient(engine: engine)
            try await content.create(Titles.draft("Emma"), id: "b1")
            var pages = content.live(Titles.query().sort(by: \.title)).makeAsyncIterator()
            #expect(try await pages.next()?.map(\.title) == ["Emma"])
            try await content.create(Titles.draft("Dune"), id: "b2")
            #expect(try await pages.next()?.map(\.title) == ["Dune", "Emma"])
            try await content.update("b1", with: Titles.draft("Carrie"))
            #expect(try await pages.next()?.map(\.title) == ["Carrie", "Dune"])
            try await content.delete(ContentID<Titles>("b2"))
            #expect(try await pages.next()?.map(\.title) == ["Carrie"])
            _ = try await content.delete(all: Titles.self)
            #expect(try await pages.next()?.isEmpty == true)
        }
    }

    @Test("A commit to another module causes no query", arguments: LivePlace.allCases)
    func otherModules(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let counter = SearchCounter()
            let content = ContentClient(engine: engine)
            var pages = engine.counted(by: counter).live(Titles.query()).makeAsyncIterator()
            #expect(try await pages.next()?.count == 0)
            for number in 0..<20 {
                try await content.create(Content<Writers>(id: "w\(number)", values: .init(name: "Ann")))
            }
            try await content.create(Titles.draft("Emma"), id: "b1")
            #expect(try await pages.next()?.count == 1)
            #expect(counter.modules == ["books", "books"])
        }
    }

    @Test(
        "Items that match neither before nor after a commit cause no query",
        arguments: LivePlace.allCases)
    func otherItems(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let counter = SearchCounter()
            let content = ContentClient(engine: engine)
            try await content.create(Titles.draft("Emma", age: 20), id: "b1")
            try await content.create(Titles.draft("Dune", age: 3), id: "b2")
            let query = Titles.query().where(\.age >= 18).sort(by: \.title)
            var pages = engine.counted(by: counter).live(query).makeAsyncIterator()
            #expect(try await pages.next()?.map(\.title) == ["Emma"])
            try await content.update("b2", with: Titles.draft("Dune Messiah", age: 4))
            try await content.create(Titles.draft("It", age: 5), id: "b3")
            try await content.delete(ContentID<Titles>("b3"))
            // An item starts to match, and another one stops.
            try await content.update("b2", with: Titles.draft("Dune", age: 30))
            #expect(try await pages.next()?.map(\.title) == ["Dune", "Emma"])
            try await content.update("b1", with: Titles.draft("Emma", age: 2))
            #expect(try await pages.next()?.map(\.title) == ["Dune"])
            #expect(counter.modules.count == 3)
        }
    }

    @Test(
        "A live item ignores the commits of other items, and is nil while it does not exist",
        arguments: LivePlace.allCases)
    func items(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let counter = SearchCounter()
            let content = ContentClient(engine: engine)
            var items = engine.counted(by: counter).live(ContentID<Titles>("b1")).makeAsyncIterator()
            #expect(try await items.next() == .some(nil))
            try await content.create(Titles.draft("Dune"), id: "b2")
            try await content.create(Titles.draft("Emma"), id: "b1")
            #expect(try await items.next()??.title == "Emma")
            try await content.update("b2", with: Titles.draft("Dune Messiah"))
            try await content.delete(ContentID<Titles>("b1"))
            #expect(try await items.next() == .some(nil))
            #expect(counter.modules.count == 3)
        }
    }

    @Test("A result that a commit leaves unchanged does not come again", arguments: LivePlace.allCases)
    func unchanged(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let content = ContentClient(engine: engine)
            try await content.create(Titles.draft("Emma"), id: "b1")
            var counts = content.live { try await $0.count(Titles.query()) }.makeAsyncIterator()
            #expect(try await counts.next() == 1)
            async let next = counts.next()
            try await content.update("b1", with: Titles.draft("Dune"))
            try await content.create(Titles.draft("It"), id: "b2")
            #expect(try await next == 2)
        }
    }

    @Test(
        "A slow loop gets the latest result, and nothing is read in the meantime",
        arguments: LivePlace.allCases)
    func slowLoop(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let counter = SearchCounter()
            let content = ContentClient(engine: engine)
            var pages = engine.counted(by: counter).live(Titles.query()).makeAsyncIterator()
            #expect(try await pages.next()?.count == 0)
            for number in 0..<50 {
                try await content.create(Titles.draft("T\(number)"), id: ContentID("b\(number)"))
            }
            #expect(counter.modules.count == 1)
            #expect(try await pages.next()?.pageInfo.totalItems == 50)
            // Changes that the hub still had while the page was read may cause one more query, without a result.
            #expect(counter.modules.count <= 3)
        }
    }

    @Test("A change of an included item, or of one behind a condition, counts", arguments: LivePlace.allCases)
    func relations(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let content = ContentClient(engine: engine)
            try await content.create(Content<Writers>(id: "a1", values: .init(name: "Ann", birthYear: 1900)))
            try await content.create(
                Content<Novels>(id: "n1", values: .init(pages: 3, author: Relation("a1"))))
            var included = content.live(Novels.query().include(\.author)).makeAsyncIterator()
            var found = content.live(Novels.query().where(\.author.birthYear > 1900)).makeAsyncIterator()
            var names = content.live(Novels.query().select(\.pages, \.author.name)).makeAsyncIterator()
            #expect(try await included.next()?.first?.author?.item?.name == "Ann")
            #expect(try await found.next()?.count == 0)
            #expect(try await names.next()?.first?.1 == "Ann")
            try await content.save(Content<Writers>(id: "a1", values: .init(name: "Bea", birthYear: 1950)))
            #expect(try await included.next()?.first?.author?.item?.name == "Bea")
            #expect(try await found.next()?.map(\.id) == ["n1"])
            #expect(try await names.next()?.first?.1 == "Bea")
        }
    }

    @Test("A change of an item that two included relations lead to counts", arguments: LivePlace.allCases)
    func deepRelations(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let content = ContentClient(engine: engine)
            try await content.create(Content<Houses>(id: "h1", values: .init(country: .japan)))
            try await content.create(
                Content<Writers>(id: "a1", values: .init(name: "Ann", publisher: Relation("h1"))))
            try await content.create(
                Content<Novels>(id: "n1", values: .init(pages: 3, author: Relation("a1"))))
            var pages = content.live(Novels.query().include(\.author.publisher)).makeAsyncIterator()
            func country(_ page: Page<Content<Novels>>?) -> Houses.Country? {
                page?.first?.author?.item?.publisher?.item?.country
            }
            #expect(country(try await pages.next()) == .japan)
            try await content.save(Content<Houses>(id: "h1", values: .init(country: .spain)))
            #expect(country(try await pages.next()) == .spain)
        }
    }

    @Test("Rows, aggregates, groups and ids are live", arguments: LivePlace.allCases)
    func otherReads(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let content = ContentClient(engine: engine)
            try await content.create(Titles.draft("Emma", rank: 2), id: "b1")
            var rows = content.live(Titles.query().select(\.title, \.rank)).makeAsyncIterator()
            var sums = content.live { content in
                try await content.aggregate(Titles.query(), .count, .sum(\.rank))
            }.makeAsyncIterator()
            var groups = content.live(comparing: { $0.elementsEqual($1, by: ==) }) { content in
                try await content.count(Titles.query(), by: \.rank)
            }.makeAsyncIterator()
            var ids = content.live { try await $0.ids(Titles.query()) }.makeAsyncIterator()
            #expect(try await rows.next()?.first?.1 == 2)
            let sum = try await sums.next()
            #expect(sum?.0 == 1 && sum?.1 == 2)
            #expect(try await groups.next()?.map(\.1) == [1])
            #expect(try await ids.next() == ["b1"])
            try await content.create(Titles.draft("Dune", rank: 2), id: "b2")
            #expect(try await rows.next()?.map(\.0).sorted() == ["Dune", "Emma"])
            let next = try await sums.next()
            #expect(next?.0 == 2 && next?.1 == 4)
            #expect(try await groups.next()?.map(\.1) == [2])
            #expect(try await ids.next()?.count == 2)
        }
    }

    @Test("Rows that stay equal do not come again, also if a value is missing")
    func equalRows() async throws {
        let content = ContentClient(engine: try await Store(.memory, modules: Titles.library))
        try await content.create(Titles.draft("Emma"), id: "b1")
        var rows = content.live(Titles.query().select(\.title, \.rank, \.id)).makeAsyncIterator()
        #expect(try await rows.next()?.count == 1)
        async let next = rows.next()
        var draft = Titles.Draft()
        draft.price = .set(5)
        try await content.update("b1", with: draft)
        try await content.update("b1", with: Titles.draft("Emma", rank: 7))
        #expect(try await next?.first?.1 == 7)
    }

    @Test("Several queries of one result see the same commit", arguments: LivePlace.allCases)
    func snapshots(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let content = ContentClient(engine: engine)
            let results = content.live { content in
                (try await content.count(Titles.query()), try await content.count(Writers.query()))
            }
            async let writing: Void = {
                for number in 0..<60 {
                    var batch = WriteBatch()
                    batch.create(Content<Writers>(id: ContentID("w\(number)"), values: .init(name: "Ann")))
                    batch.create(Titles.draft("T\(number)"), id: ContentID<Titles>("b\(number)"))
                    _ = try await engine.write(batch)
                }
            }()
            var last = -1
            for try await (titles, writers) in results {
                #expect(titles == writers)
                #expect(titles > last)
                last = titles
                if titles == 60 { break }
            }
            try await writing
        }
    }

    @Test("The next page of a live page can be fetched later", arguments: LivePlace.allCases)
    func nextPage(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let content = ContentClient(engine: engine)
            for number in 0..<5 {
                try await content.create(Titles.draft("T\(number)"), id: ContentID("b\(number)"))
            }
            var pages = content.live(Titles.query().sort(by: \.title).page(1, size: 2)).makeAsyncIterator()
            let page = try #require(try await pages.next())
            #expect(try await page.next()?.map(\.title) == ["T2", "T3"])
        }
    }

    @Test("Full text is live: new words, changed words, and a better match", arguments: LivePlace.allCases)
    func fullText(_ place: LivePlace) async throws {
        try await place.withEngine { engine in
            let content = ContentClient(engine: engine)
            try await content.create(Titles.draft("The secret garden"), id: "b1")
            var pages = content.live(Titles.query().search("garden")).makeAsyncIterator()
            #expect(try await pages.next()?.map(\.id) == ["b1"])
            try await content.create(Titles.draft("Garden"), id: "b2")
            #expect(try await pages.next()?.map(\.id) == ["b2", "b1"])
            try await content.update("b2", with: Titles.draft("Desert"))
            #expect(try await pages.next()?.map(\.id) == ["b1"])
        }
    }

    @MainActor
    @Test("A loop on the main actor uses its state")
    func mainActor() async throws {
        let engine = InMemoryEngine()
        let content = ContentClient(engine: engine)
        var shown: [[String]] = []
        for try await page in content.live(Titles.query()) {
            shown.append(page.map(\.title))
            if shown.count == 2 { break }
            try await content.create(Titles.draft("Emma"), id: "b1")
        }
        #expect(shown == [[], ["Emma"]])
    }
}
#endif
