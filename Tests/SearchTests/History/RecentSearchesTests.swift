import Foundation
import Quire
import QuireSearch
import Testing
import TransportDoubles

@Suite("Recent searches")
struct RecentSearchesTests {
    private func texts(_ searches: String..., limit: Int = 10) -> [String] {
        var recent = RecentSearches(limit: limit)
        for search in searches { recent.add(search) }
        return recent.texts
    }

    @Test("The most recent search comes first, and only ten are kept")
    func order() {
        var recent = RecentSearches()
        for number in 1...12 { recent.add("search \(number).") }
        #expect(recent.texts == (3...12).reversed().map { "search \($0)." })
        recent.add("search 5.")
        #expect(recent.texts.first == "search 5.")
        #expect(recent.texts.count == 10)
        recent.add("one more")
        // A text that is used again becomes recent.
        #expect(recent.texts.contains("search 5.") && !recent.texts.contains("search 3."))
    }

    @Test("White space is collapsed; case, Unicode form and a final sigma are ignored")
    func normalised() {
        #expect(texts("  moby \t\n dick\u{a0}") == ["moby dick"])
        #expect(texts("moby dick", "Moby  DICK") == ["Moby DICK"])
        #expect(texts("Caf\u{e9}", "cafe\u{301}").count == 1)
        #expect(texts("cafe", "café").count == 2)
        #expect(texts("ΟΔΟΣ", "οδος").count == 1)
        #expect(texts("", "  ", "\n\t\u{2003}") == [])
    }

    @Test("A search that ends inside a word of another is replaced by it")
    func beginnings() {
        #expect(texts("moby dick", "moby d") == ["moby dick"])
        #expect(texts("moby d", "moby dick") == ["moby dick"])
        #expect(texts("w", "wh", "wha", "whale") == ["whale"])
        #expect(texts("whale", "WHA") == ["whale"])
        // One text may replace several.
        #expect(texts("whale", "moby d", "Moby Dic", "moby dick") == ["moby dick", "whale"])
        // A dropped text keeps the order unchanged.
        #expect(texts("whale", "emma", "wha") == ["emma", "whale"])
    }

    @Test("A search that ends at the end of a word is a separate search")
    func wholeWords() {
        #expect(texts("moby", "moby dick") == ["moby dick", "moby"])
        #expect(texts("moby dick", "moby") == ["moby", "moby dick"])
        #expect(texts("c", "c++") == ["c++", "c"])
        #expect(texts("moby-dick", "moby") == ["moby", "moby-dick"])
    }

    @Test("A word continues after an apostrophe, and in scripts without spaces")
    func scripts() {
        #expect(texts("don't", "don") == ["don't"])
        #expect(texts("rock’", "rock’n’roll") == ["rock’n’roll"])
        #expect(texts("東", "東京", "東京都") == ["東京都"])
        #expect(texts("東京 天気", "東京").count == 2)
        #expect(texts("หนัง", "หนังสือ") == ["หนังสือ"])
        #expect(texts("किता", "किताब") == ["किताब"])
        #expect(texts("كتا", "كتاب") == ["كتاب"])
        // Half of a character is the beginning of a word too.
        #expect(texts("e", "e\u{329}t") == ["e\u{329}t"])
    }

    @Test("A search is removed in any spelling")
    func removed() {
        var recent = RecentSearches(["whale", "Moby Dick"])
        let isRemoved = recent.remove("moby  dick")
        let isRemovedAgain = recent.remove("moby dick")
        #expect(isRemoved && !isRemovedAgain)
        #expect(recent.texts == ["whale"])
        recent.removeAll()
        #expect(recent == RecentSearches())
    }

    @Test("Texts from a file follow the same rules; a limit of zero or less keeps nothing")
    func restored() {
        #expect(RecentSearches(["whale", "wha", "WHALE", "", "emma"]).texts == ["whale", "emma"])
        #expect(RecentSearches(["a", "b", "c"], limit: 2).texts == ["a", "b"])
        #expect(RecentSearches(["a"], limit: 0).texts == [])
        #expect(RecentSearches(["a"], limit: -1).texts == [])
        #expect(RecentSearches([String(repeating: "x", count: 1_025)]).texts == [])
        #expect(RecentSearches([String(repeating: "x", count: 1_024)]).texts.count == 1)
    }

    @Test("A text is found at the beginning of a word, and its first occurrence is marked")
    func matches() {
        let recent = RecentSearches(["Moby Dick", "the dictionary of dicks", "emma", "Déjà vu", "c++", "c#"])
        func marked(_ text: String) -> [String] { recent.matches(text).map { $0.marked("«", "»") } }
        #expect(marked("dic") == ["Moby «Dic»k", "the «dic»tionary of dicks"])
        #expect(marked("ick") == [])
        #expect(marked("MOBY  di") == ["«Moby Di»ck"])
        #expect(marked("dick moby") == [])
        #expect(marked("deja") == ["«Déjà» vu"])
        #expect(marked("c+") == ["«c+»+"])
        #expect(marked("c") == ["«c»++", "«c»#"])
        #expect(marked(" ") == recent.texts)
        #expect(marked("?!") == [])
    }

    @Test("Marks cover whole characters in every script")
    func marks() {
        func marked(_ text: String, in search: String) -> String? {
            RecentSearches([search]).matches(text).first?.marked("«", "»")
        }
        #expect(marked("京", in: "東京 天気") == "東«京» 天気")
        #expect(marked("stras", in: "Die Straße") == "Die «Straß»e")
        #expect(marked("e", in: "e\u{301}clair") == "«e\u{301}»clair")
        #expect(marked("ﬁ", in: "fin") == "«fi»n")
        #expect(marked("कि", in: "किताब") == "«कि»ताब")
        #expect(marked("한", in: "한국어 책") == "«한»국어 책")
    }

    // MARK: - Random sequences

    /// The same rules for words of ASCII letters separated by spaces, with regular expressions and arrays.
    private struct Model {
        var texts: [String] = []
        let limit: Int

        mutating func add(_ text: String) {
            let text = text.split(separator: " ").joined(separator: " ")
            if text.isEmpty || limit == 0 { return }
            if texts.contains(where: { Self.isHalf(text, of: $0) }) { return }
            texts = texts.filter { $0.lowercased() != text.lowercased() && !Self.isHalf($0, of: text) }
            texts = Array(([text] + texts).prefix(limit))
        }

        static func isHalf(_ text: String, of other: String) -> Bool {
            let pattern = "(?i)^" + NSRegularExpression.escapedPattern(for: text) + "(?=\\w)"
            return text.hasSuffix(" ") == false
                && other.range(of: pattern, options: .regularExpression) != nil
        }
    }

    @Test("Random sequences of typing, submitting and removing match a simple model")
    func random() {
        var random = SeededGenerator(seed: 49)
        for _ in 0..<400 {
            let limit = Int.random(in: 0...6, using: &random)
            var recent = RecentSearches(limit: limit)
            var model = Model(limit: limit)
            for _ in 0..<60 {
                let words = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    (0..<Int.random(in: 1...3, using: &random)).map { _ in
                        "aAbB".randomElement(using: &random)!
                    }
                    .map(String.init).joined()
                }
                let text = words.joined(separator: Bool.random(using: &random) ? " " : "  ")
                if Int.random(in: 0..<10, using: &random) == 0 {
                    recent.remove(text)
                    model.texts.removeAll { $0.lowercased() == words.joined(separator: " ").lowercased() }
                } else {
                    recent.add(text)
                    model.add(text)
                }
                #expect(recent.texts == model.texts, "after \(text)")
            }
        }
    }

    @Test("Hostile texts of all scripts break no rule")
    func hostile() {
        let pieces = [
            "a", "É", "e\u{301}", "ß", "ς", "Σ", "İ", "ı", "東", "京", "ก", "ำ", "한", "ㄱ", "क", "ि", "\u{200d}",
            "👩", "🏽", "🇩",
            "\u{0}", "\u{202e}", "\u{feff}", "\"", "\\", "<b>", " ", "\u{a0}", "\u{2028}", "'", "ﷺ", "𝔉",
            "\u{301}",
        ]
        var random = SeededGenerator(seed: 50)
        for _ in 0..<2_000 {
            var recent = RecentSearches(limit: 5)
            for _ in 0..<8 {
                let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    pieces.randomElement(using: &random)!
                }.joined()
                let before = recent
                let isKept = recent.add(text)
                if isKept {
                    // The first one is kept, and finds itself.
                    var again = recent
                    again.add(text)
                    #expect(again == recent)
                } else {
                    #expect(recent == before)
                }
                #expect(recent.texts.count <= 5)
                #expect(RecentSearches(recent.texts, limit: 5) == recent, "\(recent.texts)")
                for match in recent.matches(text) { #expect(recent.texts.contains(match.text)) }
            }
        }
    }
}
