/// A word while a stemmer shortens it, with the regions in which endings may be removed.
struct StemmedWord {
    private(set) var letters: [Unicode.Scalar]
    /// The starts of the regions. A word without a region has the start at its end.
    var region1: Int
    var region2: Int
    var verbRegion: Int
    /// Whether the word may have lost its accents.
    let isFolded: Bool

    init(_ word: String, isFolded: Bool = true) {
        letters = Array(word.unicodeScalars)
        self.isFolded = isFolded
        (region1, region2, verbRegion) = (letters.count, letters.count, letters.count)
    }

    var text: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: letters)
        return String(text)
    }

    var count: Int { letters.count }

    subscript(index: Int) -> Unicode.Scalar {
        get { letters[index] }
        set { letters[index] = newValue }
    }

    /// The letter at a distance from the end; `nil` before the beginning.
    func last(_ distance: Int = 0) -> Unicode.Scalar? {
        distance < count ? letters[count - 1 - distance] : nil
    }

    // MARK: - Regions

    /// The index after the next letter of a kind; `nil` if there is none.
    func past(_ index: Int?, _ isWanted: (Unicode.Scalar) -> Bool) -> Int? {
        guard let index, index <= count else { return nil }
        return letters[index...].firstIndex(where: isWanted).map { $0 + 1 }
    }

    /// The index after the first consonant that follows a vowel; `nil` if there is none.
    func pastSyllable(_ index: Int?, _ vowels: Set<Unicode.Scalar>) -> Int? {
        past(past(index, vowels.contains)) { !vowels.contains($0) }
    }

    /// Starts the two regions after the first and the second consonant that follows a vowel.
    mutating func markRegions(_ vowels: Set<Unicode.Scalar>, from start: Int? = nil) {
        let first = start ?? pastSyllable(0, vowels)
        region1 = first ?? count
        region2 = pastSyllable(first, vowels) ?? count
    }

    /// Starts the region of verb endings as Spanish, Italian and Portuguese have it.
    mutating func markVerbRegion(_ vowels: Set<Unicode.Scalar>) {
        verbRegion = count
        guard count > 2 else { return }
        if !vowels.contains(letters[1]) {
            verbRegion = past(2, vowels.contains) ?? count
        } else if vowels.contains(letters[0]) {
            verbRegion = past(2) { !vowels.contains($0) } ?? count
        } else {
            verbRegion = 3
        }
    }

    // MARK: - Endings

    /// The longest ending of a list, that begins at an index at the earliest.
    func ending(_ endings: Endings, from start: Int = 0) -> Endings.Ending? {
        endings.longest(of: letters, before: count, from: start, isFolded: isFolded)
    }

    /// The longest ending of the letters before another ending.
    func ending(_ endings: Endings, before ending: Endings.Ending) -> Endings.Ending? {
        endings.longest(of: letters, before: count - ending.count, isFolded: isFolded)
    }

    func hasEnding(_ ending: String, before count: Int = 0) -> Bool {
        letters.dropLast(count).reversed().starts(with: ending.unicodeScalars.reversed())
    }

    func hasBeginning(_ beginning: String) -> Bool { letters.starts(with: beginning.unicodeScalars) }

    func isIn(_ region: Int, _ ending: Endings.Ending) -> Bool { count - ending.count >= region }

    mutating func remove(_ range: Range<Int>) { letters.removeSubrange(range) }

    mutating func drop(_ number: Int) { letters.removeLast(number) }

    mutating func drop(_ ending: Endings.Ending) { drop(ending.count) }

    /// Removes the ending if the region has it. Returns whether it did.
    @discardableResult
    mutating func drop(_ ending: Endings.Ending?, in region: Int) -> Bool {
        guard let ending, isIn(region, ending) else { return false }
        drop(ending)
        return true
    }

    /// Removes a number of letters if the word ends so, inside the region. Returns whether it did.
    @discardableResult
    mutating func drop(_ ending: String, in region: Int) -> Bool {
        let number = ending.unicodeScalars.count
        guard count - number >= region, hasEnding(ending) else { return false }
        drop(number)
        return true
    }

    mutating func append(_ text: String) { letters += text.unicodeScalars }

    mutating func replace(_ number: Int, by text: String) {
        drop(number)
        append(text)
    }

    mutating func replace(_ ending: Endings.Ending, by text: String) { replace(ending.count, by: text) }

    /// Replaces the ending by its replacement in the list. Removes it if it has none.
    mutating func replace(_ ending: Endings.Ending?) {
        guard let ending else { return }
        drop(ending)
        letters += ending.replacement ?? []
    }

    /// Parts and their replacements: `ß=ss ae=ä`.
    static func pairs(_ text: String) -> [(part: [Unicode.Scalar], by: [Unicode.Scalar])] {
        text.split(separator: " ").map { pair in
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            return (Array(parts[0].unicodeScalars), Array(parts[1].unicodeScalars))
        }
    }

    /// Replaces parts of the word from left to right: at each place the first one that is there.
    mutating func replaceAll(_ parts: [(part: [Unicode.Scalar], by: [Unicode.Scalar])]) {
        var result: [Unicode.Scalar] = []
        var index = 0
        while index < count {
            let rest = letters[index...]
            if let replacement = parts.first(where: { rest.starts(with: $0.part) }) {
                result += replacement.by
                index += replacement.part.count
            } else {
                result.append(letters[index])
                index += 1
            }
        }
        letters = result
    }
}
