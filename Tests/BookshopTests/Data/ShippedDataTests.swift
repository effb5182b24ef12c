import Foundation
import Testing

@Suite("The shop's own data")
struct ShippedDataTests {
    static let modules = ["authors", "books", "publishers", "reviews", "shop"]

    @Test("Every line matches the schema, and every relation refers to an item", arguments: modules)
    func fits(module: String) throws {
        let ids = try Dictionary(uniqueKeysWithValues: Self.modules.map { ($0, Set(try Shipped.ids($0))) })
        let check = FieldCheck(schema: try Shipped.schema(), ids: ids)
        let fields = try Shipped.fields(of: module)
        for (line, item) in try Shipped.items(module).enumerated() {
            let mistake = check.object(item["values"] ?? .null, fields)
            #expect(mistake == nil, "\(module).ndjson:\(line + 1)")
        }
    }

    @Test("The data check finds mistakes")
    func checkSees() throws {
        let check = FieldCheck(schema: try Shipped.schema(), ids: ["authors": ["homer"]])
        let fields = try Shipped.fields(of: "books")
        func mistake(_ values: [String: PlainJSON]) -> String? { check.object(.object(values), fields) }
        #expect(mistake(["title": .text("Ἰλιάς"), "authors": .list([.text("homer")])]) == nil)
        #expect(mistake([:]) == "title is missing")
        #expect(mistake(["title": .text("x"), "year": .text("1950")])?.hasPrefix("year:") == true)
        #expect(
            mistake(["title": .text("x"), "authors": .list([.text("nobody")])])?.hasPrefix("authors:") == true
        )
        #expect(mistake(["title": .text("x"), "form": .text("tablet")])?.hasPrefix("form:") == true)
        #expect(mistake(["title": .text("x"), "colour": .text("red")]) == "colour is not in the schema")
        #expect(mistake(["title": .text("x"), "series": .object([:])]) == "series: name is missing")
    }

    @Test("Ids are unique, and every item has a name and the dates of its life", arguments: modules)
    func envelopes(module: String) throws {
        let items = try Shipped.items(module)
        #expect(Set(try Shipped.ids(module)).count == items.count)
        for item in items {
            let id = item["id"]?.text ?? "?"
            #expect(id.wholeMatch(of: /[a-z0-9-]+/) != nil, "\(id)")
            #expect(item["name"]?.text?.isEmpty == false, "\(id)")
            let created = try #require(item["createdAt"]?.integer, "\(id)")
            let published = try #require(item["publishedAt"]?.integer, "\(id)")
            #expect(created <= published, "\(id)")
        }
    }

    @Test("There are hundreds of books, of all genres, many languages and thirty centuries")
    func breadth() throws {
        let books = try Shipped.items("books").compactMap { $0["values"] }
        #expect(books.count >= 300)
        let genres = try #require(
            try Shipped.fields(of: "books").first { $0["name"]?.text == "genre" }?["values"]?.list)
        #expect(Set(books.compactMap { $0["genre"]?.text }).count == genres.count)
        #expect(Set(books.compactMap { $0["language"]?.text }).count >= 25)
        let years = books.compactMap { $0["year"]?.integer }
        #expect(try #require(years.min()) <= -700)
        #expect(try #require(years.max()) >= 2010)
        #expect(books.contains { $0["originalTitle"]?.text == "源氏物語" })
    }

    @Test("A book's rating is the mean of its reviews, and is absent without reviews")
    func ratings() throws {
        let reviews = try Shipped.items("reviews").compactMap { $0["values"] }
        for book in try Shipped.items("books") {
            let id = try #require(book["id"]?.text)
            let ratings = reviews.filter { $0["book"]?.text == id }.compactMap { $0["rating"]?.number }
            let values = try #require(book["values"])
            #expect(values["ratingsCount"]?.integer == (ratings.isEmpty ? nil : ratings.count), "\(id)")
            guard !ratings.isEmpty else {
                #expect(values["averageRating"] == nil, "\(id)")
                continue
            }
            let mean = ratings.reduce(0, +) / Double(ratings.count)
            #expect(abs(try #require(values["averageRating"]?.number) - mean) <= 0.005, "\(id)")
        }
    }

    @Test("Every review is marked as a sample, with a rating from 1 to 5")
    func samples() throws {
        for review in try Shipped.items("reviews").compactMap({ $0["values"] }) {
            #expect(review["sample"] == .boolean(true))
            #expect((1...5).contains(try #require(review["rating"]?.integer)))
        }
    }

    @Test("A book names its authors in the order of its relations, and an author counts the books")
    func names() throws {
        var counts: [String: Int] = [:]
        let authors = try Shipped.items("authors")
        let names = Dictionary(
            uniqueKeysWithValues: authors.map { ($0["id"]?.text ?? "", $0["values"]?["name"]?.text ?? "") })
        for book in try Shipped.items("books").compactMap({ $0["values"] }) {
            let ids = book["authors"]?.list?.compactMap(\.text) ?? []
            #expect(ids.map { names[$0] } == (book["authorNames"]?.list ?? []).map(\.text))
            for id in ids { counts[id, default: 0] += 1 }
        }
        for author in authors {
            #expect(author["values"]?["books"]?.integer == counts[author["id"]?.text ?? ""])
        }
    }

    @Test("A book is found by all other names of its authors")
    func aliases() throws {
        let authors = try Shipped.items("authors")
        let names = Dictionary(
            uniqueKeysWithValues: authors.map { author in
                let values = author["values"]
                let others = [values?["nativeName"]?.text] + (values?["pseudonyms"]?.list ?? []).map(\.text)
                return (author["id"]?.text ?? "", others.compactMap(\.self))
            })
        #expect(names["j-d-salinger"] == ["Jerome David Salinger"])
        for book in try Shipped.items("books").compactMap({ $0["values"] }) {
            let ids = book["authors"]?.list?.compactMap(\.text) ?? []
            #expect(ids.flatMap { names[$0] ?? [] } == (book["authorAliases"]?.list ?? []).compactMap(\.text))
        }
    }

    @Test("Authors die after their birth, and a book's release date is in its year")
    func dates() throws {
        for author in try Shipped.items("authors").compactMap({ $0["values"] }) {
            guard let born = author["birthYear"]?.integer, let died = author["deathYear"]?.integer else {
                continue
            }
            #expect((15...110).contains(died - born), "\(author["name"]?.text ?? "?")")
        }
        for book in try Shipped.items("books").compactMap({ $0["values"] }) {
            guard let released = book["released"]?.text else { continue }
            #expect(Int(released.prefix(4)) == book["year"]?.integer, "\(book["title"]?.text ?? "?")")
        }
    }
}
