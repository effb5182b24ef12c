/// Cuts text into the words that full text indexes and looks for: the same on every platform, for index and query.
///
/// ```swift
/// TextAnalyzer().words(in: "Les Misérables, 1862")     // ["les", "miserables", "1862"]
/// ```
/// Case and diacritics do not count. See <doc:Offline> for the rules by script.
public struct TextAnalyzer: Sendable, Hashable {
    /// Of the rules; an index that was made by others is made anew, once, when it is opened.
    public static let version = 1

    /// The language whose letters are folded its way, for example `tr`; `nil` folds as most languages do.
    public var locale: String?
    /// Whether symbols and punctuation are words too, each by itself: `c++` is `c`, `+`, `+`.
    public var keepsSymbols: Bool
    /// Words that are left out, of a field as of a query, unless nothing else would be left.
    public let stopWords: Set<String>

    /// - Parameter stopWords: Compared as words are: without case and diacritics.
    public init(locale: String? = nil, keepsSymbols: Bool = false, stopWords: Set<String> = []) {
        self.locale = locale
        self.keepsSymbols = keepsSymbols
        self.stopWords = stopWords
    }

    /// What tells an index whether it was made by the same rules: version, language, symbols, stop words.
    public var signature: String {
        var parts = ["quire \(Self.version)"]
        if let locale { parts.append("locale \(locale)") }
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
    package func forEachToken(
        in text: UnsafeBufferPointer<UInt8>,
        _ body: (_ word: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool
    ) {
        // First increment: letters and digits of ASCII; replaced by the real rules.
        var word: [UInt8] = []
        var start = 0
        var index = 0
        while index <= text.count {
            let byte = index < text.count ? text[index] : 0x20
            let isWord = byte >= 0x80 || (byte &- 0x30 < 10) || ((byte | 0x20) &- 0x61 < 26)
            if isWord {
                if word.isEmpty { start = index }
                word.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
            } else if !word.isEmpty {
                guard word.withUnsafeBufferPointer({ body($0, start, index) }) else { return }
                word.removeAll(keepingCapacity: true)
            }
            index += 1
        }
    }
}

/// A word of a text, folded, and where it stands.
public struct TextToken: Sendable, Hashable {
    public var word: String
    /// In bytes of UTF-8, counted from the text's start; the end is behind the last one.
    public var start: Int
    public var end: Int

    public init(word: String, start: Int, end: Int) {
        self.word = word
        self.start = start
        self.end = end
    }
}
