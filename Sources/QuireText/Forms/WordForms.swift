/// The words of a text as an index has them: those that the analyzer makes, and beside them the forms in which people
/// also write them.
///
/// What an apostrophe or a hyphen joins is also one word: `half-blood` is `half`, `blood` and `halfblood`. So is a run of
/// single letters with points: `J. K.` is `j`, `k` and `jk`. A form stands at the place of each word that it is made of,
/// so a phrase may begin and end with it.
extension TextAnalyzer {
    /// The form that stands at the first word of each line, where an index asks for it. No word is spelled so.
    package static let lineMark: [UInt8] = [0x01]

    /// Hands out the words of a text as folded UTF-8, each before the forms at its place; `false` from the body ends it.
    ///
    /// - Parameters:
    ///   - marksLines: Whether the first word of each line has the mark as a form.
    ///   - body: Gets a word or a form, the bytes that it stands in, and whether it is a form.
    package func forEachForm(
        in text: UnsafeBufferPointer<UInt8>, marksLines: Bool = false,
        _ body: (_ word: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ isForm: Bool) -> Bool
    ) {
        var run = WordRun()
        var goesOn = true
        var lineEnd = marksLines ? -1 : Int.max
        /// Hands out a word, and the mark behind it where it begins a line.
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

/// A word of a text, or a form at its place.
package struct WordForm: Sendable, Hashable {
    package var word: String
    /// In bytes of UTF-8. A form covers all the words that it is made of.
    package var start: Int
    package var end: Int
    package var isForm: Bool
}
