import Foundation

/// Creates authors that are only named in books.
///
/// A file of books contains its authors' ids and names in two parallel lists. Each author becomes an item with a name,
/// so that `--author` finds the books.
enum NamedAuthors {
    private struct Line: Decodable {
        struct Values: Decodable {
            var authors: [String]?
            var authorNames: [String]?
        }
        var values: Values
    }

    /// One line of NDJSON for each author, in the order of their first book.
    static func lines(ofBooks books: Data) -> (ndjson: Data, count: Int) {
        let decoder = JSONDecoder()
        var names: [(id: String, name: String, books: Int)] = []
        var places: [String: Int] = [:]
        for bytes in books.split(separator: UInt8(ascii: "\n")) {
            // Invalid lines are reported when the books themselves are loaded.
            guard let values = try? decoder.decode(Line.self, from: Data(bytes)).values else { continue }
            guard let ids = values.authors, let written = values.authorNames, ids.count == written.count
            else { continue }
            for (id, name) in zip(ids, written) {
                if let place = places[id] {
                    names[place].books += 1
                } else {
                    places[id] = names.count
                    names.append((id, name, 1))
                }
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let lines = names.compactMap { author in
            try? encoder.encode(
                Item(id: author.id, name: author.name, values: .init(name: author.name, books: author.books)))
        }
        return (Data(lines.joined(separator: [UInt8(ascii: "\n")])), names.count)
    }

    private struct Item: Encodable {
        struct Values: Encodable {
            var name: String
            var books: Int
        }
        var id: String
        var name: String
        var values: Values
    }
}
