import QuireRemote

/// Ranges of texts by their UTF-8 bytes.
enum TextRange {
    /// The texts of a column that begin with a text that is not empty.
    static func beginning(with text: String, in column: String) -> Condition {
        let lower = Condition.compare(column, .greaterOrEqual, to: .text(text))
        guard let end = end(of: text) else { return lower }
        return .all([lower, .compare(column, .less, to: .text(end))])
    }

    /// The smallest text behind all that begin with a text; `nil` if there is none.
    private static func end(of text: String) -> String? {
        var scalars = Array(text.unicodeScalars)
        while let last = scalars.popLast() {
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            var end = String.UnicodeScalarView(scalars)
            end.append(scalar)
            return String(end)
        }
        return nil
    }
}
