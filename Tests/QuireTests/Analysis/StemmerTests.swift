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
        #expect(pairs.count >= 170)
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
        "The forms of a word have one stem after the analyzer folded them",
        arguments: [
            ("fr", "aimer aimé aimée aimées aimés aimait aimèrent"), ("fr", "activité activités actives"),
            ("fr", "premier première premiers premières"), ("fr", "général générale"),
            ("es", "cantar cantó canté cantaría cantarán cantábamos"),
            ("es", "comer comió comía comían comí"),
            ("es", "canción canciones"), ("es", "servicio servicios"), ("es", "historia historias"),
            ("es", "cantándole cantando"), ("es", "carrera carreras"),
            ("it", "parlare parlerà parlerai parlava"), ("it", "attività attivo"), ("it", "libri libro"),
            ("pt", "cantar cantará cantávamos cantarão"), ("pt", "atividade atividades ativo"),
            ("pt", "informação informações informar"), ("nl", "lopen loopt gelopen loop"),
            ("nl", "boeken boek boeken boekje"),
            ("nl", "geloven gelooft geloof"), ("ru", "книга книги книгу книгой книг"),
            ("ru", "зелёный зеленая"),
            ("ru", "читать читал читала читали"),
        ])
    func foldedForms(language: String, words: String) throws {
        let stemmer = try #require(Stemmer(language: language))
        let folded = TextAnalyzer(locale: language).words(in: words)
        #expect(folded.allSatisfy(stemmer.reads))
        #expect(Set(folded.map { stemmer.stem($0) }).count == 1, "\(folded.map { stemmer.stem($0) })")
    }

    @Test(
        "Other words have other stems after the analyzer folded them",
        arguments: [
            ("fr", "première prêtre"), ("fr", "maison mais"), ("fr", "climat climatisé"),
            ("es", "carrera carro"),
            ("es", "primera prima"), ("it", "numero nume"), ("pt", "canto cantora"),
            ("nl", "geval vallen"), ("nl", "schilderij schild"), ("nl", "innen in"), ("ru", "книга книжка"),
        ])
    func keptApart(language: String, words: String) throws {
        let stemmer = try #require(Stemmer(language: language))
        let folded = TextAnalyzer(locale: language).words(in: words)
        #expect(Set(folded.map { stemmer.stem($0) }).count > 1)
    }

    @Test("Empty, short, long and foreign words have a stem", arguments: languages)
    func hostile(language: String) throws {
        let stemmer = try #require(Stemmer(language: language))
        let long = ["a", "ge", "es", "ement", "ность", "ië", "qu", "ss"].map {
            String(repeating: $0, count: 20_000)
        }
        let foreign = ["史記", "🙂", "e\u{301}\u{301}", "café's", "\u{200D}", "7up", "ΑΒΓ", "a~", "He", "Hi"]
        for word in long + foreign {
            for isFolded in [true, false] {
                let stem = stemmer.stem(word, isFolded: isFolded)
                #expect(stem.unicodeScalars.count <= word.unicodeScalars.count + 2, "\(word.prefix(20))")
            }
        }
        for foreign in ["史記", "🙂", "7"] { #expect(stemmer.stem(foreign) == foreign) }
        for letter in [""] + "abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыэюя".map(String.init) {
            #expect(stemmer.stem(letter) == letter)
        }
    }

    private static let languages = ["en", "de", "fr", "es", "it", "pt", "nl", "ru"]

    @Test("Russian words are read by the Russian stemmer only, and only by it", arguments: languages)
    func alphabets(language: String) throws {
        let stemmer = try #require(Stemmer(language: language))
        #expect(stemmer.reads("история") == (language == "ru"))
        #expect(stemmer.reads("история") != stemmer.reads("story"))
        #expect(!stemmer.reads("storyя") && !stemmer.reads("ιστορία") && !stemmer.reads("7"))
    }

    @Test("A language without a stemmer has none, and foreign letters are not read")
    func unknown() throws {
        #expect(Stemmer(language: "xx") == nil)
        let stemmer = try #require(Stemmer(language: "en"))
        #expect(stemmer.reads("story") && !stemmer.reads("7up") && !stemmer.reads("история"))
    }
}
