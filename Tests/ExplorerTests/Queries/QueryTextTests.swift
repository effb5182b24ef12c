import QuireCore
import QuireSchema
import QuireServer
import Seeds
import Testing

@testable import QuireExplorer

/// The text form and the JSON form of queries.
@Suite struct QueryTextTests {
    @Test("Random queries survive text and JSON unchanged")
    func roundTrips() throws {
        var queries = try RandomQueries(seed: Seed.current)
        for _ in 0..<2_000 {
            let query = queries.query()
            let text = QueryText.text(query)
            let parsed = try QueryParser.query(text)
            #expect(parsed == query, "\(text), seed \(Seed.current)")
            #expect(QueryText.text(parsed) == text)
            let read = try QueryReader.query(BodyObject(QueryJSON.json(query), at: ""))
            #expect(read == query, "\(QueryJSON.json(query)), seed \(Seed.current)")
        }
    }

    @Test("Names of any kind and texts of any kind survive")
    func names() throws {
        for name in ["where", "a b", "`", "a.b", "é", "\u{202E}", "1st", "select", "\n", "a`b"] {
            var query = ExplorerQuery(module: name)
            query.filter = .test(
                QueryTest(field: name, operation: .equal, value: .text("\"\\\n\u{0}\(name)")))
            query.sort = [QueryOrder(path: [name, name])]
            query.fields = [QueryName(name)]
            #expect(try QueryParser.query(QueryText.text(query)) == query, "\(name)")
            #expect(try QueryReader.query(BodyObject(QueryJSON.json(query), at: "")) == query, "\(name)")
        }
    }

    @Test(
        "A path is a test of the related item, and its complement finds items without one",
        arguments: [
            ("author.name = \"A\"", "any author (name = \"A\")"),
            ("author.name != \"A\"", "not any author (name = \"A\")"),
            ("author.name not in (\"A\")", "not any author (name in (\"A\"))"),
            ("author.name is null", "not any author (name is not null)"),
            ("author.name is not null", "any author (name is not null)"),
            ("not a.b.c between 1 and 2", "not any a (any b (c between 1 and 2))"),
            ("a.`b.c` = 1 or d = 2", "any a (`b.c` = 1) or d = 2"),
        ])
    func paths(_ text: String, _ whole: String) throws {
        let filter = try #require(try QueryParser.filter(text))
        #expect(QueryText.filter(filter) == whole)
        #expect(try QueryParser.filter(whole) == filter)
    }

    @Test("A minus sorts descending")
    func minus() throws {
        #expect(
            try QueryParser.orders("-year nulls last, author.name, -@updatedAt")
                == QueryParser.orders("year desc nulls last, author.name asc, @updatedAt desc"))
    }

    @Test("Random characters never crash the parser, and errors point into the text")
    func noise() {
        var random = SeededGenerator(seed: Seed.current)
        let pieces = [
            "books", " where ", "year", " >= ", "1950", "(", ")", " and ", " or ", "not ", "\"x\"", "\"", "`",
            "@",
            ".", ",", " in ", "is null", " sort ", " desc", "😀", "\u{0}", "-", "1e9", "any ", "none ",
            " limit ", "'",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 1...14, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            do throws(ExplorerError) {
                let query = try QueryParser.query(text)
                let again = try QueryParser.query(QueryText.text(query))
                #expect(again == query, "\(text)")
            } catch {
                #expect(error.range != nil && (error.range?.upperBound ?? 0) <= text.utf16.count, "\(text)")
            }
        }
    }

    @Test(
        "A mistake is reported where it is, with what could stand there",
        arguments: [
            ("books where langage = \"x\"", "has no field \"langage\"; did you mean \"language\"", 12..<25),
            ("books where year = \"x\"", "expected a whole number", 12..<22),
            ("books where title < \"x\"", "does not allow <", 12..<23),
            ("books where year = null", "is null", 19..<23),
            ("books where year >", "Expected a text in double quotes", 18..<18),
            ("books sort blurb", "has no field \"blurb\"", 11..<16),
            ("books where any year (title = \"x\")", "not a relation", 12..<20),
            ("boks where year = 1", "has no module \"boks\"; did you mean \"books\"", 0..<4),
            ("books select title, yaer", "has no field \"yaer\"; did you mean \"year\"", 20..<24),
            ("books select title, @updatedOn", "did you mean \"updatedAt\"", 20..<30),
            ("books include authors, authr.x", "has no field \"authr\"", 23..<30),
            ("books facets title", "does not mark \"title\" as a facet", 13..<18),
            ("books sort title, @revision", "cannot be sorted by \"@revision\"", 18..<27),
            ("books where @revision = 1", "It cannot be filtered", 12..<25),
            ("books where title = \"x", "not closed", 20..<22),
            (
                "books where authors.nam = \"x\"", "authors has no field \"nam\"; did you mean \"name\"?",
                12..<29
            ),
            ("books where title.name = \"x\"", "\"title\" is not a relation", 12..<22),
            ("books where updatedAt = 1", "Write \"@updatedAt\" for the metadata", 12..<25),
            ("books sort -year desc", "found \"desc\"", 17..<21),
        ] as [(String, String, Range<Int>)])
    func mistakes(_ text: String, _ message: String, _ range: Range<Int>) throws {
        let schema = try RunningExplorer.schema()
        do {
            _ = try QueryResolver(schema: schema).resolve(try QueryParser.query(text))
            Issue.record("no error")
        } catch {
            #expect(error.message.contains(message), "\(error.message)")
            #expect(error.range == range)
        }
    }
}
