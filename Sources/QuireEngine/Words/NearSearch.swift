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

    /// The maximum distance of a word: 2 for eight letters or more, 1 for four or more, otherwise 0.
    static func tolerance(for word: String) -> Int {
        switch word.unicodeScalars.count(where: { !$0.properties.generalCategory.isMark }) {
        case 8...: 2
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

    /// The letters of the current path, starting at index 1, and the end of each in the word's bytes.
    private var letters: [UInt32]
    private var ends: [Int]
    /// For each letter, a row of distances to the prefixes of the typed word. Values outside the band are not set.
    private var rows: [Int]
    /// For each letter, the smallest distance of the whole typed word to any prefix so far.
    private var least: [Int]
    private var found: [Found] = []

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
        let tolerance = tolerance ?? Self.tolerance(for: word)
        self.tolerance = tolerance
        self.isPrefix = isPrefix
        self.limit = limit
        self.rareCount = rareCount
        let depth = typed.count + tolerance + 2
        letters = Array(repeating: 0, count: depth)
        ends = Array(repeating: 0, count: depth)
        rows = Array(repeating: tolerance + 1, count: depth * (typed.count + 1))
        for column in 0...min(tolerance + 1, typed.count) { rows[column] = column }
        least = Array(repeating: tolerance + 1, count: depth)
    }

    /// Returns the nearest words, best first: by distance, for unfinished words then by the distance of the whole
    /// word, then by frequency.
    mutating func nearest() -> [NearWord] {
        guard tolerance > 0, limit > 0 else { return [] }
        let words = words
        return words.bytes.withUnsafeBufferPointer { bytes in
            search(bytes)
            return found.map { found in
                NearWord(
                    word: String(decoding: words.word(found.index, bytes), as: UTF8.self),
                    distance: found.distance, count: found.count)
            }
        }
    }

    private mutating func search(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        var depth = 0
        var last = UnsafeBufferPointer(rebasing: bytes[..<0])
        while index < words.count {
            let word = words.word(index, bytes)
            // The rows of the prefix shared with the previous word are already computed.
            var shared = 0
            let length = min(ends[depth], word.count)
            while shared < length, word[shared] == last[shared] { shared += 1 }
            while ends[depth] > shared { depth -= 1 }
            last = word
            if goDown(word, &depth) {
                let whole = distance(at: depth)
                consider(index, isPrefix ? least[depth] : whole, whole)
                index += 1
            } else {
                let beginning = UnsafeBufferPointer(rebasing: word[..<ends[depth]])
                let end = words.firstIndex(from: index + 1, in: bytes) { !$0.hasBeginning(beginning) }
                if isPrefix, least[depth] <= tolerance {
                    for index in index..<end { consider(index, least[depth], tolerance + 1) }
                }
                index = end
                depth -= 1
            }
        }
    }

    /// Adds the remaining letters of a word. Returns `false` as soon as no word with this prefix can be near.
    private mutating func goDown(_ word: UnsafeBufferPointer<UInt8>, _ depth: inout Int) -> Bool {
        var offset = ends[depth]
        while offset < word.count {
            let (letter, length) = UTF8Reading.scalar(in: word, at: offset) ?? (UInt32.max, 1)
            offset += length
            depth += 1
            letters[depth] = letter
            ends[depth] = offset
            let isNear = addRow(at: depth)
            least[depth] = min(least[depth - 1], distance(at: depth))
            if !isNear { return false }
        }
        return true
    }

    /// Computes the row of a letter. Insertions, deletions, substitutions and transpositions each count as one.
    ///
    /// - Returns: Whether any distance in it is within the limit.
    private mutating func addRow(at depth: Int) -> Bool {
        let far = tolerance + 1
        let width = typed.count + 1
        let first = max(0, depth - tolerance)
        let last = min(typed.count, depth + tolerance)
        guard first <= last else { return false }
        let row = depth * width
        let above = row - width
        let letter = letters[depth]
        if first > 0 { rows[row + first - 1] = far }
        if last < typed.count { rows[row + last + 1] = far }
        var nearest = far
        for column in first...last {
            var value: Int
            if column == 0 {
                value = depth
            } else {
                let isSame = typed[column - 1] == letter
                value = min(rows[above + column - 1] + (isSame ? 0 : 1), rows[row + column - 1] + 1)
                value = min(value, rows[above + column] + 1)
                if !isSame, column > 1, depth > 1, typed[column - 2] == letter,
                    typed[column - 1] == letters[depth - 1]
                {
                    value = min(value, rows[above - width + column - 2] + 1)
                }
            }
            value = min(value, far)
            rows[row + column] = value
            nearest = min(nearest, value)
        }
        return nearest < far
    }

    /// The distance of the whole typed word to the letters so far.
    private func distance(at depth: Int) -> Int {
        abs(depth - typed.count) <= tolerance
            ? rows[depth * (typed.count + 1) + typed.count] : tolerance + 1
    }

    private mutating func consider(_ index: Int, _ distance: Int, _ whole: Int) {
        guard distance > 0, distance <= tolerance else { return }
        let count = words.counts[index]
        guard count > rareCount else { return }
        let new = Found(index: index, distance: distance, whole: whole, count: count)
        if found.count == limit, let last = found.last, !new.isBetter(than: last) { return }
        let place = found.firstIndex { new.isBetter(than: $0) } ?? found.count
        found.insert(new, at: place)
        if found.count > limit { found.removeLast() }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func hasBeginning(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count >= other.count else { return false }
        for index in 0..<other.count where self[index] != other[index] { return false }
        return true
    }
}
