import Foundation
import Quire
import SampleModules
import Testing

/// Every engine answers with the same typed items: included relations, reverse look-ups, projections, ids, segments.
@Suite struct AnswerConformanceTests {
    @Test("Typed items come back equal from every engine, with their metadata", arguments: Engines.all)
    func items(_ subject: any EngineUnderTest) async throws {
        try await Self.with(subject) { (content) async throws in
            let books = try await content.fetch(Books.query().sort(by: \.title).page(1, size: 200)).items
            #expect(books == Self.books)
            let instances = Self.bookLines.map(parse)
            #expect(books.map(\.metadata.createdAt).first == Date(timeIntervalSince1970: 1_419_769_800.123))
            #expect(books.count == instances.count)
        }
    }

    @Test("Included relations hold their items; one that is not there stays an id", arguments: Engines.all)
    func includes(_ subject: any EngineUnderTest) async throws {
        try await Self.with(subject) { (content) async throws in
            let book = try #require(
                try await content.first(Books.query().ids(["b'1"]).include(\.author, \.editors)))
            #expect(book.author?.item?.fullName == "Jane Austen")
            #expect(book.editors.map(\.id) == ["a2", "lost", "a1"])
            #expect(book.editors.map { $0.item?.fullName } == ["Agnes Grey", nil, "Jane Austen"])
            let deep = try #require(
                try await content.first(Books.query().ids(["b3"]).include(\.author.mentor)))
            #expect(deep.author?.item?.mentor?.item?.fullName == "Jane Austen")
            let plain = try #require(try await content.first(Books.query().ids(["b'1"])))
            #expect(plain.author?.id == "a1")
            #expect(plain.author?.item == nil)
        }
    }

    @Test("Reverse look-ups find what points at one of the ids, or at any", arguments: Engines.all)
    func related(_ subject: any EngineUnderTest) async throws {
        try await Self.with(subject) { (content) async throws in
            let all = Books.query().sort(by: \.title)
            #expect(try await content.ids(all.related(\.author, to: ["a1"])) == ["b'1"])
            #expect(try await content.ids(all.related(\.author, to: ["a1", "a2", "zzz"])) == ["b'1", "b3"])
            #expect(try await content.ids(all.related(\.author)) == ["b'1", "b3"])
            #expect(try await content.ids(all.related(\.author, to: [])) == [])
            #expect(try await content.ids(all.related(\.editors, to: ["a1"])) == ["b'1"])
            #expect(try await content.ids(all.related(\.editors)) == ["b'1"])
            #expect(
                try await content.ids(all.related(\.editors, to: ["a1"]).related(\.author, to: ["a2"])) == [])
            #expect(try await content.ids(all.related(\.author).where(\.age < 10)) == ["b3"])
        }
    }

    @Test("Ids narrow a search; an empty list finds nothing", arguments: Engines.all)
    func ids(_ subject: any EngineUnderTest) async throws {
        try await Self.with(subject) { (content) async throws in
            let all = Books.query().sort(by: \.title)
            #expect(try await content.ids(all.ids(["b2", "b'1", "b2", "zzz"])) == ["b'1", "b2"])
            #expect(try await content.ids(all.ids([])) == [])
            #expect(try await content.ids(all.ids(["b2", "b3"]).where(\.age >= 10)) == ["b2"])
            #expect(try await content.count(all.ids(["b2", "b3"])) == 2)
            #expect(try await content.count(Books.query()) == 3)
            #expect(try await content.count(Books.query().where(\.title == "zzz")) == 0)
        }
    }

    @Test("Segments: any of the tags, or all of them; no tag at all is everything", arguments: Engines.all)
    func segments(_ subject: any EngineUnderTest) async throws {
        try await Self.with(subject) { (content) async throws in
            let all = Books.query().sort(by: \.title)
            let brand = Tag(name: "brand", value: "A")
            let new = Tag(name: "new")
            #expect(try await content.ids(all.tags([brand])) == ["b'1", "b3"])
            #expect(try await content.ids(all.tags([brand, new])) == ["b'1", "b3", "b2"])
            #expect(try await content.ids(all.tags([brand, new], mode: .total)) == ["b3"])
            #expect(try await content.ids(all.tags([Tag(name: "brand", value: "B")])) == [])
            #expect(try await content.ids(all.tags([Tag(name: "brand")])) == [])
            #expect(try await content.ids(all.tags([])) == ["b'1", "b3", "b2"])
        }
    }

    @Test("A projection answers with the fields asked for, and no other", arguments: Engines.all)
    func projection(_ subject: any EngineUnderTest) async throws {
        try await Self.with(subject) { (content) async throws in
            let rows = try await content.fetch(Books.query().sort(by: \.title).select(\.title, \.released))
            #expect(rows.map(\.0) == ["Emma", "Evelina", "Persuasion"])
            #expect(rows.map(\.1) == [Date(timeIntervalSince1970: -86_400), nil, nil])
            let keyed = try await content.fetch(
                Books.query().sort(by: \.title).select(\.id, \.title, \.createdAt, \.metadata))
            #expect(keyed.map(\.0) == Self.books.map(\.id))
            #expect(keyed.map(\.1) == Self.books.map(\.title))
            #expect(keyed.map(\.2) == Self.books.map(\.metadata.createdAt))
            #expect(keyed.map(\.3) == Self.books.map(\.metadata))
            for fields in [[], ["title"], ["editors", "age"]] where subject.canLeaveOutAll || fields != [] {
                var request = Books.query().ids(["b'1"]).request
                request.fields = fields
                let answer = parse(
                    String(decoding: try await content.engine.searchData(request), as: UTF8.self))
                guard case .array(let items)? = answer["items"],
                    case .object(let values)? = items.first?["values"]
                else {
                    Issue.record("no values in \(answer)")
                    continue
                }
                #expect(values.filter { $0.value != .null }.map(\.name).sorted() == fields.sorted())
            }
        }
    }

    @Test("A relation, a field or an include that is not there is refused", arguments: Engines.all)
    func refusals(_ subject: any EngineUnderTest) async throws {
        try await Self.with(subject) { (content) async throws in
            let engine = content.engine
            let changes: [(String, @Sendable (inout SearchRequest) -> Void, QueryError.Reason)] = [
                ("fields", { $0.fields = ["titel"] }, .unknownProperty),
                ("include", { $0.include = [IncludePath(["autor"])] }, .unknownProperty),
                ("include of a text", { $0.include = [IncludePath(["title"])] }, .incompatibleOperation),
                ("related", { $0.related = [RelatedItems(field: "autor", ids: nil)] }, .unknownProperty),
                (
                    "related by a text", { $0.related = [RelatedItems(field: "title", ids: nil)] },
                    .incompatibleOperation
                ),
                ("sort", { $0.sort = [SortKey(.value("titel"))] }, .unknownProperty),
                ("metadata sort", { $0.sort = [SortKey(.metadata("title"))] }, .unknownProperty),
                ("sort by a place", { $0.sort = [SortKey(.value("place"))] }, .incompatibleOperation),
                (
                    "metadata filter",
                    { $0.metaFilter = .leaf(.init(.equal, "title", .string("x"), type: .string)) },
                    .unknownProperty
                ),
            ]
            for (what, change, reason) in changes {
                var request = Books.query().request
                change(&request)
                guard subject.checksFields, engine.capabilities.includes || request.include.isEmpty else {
                    continue
                }
                let error = await #expect(throws: QueryError.self, "\(what)") {
                    try await engine.searchData(request)
                }
                #expect(error?.reason == reason, "\(what)")
            }
        }
    }

    private static func with(
        _ subject: any EngineUnderTest, _ body: (ContentClient) async throws -> Void
    ) async throws {
        try await subject.withEngine(holding: [
            Documents(module: Books.descriptor, lines: bookLines),
            Documents(module: Authors.descriptor, lines: authorLines),
            Documents(module: Publishers.descriptor, lines: []),
        ]) { try await body(ContentClient(engine: $0)) }
    }

    /// With what a content server gives each item of its own: the module's id, the customer, the revision.
    private static let bookLines = [
        #"""
        {"id":"b2","name":"P","module":"bcdaf7a0c60152f8d2b8e69d","customerId":1,"revision":0,"tags":[{"name":"new"}],"values":{"title":"Persuasion","age":16,"price":2,"active":false}}
        """#,
        #"""
        {"id":"b'1","name":"Emma","createdAt":1419769800123,"createdBy":"Ann","revision":2,"module":"bcdaf7a0c60152f8d2b8e69d","customerId":1,
        "tags":[{"name":"brand","value":"A"}],"values":{"title":"Emma","age":12,"price":7.5,"active":true,
        "status":"live","released":"1969-12-31","tags":["classic","it's"],"scores":[9007199254740993,-1],
        "author":"a1","editors":["a2","lost","a1"]}}
        """#,
        #"""
        {"id":"b3","name":"Evelina","module":"bcdaf7a0c60152f8d2b8e69d","customerId":1,"revision":0,"tags":[{"name":"brand","value":"A"},{"name":"new"}],
        "values":{"title":"Evelina","age":9,"price":-0.5,"active":true,"author":"a2"}}
        """#,
    ].map { $0.replacing("\n", with: "") }

    private static let authorLines = [
        #"{"id":"a1","values":{"fullName":"Jane Austen"}}"#,
        #"{"id":"a2","values":{"fullName":"Agnes Grey","mentor":"a1"}}"#,
    ]

    /// What the lines hold, in the order of their titles.
    private static let books: [Book] = {
        var emma = Book(
            id: "b'1", name: "Emma",
            values: .init(
                title: "Emma", age: 12, price: 7.5, status: .live,
                released: Date(timeIntervalSince1970: -86_400),
                tags: ["classic", "it's"], scores: [9_007_199_254_740_993, -1], author: Relation("a1"),
                editors: [Relation("a2"), Relation("lost"), Relation("a1")]))
        emma.metadata.createdAt = Date(timeIntervalSince1970: 1_419_769_800.123)
        emma.metadata.createdBy = "Ann"
        emma.metadata.revision = 2
        emma.metadata.tags = [Tag(name: "brand", value: "A", tagType: nil)]
        var evelina = Book(
            id: "b3", name: "Evelina",
            values: .init(title: "Evelina", age: 9, price: -0.5, author: Relation("a2")))
        evelina.metadata.tags = [
            Tag(name: "brand", value: "A", tagType: nil), Tag(name: "new", tagType: nil),
        ]
        var persuasion = Book(
            id: "b2", name: "P", values: .init(title: "Persuasion", age: 16, price: 2, active: false))
        persuasion.metadata.tags = [Tag(name: "new", tagType: nil)]
        return [emma, evelina, persuasion].map { book in
            var book = book
            book.metadata.module = "bcdaf7a0c60152f8d2b8e69d"
            book.metadata.customerId = 1
            book.metadata.revision = book.metadata.revision ?? 0
            return book
        }
    }()
}
