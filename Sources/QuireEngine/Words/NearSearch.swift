import QuireText

/// Finds the words that are similar to a typed word. It walks the sorted words like a tree, with one row of edit
/// distances for each letter, and skips all words that share a prefix that is too far off.
struct NearSearch {
    /// A similar word.
    private struct Found {
        var index: Int
        /// The distance between the typed word and the word, or its nearest prefix.
        var distance: Int
        /// The distance to the whole word. Distances above the limit are not distinguished.
        var whole: Int
        var count: Int

        /// Whether this is a better match than another.
        func isBetter(than other: Found) -> Bool {
            if distance != other.distance { return distance < other.distance }
            if whole != other.whole { return whole < other.whole }
            if count != other.count { return count > other.count }
            return index < other.index
        }
    }

    /// The maximum distance of a word: 2 for seven letters or more, 1 for four or more, otherwise 0.
    static func tolerance(for word: String) -> Int {
        switch word.unicodeScalars.count(where: { !$0.properties.generalCategory.isMark }) {
        case 7...: 2
        case 4...: 1
        default: 0
        }
    }

    private let words: SortedWords
    private let typed: [UInt32]
    private let tolerance: Int
    private let isPrefix: Bool
    private let limit: Int
    private let rareCount: Int

    private var matches: [Found] = []

    /// - Parameters:
    ///   - isPrefix: Whether the typed word may be the beginning of a word.
    ///   - rareCount: Words that occur at most this often are skipped.
    ///   - tolerance: The maximum distance; `nil` depends on the length of the word.
    init(
        _ word: String, in words: SortedWords, isPrefix: Bool, limit: Int, rareCount: Int,
        tolerance: Int? = nil
    ) {
        self.words = words
        typed = word.unicodeScalars.map(\.value)
        self.tolerance = tolerance ?? Self.tolerance(for: word)
        self.isPrefix = isPrefix
        self.limit = limit
        self.rareCount = rareCount
    }

    /// Returns the nearest words, best first: by distance, for unfinished words then by the distance of the whole
    /// word, then by frequency.
    mutating func nearest() -> [NearWord] {
        guard tolerance > 0, limit > 0 else { return [] }
        let words = words
        let typed = typed
        return words.bytes.withUnsafeBufferPointer { bytes in
            typed.withUnsafeBufferPointer { typed in
                let path = EditPath(typed, tolerance: tolerance)
                path.withRows { search(bytes, &$0) }
            }
            return matches.map { match in
                NearWord(
                    word: String(decoding: words.word(match.index, bytes), as: UTF8.self),
                    distance: match.distance, count: match.count)
            }
        }
    }

    private mutating func search(_ bytes: UnsafeBufferPointer<UInt8>, _ path: inout EditPath.Rows) {
        var index = 0
        var last = UnsafeBufferPointer(rebasing: bytes[..<0])
        while index < words.count {
            let word = words.word(index, bytes)
            // The rows of the prefix shared with the previous word are already computed.
            var shared = 0
            let length = min(path.end, word.count)
            while shared < length, word[shared] == last[shared] { shared += 1 }
            path.goUp(to: shared)
            last = word
            if path.goDown(word) {
                let whole = path.distance
                consider(index, distance: isPrefix ? path.least : whole, whole: whole)
                index += 1
            } else {
                let end = words.firstIndex(from: index + 1, in: bytes) { !path.isFar($0, as: word) }
                if isPrefix, path.least <= tolerance {
                    for index in index..<end { consider(index, distance: path.least, whole: tolerance + 1) }
                }
                index = end
                path.goUp()
            }
        }
    }

    private mutating func consider(_ index: Int, distance: Int, whole: Int) {
        guard distance > 0, distance <= tolerance else { return }
        let count = words.counts[index]
        guard count > rareCount else { return }
        let new = Found(index: index, distance: distance, whole: whole, count: count)
        if matches.count == limit, let last = matches.last, !new.isBetter(than: last) { return }
        let place = matches.firstIndex { new.isBetter(than: $0) } ?? matches.count
        matches.insert(new, at: place)
        if matches.count > limit { matches.removeLast() }
    }
}

/// A word of the content that is similar to another one.
public struct NearWord: Sendable, Hashable {
    /// The folded word: without case and diacritics.
    public var word: String
    /// The edit distance: letters inserted, deleted, substituted or transposed, 1 or 2. For an unfinished word, the
    /// distance of its typed part.
    public var distance: Int
    /// The number of items that contain it. An item with the word in two fields counts twice.
    public var count: Int

    public init(word: String, distance: Int, count: Int) {
        self.word = word
        self.distance = distance
        self.count = count
    }
}
