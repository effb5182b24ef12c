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
        forEachToken(in: text) { word, start, end in writer.add(word, start, end, body) }
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
