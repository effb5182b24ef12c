import QuireCore
import QuireText

/// The instances that a text query finds, by their indexes, and their order.
package struct TextFindings: Sendable {
    private let collection: TextCollection
    private let analyzer: TextAnalyzer
    private let pattern: TextPattern?
    private let resolved: ResolvedText?
    private let popularity: FieldDescriptor?
    /// The indexes of the found instances. `nil` means all instances.
    private let items: Set<Int>?

    init(_ collection: TextCollection, _ analyzer: TextAnalyzer, items: Set<Int>?) {
        self.collection = collection
        self.analyzer = analyzer
        self.items = items
        pattern = nil
        resolved = nil
        popularity = nil
    }

    package init(
        _ collection: TextCollection, _ analyzer: TextAnalyzer, _ pattern: TextPattern,
        _ resolved: ResolvedText,
        _ popularity: FieldDescriptor?
    ) {
        self.collection = collection
        self.analyzer = analyzer
        self.pattern = pattern
        self.resolved = resolved
        self.popularity = popularity
        items = collection.items(resolved.rankedText)
    }

    package func finds(_ item: Int) -> Bool { items?.contains(item) ?? true }

    /// The number of items that are ranked. Of more, those that can come first.
    package static let mostWeighed = 4_000

    /// The ranks of found instances. Empty if nothing in the query ranks items.
    package func keys(of found: [Int], _ instances: [JSONValue]) -> [Int: RankKey] {
        guard let pattern, let resolved, pattern.isRankable else { return [:] }
        var plan = resolved.plan(
            fields: RankedField.fields(
                collection.fields.map { ($0.searchWeight ?? 0, $0.kind.hasLines) }),
            hasPopularity: popularity != nil)
        if popularity == nil { plan.meanLength = collection.meanLengths }
        let weighed = weighed(found, pattern, resolved, instances)
        // The occurrences of each term, item by item.
        var places: [Int: [(entry: Int, field: Int, start: Int)]] = [:]
        let terms = Set(resolved.rankedText.wantedTerms)
        for (term, entries) in plan.entriesByTerm where terms.contains(term) {
            var item = -1
            var count = 0
            for place in collection.places(of: term) {
                if TextCollection.item(place) != item {
                    item = TextCollection.item(place)
                    count = 0
                }
                count += 1
                guard count <= RankPlan.mostPlaces, weighed.contains(item) else { continue }
                for entry in entries {
                    places[item, default: []].append(
                        (entry, TextCollection.field(place), TextCollection.start(place)))
                }
            }
        }
        var weigher = RowWeigher(plan)
        var keys: [Int: RankKey] = [:]
        for item in found {
            let popularity = popularity(of: instances[item])
            guard weighed.contains(item) else {
                keys[item] = RankKey(unweighed: popularity ?? 0)
                continue
            }
            weigher.begin()
            for place in places[item] ?? [] {
                weigher.add(entry: place.entry, field: place.field, place: place.start)
            }
            for line in collection.lines(item) { weigher.addLine(field: line.field, place: line.place) }
            keys[item] = weigher.key(popularity: popularity) { collection.length(item, $0) }
        }
        return keys
    }

    package func popularity(of instance: JSONValue) -> Double? {
        guard let popularity else { return nil }
        return switch instance.member("values")?.member(popularity.name) {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: 0
        }
    }

    /// The found items that are ranked: all, or those that can come first.
    private func weighed(
        _ found: [Int], _ pattern: TextPattern, _ resolved: ResolvedText, _ instances: [JSONValue]
    ) -> Set<Int> {
        guard found.count > Self.mostWeighed else { return Set(found) }
        let popular = found.map { ($0, popularity(of: instances[$0]) ?? 0, instances[$0].instanceID) }
            .sorted { one, other in
                let (left, right) = (RankKey.descending(one.1), RankKey.descending(other.1))
                return left != right ? left < right : EvaluatedValue.standing(one.2, other.2) == .less
            }.map(\.0)
        var weighed = Set(popular.prefix(Self.mostWeighed))
        for narrow in NarrowedText.all(pattern, collection.fields.map { $0.searchWeight ?? 0 }) {
            let items = collection.items(narrow)
            weighed.formUnion(popular.lazy.filter(items.contains).prefix(Self.mostWeighed))
        }
        return weighed
    }

    /// - Parameter found: The number of items that the whole search finds.
    package func outcome(isSorted: Bool, found: Int) -> TextSearchInfo {
        var outcome = TextSearchInfo(
            ranking: isSorted ? .sorted : found > Self.mostWeighed ? .skipped : .relevance,
            corrections: resolved?.corrections ?? [:],
            highlighter: TextHighlighter(groups: resolved?.highlighted ?? [], analyzer))
        outcome.level = resolved?.level ?? .words
        outcome.dropped = resolved?.dropped ?? []
        return outcome
    }
}

extension TextCollection {
    /// The items that a narrower text finds.
    func items(_ narrow: NarrowedText) -> Set<Int> {
        switch narrow {
        case .phrase(let term): Set(places(of: term).map(Self.item))
        case .beginning(let term):
            Set(places(of: term).lazy.filter { Self.start($0) == 0 }.map(Self.item))
        case .field(let field, let terms):
            terms.dropFirst().reduce(items(of: terms[0], field)) { $0.intersection(items(of: $1, field)) }
        }
    }

    private func items(of term: AnalyzedText.Term, _ field: Int) -> Set<Int> {
        Set(places(of: term).lazy.filter { Self.field($0) == field }.map(Self.item))
    }
}
