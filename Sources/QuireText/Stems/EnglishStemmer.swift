/// The English stemmer of Snowball (Porter 2).
///
/// A `y` that is a consonant is written `Y` meanwhile.
enum EnglishStemmer {
    static func stem(_ word: String) -> String {
        if let stem = exceptions[word] { return stem }
        var word = StemmedWord(word)
        guard word.count >= 3 else { return word.text }
        markConsonants(&word)
        markRegions(&word)
        removePlural(&word)
        removeVerbEnding(&word)
        if word.count > 2, word.last() == "y" || word.last() == "Y", isConsonant(word.last(1)) {
            word.replace(1, by: "i")
        }
        replaceSuffix(&word)
        if let ending = word.ending(suffixes3), word.isIn(word.region1, ending),
            ending.group == 0 || word.isIn(word.region2, ending)
        {
            word.replace(ending)
        }
        if let ending = word.ending(suffixes4), word.isIn(word.region2, ending) {
            let before = word.last(ending.count)
            if ending.group == 0 || before == "s" || before == "t" { word.drop(ending) }
        }
        removeLastLetter(&word)
        for index in 0..<word.count where word[index] == "Y" { word[index] = "y" }
        return word.text
    }

    // MARK: - Letters

    private static let vowels = Set("aeiouy".unicodeScalars)

    private static func isVowel(_ letter: Unicode.Scalar?) -> Bool { letter.map(vowels.contains) ?? false }

    private static func isConsonant(_ letter: Unicode.Scalar?) -> Bool {
        letter.map { !vowels.contains($0) } ?? false
    }

    private static func markConsonants(_ word: inout StemmedWord) {
        for index in 0..<word.count where word[index] == "y" {
            if index == 0 || vowels.contains(word[index - 1]) { word[index] = "Y" }
        }
    }

    /// Beginnings after which the first region starts, to keep words such as "universe" and "university" apart.
    private static let beginnings = [
        "gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter",
    ]

    private static func markRegions(_ word: inout StemmedWord) {
        let beginning = beginnings.first { word.hasBeginning($0) }
        word.markRegions(vowels, from: beginning?.count)
    }

    /// Whether the word ends with a short syllable.
    private static func isShort(_ word: StemmedWord) -> Bool {
        if let last = word.last(), isConsonant(last), isVowel(word.last(1)) {
            if word.count == 2 { return true }
            if last != "w", last != "x", last != "Y", isConsonant(word.last(2)) { return true }
        }
        return word.hasEnding("past")
    }

    // MARK: - Steps

    private static let plurals = Endings("sses=ss", "ied ies", "s", "us ss")

    private static func removePlural(_ word: inout StemmedWord) {
        guard let ending = word.ending(plurals) else { return }
        let start = word.count - ending.count
        switch ending.group {
        case 0: word.replace(ending)
        case 1: word.replace(ending, by: start >= 2 ? "i" : "ie")
        case 2 where start > 0 && word.letters[..<(start - 1)].contains(where: vowels.contains):
            word.drop(ending)
        default: break
        }
    }

    private static let verbEndings = Endings("eed eedly", "ed edly ingly", "ing")
    private static let doubled = Endings("bb dd ff gg mm nn pp rr tt")
    private static let needsE = Endings("at bl iz")

    private static func removeVerbEnding(_ word: inout StemmedWord) {
        guard let ending = word.ending(verbEndings) else { return }
        let rest = word.letters.dropLast(ending.count)
        if ending.group == 0 {
            if word.isIn(word.region1, ending), !isOne(rest, of: ["proc", "exc", "succ"]) {
                word.replace(ending, by: "ee")
            }
            return
        }
        if ending.group == 2 {
            // "dying"
            if rest.count == 2, rest.last == "y", isConsonant(rest.first) {
                word.replace(4, by: "ie")
                return
            }
            if isOne(rest, of: ["inn", "out", "cann", "herr", "earr", "even"]) { return }
        }
        guard rest.contains(where: vowels.contains) else { return }
        word.drop(ending)
        if word.ending(needsE) != nil {
            word.append("e")
        } else if word.ending(doubled) != nil {
            if word.count > 3 || !(word[0] == "a" || word[0] == "e" || word[0] == "o") { word.drop(1) }
        } else if word.count == word.region1, isShort(word) {
            word.append("e")
        }
    }

    private static func isOne(_ letters: ArraySlice<Unicode.Scalar>, of words: [String]) -> Bool {
        words.contains { letters.elementsEqual($0.unicodeScalars) }
    }

    private static let suffixes2 = Endings(
        """
        tional=tion enci=ence anci=ance abli=able entli=ent izer=ize ization=ize ational=ate ation=ate ator=ate \
        alism=al aliti=al alli=al fulness=ful ousli=ous ousness=ous iveness=ive iviti=ive biliti=ble bli=ble \
        ogist=og fulli=ful lessli=less
        """, "ogi=og", "li=")
    private static let beforeLi = Set("cdeghkmnrt".unicodeScalars)

    private static func replaceSuffix(_ word: inout StemmedWord) {
        guard let ending = word.ending(suffixes2), word.isIn(word.region1, ending) else { return }
        let before = word.last(ending.count)
        switch ending.group {
        case 1 where before != "l": break
        case 2 where !(before.map(beforeLi.contains) ?? false): break
        default: word.replace(ending)
        }
    }

    private static let suffixes3 = Endings(
        "tional=tion ational=ate alize=al icate=ic iciti=ic ical=ic ful= ness=", "ative=")
    private static let suffixes4 = Endings(
        "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize", "ion")

    private static func removeLastLetter(_ word: inout StemmedWord) {
        let start = word.count - 1
        guard start >= 0 else { return }
        if word.last() == "e" {
            var rest = word
            rest.drop(1)
            if start >= word.region2 || (start >= word.region1 && !isShort(rest)) { word.drop(1) }
        } else if word.last() == "l", start >= word.region2, word.last(1) == "l" {
            word.drop(1)
        }
    }

    private static let exceptions = [
        "skis": "ski", "skies": "sky", "idly": "idl", "gently": "gentl", "ugly": "ugli", "early": "earli",
        "only": "onli", "singly": "singl", "sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas",
        "cosmos": "cosmos", "bias": "bias", "andes": "andes",
    ]
}
