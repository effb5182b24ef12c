/// Cuts text into the words that full text indexes and looks for: the same on every platform, for index and query.
///
/// ```swift
/// TextAnalyzer().words(in: "Les Misérables, 1862")     // ["les", "miserables", "1862"]
/// ```
/// - A word is letters, digits, their marks, and characters of private use. All else separates, apostrophes too:
///   `l'amour` is `l`, `amour`. What is invisible inside a word (soft hyphens, joiners, marks of direction) does not
///   count; a zero-width space separates.
/// - Case does not count (`Straße` is `strasse`), nor does the form of a character: full width, ligatures, half-width
///   kana, superscripts, and the digits of any script. Composed and decomposed text give the same words.
/// - Diacritics do not count: all of Latin and Greek, the accents of Cyrillic and ё, the vowel points of Arabic and
///   Hebrew. Letters of their own stay: й, ї, ў, ѓ, ќ; ؤ, ئ; が; the vowel signs of Indic scripts. `ł`, `ø`, `đ`, `æ`
///   and their like are `l`, `o`, `d`, `ae`.
/// - Scripts that are written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) give a word for each
///   character with its marks. In a query, characters that touch are looked for as they stand: 東京 is 東, then 京.
/// - A word counts by its first 128 bytes of folded UTF-8.
public struct TextAnalyzer: Sendable, Hashable {
    /// Of the rules; an index that was made by others is made anew, once, when it is opened.
    public static let version = 2

    /// The language whose letters are folded its way, for example `tr`; `nil` folds as most languages do.
    ///
    /// It matters for Turkish and Azerbaijani (`tr`, `az`), which keep ı and i apart: `I` is `ı`, `İ` is `i`.
    public let locale: String?
    /// Whether symbols and punctuation are words too, each by itself: `c++` is `c`, `+`, `+`.
    public let keepsSymbols: Bool
    /// Words that are left out, of a field as of a query, unless nothing else would be left; folded.
    public let stopWords: Set<String>
    private let language: FoldingLanguage

    /// - Parameters:
    ///   - locale: The language whose letters are folded its way, for example `tr`; `nil` folds as most languages do.
    ///   - keepsSymbols: Whether symbols and punctuation are words too.
    ///   - stopWords: Compared as words are: without case and diacritics.
    public init(locale: String? = nil, keepsSymbols: Bool = false, stopWords: Set<String> = []) {
        self.locale = locale
        self.keepsSymbols = keepsSymbols
        language = FoldingLanguage(locale: locale)
        guard !stopWords.isEmpty else {
            self.stopWords = []
            return
        }
        let plain = TextAnalyzer(locale: locale, keepsSymbols: keepsSymbols)
        self.stopWords = Set(stopWords.flatMap(plain.words))
    }

    /// What tells an index whether it was made by the same rules: version, language, symbols, stop words.
    public var signature: String {
        var parts = ["quire \(Self.version)"]
        if language != .common { parts.append("language \(language)") }
        if keepsSymbols { parts.append("symbols") }
        if !stopWords.isEmpty { parts.append("stop " + stopWords.sorted().joined(separator: " ")) }
        return parts.joined(separator: "; ")
    }

    /// The words of a text, in order; a word that stands twice comes twice.
    public func words(in text: String) -> [String] { tokens(in: text).map(\.word) }

    /// The words of a text and where they stand.
    public func tokens(in text: String) -> [TextToken] {
        var text = text
        return text.withUTF8 { bytes in
            var tokens: [TextToken] = []
            forEachToken(in: bytes) { word, start, end in
                tokens.append(TextToken(word: String(decoding: word, as: UTF8.self), start: start, end: end))
                return true
            }
            return tokens
        }
    }

    /// Hands out the words of a text as folded UTF-8, with the bytes that they stand in; `false` from the body ends it.
    ///
    /// Bytes that are not UTF-8 separate words.
    package func forEachToken(
        in text: UnsafeBufferPointer<UInt8>,
        _ body: (_ word: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool
    ) {
        guard !stopWords.isEmpty else {
            return WordScanner.scan(text, language, keepsSymbols: keepsSymbols, body)
        }
        // Held back until a word comes that is not a stop word: a text of stop words alone keeps them.
        var held: [TextToken]? = []
        var goesOn = true
        WordScanner.scan(text, language, keepsSymbols: keepsSymbols) { word, start, end in
            let text = String(decoding: word, as: UTF8.self)
            if stopWords.contains(text) {
                held?.append(TextToken(word: text, start: start, end: end))
            } else {
                held = nil
                goesOn = body(word, start, end)
            }
            return goesOn
        }
        for token in held ?? [] {
            var word = token.word
            guard word.withUTF8({ body($0, token.start, token.end) }) else { return }
        }
    }
}
