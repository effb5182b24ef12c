/// The French stemmer of Snowball.
///
/// A `u`, `i` or `y` that is a consonant is written as a capital meanwhile, and `ë` and `ï` as `He` and `Hi`.
/// In a folded word, "-at" is not the "-ât" of a verb, because of nouns such as "climat".
enum FrenchStemmer {
    static func stem(_ word: String, isFolded: Bool) -> String {
        var word = StemmedWord(word, isFolded: isFolded)
        markConsonants(&word)
        word.replaceAll(diaereses)
        markRegions(&word)
        if removeSuffix(&word) || removeVerbEndingWithI(&word) || removeVerbEnding(&word) {
            word.replace(word.ending(lastConsonants))
        } else {
            removeRest(&word)
        }
        if word.ending(doubled) != nil { word.drop(1) }
        removeAccent(&word)
        word.replaceAll(letters)
        return word.text
    }

    // MARK: - Letters

    private static let vowels = Set("aeiouyâàëéêèïîôûù".unicodeScalars)
    private static let diaereses = StemmedWord.pairs("ë=He ï=Hi")
    private static let letters = StemmedWord.pairs("I=i U=u Y=y He=ë Hi=ï H=")

    private static func isVowel(_ letter: Unicode.Scalar?) -> Bool { letter.map(vowels.contains) ?? false }

    private static func markConsonants(_ word: inout StemmedWord) {
        for index in word.letters.indices.dropLast() {
            let next = word[index + 1]
            let isBeforeVowel = index + 2 < word.count && isVowel(word[index + 2])
            if isVowel(word[index]) {
                if next == "u", isBeforeVowel { word[index + 1] = "U" }
                if next == "i", isBeforeVowel { word[index + 1] = "I" }
                if next == "y" { word[index + 1] = "Y" }
            }
            if word[index] == "y", isVowel(word[index + 1]) { word[index] = "Y" }
            if word[index] == "q", next == "u" { word[index + 1] = "U" }
        }
    }

    private static func markRegions(_ word: inout StemmedWord) {
        word.markRegions(vowels)
        word.verbRegion = word.count
        guard word.count > 2 else { return }
        let isException =
            (isVowel(word[0]) && isVowel(word[1]))
            || ["par", "col", "tap"].contains(where: word.hasBeginning)
            || (word.hasBeginning("ni") && isVowel(word[2]))
        word.verbRegion = isException ? 3 : word.past(1, vowels.contains) ?? word.count
    }

    // MARK: - Steps

    private static let suffixes = Endings(
        """
        ance= iqUe= isme= able= iste= eux= ances= iqUes= ismes= ables= istes= logie=log logies=log usion=u ution=u \
        usions=u utions=u ence=ent ences=ent
        """,
        "atrice ateur ation atrices ateurs ations", "ement ements", "ité ités", "if ive ifs ives",
        "eaux=eau", "aux=al", "oux=ou", "euse euses", "issement issements", "amment=ant emment=ent",
        "ment ments")
    private static let beforeEment = Endings("iv", "eus", "abl iqU", "ièr=i Ièr=i")
    private static let beforeIté = Endings("abil=abl", "ic=iqU", "iv")

    /// Returns `false` also after "-ment", because the ending of a verb may precede it.
    private static func removeSuffix(_ word: inout StemmedWord) -> Bool {
        guard let ending = word.ending(suffixes) else { return false }
        let (isIn1, isIn2) = (word.isIn(word.region1, ending), word.isIn(word.region2, ending))
        let isInVerb = word.isIn(word.verbRegion, ending)
        let before = word.last(ending.count)
        switch ending.group {
        case 0, 1, 3, 4:
            guard isIn2 else { return false }
            word.replace(ending)
            if ending.group == 1 { replaceIc(&word) }
            if ending.group == 3, let before = word.ending(beforeIté), !word.drop(before, in: word.region2) {
                if before.replacement != nil { word.replace(before) }
            }
            if ending.group == 4, word.drop("at", in: word.region2) { replaceIc(&word) }
        case 2:
            guard isInVerb else { return false }
            word.drop(ending)
            removeBeforeEment(&word)
        case 5: word.replace(ending)
        case 6 where isIn1: word.replace(ending)
        case 7 where before.map("bhjlnp".unicodeScalars.contains) ?? false: word.replace(ending)
        case 8 where isIn2: word.drop(ending)
        case 8 where isIn1: word.replace(ending, by: "eux")
        case 9 where isIn1 && before != nil && !isVowel(before): word.drop(ending)
        case 10:
            if isInVerb { word.replace(ending) }
            return false
        case 11:
            if isVowel(before), word.count - ending.count > word.verbRegion { word.drop(ending) }
            return false
        default: return false
        }
        return true
    }

    private static func replaceIc(_ word: inout StemmedWord) {
        if word.hasEnding("ic"), !word.drop("ic", in: word.region2) { word.replace(2, by: "iqU") }
    }

    private static func removeBeforeEment(_ word: inout StemmedWord) {
        guard let ending = word.ending(beforeEment) else { return }
        switch ending.group {
        case 0: if word.drop(ending, in: word.region2) { word.drop("at", in: word.region2) }
        case 1:
            if !word.drop(ending, in: word.region2), word.isIn(word.region1, ending) {
                word.replace(ending, by: "eux")
            }
        case 2: word.drop(ending, in: word.region2)
        default: if word.isIn(word.verbRegion, ending) { word.replace(ending) }
        }
    }

    private static let verbEndingsWithI = Endings(
        """
        !îmes !ît !îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons iront is issaIent \
        issais issait issant issante issantes issants isse issent isses issez issiez issions issons it
        """)

    private static func removeVerbEndingWithI(_ word: inout StemmedWord) -> Bool {
        guard let ending = word.ending(verbEndingsWithI, from: word.verbRegion),
            word.count - ending.count > word.verbRegion, let before = word.last(ending.count), before != "H",
            !vowels.contains(before)
        else { return false }
        word.drop(ending)
        return true
    }

    private static let verbEndings = Endings(
        "ions",
        """
        !é ée ées !és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez iez eais
        """,
        "!âmes !ât !âtes a ai aIent ait ant ante antes ants as asse assent asses assiez assions",
        "ais aise aises")
    private static let beforeAis = Endings("al", "auv épl")

    private static func removeVerbEnding(_ word: inout StemmedWord) -> Bool {
        guard let ending = word.ending(verbEndings, from: word.verbRegion) else { return false }
        if ending.group == 0, !word.isIn(word.region2, ending) { return false }
        if ending.group == 3, let before = word.ending(beforeAis, before: ending),
            before.group == 1 || word.count - ending.count == 3
        {
            return false
        }
        word.drop(ending)
        if ending.group == 2 { word.drop("e", in: word.verbRegion) }
        return true
    }

    private static let lastConsonants = Endings("Y=i ç=c")
    private static let residues = Endings("ion", "ier=i ière=i Ier=i Ière=i", "e=")
    private static let doubled = Endings("enn onn ett ell eill")
    private static let keepsS = Set("aiouès".unicodeScalars)

    private static func removeRest(_ word: inout StemmedWord) {
        if word.last() == "s", let before = word.last(1),
            !keepsS.contains(before) || (before == "i" && word.last(2) == "H")
        {
            word.drop(1)
        }
        guard let ending = word.ending(residues, from: word.verbRegion) else { return }
        let before = word.last(ending.count)
        if ending.group > 0 {
            word.replace(ending)
        } else if before == "s" || before == "t", word.isIn(word.region2, ending),
            word.count - ending.count > word.verbRegion
        {
            word.drop(ending)
        }
    }

    /// The last vowel loses its accent if a consonant follows.
    private static func removeAccent(_ word: inout StemmedWord) {
        guard let index = word.letters.lastIndex(where: vowels.contains), index < word.count - 1 else {
            return
        }
        if word[index] == "é" || word[index] == "è" { word[index] = "e" }
    }
}
