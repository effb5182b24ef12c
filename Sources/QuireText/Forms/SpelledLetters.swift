/// The spelling of a word without letters that only some keyboards have: `mueller` for `Müller`.
enum SpelledLetters {
    /// The folded spelling; `nil` if the word has none of the letters, or is several words.
    ///
    /// - Parameters:
    ///   - word: The bytes of the word as it is in the text.
    ///   - language: Its folding rules. Turkish and Azerbaijani leave out the dots of `ö` and `ü` instead.
    static func form(of word: UnsafeBufferPointer<UInt8>, _ language: FoldingLanguage) -> [UInt8]? {
        guard language == .common, var text = spelled(word) else { return nil }
        var forms: [[UInt8]] = []
        text.withUTF8 { bytes in
            WordScanner.scan(bytes, language, keepsSymbols: false) { form, _, _ in
                forms.append(Array(form))
                return forms.count < 2
            }
        }
        return forms.count == 1 ? forms[0] : nil
    }

    private static func spelled(_ word: UnsafeBufferPointer<UInt8>) -> String? {
        var text = String.UnicodeScalarView()
        var isSpelled = false
        var index = 0
        while index < word.count, let (value, length) = UTF8Reading.scalar(in: word, at: index) {
            guard let scalar = Unicode.Scalar(value) else { return nil }
            index += length
            let mark = index < word.count ? UTF8Reading.scalar(in: word, at: index) : nil
            if let letters = letters[value] {
                text.append(contentsOf: letters.unicodeScalars)
                isSpelled = true
            } else if let mark, let letters = decomposed[value]?[mark.scalar] {
                text.append(contentsOf: letters.unicodeScalars)
                index += mark.length
                isSpelled = true
            } else {
                text.append(scalar)
            }
        }
        return isSpelled ? String(text) : nil
    }

    private static let letters: [UInt32: String] = [
        0xE4: "ae", 0xC4: "ae", 0xF6: "oe", 0xD6: "oe", 0xFC: "ue", 0xDC: "ue", 0xE5: "aa", 0xC5: "aa",
        0xF8: "oe",
        0xD8: "oe",
    ]

    /// Letters by the mark after them: a diaeresis or a ring.
    private static let decomposed: [UInt32: [UInt32: String]] = [
        0x61: [0x308: "ae", 0x30A: "aa"], 0x41: [0x308: "ae", 0x30A: "aa"], 0x6F: [0x308: "oe"],
        0x4F: [0x308: "oe"], 0x75: [0x308: "ue"], 0x55: [0x308: "ue"],
    ]
}

extension TextAnalyzer {
    /// The spelling of a word of a text without letters that only some keyboards have; `nil` if it is the same.
    func spelling(of token: TextToken, in text: UnsafeBufferPointer<UInt8>) -> String? {
        guard token.end - token.start > token.word.utf8.count else { return nil }
        return SpelledLetters.form(of: UnsafeBufferPointer(rebasing: text[token.start..<token.end]), language)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
