/// Chooses the words of a text that a snippet shows.
enum SnippetWindow {
    /// Returns the window of a number of words that has the most different terms, then the most occurrences, then the
    /// earliest start. The matches are centred in the window.
    static func best(
        of size: Int, among words: [Range<Int>], _ occurrences: [TextHighlighter.Occurrence]
    ) -> Range<Int> {
        // Each occurrence with its first and last word.
        let places = occurrences.compactMap { occurrence -> (term: Int, first: Int, last: Int)? in
            let first = firstIndex(in: words) { $0.upperBound > occurrence.bytes.lowerBound }
            let last = firstIndex(in: words) { $0.upperBound >= occurrence.bytes.upperBound }
            return first < words.count ? (occurrence.word, first, min(last, words.count - 1)) : nil
        }
        var best: (terms: Int, count: Int, range: Range<Int>) = (0, 0, 0..<0)
        var counts: [Int: Int] = [:]
        var end = 0
        // The occurrences that may still have the furthest end in the window. Each ends before the previous one.
        var furthest: [Int] = []
        var head = 0
        for (start, place) in places.enumerated() {
            while end < places.count, end <= start || places[end].last < place.first + size {
                counts[places[end].term, default: 0] += 1
                while furthest.count > head, places[furthest[furthest.count - 1]].last <= places[end].last {
                    furthest.removeLast()
                }
                furthest.append(end)
                end += 1
            }
            while head < furthest.count, furthest[head] < start { head += 1 }
            let last = head < furthest.count ? places[furthest[head]].last : place.last
            if (counts.count, end - start) > (best.terms, best.count) {
                best = (counts.count, end - start, place.first..<last + 1)
            }
            counts[place.term, default: 1] -= 1
            if counts[place.term] == 0 { counts[place.term] = nil }
        }
        let spare = max(0, size - best.range.count)
        let start = max(0, min(best.range.lowerBound - spare / 2, words.count - size))
        return start..<min(start + size, words.count)
    }

    /// A binary search, since the words are ordered.
    private static func firstIndex(in words: [Range<Int>], where isReached: (Range<Int>) -> Bool) -> Int {
        var low = 0
        var high = words.count
        while low < high {
            let middle = (low + high) / 2
            if isReached(words[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
