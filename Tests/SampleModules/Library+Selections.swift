public import Foundation
public import Quire

// Selections of fields behind relations, and what they must return.

extension Library {
    /// A row with fields behind one relation, behind two, and behind relations to many items.
    public struct Row: Sendable, Equatable, CustomStringConvertible {
        public var id: String
        public var author: String?
        public var country: Houses.Country?
        public var house: String?
        public var authorFields: [String]
        public var editors: [String]
        public var editorYears: [Int]
        public var editorFields: [String]
        public var editorCountries: [Houses.Country]

        public var description: String {
            "\(id) \(author ?? "–") \(country?.rawValue ?? "–") \(house ?? "–") \(authorFields) \(editors) "
                + "\(editorYears) \(editorFields) \(editorCountries.map(\.rawValue))"
        }
    }

    public static func rows(of query: Query<Novels>) -> Selection<Novels, Row> {
        query.select(
            \.id, \.author.name, \.author.publisher.country, \.author.publisher, \.author.fields,
            \.editors.name, \.editors.birthYear, \.editors.fields, \.editors.publisher.country,
            as: { id, author, country, house, authorFields, editors, years, fields, countries in
                Row(
                    id: id.rawValue, author: author, country: country, house: house?.rawValue,
                    authorFields: authorFields, editors: editors, editorYears: years, editorFields: fields,
                    editorCountries: countries)
            })
    }

    /// The rows of the library, worked out by hand.
    public static let rows: [Row] = [
        row("b1", "Ann", .japan, "p1", editors: ["Ann", "Bob"], [1850], ["poetry"], [.japan]),
        row("b2", "Bob", nil, "p9", ["poetry"], editors: ["Cy"], [1950]),
        row("b3"),
        row("b4"),
        row("b5", "Cy", editors: ["Ann"], [1850], [], [.japan]),
        row("b6", "Cy"),
    ]

    private static func row(
        _ id: String, _ author: String? = nil, _ country: Houses.Country? = nil, _ house: String? = nil,
        _ authorFields: [String] = [], editors: [String] = [], _ years: [Int] = [], _ fields: [String] = [],
        _ countries: [Houses.Country] = []
    ) -> Row {
        Row(
            id: id, author: author, country: country, house: house, authorFields: authorFields,
            editors: editors, editorYears: years, editorFields: fields, editorCountries: countries)
    }

    /// Values of every kind, behind a relation to one item and behind a relation to many.
    public struct Kinds: Sendable, Equatable {
        public var id: String
        public var biography: String?
        public var diedOn: Date?
        public var isLiving: Bool?
        public var rating: Double?
        public var biographies: [String]
        public var deaths: [Date]
        public var living: [Bool]
        public var ratings: [Double]
        public var houses: [String]
    }

    public static func kinds(of query: Query<Novels>) -> Selection<Novels, Kinds> {
        query.select(
            \.id, \.author.biography, \.author.diedOn, \.author.isLiving, \.author.rating,
            \.editors.biography, \.editors.diedOn, \.editors.isLiving, \.editors.rating,
            \.editors.publisher,
            as: { id, biography, diedOn, isLiving, rating, biographies, deaths, living, ratings, houses in
                Kinds(
                    id: id.rawValue, biography: biography, diedOn: diedOn, isLiving: isLiving,
                    rating: rating, biographies: biographies, deaths: deaths, living: living,
                    ratings: ratings, houses: houses.map(\.rawValue))
            })
    }
}

extension RandomLibrary {
    /// The rows that a plain evaluator selects, in the order of the novels.
    public var rows: [Library.Row] {
        novels.map { novel in
            let author = writer(novel.author?.id)
            let editors = novel.editors.compactMap { writer($0.id) }
            return Library.Row(
                id: novel.id.rawValue, author: author?.values.name,
                country: house(author)?.country, house: author?.publisher?.id.rawValue,
                authorFields: author?.values.fields ?? [], editors: editors.map(\.values.name),
                editorYears: editors.compactMap(\.birthYear), editorFields: editors.flatMap(\.values.fields),
                editorCountries: editors.compactMap { house($0)?.country })
        }
    }

    public var kinds: [Library.Kinds] {
        novels.map { novel in
            let author = writer(novel.author?.id)
            let editors = novel.editors.compactMap { writer($0.id) }
            return Library.Kinds(
                id: novel.id.rawValue, biography: author?.biography, diedOn: author?.diedOn,
                isLiving: author?.isLiving, rating: author?.rating,
                biographies: editors.compactMap(\.biography), deaths: editors.compactMap(\.diedOn),
                living: editors.compactMap(\.isLiving), ratings: editors.compactMap(\.rating),
                houses: editors.compactMap { $0.publisher?.id.rawValue })
        }
    }

    private func writer(_ id: ContentID<Writers>?) -> Content<Writers>? { writers.first { $0.id == id } }

    private func house(_ writer: Content<Writers>?) -> Content<Houses>? {
        houses.first { $0.id == writer?.publisher?.id }
    }
}
