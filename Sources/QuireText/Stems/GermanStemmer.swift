/// The German stemmer of Snowball.
///
/// A `u` or `y` between vowels is a consonant, and is written as a capital meanwhile.
enum GermanStemmer {
    static func stem(_ word: String) -> String {
        var word = StemmedWord(word)
        markConsonants(&word)
        word.replaceAll(spellings)
        if word.count >= 3 {
            word.markRegions(vowels)
            word.region1 = max(word.region1, 3)
        } else {
            (word.region1, word.region2) = (word.count, word.count)
        }
        removeInflection(&word)
        removeComparison(&word)
        removeDerivation(&word)
        word.replaceAll(plain)
        return word.text
    }

    // MARK: - Letters

    private static let vowels = Set("aeiouyäöü".unicodeScalars)
    private static let beforeS = Set("bdfghklmnrt".unicodeScalars)
    private static let beforeEt = Set("dfgklmnrstUzä".unicodeScalars)

    private static func markConsonants(_ word: inout StemmedWord) {
        var index = 1
        while index + 1 < word.count {
            let letter = word[index]
            if letter == "u" || letter == "y", vowels.contains(word[index - 1]),
                vowels.contains(word[index + 1])
            {
                word[index] = letter == "u" ? "U" : "Y"
                index += 2
            }
            index += 1
        }
    }

    private static let spellings = StemmedWord.pairs("ß=ss ae=ä oe=ö ue=ü qu=qu")
    private static let plain = StemmedWord.pairs("Y=y U=u ä=a ö=o ü=u")

    // MARK: - Steps

    private static let inflections = Endings("em", "ern er erin erinnen", "e en es", "s", "ln=l lns=l")

    private static func removeInflection(_ word: inout StemmedWord) {
        guard let ending = word.ending(inflections), word.isIn(word.region1, ending) else { return }
        switch ending.group {
        case 0: if !word.hasEnding("syst", before: ending.count) { word.drop(ending) }
        case 1: word.drop(ending)
        case 2:
            word.drop(ending)
            if word.hasEnding("niss") { word.drop(1) }
        case 3: if word.last(1).map(beforeS.contains) ?? false { word.drop(ending) }
        default: word.replace(ending)
        }
    }

    private static let comparisons = Endings("en er est", "st", "et")
    private static let keepsEt = Endings("geordn intern plan tick tr")

    private static func removeComparison(_ word: inout StemmedWord) {
        guard let ending = word.ending(comparisons), word.isIn(word.region1, ending) else { return }
        let before = word.last(ending.count)
        switch ending.group {
        case 0: word.drop(ending)
        case 1:
            if word.count >= 6, before != "r", before.map(beforeS.contains) ?? false { word.drop(ending) }
        default:
            if before.map(beforeEt.contains) ?? false, word.ending(keepsEt, before: ending) == nil {
                word.drop(ending)
            }
        }
    }

    private static let derivations = Endings("end ung", "ig ik isch", "lich heit", "keit")
    private static let afterKeit = Endings("lich ig")

    private static func removeDerivation(_ word: inout StemmedWord) {
        guard let ending = word.ending(derivations), word.isIn(word.region2, ending) else { return }
        switch ending.group {
        case 0:
            word.drop(ending)
            if word.last(2) != "e" { word.drop("ig", in: word.region2) }
        case 1: if word.last(ending.count) != "e" { word.drop(ending) }
        case 2:
            word.drop(ending)
            if !word.drop("er", in: word.region1) { word.drop("en", in: word.region1) }
        default:
            word.drop(ending)
            word.drop(word.ending(afterKeit), in: word.region2)
        }
    }
}
