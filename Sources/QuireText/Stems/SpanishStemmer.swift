/// The Spanish stemmer of Snowball.
///
/// In a folded word, "-ia" may be "-ía", and "-io" may be "-ió". So the `i` is always removed, and "servicio" and "servicios"
/// have one stem. The endings of "carrera" and "crisis" remain, because "-erá" and "-ís" are less frequent.
enum SpanishStemmer {
    static func stem(_ word: String, isFolded: Bool) -> String {
        var word = StemmedWord(word, isFolded: isFolded)
        word.markRegions(vowels)
        word.markVerbRegion(vowels)
        removePronoun(&word)
        if !suffixes.remove(from: &word), !removeVerbEndingWithY(&word) { removeVerbEnding(&word) }
        removeVowel(&word)
        if isFolded { word.drop("i", in: word.verbRegion) }
        word.replaceAll(plain)
        return word.text
    }

    private static let vowels = Set("aeiouáéíóúü".unicodeScalars)
    private static let plain = StemmedWord.pairs("á=a é=e í=i ó=o ú=u")

    // MARK: - Steps

    private static let pronouns = Endings("me se sela selo selas selos la le lo las les los nos")
    private static let beforePronoun = Endings(
        "iéndo=iendo ándo=ando ár=ar ér=er ír=ir", "ando iendo ar er ir", "yendo")

    /// "dándoselo" becomes "dando".
    private static func removePronoun(_ word: inout StemmedWord) {
        guard let pronoun = word.ending(pronouns), let verb = word.ending(beforePronoun, before: pronoun),
            word.count - pronoun.count - verb.count >= word.verbRegion
        else { return }
        if verb.group == 2, word.last(pronoun.count + verb.count) != "u" { return }
        word.drop(pronoun)
        if verb.group == 0 { word.replace(verb) }
    }

    private static let suffixes = RomanceSuffixes(
        [
            """
            anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos osas amiento \
            amientos imiento imientos
            """,
            "adora ador ación adoras adores aciones ante antes ancia ancias acion",
            "logía=log logías=log ución=u uciones=u ucion=u encia=ente encias=ente",
            "amente", "mente", "idad idades", "iva ivo ivas ivos",
        ],
        beforeAmente: Endings("iv", "os ic ad"), beforeMente: Endings("ante able ible"),
        hasIcBeforeAction: true)

    private static let verbEndingsWithY = Endings("ya ye yan yen yeron yendo yo yó yas yes yais yamos")

    private static func removeVerbEndingWithY(_ word: inout StemmedWord) -> Bool {
        guard let ending = word.ending(verbEndingsWithY, from: word.verbRegion),
            word.last(ending.count) == "u"
        else { return false }
        word.drop(ending)
        return true
    }

    private static let verbEndings = Endings(
        "en es éis emos",
        """
        arían !arías arán arás aríais aría aréis aríamos aremos ará aré erían erías erán !erás eríais ería eréis \
        eríamos eremos !erá !eré irían irías irán !irás iríais iría iréis iríamos iremos irá iré aba ada ida ía ara \
        iera ad ed id ase iese aste iste an aban ían aran ieran asen iesen aron ieron ado ido ando iendo ió ar er \
        ir as abas adas idas ías aras ieras ases ieses !ís áis abais íais arais ierais aseis ieseis asteis isteis \
        ados idos amos ábamos íamos imos áramos iéramos iésemos ásemos
        """)

    private static func removeVerbEnding(_ word: inout StemmedWord) {
        guard let ending = word.ending(verbEndings, from: word.verbRegion) else { return }
        word.drop(ending)
        if ending.group == 0, word.hasEnding("gu") { word.drop(1) }
    }

    private static let lastVowels = Endings("os a o á í ó", "e é")

    private static func removeVowel(_ word: inout StemmedWord) {
        guard let ending = word.ending(lastVowels), word.drop(ending, in: word.verbRegion) else { return }
        if ending.group == 1, word.hasEnding("gu") { word.drop("u", in: word.verbRegion) }
    }
}
