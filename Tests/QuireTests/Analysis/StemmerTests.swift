import Quire
import Testing

@Suite("Stems") struct StemmerTests {
    @Test(
        "Words have the stems of Snowball's vocabularies",
        arguments: [("en", StemSamples.english), ("de", StemSamples.german)])
    func vocabulary(language: String, samples: String) throws {
        let stemmer = try #require(Stemmer(language: language))
        let pairs = samples.split(separator: " ").map { $0.split(separator: "=").map(String.init) }
        #expect(pairs.count > 300)
        for pair in pairs { #expect(stemmer.stem(pair[0]) == pair[1], "\(pair[0])") }
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

    @Test("A language without a stemmer has none, and foreign letters are not read")
    func unknown() throws {
        #expect(Stemmer(language: "xx") == nil)
        let stemmer = try #require(Stemmer(language: "en"))
        #expect(stemmer.reads("story") && !stemmer.reads("7up") && !stemmer.reads("история"))
    }
}
