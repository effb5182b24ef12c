/// The vowels and syllables of Dutch words, in which `ij` counts as one vowel.
enum DutchLetters {
    private static let a = Set("aäáàâ".unicodeScalars)
    private static let e = Set("eëéèê".unicodeScalars)
    private static let aiou = a.union("iïíìîoöóòôuüúùû".unicodeScalars)
    private static let aeiou = aiou.union(e)
    private static let vowels = aeiou.union("y".unicodeScalars)
    /// Before these, a vowel is never doubled.
    private static let open = vowels.union("wx".unicodeScalars)
    private static let doubled = aeiou.subtracting("ëiïíìî".unicodeScalars)

    // MARK: - Vowels

    /// Whether the letters before the last ones end with a vowel.
    static func isVowel(_ word: StemmedWord, before count: Int) -> Bool {
        word.last(count).map(vowels.contains) ?? false || word.hasEnding("ij", before: count)
    }

    static func isConsonant(_ word: StemmedWord, before count: Int) -> Bool {
        count < word.count && !isVowel(word, before: count)
    }

    /// The index of the consonant after the next vowels; `nil` if there is none.
    static func pastVowels(_ word: StemmedWord, from start: Int) -> Int? {
        guard let past = word.past(start, vowels.contains) else { return nil }
        var index = past - 1
        while index < word.count {
            if word[index] == "i", index + 1 < word.count, word[index + 1] == "j" {
                index += 2
            } else if vowels.contains(word[index]) {
                index += 1
            } else {
                return index
            }
        }
        return nil
    }

    static func markRegions(_ word: inout StemmedWord) {
        let first = pastVowels(word, from: 0).map { $0 + 1 }
        word.region1 = first ?? word.count
        word.region2 = first.flatMap { pastVowels(word, from: $0) }.map { $0 + 1 } ?? word.count
    }

    // MARK: - Long vowels

    /// Doubles the vowel of the last syllable, which lost an ending: "lop" of "lopen" becomes "loop".
    static func lengthen(_ word: inout StemmedWord) {
        guard let last = word.last(), !open.contains(last), let vowel = word.last(1) else { return }
        let before = word.last(2)
        if vowel == "ë" {
            // "creër", "oriënt"
            if before == "e" { word.replace(1, by: "e\(last)") }
            if before == "i" { word.replace(2, by: "ee\(last)") }
            return
        }
        guard doubled.contains(vowel), !(before.map(aeiou.contains) ?? false) else { return }
        if e.contains(vowel) {
            // "redder", "roeier", "parallel"
            if let next = word.last(3), aiou.contains(next) || (e.contains(next) && word.count == 4) {
                return
            }
            if let next = word.last(4), aiou.contains(next), let first = word.last(5), !aeiou.contains(first)
            {
                return
            }
        }
        word.replace(1, by: "\(vowel)\(last)")
    }
}
