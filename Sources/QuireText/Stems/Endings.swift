/// A list of endings in groups, of which the longest one that a word has is found.
struct Endings: Sendable {
    struct Ending: Sendable {
        /// The letters, the last one first.
        let reversed: [Unicode.Scalar]
        /// What takes its place; `nil` if the stemmer decides.
        let replacement: [Unicode.Scalar]?
        let group: Int
        /// Whether it is the spelling without accents of another one. It only ends a folded word.
        var isFolded = false

        var count: Int { reversed.count }
    }

    /// By the last letter, the longest ones first.
    private let endings: [Unicode.Scalar: [Ending]]

    /// - Parameter groups: Endings separated by spaces, `izer=ize` with a replacement. In a folded word, an ending with
    ///   accents is also found without them, unless a `!` precedes it.
    init(_ groups: String...) { self.init(groups) }

    init(_ groups: [String]) {
        var endings: [Unicode.Scalar: [Ending]] = [:]
        var folded: [Ending] = []
        for (group, text) in groups.enumerated() {
            for entry in text.split(separator: " ") {
                let parts = entry.drop { $0 == "!" }.split(separator: "=", omittingEmptySubsequences: false)
                    .map { Array($0.unicodeScalars) }
                let ending = Ending(
                    reversed: parts[0].reversed(), replacement: parts.count > 1 ? parts[1] : nil, group: group
                )
                endings[ending.reversed[0], default: []].append(ending)
                if !entry.hasPrefix("!") { folded.append(Self.folded(ending)) }
            }
        }
        for ending in folded
        where !endings[ending.reversed[0], default: []].contains(where: { $0.reversed == ending.reversed }) {
            endings[ending.reversed[0], default: []].append(ending)
        }
        self.endings = endings.mapValues { $0.sorted { $0.count > $1.count } }
    }

    private static func folded(_ ending: Ending) -> Ending {
        Ending(
            reversed: ending.reversed.flatMap { accents[$0] ?? [$0] },
            replacement: ending.replacement?.flatMap { accents[$0] ?? [$0] }, group: ending.group,
            isFolded: true)
    }

    /// The letters with accents that endings have, and what the analyzer makes of them. The tilde is of the Portuguese
    /// stemmer.
    private static let accents: [Unicode.Scalar: [Unicode.Scalar]] = [
        "á": ["a"], "à": ["a"], "â": ["a"], "é": ["e"], "è": ["e"], "ê": ["e"], "ë": ["e"], "í": ["i"],
        "ì": ["i"], "î": ["i"], "ó": ["o"], "ò": ["o"], "ç": ["c"], "~": [],
    ]

    /// The longest ending of the letters before an index; `nil` if they have none.
    ///
    /// - Parameter start: The ending begins here at the earliest.
    func longest(
        of letters: [Unicode.Scalar], before end: Int, from start: Int = 0, isFolded: Bool
    ) -> Ending? {
        guard end > start, let candidates = endings[letters[end - 1]] else { return nil }
        search: for ending in candidates where ending.count <= end - start && (isFolded || !ending.isFolded) {
            for (offset, letter) in ending.reversed.enumerated() where letters[end - 1 - offset] != letter {
                continue search
            }
            return ending
        }
        return nil
    }
}
