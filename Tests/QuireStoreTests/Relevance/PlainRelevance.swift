#if SQLite
import Foundation
import Quire

/// Finds and orders items by the rules of the article "Relevance", transcribed as plainly as possible: without packed
/// keys, and without any code of the folder `Relevance`.
struct PlainRelevance {
    let documents: [PlainDocument]
    /// For each word, the number of fields of items that have it.
    private var vocabulary: [String: Int] = [:]
    /// For each word, the documents that have it.
    private var documentsOf: [String: Set<Int>] = [:]

    init(_ documents: [PlainDocument]) {
        self.documents = documents
        for (number, document) in documents.enumerated() {
            for field in document.fields {
                for word in field.positions.reduce(into: Set<String>(), { $0.formUnion($1) }) {
                    vocabulary[word, default: 0] += 1
                    documentsOf[word, default: []].insert(number)
                }
            }
        }
    }

    struct Result {
        var ids: [String] = []
        var level = TextSearchInfo.Level.words
        var dropped: [String] = []
    }

    // MARK: - Levels

    func search(_ query: PlainQuery) -> Result {
        var query = query
        guard !query.words.isEmpty else { return Result() }
        var counts = self.counts(query)
        var level = TextSearchInfo.Level.words
        for (distance, next) in [(1, TextSearchInfo.Level.oneTypo), (2, .twoTypos)]
        where !counts.contains(where: { $0.count == query.words.count }) {
            query.addFallbacks(vocabulary, distance: distance)
            counts = self.counts(query)
            level = next
        }
        var considered = Set(query.words.indices)
        var found = documents.indices.filter { counts[$0] == considered }
        var result = Result(level: level)
        if found.isEmpty {
            guard query.words.count > 1 else { return Result() }
            result.level = .fewerWords
            let frequency = query.words.indices.map { word in counts.count { $0.contains(word) } }
            considered = Set(
                query.words.indices.filter { frequency[$0] > 0 }.sorted {
                    (frequency[$0], $0) < (frequency[$1], $1)
                }.prefix(10))
            let most = counts.map { $0.intersection(considered).count }.max() ?? 0
            guard most > 0 else { return Result() }
            found = documents.indices.filter { counts[$0].intersection(considered).count == most }
            let missing = found.reduce(into: Set<Int>()) {
                $0.formUnion(Set(query.words.indices).subtracting(counts[$1].intersection(considered)))
            }
            result.dropped = missing.sorted().map { query.words[$0].text }
        }
        let rarity = query.words.indices.map { word in
            log(1 + Double(documents.count) / Double(1 + counts.count { $0.contains(word) }))
        }
        let ranked = found.map { (rank(documents[$0], query, considered, rarity), documents[$0].id) }
        result.ids = ranked.sorted { one, other in
            if let (left, right) = zip(one.0, other.0).first(where: { $0 != $1 }) { return left < right }
            return one.1 < other.1
        }.map(\.1)
        return result
    }

    /// The words of a query that each document has.
    private func counts(_ query: PlainQuery) -> [Set<Int>] {
        var counts: [Set<Int>] = Array(repeating: [], count: documents.count)
        for (word, alternatives) in query.alternatives.enumerated() {
            for alternative in alternatives {
                for number in candidates(alternative) {
                    let document = documents[number]
                    if document.fields.contains(where: { !alternative.starts(in: $0).isEmpty }) {
                        counts[number].insert(word)
                    }
                }
            }
        }
        return counts
    }

    /// The documents that have the first word.
    private func candidates(_ alternative: PlainAlternative) -> Set<Int> {
        let first = alternative.words[0]
        guard alternative.isPrefix, alternative.words.count == 1 else { return documentsOf[first] ?? [] }
        return documentsOf.reduce(into: []) { found, entry in
            if entry.key.utf8.starts(with: first.utf8) { found.formUnion(entry.value) }
        }
    }

    // MARK: - Order

    private struct Occurrence {
        var word: Int
        var range: Range<Int>
        var cost: Int
        var isWhole: Bool
        /// The alternative, which may stand for several words.
        var text: [String]
    }

    private struct Merit {
        var criteria: [Double]
        var adjacent: Int
        var missesBeginning: Bool
        var isExact: Bool
    }

    /// The criteria of a document, the first one first. Less is better.
    private func rank(
        _ document: PlainDocument, _ query: PlainQuery, _ considered: Set<Int>, _ rarity: [Double]
    ) -> [Double] {
        let occurrences = document.fields.map { field in
            query.alternatives.enumerated().filter { considered.contains($0.offset) }.flatMap {
                word, alternatives in
                alternatives.flatMap { alternative in
                    alternative.starts(in: field).map {
                        Occurrence(
                            word: word, range: $0..<$0 + alternative.words.count, cost: alternative.cost,
                            isWhole: !alternative.isPrefix && !alternative.isLonger, text: alternative.words)
                    }
                }
            }
        }
        let all = occurrences.flatMap { $0 }
        let found = Set(all.map(\.word))
        let last = query.words.count - 1
        let isUnfinished = found.contains(last) && !all.contains { $0.word == last && $0.isWhole }
        let merits = zip(document.fields, occurrences).filter { !$1.isEmpty }.map {
            merit($0, $1, found, isUnfinished: isUnfinished)
        }
        let missing = Set(query.words.indices).subtracting(found)
        var best = merits[0]
        for merit in merits.dropFirst()
        where zip(merit.criteria, best.criteria).first(where: { $0 != $1 }).map({ $0 < $1 }) ?? false {
            best = merit
        }
        let cost = found.reduce(0) { sum, word in
            sum + (all.filter { $0.word == word }.map(\.cost).min() ?? 0)
        }
        let popularity = Double(Float(document.popularity))
        let halves = popularity < 1 ? 0 : (2 * log10(popularity)).rounded()
        return [
            Double(missing.count),
            // The order knows it in sixteenths.
            min(511, missing.reduce(0) { $0 + (16 * rarity[$1]).rounded() }),
            Double(min(cost, 63)), Double(min(15, query.words.count - 1 - best.adjacent)),
            best.missesBeginning ? 1 : 0,
            -(halves + (merits.contains(where: \.isExact) ? 2 : 0)), -popularity,
        ]
    }

    private func merit(
        _ field: PlainDocument.Field, _ occurrences: [Occurrence], _ found: Set<Int>, isUnfinished: Bool
    ) -> Merit {
        let words = Set(occurrences.map(\.word))
        let cost = words.reduce(0) { sum, word in
            sum + (occurrences.filter { $0.word == word }.map(\.cost).min() ?? 0)
        }
        let parts = (field.hasLines ? field.lines : []) + [0..<field.positions.count]
        let isExact = parts.contains { part in
            let inside = occurrences.filter { $0.isWhole && part.contains($0.range.lowerBound) }
            let covered = inside.reduce(into: Set<Int>()) { $0.formUnion($1.range) }
            return Set(inside.map(\.word)) == found && covered.isSuperset(of: part)
        }
        let adjacent = words.count { word in
            let next = occurrences.filter { $0.word == word + 1 }
            return occurrences.contains { one in
                one.word == word
                    && next.contains {
                        $0.range.lowerBound == one.range.upperBound
                            || ($0.range == one.range && $0.text == one.text && $0.cost == one.cost
                                && $0.isWhole == one.isWhole)
                    }
            }
        }
        let beginnings = Set([0] + (field.hasLines ? field.lines.map(\.lowerBound) : []))
        let begins = occurrences.contains { $0.word == 0 && beginnings.contains($0.range.lowerBound) }
        let missesBeginning = isUnfinished && !begins
        return Merit(
            criteria: [
                Double(-words.count), Double(cost), isExact ? 0 : 1, Double(-adjacent),
                missesBeginning ? 1 : 0,
                -field.weight,
            ], adjacent: adjacent, missesBeginning: missesBeginning, isExact: isExact)
    }
}
#endif
