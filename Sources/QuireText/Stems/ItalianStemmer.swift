/// The Italian stemmer of Snowball.
///
/// A `u` or `i` that is a consonant is written as a capital meanwhile. In a folded word, "-ero" is not the "-erò" of a verb, because
/// of nouns such as "numero".
enum ItalianStemmer {
    static func stem(_ word: String, isFolded: Bool) -> String {
        var word = StemmedWord(word, isFolded: isFolded)
        word.replaceAll(graves)
        markConsonants(&word)
        word.markRegions(vowels)
        word.markVerbRegion(vowels)
        // "divano" is no form of "diva".
        if word.hasBeginning("divan") { word.verbRegion = 5 }
        removePronoun(&word)
        if !suffixes.remove(from: &word) { word.drop(word.ending(verbEndings, from: word.verbRegion), in: 0) }
        removeVowels(&word)
        word.replaceAll(letters)
        return word.text
    }

    // MARK: - Letters

    private static let vowels = Set("aeiouàèìòù".unicodeScalars)
    private static let graves = StemmedWord.pairs("á=à é=è í=ì ó=ò ú=ù qu=qU")
    private static let letters = StemmedWord.pairs("I=i U=u")

    private static func markConsonants(_ word: inout StemmedWord) {
        for index in 1..<max(1, word.count - 1) where word[index] == "u" || word[index] == "i" {
            if vowels.contains(word[index - 1]), vowels.contains(word[index + 1]) {
                word[index] = word[index] == "u" ? "U" : "I"
            }
        }
    }

    // MARK: - Steps

    private static let pronouns = Endings(
        """
        ci gli la le li lo mi ne si ti vi sene gliela gliele glieli glielo gliene mela mele meli melo mene tela tele \
        teli telo tene cela cele celi celo cene vela vele veli velo vene
        """)
    private static let beforePronoun = Endings("ando endo", "ar er ir")

    /// "darglielo" becomes "dare".
    private static func removePronoun(_ word: inout StemmedWord) {
        guard let pronoun = word.ending(pronouns), let verb = word.ending(beforePronoun, before: pronoun),
            word.count - pronoun.count - verb.count >= word.verbRegion
        else { return }
        word.replace(pronoun, by: verb.group == 0 ? "" : "e")
    }

    private static let suffixes = RomanceSuffixes(
        [
            """
            anza anze ico ici ica ice iche ichi ismo ismi abile abili ibile ibili ista iste isti istà istè istì oso \
            osi osa ose mente atrice atrici ante anti
            """,
            "azione azioni atore atori",
            "logia=log logie=log uzione=u uzioni=u usione=u usioni=u enza=ente enze=ente",
            "amente", "", "ità", "ivo ivi iva ive", "amento amenti imento imenti",
        ],
        beforeAmente: Endings("iv", "os ic abil"), hasIcBeforeAction: true, hasIcBeforeAt: true)

    private static let verbEndings = Endings(
        """
        ammo ando ano are arono asse assero assi assimo ata ate ati ato ava avamo avano avate avi avo emmo enda ende \
        endi endo erà erai eranno ere erebbe erebbero erei eremmo eremo ereste eresti erete !erò erono essero ete eva \
        evamo evano evate evi evo iamo immo irà irai iranno ire irebbe irebbero irei iremmo iremo ireste iresti \
        irete irò irono isca iscano isce isci isco iscono issero ita ite iti ito iva ivamo ivano ivate ivi ivo ono \
        uta ute uti uto ar ir
        """)

    private static let lastVowels = Endings("a e i o à è ì ò")

    private static func removeVowels(_ word: inout StemmedWord) {
        if word.drop(word.ending(lastVowels), in: word.verbRegion) { word.drop("i", in: word.verbRegion) }
        if word.hasEnding("ch") || word.hasEnding("gh"), word.count - 2 >= word.verbRegion { word.drop(1) }
    }
}
