/// Reduces the forms of a word to one stem, by Snowball's published algorithm for a language.
///
/// The stem need not be a word: `stories` and `story` have the stem `stori`.
package struct Stemmer: Sendable, Hashable {
    private let language: Language

    private enum Language: String {
        case english = "en"
        case german = "de"
    }

    /// Returns `nil` for a language that has no stemmer.
    ///
    /// - Parameter language: The code of a language: `en`.
    package init?(language: String) {
        guard let language = Language(rawValue: language) else { return nil }
        self.language = language
    }

    /// Whether a folded word consists of letters of the language.
    package func reads(_ word: String) -> Bool { word.utf8.allSatisfy { $0 &- 0x61 < 26 } }

    /// The stem of a word in lower case.
    package func stem(_ word: String) -> String {
        switch language {
        case .english: EnglishStemmer.stem(word)
        case .german: GermanStemmer.stem(word)
        }
    }
}
