#if SQLite
import Foundation
import Quire

/// Finds and orders items by the rules of the article "Relevance specification", transcribed as plainly as possible:
/// without packed keys, and without any code of the folder `Relevance`.
struct PlainRelevance {
    let documents: [PlainDocument]
    /// For each word, the number of fields of items that have it.
    private var vocabulary: [String: Int] = [:]
    /// For each word, the documents that have it.
    private var documentsOf: [String: Set<Int>] = [:]
    private var meanLength = 0.0

    init(_ documents: [PlainDocument]) {
        self.documents = documents
        meanLength =
            documents.reduce(0) { $0 + Self.length($1) } / Double(max(1, documents.count))
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
        var exact = 0
    }

    // MARK: - Levels

    func search(_ query: PlainQuery) -> Result {
        var query = query
        query.addForms(vocabulary)
        let own = query.alternatives
        guard !query.words.isEmpty else { return Result() }
        var counts = self.counts(query)
        var level = TextSearchInfo.Level.words
        for (distance, next) in [(1, TextSearchInfo.Level.oneTypo), (2, .twoTypos)]
        where !counts.contains(where: { $0.count == query.words.count }) {
            query.addFallbacks(vocabulary, distance: distance)
            counts = self.counts(query)
            level = next
        }
        let exact = documents.indices.filter { counts[$0].count == query.words.count }
        var result = Result(level: level, exact: exact.count)
        result.ids = Self.sorted(exact.map { (rank(documents[$0], query), documents[$0].id) })
        guard query.words.count > 1 else { return exact.isEmpty ? Result() : result }
        // What stands for each word in items that lack others.
        var shared: [[PlainAlternative]] = []
        for word in query.words.indices {
            let whole = own[word].filter { !$0.isPrefix }
            let added = query.alternatives[word].dropFirst(own[word].count).filter { added in
                added.isKnown(vocabulary)
                    && !own[word].contains { $0.words == added.words && $0.isPrefix == added.isPrefix }
            }
            if finds(whole) {
                shared.append(whole)
            } else if finds(own[word]) {
                shared.append(own[word])
            } else if let least = added.map(\.cost).min() {
                shared.append(added.filter { $0.cost == least })
            } else {
                shared.append([])
                if exact.isEmpty { result.dropped.append(query.words[word].text) }
            }
        }
        let words = self.counts(shared)
        let others = documents.indices.filter { !words[$0].isEmpty && counts[$0].count < query.words.count }
        if exact.isEmpty {
            guard !others.isEmpty else { return Result() }
            result.level = .fewerWords
        }
        let found = shared.indices.map { word in Double(words.count { $0.contains(word) }) }
        result.ids += Self.sorted(
            others.map { (sharedRank(documents[$0], shared, words[$0], found), documents[$0].id) })
        return result
    }

    private static func sorted(_ ranked: [([Double], String)]) -> [String] {
        ranked.sorted { one, other in
            if let (left, right) = zip(one.0, other.0).first(where: { $0 != $1 }) { return left < right }
            return one.1 < other.1
        }.map(\.1)
    }

    private func finds(_ alternatives: [PlainAlternative]) -> Bool {
        counts([alternatives]).contains { !$0.isEmpty }
    }

    /// The number of words of all fields.
    private static func length(_ document: PlainDocument) -> Double {
        Double(document.fields.reduce(0) { $0 + $1.positions.count })
    }

    /// BM25F, and the number of words that the document lacks.
    ///
    /// - Parameter found: The number of documents that have each word.
    private func sharedRank(
        _ document: PlainDocument, _ shared: [[PlainAlternative]], _ words: Set<Int>, _ found: [Double]
    ) -> [Double] {
        let weights = document.fields.map(\.weight)
        let (least, greatest) = (weights.min() ?? 0, weights.max() ?? 0)
        let relative = 0.25 + 0.75 * Self.length(document) / max(1, meanLength)
        let items = Double(documents.count)
        var score = 0.0
        for word in words.sorted() {
            let rarity = log(1 + max(0, items - found[word] + 0.5) / (found[word] + 0.5))
            var count = 0.0
            for field in document.fields {
                let boost = greatest > least ? 1 + 2 * (field.weight - least) / (greatest - least) : 1
                let places = shared[word].reduce(into: Set<Int>()) { $0.formUnion($1.starts(in: field)) }
                count += boost * Double(places.count)
            }
            score += rarity * count * 2.2 / (count + 1.2 * relative)
        }
        return [-Double(Float(score)), Double(shared.count - words.count)]
    }

    /// The words of a query that each document has.
    private func counts(_ query: PlainQuery) -> [Set<Int>] { counts(query.alternatives) }

    private func counts(_ words: [[PlainAlternative]]) -> [Set<Int>] {
        var counts: [Set<Int>] = Array(repeating: [], count: documents.count)
        for (word, alternatives) in words.enumerated() {
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

        func isSameTerm(as other: Occurrence) -> Bool {
            range == other.range && text == other.text && cost == other.cost && isWhole == other.isWhole
        }
    }

    private struct Merit {
        var criteria: [Double]
        var adjacent: Int
        var missesBeginning: Bool
        var isExact: Bool
        var weight: Double
    }

    /// The criteria of a document, the first one first. Less is better.
    private func rank(_ document: PlainDocument, _ query: PlainQuery) -> [Double] {
        let occurrences = document.fields.map { field in
            query.alternatives.enumerated().flatMap {
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
            merit($0, $1, found, isUnfinished: isUnfinished, query)
        }
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
        let hasOwnPlace = occurrences.contains { inField in
            let ofLast = inField.filter { $0.word == last }
            return ofLast.contains { place in
                !inField.contains { other in
                    other.range.lowerBound == place.range.lowerBound && other.word != last
                        && !ofLast.contains { $0.isSameTerm(as: other) }
                }
            }
        }
        let separated = last - best.adjacent + (isUnfinished && last > 0 && !hasOwnPlace ? 1 : 0)
        return [
            Double(min(cost, 63)), Double(min(15, separated)), best.missesBeginning ? 1 : 0,
            -(halves + (merits.contains(where: \.isExact) ? 2 : 0)), -best.weight, -popularity,
        ]
    }

    private func merit(
        _ field: PlainDocument.Field, _ occurrences: [Occurrence], _ found: Set<Int>, isUnfinished: Bool,
        _ query: PlainQuery
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
        // The longest run from the first word, then from the word after it, and so on.
        var adjacent = 0
        var word = 0
        while word < query.words.count {
            var run = occurrences.filter { $0.word == word }
            var last = word
            while !run.isEmpty {
                run = occurrences.filter { next in
                    next.word == last + 1
                        && run.contains {
                            $0.range.upperBound == next.range.lowerBound
                                || ($0.isSameTerm(as: next) && next.text != [query.words[last].text])
                        }
                }
                if !run.isEmpty { last += 1 }
            }
            adjacent += last - word
            word = last + 1
        }
        let beginnings = Set([0] + (field.hasLines ? field.lines.map(\.lowerBound) : []))
        let begins = occurrences.contains { $0.word == 0 && beginnings.contains($0.range.lowerBound) }
        let missesBeginning = isUnfinished && !begins
        return Merit(
            criteria: [
                Double(-words.count), Double(cost), isExact ? 0 : 1, Double(-adjacent),
                missesBeginning ? 1 : 0,
                -field.weight,
            ], adjacent: adjacent, missesBeginning: missesBeginning, isExact: isExact,
            weight: field.weight)
    }
}
#endif
