import QuireText

/// The folded words of an index with their frequencies, concatenated and sorted by their bytes.
package struct SortedWords: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// The end of each word.
    package private(set) var ends: [Int] = []
    private(set) var counts: [Int] = []

    package init() {}

    /// - Parameter words: Distinct words in any order.
    package init(_ words: [String: Int]) {
        let sorted = words.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for (word, count) in sorted {
            var word = word
            word.withUTF8 { append($0, count: count) }
        }
    }

    /// Appends a word. If it equals the last one, its count is increased.
    package mutating func append(_ word: UnsafeBufferPointer<UInt8>, count: Int) {
        if !ends.isEmpty, self[word: ends.count - 1].elementsEqual(word) {
            counts[counts.count - 1] += count
            return
        }
        bytes += word
        ends.append(bytes.count)
        counts.append(count)
    }

    /// Returns the words with changed frequencies. New words are added, and those that no longer occur are removed.
    ///
    /// - Parameter changes: For each word, the number of occurrences gained or lost.
    package func changed(by changes: [String: Int]) -> SortedWords {
        let changes = changes.filter { $0.value != 0 }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        guard !changes.isEmpty else { return self }
        var result = SortedWords()
        result.bytes.reserveCapacity(bytes.count + 64)
        result.ends.reserveCapacity(count + changes.count)
        result.counts.reserveCapacity(count + changes.count)
        bytes.withUnsafeBufferPointer { bytes in
            var copied = 0
            for (word, change) in changes {
                var word = word
                word.withUTF8 { word in
                    let index = firstIndex(from: copied, in: bytes) { !Self.precedes($0, word) }
                    result.append(self, copied..<index)
                    copied = index
                    var count = change
                    if index < self.count, self.word(index, bytes).elementsEqual(word) {
                        count += counts[index]
                        copied += 1
                    }
                    if count > 0 { result.append(word, count: count) }
                }
            }
            result.append(self, copied..<count)
        }
        return result
    }

    /// Appends words that come after all words so far.
    private mutating func append(_ other: SortedWords, _ range: Range<Int>) {
        guard let last = range.last else { return }
        let start = other.start(of: range.lowerBound)
        let shift = bytes.count - start
        bytes += other.bytes[start..<other.ends[last]]
        for end in other.ends[range] { ends.append(end + shift) }
        counts += other.counts[range]
    }

    package var count: Int { ends.count }

    private subscript(word index: Int) -> ArraySlice<UInt8> { bytes[start(of: index)..<ends[index]] }

    func start(of index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

    /// Returns the words that pass a test. The test receives folded UTF-8.
    package func words(_ isWanted: (UnsafeBufferPointer<UInt8>) -> Bool) -> [String] {
        bytes.withUnsafeBufferPointer { bytes in
            var words: [String] = []
            var start = 0
            for end in ends {
                let word = UnsafeBufferPointer(rebasing: bytes[start..<end])
                if isWanted(word) { words.append(String(decoding: word, as: UTF8.self)) }
                start = end
            }
            return words
        }
    }

    /// The words that begin with another one.
    package func beginning(with beginning: String) -> [String] {
        var beginning = beginning
        return beginning.withUTF8 { beginning in
            bytes.withUnsafeBufferPointer { bytes in
                let first = place(of: beginning, in: bytes)
                var words: [String] = []
                for index in first..<count {
                    let word = word(index, bytes)
                    guard word.starts(with: beginning) else { break }
                    words.append(String(decoding: word, as: UTF8.self))
                }
                return words
            }
        }
    }

    /// The number of occurrences of a word, or of the words that begin with it.
    package func count(of word: String, _ match: AnalyzedText.Term.Match) -> Int {
        var word = word
        return word.withUTF8 { word in
            bytes.withUnsafeBufferPointer { bytes in
                let first = place(of: word, in: bytes)
                var total = 0
                for index in first..<count {
                    let other = UnsafeBufferPointer(rebasing: bytes[start(of: index)..<ends[index]])
                    guard other.starts(with: word), match != .whole || other.count == word.count else {
                        break
                    }
                    total += counts[index]
                }
                return total
            }
        }
    }

    /// The index of a word, or of the first word after it.
    private func place(of word: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if Self.precedes(self.word(middle, bytes), word) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The first index at which a test is true. The words must be partitioned by the test.
    func firstIndex(
        from: Int = 0, in bytes: UnsafeBufferPointer<UInt8>,
        where isBehind: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Int {
        // The target is usually near: gallop first, then search by bisection.
        var low = from
        var step = 1
        while low + step <= count, !isBehind(word(low + step - 1, bytes)) {
            low += step
            step *= 2
        }
        var high = min(low + step - 1, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(word(middle, bytes)) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    func word(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[start(of: index)..<ends[index]])
    }

    private static func precedes(
        _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        // Faster than `lexicographicallyPrecedes`.
        for index in 0..<min(one.count, other.count) where one[index] != other[index] {
            return one[index] < other[index]
        }
        return one.count < other.count
    }
}
