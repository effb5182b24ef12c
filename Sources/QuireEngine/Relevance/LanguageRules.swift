import Foundation
import QuireText

/// The rules of a language for full text: numbers written as words, plurals, and other forms of a word.
package struct LanguageRules: Sendable {
    private let numberWords: [String]
    private let plurals: [Plural]
    private let stemmer: Stemmer?
    let isTurkic: Bool
    /// Whether words are often written together: "Dampfschiff".
    let writesCompounds: Bool

    /// - Parameter locale: A language code with or without a region. `nil` means English.
    package init(locale: String?) {
        let language = locale?.split { $0 == "-" || $0 == "_" }.first?.lowercased() ?? "en"
        numberWords = Self.numberWords[language] ?? []
        plurals = Self.plurals[language] ?? []
        stemmer = Stemmer(language: language)
        isTurkic = language == "tr" || language == "az"
        writesCompounds = ["de", "nl", "sv", "da", "nb", "nn", "no", "fi"].contains(language)
    }

    // MARK: - Numbers

    /// The digits of a number word, or the word for digits.
    package func numbers(for word: String) -> [String] {
        if let number = Int(word), Self.isNumber(word) {
            let digits = String(number)
            let words = numberWords.indices.contains(number) ? [numberWords[number]] : []
            return digits == word ? words : []
        }
        return numberWords.firstIndex(of: word).map { [String($0)] } ?? []
    }

    /// Whether a word consists of digits. Such a word is never corrected, and no word is corrected to it.
    static func isNumber(_ word: String) -> Bool {
        word.unicodeScalars.allSatisfy { $0.properties.generalCategory == .decimalNumber }
    }

    /// From 0, folded like words.
    private static let numberWords: [String: [String]] = [
        "en": words(
            """
            zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
            seventeen eighteen nineteen twenty
            """),
        "de": words(
            """
            null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn \
            siebzehn achtzehn neunzehn zwanzig
            """),
        "fr": words(
            """
            zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize
            """),
        "es": words(
            """
            cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis \
            diecisiete dieciocho diecinueve veinte
            """),
        "it": words(
            """
            zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici \
            sedici diciassette diciotto diciannove venti
            """),
    ]

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    // MARK: - Plurals

    /// The endings of a singular and its plural, folded like words: `y` and `ies`.
    private struct Plural {
        var singular: String
        var plural: String

        init(_ singular: String, _ plural: String) {
            self.singular = singular
            self.plural = plural
        }
    }

    /// The possible plurals of a singular and singulars of a plural.
    ///
    /// Many of them are not words. Only those that the content has are searched for.
    package func plurals(of word: String) -> [String] {
        guard !plurals.isEmpty, word.utf8.allSatisfy({ $0 &- 0x61 < 26 }) else { return [] }
        var forms: [String] = []
        for rule in plurals {
            // A word such as "glass" is not a plural.
            if word.hasSuffix(rule.plural), rule.plural != "s" || !word.hasSuffix("ss") {
                let form = String(word.dropLast(rule.plural.utf8.count)) + rule.singular
                if form.utf8.count >= Self.shortest { forms.append(form) }
            }
        }
        for rule in plurals where word.hasSuffix(rule.singular) && word.utf8.count >= Self.shortest {
            forms.append(String(word.dropLast(rule.singular.utf8.count)) + rule.plural)
        }
        return forms
    }

    /// A shorter singular has no plural.
    private static let shortest = 3

    private static let plurals: [String: [Plural]] = [
        "en": [Plural("y", "ies"), Plural("", "es"), Plural("", "s")],
        // Häuser is "hauser" here, so an umlaut needs no rule.
        "de": [
            Plural("", "en"), Plural("", "er"), Plural("", "e"), Plural("", "n"), Plural("", "s"),
            Plural("in", "innen"),
        ],
        "fr": [Plural("al", "aux"), Plural("ail", "aux"), Plural("", "x"), Plural("", "s")],
        "es": [Plural("z", "ces"), Plural("", "es"), Plural("", "s")],
        "pt": [
            Plural("ao", "oes"), Plural("ao", "aes"), Plural("m", "ns"), Plural("l", "is"), Plural("", "es"),
            Plural("", "s"),
        ],
        "it": [
            Plural("co", "chi"), Plural("ca", "che"), Plural("go", "ghi"), Plural("ga", "ghe"),
            Plural("o", "i"), Plural("a", "e"), Plural("e", "i"), Plural("io", "i"),
        ],
        "nl": [Plural("", "en"), Plural("", "s")],
    ]

    // MARK: - Stems

    /// The words of the content that begin with a text, by their stem. Kept for the words of a query, so that each word of
    /// the content is read and stemmed once.
    typealias WordsByStem = [String: [String: [String]]]

    /// The other words of the content with the stem of a word.
    ///
    /// - Parameters:
    ///   - wordsByStem: What the other words of the query have read.
    ///   - words: Returns the words of the content that begin with a text, in the order of their bytes.
    func forms<Failure: Error>(
        of word: String, keeping wordsByStem: inout WordsByStem,
        among words: (String) throws(Failure) -> [String]
    ) throws(Failure) -> [String] {
        guard let stemmer, stemmer.reads(word), word.unicodeScalars.count >= Self.shortest else { return [] }
        let stem = stemmer.stem(word)
        var common =
            stemmer.prefixes.filter(word.hasPrefix)
            .map { word.dropFirst($0.count).commonPrefix(with: stem) }.max { $0.count < $1.count } ?? ""
        // The last letter of a stem may differ from the word's: "stori" is the stem of "story".
        if common.unicodeScalars.count > Self.shortest { common.removeLast() }
        guard common.unicodeScalars.count > 1 else { return [] }
        var forms: [String] = []
        for beginning in stemmer.prefixes.map({ $0 + common }) {
            if wordsByStem[beginning] == nil {
                wordsByStem[beginning] = Dictionary(grouping: try words(beginning), by: { stemmer.stem($0) })
            }
            forms += (wordsByStem[beginning]?[stem] ?? []).filter { $0 != word }
        }
        return Array(forms.prefix(Self.mostForms))
    }

    private static let mostForms = 50
}

/// Other spellings of a word, and the words that it is a part of.
extension LanguageRules {
    // MARK: - Turkish and Azerbaijani

    /// The words that differ in the dots of ı and i only, because many keyboards have no ı: `isik` is `ışık`.
    func spellings(of word: String) -> [String] {
        guard isTurkic else { return [] }
        var spellings = [""]
        for letter in word {
            let isVariable = letter == "i" || letter == "ı"
            if isVariable, spellings.count == Self.mostSpellings { return [] }
            spellings = spellings.flatMap { isVariable ? [$0 + "i", $0 + "ı"] : [$0 + String(letter)] }
        }
        return spellings.filter { $0 != word }
    }

    /// A word of more than three such letters is only found as it was typed, or corrected.
    private static let mostSpellings = 8

    // MARK: - Arabic

    /// The word without its article, or with one: `كتاب` and `الكتاب`, also after و, ب, ك, ف and ل.
    func articleForms(of word: String) -> [String] {
        guard let first = word.unicodeScalars.first, 0x620...0x64A ~= first.value else { return [] }
        for article in Self.articles where word.hasPrefix(article) {
            let bare = String(word.dropFirst(article.count))
            if bare.count >= Self.shortestBareWord {
                return [bare] + Self.articles.map { $0 + bare }.filter { $0 != word }
            }
        }
        return word.count >= Self.shortestBareWord ? Self.articles.map { $0 + word } : []
    }

    private static let articles = ["ال", "وال", "بال", "كال", "فال", "لل"]
    private static let shortestBareWord = 3

    // MARK: - Compounds

    /// The words of the content that a word is a part of, in languages that write compounds as one word, shortest first.
    /// Korean words are also found without a particle of one or two syllables at their end.
    func compounds(with word: String, in vocabulary: SortedWords) -> [String] {
        let isKorean = word.unicodeScalars.allSatisfy { 0xAC00...0xD7A3 ~= $0.value }
        let count = word.unicodeScalars.count
        guard isKorean ? count >= 2 : writesCompounds && count >= 4 else { return [] }
        var part = word
        var compounds = part.withUTF8 { part in vocabulary.words { $0.contains(part) } }
        compounds.removeAll { $0 == word }
        compounds.sort { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        guard isKorean else { return compounds }
        let bare = (1...2).filter { count - $0 >= 2 }.map { String(word.unicodeScalars.dropLast($0)) }
        return bare.filter { vocabulary.count(of: $0, .whole) > 0 } + compounds
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func contains(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = part.first, part.count <= count else { return part.isEmpty }
        return (0...count - part.count).contains { start in
            self[start] == first && self[start..<start + part.count].elementsEqual(part)
        }
    }
}
