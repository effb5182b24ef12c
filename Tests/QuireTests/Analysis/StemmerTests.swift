import Quire
import Testing

@Suite("Stems") struct StemmerTests {
    @Test(
        "Words have the stems of Snowball's vocabularies",
        arguments: [
            ("en", StemSamples.english), ("de", StemSamples.german), ("fr", StemSamples.french),
            ("es", StemSamples.spanish), ("it", StemSamples.italian), ("pt", StemSamples.portuguese),
            ("nl", StemSamples.dutch), ("ru", StemSamples.russian),
        ])
    func vocabulary(language: String, samples: String) throws {
        let stemmer = try #require(Stemmer(language: language))
        let pairs = samples.split(separator: " ").map { $0.split(separator: "=").map(String.init) }
        #expect(pairs.count > 150)
        for pair in pairs { #expect(stemmer.stem(pair[0], isFolded: false) == pair[1], "\(pair[0])") }
    }

    @Test(
        "Rare endings and exceptions",
        arguments: [
            "dying": "die", "inning": "inning", "skies": "sky", "news": "news", "universities": "universiti",
            "universe": "univers", "hoped": "hope", "hopped": "hop", "egged": "egg", "proceed": "proceed",
            "agreed": "agre", "gas": "gas", "gaps": "gap", "past": "past", "y": "y", "": "",
        ])
    func english(word: String, stem: String) throws {
        let stemmer = try #require(Stemmer(language: "en"))
        #expect(stemmer.stem(word) == stem)
    }

    @Test("Folded German words have the stems of the words with umlauts")
    func folded() throws {
        let stemmer = try #require(Stemmer(language: "de"))
        for (word, folded) in [("häuser", "hauser"), ("größe", "grosse"), ("mueller", "muller")] {
            #expect(stemmer.stem(word) == stemmer.stem(folded))
        }
    }

    @Test(
        "Words without their accents share a stem with their other forms",
        arguments: [
            ("fr", ["evolution", "evolutions"]), ("fr", ["chantait", "chanter", "chante"]),
            ("fr", ["deciderent", "decider"]), ("es", ["cancion", "canciones"]),
            ("es", ["hablando", "hablar", "hablaria"]), ("es", ["rapida", "rapidas"]),
            ("it", ["nazione", "nazioni"]), ("it", ["parlando", "parlare"]), ("pt", ["publico", "publicas"]),
            ("pt", ["falando", "falar"]), ("nl", ["boek", "boeken"]), ("nl", ["gewerkt", "werken"]),
            ("ru", ["книга", "книги", "книгами"]), ("ru", ["красивый", "красивая"]),
        ])
    func withoutAccents(language: String, forms: [String]) throws {
        let stemmer = try #require(Stemmer(language: language))
        #expect(Set(forms.map { stemmer.stem($0) }).count == 1, "\(forms.map { stemmer.stem($0) })")
    }

    @Test(
        "Hostile words have a stem no longer than a letter more",
        arguments: ["en", "de", "fr", "es", "it", "pt", "nl", "ru"])
    func hostile(language: String) throws {
        let stemmer = try #require(Stemmer(language: language))
        for unit in [
            "", "a", "e", "é", "ij", "ge", "ные", "qu", "ss", "\u{301}", "日", "yy", "ation", "mente",
        ] {
            for count in [0, 1, 2, 3, 1_000] {
                let word = String(repeating: unit, count: count)
                #expect(stemmer.stem(word).unicodeScalars.count <= word.unicodeScalars.count + 1)
            }
        }
    }

    @Test("A language without a stemmer has none, and foreign letters are not read")
    func unknown() throws {
        #expect(Stemmer(language: "xx") == nil)
        let stemmer = try #require(Stemmer(language: "en"))
        #expect(stemmer.reads("story") && !stemmer.reads("7up") && !stemmer.reads("история"))
        let russian = try #require(Stemmer(language: "ru"))
        #expect(russian.reads("история") && !russian.reads("story") && !russian.reads("їжак"))
    }
}
