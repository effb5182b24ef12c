import Foundation
import Quire
import QuireHALO
import QuireTesting
import SampleModules
import Testing

/// The printed form of queries, items and their parts.
@Suite struct PrintingTests {
    @Test("A query prints only the settings that differ from the defaults")
    func queries() {
        #expect("\(Books.query())" == "books")
        let query = Books.query().where(\.age >= 18 && (\.rank == nil || \.title == "Emma"))
            .sort(by: \.title).sort(by: \.updatedAt, .descending).page(2, size: 20)
        let text = """
            books where age >= 18 and (rank = null or title = "Emma"), sorted by title, metadata updatedAt \
            descending, page 2 of size 20
            """
        #expect("\(query)" == text)
        let other = Books.query().search("whale").ids(["1", "2"]).include(\.author.publisher).locale("en-US")
            .lenient().skipTotal().page(.all).facet(\.rank).refine(\.rank, to: [1]).halo(serverCache: 60)
            .related(\.author, to: ["a1"]).tags([Tag(name: "market", value: "de")], mode: .total)
            .fallback(.clientSide(maxScanned: 500)).offline(.stored, tag: "now")
        let parts = """
            books, searching all("whale"), refined by rank in [1], ids 1, 2, related by author to a1, all of the \
            tags market=de, including author.publisher, counting rank, everything in one response, without total, \
            in en-US, from a cache of 60 s, filtered here out of at most 500 items where needed, lenient, \
            offline policy stored, tag now
            """
        #expect("\(other)" == parts)
        #expect("\(Books.query().select(\.title, \.age))" == "books, fields title, age")
        #expect("\(Books.query().ids((1...12).map { ContentID("\($0)") }))".hasSuffix("9, 10 and 2 more"))
        #expect("\(Books.query().ids([]))" == "books, ids none")
        #expect(
            "\(Books.query().page(.cursor(Cursor(token: "secret"), limit: 3)))"
                == "books, 3 items after a cursor")
    }

    @Test("An item prints its module, id and values; relations and drafts do too")
    func items() {
        let author = Author(id: "a1", values: Authors.Values(fullName: "Jane Austen"))
        let book = Book(id: "b1", values: Books.Values(title: "Emma", age: 12, author: Relation("a1")))
        #expect("\(book)".hasPrefix(#"books b1 {"title":"Emma","age":12,"#))
        #expect("\(book)".contains(#""author":"a1""#))
        #expect("\(Relation<Authors>("a1"))" == "authors a1")
        #expect("\(Relation<Authors>("a1", item: author))" == #"authors a1 {"fullName":"Jane Austen"}"#)
        var draft = Books.Draft()
        #expect("\(draft)" == "draft of books {}")
        draft.title = .set("Emma")
        draft.rank = .clear
        draft.metadata.name = .set("emma")
        #expect("\(draft)" == #"draft of books {"title":"Emma","rank":null} with name: set("emma")"#)
        #expect("\(draft.title) \(draft.rank) \(draft.age)" == #"set("Emma") clear leave"#)
    }

    @Test("A choice prints its value, known or not; a localized text prints each text with its language")
    func values() {
        #expect("\(Tint(rawValue: "green"))" == "green")
        #expect("\(Books.Status.draft)" == "draft")
        #expect("\(LocalizedText("whale"))" == "whale")
        #expect("\(LocalizedText(["en": "whale", "de": "Wal"]))" == #"{"de":"Wal","en":"whale"}"#)
    }

    @Test("A page prints its position, then at most twenty items")
    func pages() async throws {
        let engine = InMemoryEngine()
        await engine.add(
            Authors.self,
            (11...55).map { Author(id: ContentID("a\($0)"), values: Authors.Values(fullName: "N\($0)")) })
        let content = ContentClient(engine: engine)
        let page = try await content.fetch(Authors.query().page(2, size: 2))
        #expect(
            "\(page)"
                == """
                page 2 of 23, 2 of 45 items
                  authors a13 {"fullName":"N13"}
                  authors a14 {"fullName":"N14"}
                """)
        #expect("\(page.pageInfo)" == "page 2 of 23")
        let long = try await content.fetch(Authors.query().page(1, size: 30))
        #expect("\(long)".split(separator: "\n").count == 22)
        #expect("\(long)".hasSuffix("\n  and 10 more"))
        let rows = try await content.fetch(Authors.query().page(1, size: 1).skipTotal().select(\.fullName))
        #expect("\(rows)" == "page 1, 1 item\n  N11")
    }

    @Test(
        "Printed text cannot control a terminal: control and bidirectional characters are escaped"
    )
    func escapes() async throws {
        let evil = "a\u{1B}[2J\u{9B}31m\u{7}\r\n\u{202E}b\u{2066}\u{85}\u{7F}"
        let book = Book(id: ContentID(evil), values: Books.Values(title: evil, age: 1))
        let engine = InMemoryEngine()
        // As a server may send it: writes reject such an id.
        let values: [JSONValue.Member] = [
            .init("title", .string(evil)), .init("age", .integer(1)), .init("price", .integer(0)),
            .init("active", .boolean(true)),
        ]
        await engine.add(
            [.object([.init("id", .string(evil)), .init("values", .object(values))])], to: Books.descriptor)
        let page = try await ContentClient(engine: engine).fetch(Books.query())
        #expect(page.count == 1)
        var draft = Books.Draft()
        draft.title = .set(evil)
        draft.metadata.name = .set(evil)
        let query = Books.query().where(\.title == evil).ids([ContentID(evil)]).locale(evil).search(evil)
            .offline(tag: evil).tags([Tag(name: evil, value: evil)])
        let printed = [
            "\(book)", "\(page)", "\(draft)", "\(query)", "\(query.request.filter ?? .and([]))",
            "\(Relation<Books>(ContentID(evil)))", "\(Relation("x", item: book))",
            "\(Tint(rawValue: evil))", "\(LocalizedText(evil))", "\(LocalizedText(["en": evil]))",
        ]
        for text in printed {
            let hidden = text.unicodeScalars.filter {
                ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}"
                    || $0 == "\u{2066}"
            }
            #expect(hidden.isEmpty, "\(text.debugDescription)")
            #expect(text.contains("[2J"))
        }
        #expect("\(Tint(rawValue: "a\u{1B}b"))" == #"a\u{1B}b"#)
    }

    @Test("A long item is truncated")
    func long() {
        let book = Book(id: "b", values: Books.Values(title: String(repeating: "x", count: 100_000), age: 1))
        #expect("\(book)".count < 1_100)
    }

    @Test("A range of a grouping prints as Swift writes it")
    func groupRanges() {
        #expect("\(GroupRange(lowerBound: nil, upperBound: 1900))" == "..<1900")
        #expect("\(GroupRange(lowerBound: 1900, upperBound: 2000))" == "1900..<2000")
        #expect("\(GroupRange<Double>(lowerBound: 0.5, upperBound: nil))" == "0.5...")
    }
}

/// A choice as the generator writes it.
private struct Tint: OpenChoice {
    let rawValue: String
    static let allKnown: [Tint] = []
}
