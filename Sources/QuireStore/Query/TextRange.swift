#if SQLite
/// Ranges of texts in the order of their UTF-8 bytes, which is the order of their scalars.
enum TextRange {
    /// The smallest text that is greater than every text with the prefix; `nil` if there is none.
    static func end(ofPrefix prefix: String) -> String? {
        var scalars = prefix.unicodeScalars
        while let last = scalars.popLast() {
            if let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) {
                scalars.append(next)
                return String(scalars)
            }
        }
        return nil
    }
}
#endif
