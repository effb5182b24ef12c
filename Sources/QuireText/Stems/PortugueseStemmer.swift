/// The Portuguese stemmer of Snowball.
///
/// A vowel with a tilde is written as the vowel and a consonant `~` meanwhile.
enum PortugueseStemmer {
    static func stem(_ word: String, isFolded: Bool) -> String {
        var word = StemmedWord(word, isFolded: isFolded)
        word.replaceAll(tildes)
        word.markRegions(vowels)
        word.markVerbRegion(vowels)
        if removeSuffix(&word) || removeVerbEnding(&word) {
            if word.hasEnding("ci") { word.drop("i", in: word.verbRegion) }
        } else {
            word.drop(word.ending(lastVowels), in: word.verbRegion)
        }
        removeLastE(&word)
        word.replaceAll(letters)
        return word.text
    }

    private static let vowels = Set("aeiouáéíóúâêô".unicodeScalars)
    private static let tildes = StemmedWord.pairs("ã=a~ õ=o~")
    private static let letters = StemmedWord.pairs("a~=ã o~=õ")

    // MARK: - Steps

    private static let suffixes = RomanceSuffixes(
        [
            """
            eza ezas ico ica icos icas ismo ismos ável ível ista istas oso osa osos osas amento amentos imento \
            imentos adora ador aça~o adoras adores aço~es ante antes ância
            """,
            "", "logia=log logias=log uça~o=u uço~es=u ência=ente ências=ente",
            "amente", "mente", "idade idades", "iva ivo ivas ivos",
        ],
        beforeAmente: Endings("iv", "os ic ad"), beforeMente: Endings("ante avel ível"))

    private static let feminine = Endings("ira iras")

    private static func removeSuffix(_ word: inout StemmedWord) -> Bool {
        guard let ending = word.ending(feminine) else { return suffixes.remove(from: &word) }
        guard word.isIn(word.verbRegion, ending), word.last(ending.count) == "e" else { return false }
        word.replace(ending, by: "ir")
        return true
    }

    private static let verbEndings = Endings(
        """
        ada ida ia aria eria iria ará ara erá era irá ava asse esse isse aste este iste ei arei erei irei am iam \
        ariam eriam iriam aram eram iram avam em arem erem irem assem essem issem ado ido ando endo indo ara~o \
        era~o ira~o ar er ir as adas idas ias arias erias irias arás aras erás eras irás avas es ardes erdes irdes \
        ares eres ires asses esses isses astes estes istes is ais eis íeis aríeis eríeis iríeis áreis areis éreis \
        ereis íreis ireis ásseis ésseis ísseis áveis ados idos ámos amos íamos aríamos eríamos iríamos áramos \
        éramos íramos ávamos emos aremos eremos iremos ássemos êssemos íssemos imos armos ermos irmos eu iu ou ira \
        iras
        """)

    private static func removeVerbEnding(_ word: inout StemmedWord) -> Bool {
        word.drop(word.ending(verbEndings, from: word.verbRegion), in: 0)
    }

    private static let lastVowels = Endings("os a i o á í ó")
    private static let lastE = Endings("e é ê", "ç=c")

    private static func removeLastE(_ word: inout StemmedWord) {
        guard let ending = word.ending(lastE) else { return }
        if ending.group == 1 {
            word.replace(ending)
        } else if word.drop(ending, in: word.verbRegion) {
            if word.hasEnding("gu") { word.drop("u", in: word.verbRegion) }
            if word.hasEnding("ci") { word.drop("i", in: word.verbRegion) }
        }
    }
}
