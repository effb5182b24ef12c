import Foundation
import Quire

/// Queries for the names of authors, made by rules from the data with a fixed seed.
///
/// Nobody has looked at them while the ranking was built. Authors are drawn with a probability that grows with the number of
/// their books. If others fit a query just as well and have more books, they are expected instead.
struct AuthorQueries {
    private struct Author {
        var id: String
        var name: String
        var words: [String]
        var books: Int
    }

    private let authors: [Author]
    private var state: UInt64 = 2_026_112_3
    private(set) var queries: [JudgedQuery] = []

    init(_ data: Data) throws {
        struct Line: Decodable {
            struct Values: Decodable {
                var name: String
                var books: Int
            }
            var id: String
            var values: Values
        }
        let analyzer = TextAnalyzer()
        authors = try data.split(separator: UInt8(ascii: "\n")).map {
            let line = try JSONDecoder().decode(Line.self, from: $0)
            return Author(
                id: line.id, name: line.values.name, words: analyzer.words(in: line.values.name),
                books: line.values.books)
        }
        for _ in 0..<30 {
            var author = draw { $0.words.count > 1 }
            add("full name", author, author.name.lowercased())
            author = draw { ($0.words.last?.count ?? 0) >= 4 }
            add("last name", author, author.words.last ?? "")
            author = draw { $0.words.count == 2 }
            add("order swapped", author, "\(author.words[1]) \(author.words[0])")
            author = draw { $0.words.count == 2 }
            add("written as one", author, author.words.joined())
            author = draw { $0.words.contains { $0.count >= 5 } }
            add("one typo", author, typos(in: author, 1))
            author = draw { $0.words.count { $0.count >= 5 } >= 2 }
            add("two typos", author, typos(in: author, 2))
            author = draw { $0.words.count > 1 }
            let other = draw { $0.words.count > 1 }
            add("one wrong word", author, "\(author.words.joined(separator: " ")) \(other.words[0])x")
            author = draw { $0.words.count >= 3 && $0.words[0].count == 1 && $0.words[1].count == 1 }
            let rest = author.words[2...].joined(separator: " ")
            add("initials", author, "\(author.words[0])\(author.words[1]) \(rest)")
            author = draw { !$0.name.utf8.allSatisfy { $0 < 0x80 } }
            add(
                "diacritics dropped", author,
                author.name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil))
            author = draw { $0.words.count == 2 && $0.words[0].count > 2 }
            add("first name and an initial", author, "\(author.words[0]) \(author.words[1].prefix(1))")
        }
        for _ in 0..<20 {
            let name = draw { $0.words.count > 1 }.words.joined(separator: " ")
            for count in 3...name.count where name.prefix(count).last != " " {
                addPrefix(String(name.prefix(count)))
            }
        }
    }

    // MARK: - Drawing

    private mutating func random(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    private mutating func draw(where isWanted: (Author) -> Bool) -> Author {
        while true {
            let author = authors[random(authors.count)]
            if isWanted(author), random(30) < min(author.books, 30) { return author }
        }
    }

    private mutating func add(_ kind: String, _ author: Author, _ query: String) {
        // Others that have all words of the query, or of the name, and the last one unfinished.
        let words =
            kind == "last name" || kind == "first name and an initial"
            ? TextAnalyzer().words(in: query) : author.words
        let rivals = authors.filter { other in
            words.dropLast().allSatisfy(other.words.contains)
                && (kind == "first name and an initial"
                    ? other.words.contains { $0.hasPrefix(words[words.count - 1]) }
                    : other.words.contains(words[words.count - 1]))
        }
        queries.append(JudgedQuery(text: query, kind: kind, best: Self.mostBooks(rivals)))
    }

    /// A name as it is typed: the author with the most books whose name begins like this.
    private mutating func addPrefix(_ typed: String) {
        let rivals = authors.filter { $0.words.joined(separator: " ").hasPrefix(typed) }
        queries.append(JudgedQuery(text: typed, kind: "typing", best: Self.mostBooks(rivals)))
    }

    private static func mostBooks(_ authors: [Author]) -> Set<String> {
        let most = authors.map(\.books).max()
        return Set(authors.filter { $0.books == most }.map(\.id))
    }

    // MARK: - Typos

    /// The name with a wrong letter in each of some words of five letters or more.
    private mutating func typos(in author: Author, _ count: Int) -> String {
        var words = author.words
        for index in words.indices.filter({ words[$0].count >= 5 }).prefix(count) {
            var letters = Array(words[index])
            let place = 1 + random(letters.count - 2)
            switch random(4) {
            case 0: letters[place] = letters[place] == "q" ? "z" : "q"
            case 1: letters.remove(at: place)
            case 2: letters.insert(letters[place], at: place)
            default: letters.swapAt(place, place + 1)
            }
            words[index] = String(letters)
        }
        return words.joined(separator: " ")
    }
}
