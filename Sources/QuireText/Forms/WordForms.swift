/// The words of a text in an index: the analyzer's words, and their alternative spellings, called forms.
///
/// Words joined by an apostrophe or a hyphen are also one word: `half-blood` is `half`, `blood` and `halfblood`. So
/// is a run of single letters with points: `J. K.` is `j`, `k` and `jk`. A form has the position of each word that it
/// consists of, so a phrase may begin and end with it.
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
        var run = WordRun()
        var goesOn = true
        var lineEnd = marksLines ? -1 : Int.max
        /// Emits a word, followed by the line mark if the word begins a line.
        func emit(_ word: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
            guard body(word, start, end, false) else { return false }
            guard start > lineEnd else { return true }
            lineEnd = start
            while lineEnd < text.count, text[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
            return Self.lineMark.withUnsafeBufferPointer { body($0, start, start, true) }
        }
        func flush() -> Bool {
            defer { run.removeAll() }
            let form = run.form
            for part in run.parts {
                guard part.bytes.withUnsafeBufferPointer({ emit($0, part.start, part.end) }) else {
                    return false
                }
                guard let form else { continue }
                let isTaken = form.bytes.withUnsafeBufferPointer { body($0, form.start, form.end, true) }
                guard isTaken else { return false }
            }
            return true
        }
        forEachToken(in: text) { word, start, end in
            if !run.isEmpty, !run.takes(word, at: start, text) {
                goesOn = flush()
                guard goesOn else { return false }
            }
            if run.isEmpty, keepsSymbols || !WordRun.mayBegin(word, text, end) {
                goesOn = emit(word, start, end)
            } else {
                run.append(word, start, end)
            }
            return goesOn
        }
        if goesOn, !run.isEmpty { _ = flush() }
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
