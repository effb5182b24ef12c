import QuireCore
import QuireText

/// A full-text index of instances held as JSON, in plain Swift. It is the reference for all engines.
package struct TextCollection: Sendable {
    /// A packed occurrence of a word: the item (28 bits), the field (12), the position (24).
    package typealias Place = UInt64

    package let fields: [FieldDescriptor]
    package let count: Int
    private var places: [String: [Place]] = [:]
    /// For each item, the number of words of each field.
    private var lengths: [[Int32]] = []
    /// For each item, the positions at which lines begin. Only the first ones are kept.
    private var lines: [[(field: Int, place: Int)]] = []
    package private(set) var words = SortedWords()

    package init(_ instances: [JSONValue], fields: [FieldDescriptor], _ analyzer: TextAnalyzer) {
        self.fields = fields
        count = instances.count
        let hasLines = fields.contains { $0.kind.hasLines }
        lengths.reserveCapacity(count)
        lines.reserveCapacity(count)
        for (item, instance) in instances.enumerated() {
            let values = instance.member("values")
            var lengths: [Int32] = []
            var lines: [(field: Int, place: Int)] = []
            for (number, field) in fields.enumerated() {
                var place = -1
                if var text = SearchableText.text(of: field.json(in: values), kind: field.kind) {
                    text.withUTF8 { bytes in
                        analyzer.forEachForm(in: bytes, marksLines: hasLines) { word, start, end, isForm in
                            if !isForm { place += 1 }
                            if isForm, start == end {
                                if lines.count < RankPlan.mostPlaces { lines.append((number, place)) }
                            } else {
                                let packed =
                                    UInt64(item) << 36 | UInt64(number) << 24 | UInt64(min(place, 0xFF_FFFF))
                                places[String(decoding: word, as: UTF8.self), default: []].append(packed)
                            }
                            return true
                        }
                    }
                }
                lengths.append(Int32(place + 1))
            }
            self.lengths.append(lengths)
            self.lines.append(lines)
        }
        words = SortedWords(places.mapValues(Self.documents))
    }

    /// The number of fields of items that the occurrences are in.
    private static func documents(_ places: [Place]) -> Int {
        var count = 0
        var last: Place?
        for place in places where place >> 24 != last {
            count += 1
            last = place >> 24
        }
        return count
    }

    package static func item(_ place: Place) -> Int { Int(place >> 36) }
    package static func field(_ place: Place) -> Int { Int(place >> 24 & 0xFFF) }
    package static func start(_ place: Place) -> Int { Int(place & 0xFF_FFFF) }

    package func length(_ item: Int, _ field: Int) -> Int { Int(lengths[item][field]) }

    package func lines(_ item: Int) -> [(field: Int, place: Int)] { lines[item] }

    /// The mean number of words of each field.
    package var meanLengths: [Double] {
        fields.indices.map { field in
            var sum = 0
            for item in lengths { sum += Int(item[field]) }
            return Double(sum) / Double(max(count, 1))
        }
    }

    /// The mean number of words of an item.
    package var meanLength: Double {
        var sum = 0
        for item in lengths { for length in item { sum += Int(length) } }
        return Double(sum) / Double(max(count, 1))
    }

    /// The number of words of an item.
    func length(_ item: Int) -> Int { lengths[item].reduce(0) { $0 + Int($1) } }

    /// The occurrences of a term, in order.
    package func places(of term: AnalyzedText.Term) -> [Place] {
        guard let last = term.words.last else { return [] }
        var words: [Int] = []
        var numbers: [String: Int] = [:]
        var wordPlaces: [[Place]] = []
        for word in term.words.dropLast() {
            if numbers[word] == nil {
                guard let places = places[word] else { return [] }
                numbers[word] = wordPlaces.count
                wordPlaces.append(places)
            }
            words += numbers[word].map { [$0] } ?? []
        }
        words.append(wordPlaces.count)
        wordPlaces.append(places(of: last, term.match))
        return PhrasePlaces.starts(of: words, places: wordPlaces, fieldShift: 24)
    }

    private func places(of word: String, _ match: AnalyzedText.Term.Match) -> [Place] {
        if match == .whole { return places[word] ?? [] }
        let met =
            match == .prefix
            ? words.beginning(with: word)
            : words.words { match.isMet(by: String(decoding: $0, as: UTF8.self), word) }
        guard met.count != 1 else { return places[met[0]] ?? [] }
        var matches = met.flatMap { places[$0] ?? [] }.sorted()
        var count = 0
        for place in matches where count == 0 || matches[count - 1] != place {
            matches[count] = place
            count += 1
        }
        matches.removeLast(matches.count - count)
        return matches
    }

    /// The items that a text finds.
    package func items(_ text: AnalyzedText) -> Set<Int> {
        switch text {
        case .term(let term): return Set(places(of: term).map(Self.item))
        case .any(let parts): return parts.reduce(into: []) { $0.formUnion(items($1)) }
        case .all(let parts):
            guard var intersection = parts.first.map(items) else { return Set(0..<count) }
            for part in parts.dropFirst() where !intersection.isEmpty {
                intersection.formIntersection(items(part))
            }
            return intersection
        case .not(let part): return Set(0..<count).subtracting(items(part))
        }
    }
}

extension TextCollection: TextSource {
    package func findsAny(_ text: AnalyzedText) -> Bool { !items(text).isEmpty }
    package func count(_ text: AnalyzedText) -> Int { items(text).count }
    package func itemCount() -> Int { count }
    package func sortedWords() -> SortedWords { words }
    package func words(beginningWith text: String) -> [String] { words.beginning(with: text) }
}

extension FieldKind {
    /// Whether each line of its text is an element, as in lists and localized texts.
    package var hasLines: Bool { listElement != nil || self == .localizedText }
}
