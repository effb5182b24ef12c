import QuireCore
import QuireText

/// The instances that a text query finds, by their indexes, and their order.
package struct TextFindings: Sendable {
    private let collection: TextCollection
    private let analyzer: TextAnalyzer
    private let pattern: WordPattern?
    private let resolved: ResolvedText?
    private let popularity: FieldDescriptor?
    /// The indexes of the found instances. `nil` means all instances.
    private let items: Set<Int>?
    /// Of these, the instances that have all words.
    private let exact: Set<Int>

    init(_ collection: TextCollection, _ analyzer: TextAnalyzer, items: Set<Int>?) {
        self.collection = collection
        self.analyzer = analyzer
        self.items = items
        exact = []
        pattern = nil
        resolved = nil
        popularity = nil
    }

    package init(
        _ collection: TextCollection, _ analyzer: TextAnalyzer, resolved: ResolvedText,
        popularity: FieldDescriptor?
    ) {
        self.collection = collection
        self.analyzer = analyzer
        pattern = resolved.pattern
        var resolved = resolved
        resolved.countShared(in: collection)
        self.resolved = resolved
        self.popularity = popularity
        exact = resolved.exact.map { collection.items($0.ranked) } ?? []
        items = resolved.shared == nil ? exact : collection.items(resolved.text)
    }

    package func finds(_ item: Int) -> Bool { items?.contains(item) ?? true }

    /// The number of items with all words that are ranked. Of more, those that can come first.
    package static let mostWeighed = 4_000

    /// The ranks of found instances. Empty if nothing in the query ranks items.
    package func keys(of items: [Int], _ instances: [JSONValue]) -> [Int: RankKey] {
        guard let pattern, let resolved, pattern.isRankable else { return [:] }
        var plan = resolved.plan(
            fields: RankedField.fields(
                collection.fields.map { ($0.searchWeight ?? 0, $0.kind.hasLines) }),
            hasPopularity: popularity != nil)
        if popularity == nil { plan.meanLength = collection.meanLengths }
        let groups = (exact: items.filter(exact.contains), others: items.filter { !exact.contains($0) })
        var keys = sharedKeys(of: groups.others, plan, resolved)
        let weighed = weighed(groups.exact, pattern, resolved: resolved, instances: instances)
        let terms = resolved.exact.map { Set($0.ranked.wantedTerms) } ?? []
        var places: [Int: [(entry: Int, field: Int, start: Int)]] = [:]
        for (term, entries) in plan.entriesByTerm where terms.contains(term) {
            forEachPlace(of: term, in: weighed) { item, place in
                for entry in entries {
                    places[item, default: []].append(
                        (entry, TextCollection.field(place), TextCollection.start(place)))
                }
            }
        }
        var weigher = RowWeigher(plan)
        for item in groups.exact {
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

    /// The ranks of items that lack words of the query.
    private func sharedKeys(of items: [Int], _ plan: RankPlan, _ resolved: ResolvedText) -> [Int: RankKey] {
        guard !items.isEmpty else { return [:] }
        let itemSet = Set(items)
        let terms = resolved.shared.map { Set($0.wantedTerms) } ?? []
        var places: [Int: [(words: UInt64, field: Int, start: Int)]] = [:]
        for (term, entries) in plan.entriesByTerm where terms.contains(term) {
            let words = entries.reduce(0) { $0 | plan.entries[$1].shared }
            guard words != 0 else { continue }
            forEachPlace(of: term, in: itemSet) { item, place in
                places[item, default: []].append(
                    (words, TextCollection.field(place), TextCollection.start(place)))
            }
        }
        var counter = SharedWordCounter(
            plan, weights: resolved.sharedWeights ?? Array(repeating: 1, count: plan.wordCount),
            meanLength: collection.meanLength)
        var keys: [Int: RankKey] = [:]
        for item in items {
            counter.begin()
            for place in places[item] ?? [] {
                counter.add(words: place.words, field: place.field, place: place.start)
            }
            keys[item] = counter.key(length: collection.length(item))
        }
        return keys
    }

    /// Calls the body with the first occurrences of a term in each of some items.
    private func forEachPlace(
        of term: AnalyzedText.Term, in items: Set<Int>, _ body: (Int, TextCollection.Place) -> Void
    ) {
        var item = -1
        var count = 0
        for place in collection.places(of: term) {
            if TextCollection.item(place) != item {
                item = TextCollection.item(place)
                count = 0
            }
            count += 1
            if count <= RankPlan.mostPlaces, items.contains(item) { body(item, place) }
        }
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
        _ items: [Int], _ pattern: WordPattern, resolved: ResolvedText, instances: [JSONValue]
    ) -> Set<Int> {
        guard items.count > Self.mostWeighed else { return Set(items) }
        let popular = items.map { ($0, popularity(of: instances[$0]) ?? 0, instances[$0].instanceID) }
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

    /// - Parameter items: The items that the whole search finds.
    package func outcome(isSorted: Bool, items: [Int]) -> TextSearchInfo {
        let exactCount = pattern == nil ? items.count : items.count(where: exact.contains)
        var outcome = TextSearchInfo(
            ranking: isSorted ? .sorted : exactCount > Self.mostWeighed ? .skipped : .relevance,
            corrections: resolved?.corrections ?? [:],
            highlighter: TextHighlighter(groups: resolved?.highlighted ?? [], analyzer))
        outcome.level = resolved?.level ?? .words
        outcome.dropped = resolved?.dropped ?? []
        if !isSorted, pattern?.isRankable == true { outcome.exactItems = exactCount }
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
