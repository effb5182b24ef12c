#if SQLite
import Quire

/// The list of a search by meaning, computed from its description with double precision, without any code of the engines.
struct PlainMeaning {
    /// An item that meets the filter, with the text to embed.
    struct Item {
        var id: String
        var text: String
    }

    private(set) var ids: [String] = []
    private(set) var similar: [String] = []

    /// - Parameters:
    ///   - words: The ids that words find, in their order.
    ///   - items: All items that meet the filter and have a text.
    ///   - vector: Computes the vector of a text.
    init(words: [String], items: [Item], query: String, vector: (String) -> [Float]) {
        let asked = Self.rounded(vector(query)).components
        let nearest = items.map { item -> (id: String, similarity: Double) in
            let (components, scale) = Self.rounded(vector(item.text))
            return (item.id, zip(asked, components).reduce(0) { $0 + $1.0 * $1.1 } * scale)
        }.sorted { one, other in
            one.similarity != other.similarity
                ? one.similarity > other.similarity : Array(one.id.utf8).precedes(Array(other.id.utf8))
        }.prefix(100).map(\.id)
        var candidates: [(id: String, score: Double, word: Int, place: Int)] = []
        for id in Set(words.prefix(250)).union(Set(words).intersection(nearest)) {
            let word = words.firstIndex(of: id).map { $0 < 250 ? $0 + 1 : .max } ?? .max
            let place = nearest.firstIndex(of: id).map { $0 + 1 } ?? .max
            var score = 0.0
            if word != .max { score += 1 / (60 + Double(word)) }
            if place != .max { score += 1 / (60 + Double(place)) }
            candidates.append((id, score, word, place))
        }
        candidates.sort { one, other in
            if one.score != other.score { return one.score > other.score }
            return (one.word, one.place) < (other.word, other.place)
        }
        let first = candidates.map(\.id)
        similar = nearest.filter { !words.contains($0) }
        ids = first + words.filter { !first.contains($0) } + similar
    }

    private static func rounded(_ vector: [Float]) -> (components: [Double], scale: Double) {
        let vector = vector.map(Double.init)
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let greatest = vector.map(abs).max() ?? 0
        return (vector.map { ($0 / greatest * 127).rounded() }, Double(Float(greatest / length / 127)))
    }
}

extension [UInt8] {
    fileprivate func precedes(_ other: [UInt8]) -> Bool { lexicographicallyPrecedes(other) }
}
#endif
