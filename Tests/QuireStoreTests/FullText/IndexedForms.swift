#if SQLite
import Quire

import QuireStore

/// The indexed words of a text with their positions: words, forms, and line markers.
func indexedForms(of text: String, _ analyzer: TextAnalyzer, marksLines: Bool) -> [(place: Int, word: String)]
{
    var words: [(place: Int, word: String)] = []
    var place = -1
    var lineEnd = -1
    let bytes = Array(text.utf8)
    for form in analyzer.forms(in: text) {
        if form.isForm {
            words.append((place, form.word))
            continue
        }
        place += 1
        words.append((place, form.word))
        // The first word of each line.
        if marksLines, form.start > lineEnd {
            words.append((place, "\u{1}"))
            lineEnd = bytes[form.start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        }
    }
    return words
}
#endif
