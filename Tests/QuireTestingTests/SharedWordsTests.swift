import Quire
import QuireTesting
import Testing

/// Items that share some words with a query come after those that have all of them.
@Suite("Items that share some words")
struct SharedWordsTests {
    private static let module = ModuleDescriptor(
        name: "questions", ranking: RankingDescriptor(popularity: "votes"),
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "body", kind: .text, searchWeight: 1),
            FieldDescriptor(name: "votes", kind: .integer),
        ])

    private static let questions: [(title: String, body: String, votes: Int)] = [
        ("Strikethrough text in a comment", "How do I make a font with strikethrough", 1),
        ("Make a new branch", "How to make a branch on the server", 900),
        ("Font size on the command line", "How to set a font on a terminal", 30),
        ("Change the author of a commit", "How to do this on the command line", 80),
        ("Make a font bold", "Bold text with stars", 5),
    ]

    private static let instances = questions.enumerated().map { number, question in
        JSONValue.object([
            .init("id", .string("\(number)")),
            .init(
                "values",
                .object([
                    .init("title", .string(question.title)), .init("body", .string(question.body)),
                    .init("votes", .integer(Int64(question.votes))),
                ])),
        ])
    }

    private func page(
        _ query: TextQuery, tolerant: Bool = true, _ change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> InstancePage {
        var request = SearchRequest(module: Self.module)
        request.text = TextSearch(query)
        request.text?.mode = tolerant ? .anyWord : .asTyped
        request.page = .all
        change(&request)
        return try InstanceSearch(request).page(of: Self.instances)
    }

    @Test("Rare words count more than common ones, however popular an item is")
    func rarity() throws {
        let page = try page("how to make strikethrough font on github")
        #expect(page.instances.first?.instanceID == "0")
        #expect(page.text?.level == .fewerWords && page.text?.exactItems == 0)
        #expect(page.text?.dropped == ["github"])
        let ranking = page.text?.rankings["0"]
        #expect(ranking?.wordsLeftOut == 3 && ranking?.popularity == nil)
        #expect((ranking?.weight ?? 0) > (page.text?.rankings["1"]?.weight ?? 0))
    }

    @Test("Items with all words come first, and the page says how many they are")
    func exact() throws {
        let whole = try page("make font")
        #expect(whole.instances.prefix(2).map(\.instanceID) == ["4", "0"])
        #expect(whole.text?.level == .words && whole.text?.exactItems == 2)
        #expect(Set(whole.instances.map(\.instanceID)) == ["0", "1", "2", "4"])
        #expect(whole.text?.dropped == [])
        let narrow = try page("make font") { $0.text?.mode = .allWords }
        #expect(narrow.instances.map(\.instanceID) == ["4", "0"] && narrow.text?.exactItems == 2)
        let strict = try page("make font", tolerant: false)
        #expect(strict.instances.map(\.instanceID) == ["4", "0"])
        #expect(try page("make github", tolerant: false).instances.isEmpty)
    }

    @Test("A filter changes neither the weight of the words nor the level")
    func filters() throws {
        let whole = try page("make font")
        let part = try page("make font") {
            $0.filter = .leaf(.init(.greater, "votes", value: .integer(20), type: .number))
        }
        #expect(part.text?.level == .words && part.text?.exactItems == 0)
        #expect(part.instances.map(\.instanceID).sorted() == ["1", "2"])
        for (id, ranking) in part.text?.rankings ?? [:] { #expect(ranking == whole.text?.rankings[id]) }
    }

    @Test("Phrases and excluded words remain conditions")
    func conditions() throws {
        let excluded = try page(.and([.all("make font"), .none("bold")]))
        #expect(excluded.instances.map(\.instanceID).sorted() == ["0", "1", "2"])
        let phrase = try page(.and([.all("make github"), .phrase("command line")]))
        #expect(phrase.instances.map(\.instanceID).sorted() == ["2", "3"])
    }

    @Test("A search for any word has the same order, without typo tolerance too")
    func any() throws {
        let page = try page(.any("make strikethrough branch"), tolerant: false)
        #expect(page.instances.map(\.instanceID).sorted() == ["0", "1", "4"])
        #expect(page.text?.exactItems == 0)
        #expect(page.instances.first.map { ["0", "1"].contains($0.instanceID) } == true)
        let both = try self.page(.any("make branch"), tolerant: false)
        #expect(both.instances.first?.instanceID == "1" && both.text?.exactItems == 1)
    }

    @Test("The last word is a beginning only if no item has it as it is")
    func lastWord() throws {
        // "a" begins "author", but items have the word itself.
        #expect(try page("branch comm").instances.map(\.instanceID).sorted() == ["0", "1", "2", "3"])
        #expect(try page("branch bol").instances.map(\.instanceID).sorted() == ["1", "4"])
        #expect(try page("branch set").instances.map(\.instanceID).sorted() == ["1", "2"])
    }

    @Test("Pages and cursors go from the items with all words to the others, without gaps", arguments: 1...5)
    func pages(size: Int) throws {
        let whole = try page("make font on").instances.map(\.instanceID)
        var listed: [String] = []
        var cursor: Cursor?
        repeat {
            let next = try page("make font on") { $0.page = .cursor(cursor, limit: size) }
            #expect(next.pageInfo.totalItems == whole.count)
            listed += next.instances.map(\.instanceID)
            cursor = next.nextCursor
        } while cursor != nil
        #expect(listed == whole)
    }
}
