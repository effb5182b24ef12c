/// The words of a text in an index: the analyzer's words, and their alternative spellings, called forms.
///
/// Words joined by an apostrophe or a hyphen are also one word: `half-blood` is `half`, `blood` and `halfblood`. So
/// is a run of single letters with points: `J. K.` is `j`, `k` and `jk`. A form has the position of each word that it
/// consists of, so a phrase may begin and end with it. `Müller` is `muller` and `mueller`.
extension TextAnalyzer {
    /// The form at the first word of each line, if an index requests it. No word has this spelling.
    package static let lineMark: [UInt8] = [0x01]

    /// Calls the body with the words of a text as folded UTF-8, each before the forms at its position. The body stops
    /// the scan by returning `false`.
    ///
    /// - Parameters:
    ///   - marksLines: Whether the first word of each line has the line mark as a form.
    ///   - body: Receives a word or a form, its bytes in the text, and whether it is a form.
    package func forEachForm(
        in text: UnsafeBufferPointer<UInt8>, marksLines: Bool = false,
        _ body: (_ word: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ isForm: Bool) -> Bool
    ) {
        var writer = FormWriter(text: text, marksLines: marksLines, self)
        forEachToken(in: text) { word, start, end in writer.add(word, start: start, end: end, body: body) }
        writer.finish(body)
    }

    /// The words of a text with their forms, in order.
    package func forms(in text: String) -> [WordForm] {
        var text = text
        return text.withUTF8 { bytes in
            var forms: [WordForm] = []
            forEachForm(in: bytes) { word, start, end, isForm in
                forms.append(
                    WordForm(
                        word: String(decoding: word, as: UTF8.self), start: start, end: end, isForm: isForm))
                return true
            }
            return forms
        }
    }
}

/// A word of a text, or a form at its position.
package struct WordForm: Sendable, Hashable {
    package var word: String
    /// The start in UTF-8 bytes. A form covers all words that it consists of.
    package var start: Int
    package var end: Int
    package var isForm: Bool
}

/// Passes the words of a text on, with their forms.
///
/// The state is one value: variables that several closures share cost a check at each access, for each word of a text.
struct FormWriter {
    typealias Body = (_ word: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ isForm: Bool) -> Bool

    private let text: UnsafeBufferPointer<UInt8>
    private let keepsSymbols: Bool
    private let language: FoldingLanguage
    private var run = WordRun()
    private var goesOn = true
    /// The end of the current line; `.max` if lines are not marked.
    private var lineEnd: Int

    init(text: UnsafeBufferPointer<UInt8>, marksLines: Bool, _ analyzer: TextAnalyzer) {
        self.text = text
        keepsSymbols = analyzer.keepsSymbols
        language = analyzer.language
        lineEnd = marksLines ? -1 : .max
    }

    /// Adds the next word. Returns `false` to stop.
    mutating func add(
        _ word: UnsafeBufferPointer<UInt8>, start: Int, end: Int, body: Body
    ) -> Bool {
        if !run.isEmpty, !run.takes(word, at: start, text) {
            goesOn = flush(body)
            guard goesOn else { return false }
        }
        if run.isEmpty, keepsSymbols || !WordRun.mayBegin(word, in: text, at: end) {
            goesOn = emit(word, start: start, end: end, body: body)
        } else {
            run.append(word, from: start, to: end)
        }
        return goesOn
    }

    /// Passes the last words on.
    mutating func finish(_ body: Body) {
        if goesOn, !run.isEmpty { _ = flush(body) }
    }

    /// Emits a word, followed by its other spelling, and by the line mark if the word begins a line.
    private mutating func emit(
        _ word: UnsafeBufferPointer<UInt8>, start: Int, end: Int, body: Body
    ) -> Bool {
        guard body(word, start, end, false) else { return false }
        // A letter with another spelling takes more bytes than the one that it is folded to.
        if end - start > word.count,
            let form = SpelledLetters.form(of: UnsafeBufferPointer(rebasing: text[start..<end]), language)
        {
            guard form.withUnsafeBufferPointer({ body($0, start, end, true) }) else { return false }
        }
        guard start > lineEnd else { return true }
        lineEnd = start
        while lineEnd < text.count, text[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
        return TextAnalyzer.lineMark.withUnsafeBufferPointer { body($0, start, start, true) }
    }

    private mutating func flush(_ body: Body) -> Bool {
        defer { run.removeAll() }
        let form = run.form
        for part in run.parts {
            guard
                part.bytes.withUnsafeBufferPointer({ emit($0, start: part.start, end: part.end, body: body) })
            else {
                return false
            }
            guard let form else { continue }
            let isTaken = form.bytes.withUnsafeBufferPointer { body($0, form.start, form.end, true) }
            guard isTaken else { return false }
        }
        return true
    }
}

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
