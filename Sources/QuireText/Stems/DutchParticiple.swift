/// Removes "ge" from Dutch participles: "gewerkt" and "opgebeld" become "werk" and "opbel".
enum DutchParticiple {
    /// - Parameter isPrefix: Whether the word must begin with "ge". Otherwise "ge" may be in it, after the first letter.
    /// - Returns: Whether "ge" was removed.
    static func removeGe(_ word: inout StemmedWord, isPrefix: Bool) -> Bool {
        guard let start = isPrefix ? (word.hasBeginning("ge") ? 0 : nil) : firstGe(in: word),
            start + 5 <= word.count,
            DutchLetters.pastVowels(word, from: start + 2) != nil, !isPrefix || !isException(word)
        else { return false }
        word.remove(start..<start + 2)
        if word[start] == "ë" { word[start] = "e" }
        if word[start] == "ï" { word[start] = "i" }
        DutchLetters.markRegions(&word)
        removeLastLetter(&word)
        return true
    }

    private static func firstGe(in word: StemmedWord) -> Int? {
        (1..<max(1, word.count - 1)).first { word[$0] == "g" && word[$0 + 1] == "e" }
    }

    /// "geval", "geeft" and "gevaar" are no participles of "vallen", "effen" and "varen".
    private static func isException(_ word: StemmedWord) -> Bool {
        !word.hasBeginning("gevali")
            && ["geeft", "geval", "gevaa", "gevare"].contains(where: word.hasBeginning)
    }

    private static func removeLastLetter(_ word: inout StemmedWord) {
        let start = word.count - 1
        guard start >= word.region1, DutchLetters.isConsonant(word, before: 1) else { return }
        let before = start > word.region1 ? word.last(1) : nil
        switch word.last() {
        case "d" where word.text == "ind": word.replace(1, by: "n")
        case "d" where before != "n", "t" where before != "h" && word.text != "ent": word.drop(1)
        default: break
        }
    }
}
