/// Splits text into words for full-text search. Works the same on every platform, for the index and for queries.
///
/// ```swift
/// TextAnalyzer().words(in: "Les Misérables, 1862")     // ["les", "miserables", "1862"]
/// ```
/// - A word consists of letters, digits, their marks, and private-use characters. Everything else separates words,
///   including apostrophes: `l'amour` is `l`, `amour`. Invisible characters inside a word (soft hyphens, joiners,
///   direction marks) are ignored. A zero-width space separates words.
/// - Case is ignored (`Straße` is `strasse`), and so is the form of a character: full-width characters, ligatures,
///   half-width kana, superscripts, and the digits of any script. Composed and decomposed text give the same words.
/// - Diacritics are ignored: all of Latin and Greek, the accents of Cyrillic and ё, the vowel points of Arabic and
///   Hebrew. Separate letters stay: й, ї, ў, ѓ, ќ; ؤ, ئ; が; the vowel signs of Indic scripts. `ł`, `ø`, `đ`, `æ`
///   and similar letters become `l`, `o`, `d`, `ae`.
/// - Variants of a letter are one: ک and ك, ی, ى and ي, ہ, ة and ه; katakana and hiragana; traditional and simplified
///   Chinese characters.
/// - In scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese), each character with its marks is a
///   word. Characters that touch in a query must touch in the content: 東京 is 東 followed by 京.
/// - Only the first 128 bytes of a folded word, in UTF-8, are significant.
public struct TextAnalyzer: Sendable, Hashable {
    /// The version of the rules. An index built with another version is rebuilt once, when it is opened.
    public static let version = 4

    /// The language whose folding rules apply, for example `tr`. `nil` uses the rules of most languages.
    ///
    /// Turkish and Azerbaijani (`tr`, `az`) distinguish ı and i: `I` folds to `ı`, and `İ` to `i`.
    public let locale: String?
    /// Whether each symbol or punctuation mark is a word too: `c++` is `c`, `+`, `+`.
    public let keepsSymbols: Bool
    /// Folded words that are ignored in fields and in queries, unless nothing else would be left.
    public let stopWords: Set<String>
    let language: FoldingLanguage

    /// - Parameters:
    ///   - locale: The language whose folding rules apply, for example `tr`. `nil` uses the rules of most languages.
    ///   - keepsSymbols: Whether each symbol or punctuation mark is a word too.
    ///   - stopWords: Words to ignore. They are folded first, so case and diacritics do not matter.
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

    /// Identifies the rules that an index was built with: version, language, symbols, stop words.
    public var signature: String {
        var parts = ["quire \(Self.version)"]
        if language != .common { parts.append("language \(language)") }
        if keepsSymbols { parts.append("symbols") }
        if !stopWords.isEmpty { parts.append("stop " + stopWords.sorted().joined(separator: " ")) }
        return parts.joined(separator: "; ")
    }

    /// Returns the words of a text in order, including repeated words.
    public func words(in text: String) -> [String] { tokens(in: text).map(\.word) }

    /// Returns the words of a text with their positions.
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

    /// Calls the body with each word of a text, as folded UTF-8, and its byte positions. Return `false` to stop.
    ///
    /// Bytes that are not UTF-8 separate words.
    package func forEachToken(
        in text: UnsafeBufferPointer<UInt8>,
        _ body: (_ word: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool
    ) {
        guard !stopWords.isEmpty else {
            return WordScanner.scan(text, language, keepsSymbols: keepsSymbols, body: body)
        }
        // Words are held back until one comes that is not a stop word. A text that has only stop words keeps them.
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

/// A folded word of a text and its position.
public struct TextToken: Sendable, Hashable {
    public var word: String
    /// The start offset in bytes of UTF-8. The end offset is exclusive.
    public var start: Int
    public var end: Int

    public init(word: String, start: Int, end: Int) {
        self.word = word
        self.start = start
        self.end = end
    }
}
