/// The Dutch stemmer of Snowball, by Wessel Kraaij and Renée Pohlmann.
enum DutchStemmer {
    static func stem(_ word: String, isFolded: Bool) -> String {
        var word = StemmedWord(word, isFolded: isFolded)
        DutchLetters.markRegions(&word)
        var isStemmed = false
        for step in steps where step.contains(where: { remove($0, from: &word) }) { isStemmed = true }
        for isPrefix in [true, false] where DutchParticiple.removeGe(&word, isPrefix: isPrefix) {
            isStemmed = true
        }
        if let ending = word.ending(lastT) {
            word.replace(ending)
            isStemmed = true
        }
        // "innen" is no form of "in".
        if isStemmed, word.text != "inn" { word.replace(word.ending(lastConsonants)) }
        return word.text
    }

    private static let lastT = Endings("kt=k ft=f pt=p")
    private static let lastConsonants = Endings(
        """
        bb=b cc=c dd=d ff=f gg=g hh=h jj=j kk=k ll=l mm=m nn=n pp=p qq=q rr=r ss=s tt=t vv=v ww=w xx=x zz=z v=f z=s
        """)

    // MARK: - Steps

    /// Where the word must have an ending.
    private enum Place {
        case anywhere, inRegion1, afterConsonant, afterVowel
        /// The vowel before the ending is then doubled.
        case inRegion1Long, afterConsonantLong, inRegion2Long
        /// Endings with rules of their own.
        case s, es, en, je, ing, ig
    }

    private struct Group {
        let endings: Endings
        let places: [Place]

        init(_ endings: (place: Place, endings: String)...) {
            self.endings = Endings(endings.map(\.endings))
            places = endings.map(\.place)
        }
    }

    /// In each step, the first group that has an ending of the word in its place.
    private static let steps = [
        [
            Group(
                (.s, "s"), (.es, "es"), (.en, "en"), (.inRegion1, "ies=ie és=é"), (.afterVowel, "aus=au"),
                (.anywhere, "nde=nd"))
        ],
        [
            Group(
                (.je, "je"), (.inRegion1, "ge=g lijke=lijk ische=isch te=t se=s re=r"),
                (.afterConsonant, "de= ieve=ief"), (.inRegion1Long, "le=l"), (.afterConsonantLong, "ene=en"))
        ],
        [
            Group(
                (.inRegion1, "atie=eer heid= sel= ster="), (.inRegion1Long, "iteit="), (.anywhere, "rder=r"),
                (.ing, "ing= isme= erij="), (.afterConsonant, "arij=aar tst=t dst=d"),
                (.inRegion2Long, "fie=f gie=g"))
        ],
        [
            Group(
                (
                    .inRegion1,
                    "ioneel=ie atief=eer baar= tant=teer lijker=lijk lijkst=lijk achtig= achtiger= achtigst="
                ),
                (.afterVowel, "naar=n laar=l raar=r"), (.afterConsonantLong, "eriger= erigst= erig= end=")),
            Group((.ig, "iger= igst= ig=")),
        ],
    ]

    private static func remove(_ group: Group, from word: inout StemmedWord) -> Bool {
        guard let ending = word.ending(group.endings) else { return false }
        let place = group.places[ending.group]
        let isIn1 = word.isIn(word.region1, ending)
        let isAfterConsonant = isIn1 && DutchLetters.isConsonant(word, before: ending.count)
        let isThere =
            switch place {
            case .anywhere: true
            case .inRegion1, .inRegion1Long, .ing: isIn1
            case .afterConsonant, .afterConsonantLong: isAfterConsonant
            case .afterVowel: isIn1 && DutchLetters.isVowel(word, before: ending.count)
            case .inRegion2Long: word.isIn(word.region2, ending)
            // "tests" but not "ets"
            case .s: isAfterConsonant && !(word.hasEnding("ts") && word.count - 2 >= word.region1)
            case .ig: isAfterConsonant && !(word.count == ending.count + 3 && word.hasBeginning("inn"))
            case .es: removeEs(&word, isAfterConsonant: isAfterConsonant)
            case .en: removeEn(&word, isAfterConsonant: isAfterConsonant)
            case .je: removeJe(&word, isAfterConsonant: isAfterConsonant)
            }
        if place == .ing, word.hasEnding("ild", before: ending.count) {
            // "schilderij" is no form of "schild".
            word.replace(ending, by: "er")
            return true
        }
        guard isThere else { return false }
        switch place {
        case .es, .en, .je: return true
        default: word.replace(ending)
        }
        switch place {
        case .inRegion1Long, .afterConsonantLong, .inRegion2Long, .ing, .ig: DutchLetters.lengthen(&word)
        default: break
        }
        return true
    }

    /// Whether an ending of a number of letters is in the first region and follows a consonant.
    private static func isAfterConsonant(_ count: Int, _ word: StemmedWord) -> Bool {
        word.count - count >= word.region1 && DutchLetters.isConsonant(word, before: count)
    }

    private static func removeEs(_ word: inout StemmedWord, isAfterConsonant: Bool) -> Bool {
        if word.hasEnding("ares"), Self.isAfterConsonant(4, word) {
            word.drop(2)
            DutchLetters.lengthen(&word)
        } else if word.hasEnding("eres"), Self.isAfterConsonant(4, word) {
            word.drop(2)
        } else if isAfterConsonant {
            word.drop(1)
        } else {
            return false
        }
        return true
    }

    private static func removeEn(_ word: inout StemmedWord, isAfterConsonant: Bool) -> Bool {
        if word.hasEnding("heden"), word.count - 5 >= word.region1 {
            word.replace(5, by: "heid")
        } else if word.hasEnding("nden") {
            word.drop(2)
        } else if word.hasEnding("den"), Self.isAfterConsonant(3, word) {
            word.drop(3)
        } else if word.last(2) == "i" || word.last(2) == "j", DutchLetters.isVowel(word, before: 3) {
            word.drop(2)
        } else if isAfterConsonant {
            word.drop(2)
            DutchLetters.lengthen(&word)
        } else {
            return false
        }
        return true
    }

    private static func removeJe(_ word: inout StemmedWord, isAfterConsonant: Bool) -> Bool {
        if word.hasEnding("etje"), Self.isAfterConsonant(4, word) {
            word.drop(4)
        } else if word.hasEnding("rntje") {
            word.drop(3)
        } else if word.hasEnding("tje"), word.count - 3 >= word.region1, DutchLetters.isVowel(word, before: 4)
        {
            word.drop(3)
        } else if word.hasEnding("inkje") {
            word.replace(3, by: "g")
        } else if word.hasEnding("mpje") {
            word.drop(3)
        } else if isAfterConsonant {
            word.drop(2)
        } else {
            return false
        }
        return true
    }
}

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
