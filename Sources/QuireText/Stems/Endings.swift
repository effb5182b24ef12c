/// A list of endings in groups, of which the longest one that a word has is found.
struct Endings: Sendable {
    struct Ending: Sendable {
        /// The letters, the last one first.
        let reversed: [Unicode.Scalar]
        /// What takes its place; `nil` if the stemmer decides.
        let replacement: [Unicode.Scalar]?
        let group: Int

        var count: Int { reversed.count }
    }

    /// By the last letter, the longest ones first.
    private let endings: [Unicode.Scalar: [Ending]]

    /// - Parameter groups: Endings separated by spaces, `izer=ize` with a replacement.
    init(_ groups: String...) {
        var endings: [Unicode.Scalar: [Ending]] = [:]
        for (group, text) in groups.enumerated() {
            for entry in text.split(separator: " ") {
                let parts = entry.split(separator: "=", omittingEmptySubsequences: false)
                let reversed = Array(parts[0].unicodeScalars.reversed())
                endings[reversed[0], default: []].append(
                    Ending(
                        reversed: reversed,
                        replacement: parts.count > 1 ? Array(parts[1].unicodeScalars) : nil, group: group))
            }
        }
        self.endings = endings.mapValues { $0.sorted { $0.count > $1.count } }
    }

    /// The longest ending of the letters before an index; `nil` if they have none.
    ///
    /// - Parameter start: The ending begins here at the earliest.
    func longest(of letters: [Unicode.Scalar], before end: Int, from start: Int) -> Ending? {
        guard end > start, let candidates = endings[letters[end - 1]] else { return nil }
        search: for ending in candidates where ending.count <= end - start {
            for (offset, letter) in ending.reversed.enumerated() where letters[end - 1 - offset] != letter {
                continue search
            }
            return ending
        }
        return nil
    }
}
