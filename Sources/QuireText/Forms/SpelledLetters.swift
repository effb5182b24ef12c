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
        var text = ""
        var isSpelled = false
        var index = 0
        while index < word.count, let (value, length) = UTF8Reading.scalar(in: word, at: index) {
            guard let scalar = Unicode.Scalar(value) else { return nil }
            index += length
            let mark = index < word.count ? UTF8Reading.scalar(in: word, at: index) : nil
            if let letters = letters(scalar) {
                text += letters
                isSpelled = true
            } else if let mark, let letters = letters(scalar, mark.scalar) {
                text += letters
                index += mark.length
                isSpelled = true
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return isSpelled ? text : nil
    }

    private static func letters(_ letter: Unicode.Scalar) -> String? {
        switch letter {
        case "ä", "Ä": "ae"
        case "ö", "Ö", "ø", "Ø": "oe"
        case "ü", "Ü": "ue"
        case "å", "Å": "aa"
        default: nil
        }
    }

    /// - Parameter mark: What follows the letter: a diaeresis or a ring.
    private static func letters(_ letter: Unicode.Scalar, _ mark: UInt32) -> String? {
        switch (letter, mark) {
        case ("a", 0x308), ("A", 0x308): "ae"
        case ("o", 0x308), ("O", 0x308): "oe"
        case ("u", 0x308), ("U", 0x308): "ue"
        case ("a", 0x30A), ("A", 0x30A): "aa"
        default: nil
        }
    }
}

extension TextAnalyzer {
    /// The spelling of a word of a text without letters that only some keyboards have; `nil` if it is the same.
    func spelling(of token: TextToken, in text: UnsafeBufferPointer<UInt8>) -> String? {
        guard token.end - token.start > token.word.utf8.count else { return nil }
        return SpelledLetters.form(of: UnsafeBufferPointer(rebasing: text[token.start..<token.end]), language)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
