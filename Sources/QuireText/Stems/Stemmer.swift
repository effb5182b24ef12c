/// Reduces the forms of a word to one stem, by Snowball's published algorithm for a language.
///
/// The stem need not be a word: `stories` and `story` have the stem `stori`.
package struct Stemmer: Sendable, Hashable {
    private let language: Language

    private enum Language: String {
        case english = "en"
        case german = "de"
        case french = "fr"
        case spanish = "es"
        case italian = "it"
        case portuguese = "pt"
        case dutch = "nl"
        case russian = "ru"
    }

    /// Returns `nil` for a language that has no stemmer.
    ///
    /// - Parameter language: The code of a language: `en`.
    package init?(language: String) {
        guard let language = Language(rawValue: language) else { return nil }
        self.language = language
    }

    /// What a word may begin with that its stem lacks: "ge" of Dutch participles.
    package var prefixes: [String] { language == .dutch ? ["", "ge"] : [""] }

    /// Whether a folded word consists of letters of the language.
    package func reads(_ word: String) -> Bool {
        if language == .russian { return word.unicodeScalars.allSatisfy { 0x430...0x44F ~= $0.value } }
        return word.utf8.allSatisfy { $0 &- 0x61 < 26 }
    }

    /// The stem of a word in lower case.
    ///
    /// - Parameter isFolded: Whether the word may have lost its accents. Endings are then also found without theirs.
    ///   Without this, the stem is exactly Snowball's.
    package func stem(_ word: String, isFolded: Bool = true) -> String {
        switch language {
        case .english: EnglishStemmer.stem(word)
        case .german: GermanStemmer.stem(word)
        case .french: FrenchStemmer.stem(word, isFolded: isFolded)
        case .spanish: SpanishStemmer.stem(word, isFolded: isFolded)
        case .italian: ItalianStemmer.stem(word, isFolded: isFolded)
        case .portuguese: PortugueseStemmer.stem(word, isFolded: isFolded)
        case .dutch: DutchStemmer.stem(word, isFolded: isFolded)
        case .russian: RussianStemmer.stem(word)
        }
    }
}
