/// Finds the terms that begin at a word of a text by a lookup, independent of the number of terms.
struct TermFinder {
    private typealias Found = (word: Int, term: AnalyzedText.Term)

    /// Whole words, and phrases by their first word.
    private var whole: [String: [Found]] = [:]
    /// Single words of which a prefix or a part is wanted.
    private var partial: [Found] = []
    /// Phrases of many words, such as texts in a script without spaces.
    private var phrases: [Found] = []
    /// The number of words of a phrase that is compared at each of its places.
    private static let shortPhrase = 8
    private var filter = WordFilter()

    init(_ groups: [[AnalyzedText.Term]]) {
        for (word, terms) in groups.enumerated() {
            for term in terms {
                guard let first = term.words.first else { continue }
                if term.words.count > Self.shortPhrase {
                    phrases.append((word, term))
                } else if term.words.count > 1 || term.match == .whole {
                    whole[first, default: []].append((word, term))
                } else {
                    partial.append((word, term))
                }
                for (offset, word) in term.words.enumerated() {
                    filter.add(word, offset == term.words.count - 1 ? term.match : .whole)
                }
            }
        }
    }

    /// A word or form of a text that a term may contain.
    private struct Candidate {
        var word: String
        /// The number of the word in the text. A form has the number of the word at its place.
        var place: Int
        var bytes: Range<Int>
    }

    /// The words of a text, and where terms occur.
    struct Scan {
        /// The bytes of each word, in order.
        var words: [Range<Int>] = []
        /// In the order of the text.
        var occurrences: [TextHighlighter.Occurrence] = []
    }

    /// Finds the terms in a text, in one pass over its words. Only words that a term may contain become strings.
    func scan(_ text: String, _ analyzer: TextAnalyzer) -> Scan {
        var text = text
        var scan = Scan()
        var candidates: [Candidate] = []
        text.withUTF8 { bytes in
            scan.words.reserveCapacity(bytes.count / 6)
            filter.withTest { passes in
                analyzer.forEachForm(in: bytes) { word, start, end, isForm in
                    if !isForm { scan.words.append(start..<end) }
                    if passes(word) {
                        candidates.append(
                            Candidate(
                                word: String(decoding: word, as: UTF8.self), place: scan.words.count - 1,
                                bytes: start..<end))
                    }
                    return true
                }
            }
        }
        for index in candidates.indices {
            forEachTerm(at: index, candidates) { word, last in
                let bytes = candidates[index].bytes
                scan.occurrences.append(
                    TextHighlighter.Occurrence(
                        word: word, bytes: bytes.lowerBound..<max(bytes.upperBound, last.bytes.upperBound)))
            }
        }
        for (word, term) in phrases {
            scan.occurrences += Self.places(of: term, candidates).map {
                TextHighlighter.Occurrence(word: word, bytes: $0)
            }
        }
        scan.occurrences.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
        return scan
    }

    /// The bytes at which a long phrase occurs.
    private static func places(of term: AnalyzedText.Term, _ candidates: [Candidate]) -> [Range<Int>] {
        guard let last = term.words.last else { return [] }
        var words: [Int] = []
        var numbers: [String: Int] = [:]
        for word in term.words.dropLast() {
            let number = numbers[word] ?? numbers.count
            numbers[word] = number
            words.append(number)
        }
        words.append(numbers.count)
        var places = Array(repeating: [UInt64](), count: numbers.count + 1)
        // The candidates that begin and end the phrase, by their places.
        var beginnings: [UInt64: Int] = [:]
        var ends: [UInt64: Int] = [:]
        for (index, candidate) in candidates.enumerated() {
            let place = UInt64(candidate.place)
            if let number = numbers[candidate.word], places[number].last != place {
                places[number].append(place)
                if number == 0 { beginnings[place] = index }
            }
            if term.match.isMet(by: candidate.word, last), ends[place] == nil {
                places[numbers.count].append(place)
                ends[place] = index
            }
        }
        return PhrasePlaces.starts(of: words, places: places, fieldShift: 63).compactMap { place in
            guard let first = beginnings[place], let last = ends[place + UInt64(term.words.count - 1)] else {
                return nil
            }
            let bytes = candidates[first].bytes
            return bytes.lowerBound..<max(bytes.upperBound, candidates[last].bytes.upperBound)
        }
    }

    /// Calls the body with each term that begins at a candidate, and with the candidate that ends it.
    private func forEachTerm(
        at index: Int, _ candidates: [Candidate], _ body: (_ word: Int, _ last: Candidate) -> Void
    ) {
        let candidate = candidates[index]
        for (word, term) in partial where term.match.isMet(by: candidate.word, term.words[0]) {
            body(word, candidate)
        }
        for (word, term) in whole[candidate.word] ?? [] {
            if term.words.count == 1 {
                body(word, candidate)
            } else if let last = Self.last(of: term, index, candidates) {
                body(word, candidates[last])
            }
        }
    }

    /// The last word of a phrase that begins at a candidate; `nil` if the other words do not follow it.
    private static func last(of term: AnalyzedText.Term, _ index: Int, _ candidates: [Candidate]) -> Int? {
        var last: Int?
        var next = index
        for (offset, word) in term.words.enumerated().dropFirst() {
            let place = candidates[index].place + offset
            while next < candidates.count, candidates[next].place < place { next += 1 }
            let match = offset == term.words.count - 1 ? term.match : .whole
            last = candidates[next...].prefix { $0.place == place }
                .firstIndex { match.isMet(by: $0.word, word) }
            if last == nil { return nil }
        }
        return last
    }
}

/// Rejects most words of a text quickly, by their bytes.
private struct WordFilter {
    /// For each first byte, a bit for each length of a whole word. Long words share the last bit. The first bit stands for
    /// words of any length: beginnings and parts.
    private var lengths: [UInt64] = Array(repeating: 0, count: 256)
    private var prefixes: [[UInt8]] = []
    /// Whether a part of any word may be wanted.
    private var hasParts = false

    mutating func add(_ word: String, _ match: AnalyzedText.Term.Match) {
        guard let first = word.utf8.first else { return }
        switch match {
        case .whole: lengths[Int(first)] |= 1 << UInt64(min(word.utf8.count, 63))
        case .prefix:
            lengths[Int(first)] |= 1
            prefixes.append(Array(word.utf8))
        case .part:
            for byte in lengths.indices { lengths[byte] |= 1 }
            hasParts = true
        }
    }

    /// A test that copies nothing, because it runs for each word of a text.
    struct Test {
        let lengths: UnsafeBufferPointer<UInt64>
        let hasParts: Bool
        let prefixes: UnsafeBufferPointer<[UInt8]>

        func callAsFunction(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
            guard let first = word.first else { return false }
            let lengths = lengths[Int(first)]
            if lengths == 0 { return false }
            if lengths & (1 << UInt64(min(word.count, 63))) != 0 { return true }
            return lengths & 1 != 0 && (hasParts || prefixes.contains { word.starts(with: $0) })
        }
    }

    func withTest(_ body: (Test) -> Void) {
        lengths.withUnsafeBufferPointer { lengths in
            prefixes.withUnsafeBufferPointer { prefixes in
                body(Test(lengths: lengths, hasParts: hasParts, prefixes: prefixes))
            }
        }
    }
}
