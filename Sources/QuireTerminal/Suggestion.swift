/// Suggests corrections of mistyped words.
package enum Suggestion {
    /// The candidate nearest to a word, or `nil` if none is near enough.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let word = word.lowercased()
        // Replacing all letters of a word does not correct it.
        let allowed = word.count <= 1 ? 0 : word.count <= 3 ? 1 : word.count <= 6 ? 2 : 3
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let lowered = candidate.lowercased()
            // Too long for an acceptable distance, so the letters need not be compared.
            if lowered.utf8.count > 4 * (word.utf8.count + allowed), !lowered.hasPrefix(word) { continue }
            if word.utf8.count > 4 * (lowered.utf8.count + allowed) { continue }
            // A prefix that is long enough is better than any distance: `sci` means `science-fiction`.
            let distance = word.count >= 3 && lowered.hasPrefix(word) ? 1 : Self.distance(word, lowered)
            if distance <= allowed, distance < (best?.distance ?? .max) { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// ` Did you mean 'fantasy'?`, or nothing.
    package static func sentence(for word: String, among candidates: [String]) -> String {
        nearest(to: word, among: candidates).map { " Did you mean '\($0)'?" } ?? ""
    }

    /// The number of letters to insert, delete, replace or transpose.
    package static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left), right = Array(right)
        guard !left.isEmpty else { return right.count }
        guard !right.isEmpty else { return left.count }
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for i in 1...left.count {
            var current = [i] + Array(repeating: 0, count: right.count)
            for j in 1...right.count {
                let replaced = previous[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                current[j] = min(previous[j] + 1, current[j - 1] + 1, replaced)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    current[j] = min(current[j], beforePrevious[j - 2] + 1)
                }
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}
