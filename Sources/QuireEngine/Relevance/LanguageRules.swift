import QuireText

/// What full text knows of a language: numbers that are written as words, and plurals.
package struct LanguageRules: Sendable {
    private let numberWords: [String]
    private let hasPlurals: Bool

    /// - Parameter locale: A language code, with or without a region; without one the rules are English.
    package init(locale: String?) {
        let language = locale?.split { $0 == "-" || $0 == "_" }.first?.lowercased() ?? "en"
        numberWords = Self.numberWords[language] ?? []
        hasPlurals = language == "en"
    }

    /// The digits of a number word, and the words of digits.
    package func numbers(for word: String) -> [String] {
        if let number = Int(word), Self.isNumber(word) {
            let digits = String(number)
            let words = numberWords.indices.contains(number) ? [numberWords[number]] : []
            return digits == word ? words : []
        }
        return numberWords.firstIndex(of: word).map { [String($0)] } ?? []
    }

    /// The plurals of a singular, and the singulars of a plural.
    package func plurals(of word: String) -> [String] {
        guard hasPlurals, word.utf8.count >= 3, word.utf8.allSatisfy({ $0 &- 0x61 < 26 }) else { return [] }
        var forms: [String] = []
        if word.hasSuffix("ies"), word.utf8.count > 4 { forms.append(word.dropLast(3) + "y") }
        if word.hasSuffix("es"), word.utf8.count > 4 { forms.append(String(word.dropLast(2))) }
        if word.hasSuffix("s"), !word.hasSuffix("ss"), word.utf8.count > 3 {
            forms.append(String(word.dropLast()))
        }
        if word.hasSuffix("y") { forms.append(word.dropLast() + "ies") }
        forms.append(word + "s")
        forms.append(word + "es")
        return forms
    }

    /// Whether a word has digits only: such a word is never corrected, and nothing is corrected to it.
    static func isNumber(_ word: String) -> Bool {
        word.unicodeScalars.allSatisfy { $0.properties.generalCategory == .decimalNumber }
    }

    /// From 0 on, folded as words are.
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
}
