import Quire
import QuireTesting
import Testing

/// The results of a text query, level by level and in order: one example for each rule.
@Suite struct RelevanceTests {
    private static let module = ModuleDescriptor(
        name: "books", ranking: RankingDescriptor(popularity: "sold"),
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "authors", kind: .list(.text), searchWeight: 5),
            FieldDescriptor(name: "sold", kind: .integer),
        ])

    private static let books: [(id: String, title: String, authors: [String], sold: Int)] = [
        ("potter", "Harry Potter and the Half-Blood Prince", ["J.K. Rowling", "Mary GrandPré"], 2_000_000),
        ("casual", "The Casual Vacancy", ["J.K. Rowling"], 300_000),
        ("moby", "Moby Dick", ["Herman Melville"], 500_000),
        ("guide", "Moby Dick: A Reader's Guide", ["Someone Else"], 900),
        ("catch", "Catch-22", ["Joseph Heller"], 700_000),
        ("seven", "Seven Husbands", ["Taylor Reid"], 90_000),
        ("code", "The Da Vinci Code", ["Dan Brown"], 1_500_000),
        ("traveler", "The Time Traveler's Wife", ["Audrey Niffenegger"], 1_300_000),
        ("island", "Treasure Island", ["Robert Louis Stevenson"], 300_000),
        ("islands", "The Islands of Doctor Moreau", ["H.G. Wells"], 40_000),
    ]

    private static let instances = books.map { book in
        JSONValue.object([
            .init("id", .string(book.id)),
            .init(
                "values",
                .object([
                    .init("title", .string(book.title)),
                    .init("authors", .array(book.authors.map(JSONValue.string))),
                    .init("sold", .integer(Int64(book.sold))),
                ])),
        ])
    }

    private func page(
        _ text: String, tolerant: Bool = true, filter: Filter? = nil, synonyms: [Synonym] = [],
        mode: MatchMode = .anyWord
    ) throws -> InstancePage {
        var request = SearchRequest(module: Self.module)
        request.text = TextSearch(.all(text))
        request.text?.mode = tolerant ? mode : .asTyped
        request.text?.synonyms = synonyms
        request.filter = filter
        request.page = .all
        return try InstanceSearch(request).page(of: Self.instances)
    }

    private func ids(_ text: String, tolerant: Bool = true, synonyms: [Synonym] = []) throws -> [String] {
        try page(text, tolerant: tolerant, synonyms: synonyms, mode: .allWords).instances.map(
            \.instanceID)
    }

    @Test("Words joined by punctuation, and initials, are found with and without it, without typo tolerance")
    func forms() throws {
        for text in [
            "half-blood", "half blood", "halfblood", "jk rowling half", "j.k. rowling half",
            "j k rowling half",
        ] {
            #expect(try ids(text, tolerant: false) == ["potter"], "\(text)")
        }
        #expect(try ids("catch22", tolerant: false) == ["catch"])
        #expect(try ids("travelers wife", tolerant: false) == ["traveler"])
        #expect(try ids("hg wells", tolerant: false) == ["islands"])
        #expect(try ids("7 husbands", tolerant: false) == ["seven"])
    }

    @Test("Words are corrected, joined, split and dropped only if no item has all of them")
    func levels() throws {
        #expect(try ids("davinci code", tolerant: false) == [])
        #expect(try ids("davinci code") == ["code"])
        #expect(try ids("moby dicck") == ["moby", "guide"])
        #expect(try page("moby dicck").text?.level == .oneTypo)
        #expect(try page("hary poter").text?.corrections.keys.sorted() == ["hary", "poter"])
        #expect(try page("mellvile stephensen").text?.level == .fewerWords)
        #expect(try page("nifeneger").text?.level == .twoTypos)
        // Two letters of seven may be wrong, but not two of six.
        #expect(try page("rawlimg").text?.level == .twoTypos)
        #expect(try ids("rwlimg") == [])
        let dropped = try page("treasure xyzzy island")
        #expect(dropped.instances.map(\.instanceID).first == "island")
        #expect(dropped.text?.level == .fewerWords && dropped.text?.dropped == ["xyzzy"])
        #expect(try ids("treasures island") == ["island"])
        #expect(try ids("1984") == [])
    }

    @Test("A filter never changes the level, even if it leaves nothing")
    func filters() throws {
        let filter = Filter.leaf(Filter.Leaf(.less, "sold", value: .integer(1), type: .number))
        #expect(try page("moby dick", filter: filter).instances.isEmpty)
        #expect(try page("moby dick", filter: filter).text?.level == .words)
        #expect(try page("moby dicck", filter: filter).text?.level == .oneTypo)
    }

    @Test("Popularity decides ties, and an exact match weighs ten times as much")
    func order() throws {
        #expect(try ids("rowling") == ["potter", "casual"])
        #expect(try ids("moby dick") == ["moby", "guide"])
        let rankings = try #require(try page("moby dick").text?.rankings)
        #expect(rankings["moby"]?.isExact == true && rankings["guide"]?.isExact == false)
        #expect(rankings["guide"]?.popularity == 900)
        // An element of a list can be exact, too.
        #expect(try page("j.k. rowling").text?.rankings["potter"]?.isExact == true)
    }

    @Test("Synonyms find each other, or in one direction only")
    func synonyms() throws {
        let twoWay = [Synonym.twoWay(["Whale", "moby"])]
        #expect(try ids("whale", tolerant: false, synonyms: twoWay) == ["moby", "guide"])
        #expect(try ids("whale", tolerant: false) == [])
        let oneWay = [Synonym.oneWay("vacancy", finds: ["prince"])]
        #expect(try ids("vacancy", synonyms: oneWay) == ["casual", "potter"])
        #expect(try ids("prince", synonyms: oneWay) == ["potter"])
    }

    @Test("A synonym of several words is found, and finds, only as a phrase")
    func phrases() throws {
        let synonyms = [Synonym.twoWay(["leonardo", "da vinci"]), .oneWay("big fish", finds: ["moby"])]
        #expect(try ids("leonardo code", tolerant: false, synonyms: synonyms) == ["code"])
        #expect(try ids("big fish", tolerant: false, synonyms: synonyms) == ["moby", "guide"])
        #expect(try ids("fish big", tolerant: false, synonyms: synonyms) == [])
        // An unfinished word is no synonym yet.
        #expect(try ids("big fis", tolerant: false, synonyms: synonyms) == [])
    }

    @Test("A word itself comes before its synonyms, although they are more popular")
    func synonymCost() throws {
        let page = try page("casual", synonyms: [.twoWay(["casual", "potter"])])
        #expect(page.instances.map(\.instanceID) == ["casual", "potter"])
        #expect(
            page.text?.rankings["casual"]?.distance == 0 && page.text?.rankings["potter"]?.distance == 0.25)
        #expect(page.text?.highlighter.highlight("Harry Potter").marked("[", "]") == "Harry [Potter]")
    }

    @Test("Phrases and whole words have no synonyms, and synonyms without a word are ignored")
    func literalWords() throws {
        let synonyms = [Synonym.twoWay(["whale", "moby", "", "?"])]
        var request = SearchRequest(module: Self.module)
        for query: TextQuery in [.phrase("whale"), .all("whale", matching: .wholeWords)] {
            request.text = TextSearch(query)
            request.text?.synonyms = synonyms
            #expect(try InstanceSearch(request).page(of: Self.instances).instances.isEmpty)
        }
        #expect(try ids("whale", tolerant: false, synonyms: synonyms) == ["moby", "guide"])
    }

    @Test(
        "Plurals of the content's language are found, at the level of the words as typed",
        arguments: [
            ("en", "story", "stories"), ("en", "box", "boxes"), ("de", "Haus", "Häuser"),
            ("de", "Blumen", "Blume"),
            ("de", "Autorin", "Autorinnen"), ("fr", "journal", "journaux"), ("fr", "châteaux", "château"),
            ("es", "luz", "luces"), ("es", "ciudades", "ciudad"), ("it", "libro", "libri"),
            ("it", "amica", "amiche"), ("pt", "homem", "homens"), ("nl", "boek", "boeken"),
        ])
    func plurals(language: String, query: String, title: String) throws {
        let instances = [
            JSONValue.object([
                .init("id", .string("1")), .init("values", .object([.init("title", .string(title))])),
            ])
        ]
        var request = SearchRequest(module: Self.module)
        request.text = TextSearch(.all(query))
        request.text?.mode = .anyWord
        let page = try InstanceSearch(request, analyzer: TextAnalyzer(locale: language)).page(of: instances)
        #expect(page.instances.count == 1 && page.text?.level == .words)
        #expect(page.text?.rankings["1"].map { $0.distance <= 0.5 } == true)
    }

    @Test("Words with the same stem are found after the word as typed, although they are more popular")
    func stems() throws {
        let titles = ["typed": ("Hikes", 5), "other": ("Hiking", 1_000), "none": ("Hickory", 90)]
        let instances = titles.map { id, item in
            JSONValue.object([
                .init("id", .string(id)),
                .init(
                    "values",
                    .object([.init("title", .string(item.0)), .init("sold", .integer(Int64(item.1)))])),
            ])
        }
        func page(_ query: String) throws -> InstancePage {
            var request = SearchRequest(module: Self.module)
            request.text = TextSearch(.all(query))
            request.text?.mode = .anyWord
            return try InstanceSearch(request).page(of: instances)
        }
        let found = try page("hikes")
        #expect(found.instances.map(\.instanceID) == ["typed", "other"])
        #expect(found.text?.level == .words && found.text?.rankings["other"]?.distance == 0.75)
        #expect(try page("hiked").instances.map(\.instanceID) == ["other", "typed"])
    }

    @Test("Highlights mark the words that match those of the query")
    func highlights() throws {
        func marked(_ query: String, _ text: String) throws -> String {
            try #require(try page(query).text).highlighter.highlight(text).marked("[", "]")
        }
        #expect(try marked("halfblood", "The Half-Blood Prince") == "The [Half-Blood] Prince")
        #expect(try marked("moby dicck", "Moby Dick") == "[Moby] [Dick]")
        #expect(try marked("davinci", "The Da Vinci Code") == "The [Da Vinci] Code")
        #expect(try marked("jk", "J.K. Rowling") == "[J.K]. Rowling")
    }
}
