/// Derives Swift names from wire names.
///
/// The names are those that a person would choose: `Image URL` is `imageURL`, `2nd-hand` is `_2ndHand`, `€` is `euro`.
/// They are not escaped. The code that writes them does that.
package enum SwiftName {
    /// The name of a property, a parameter or a case.
    package static func lowerCamel(_ text: String) -> String { name(text, capitalized: false) }

    /// The name of a type.
    package static func upperCamel(_ text: String) -> String { name(text, capitalized: true) }

    /// The name of a case with a word for each character that only separates others: `GMT-1` is `gmtMinus1`.
    package static func spelledOut(_ text: String) -> String {
        let words = text.unicodeScalars.map { scalar in
            IdentifierScalars.kind(of: scalar) == .separator
                ? " \(Symbols.word(for: scalar)) " : String(scalar)
        }
        return lowerCamel(words.joined())
    }

    private static func name(_ text: String, capitalized: Bool) -> String {
        if !capitalized, isPlainLowerCamel(text) { return text }
        let words = Words(text)
        guard !words.words.isEmpty else { return name(Symbols.spelledOut(text), capitalized: capitalized) }
        var result = ""
        for (index, word) in words.words.enumerated() {
            let piece =
                index == 0 && !capitalized
                ? word.text.lowercased() : self.capitalized(word, shouted: words.isShouted)
            if let last = result.unicodeScalars.last, last.isDigit,
                piece.unicodeScalars.first?.isDigit == true
            {
                result += "_"
            }
            result += piece
        }
        if result.unicodeScalars.first?.isDigit == true { return "_" + result }
        return result
    }

    /// The fast path for a name that is already good, which is by far the most frequent case.
    private static func isPlainLowerCamel(_ text: String) -> Bool {
        var isFirst = true
        for byte in text.utf8 {
            switch byte {
            case 0x61...0x7A: break
            case 0x30...0x39, 0x41...0x5A: if isFirst { return false }
            default: return false
            }
            isFirst = false
        }
        return !isFirst
    }

    private static func capitalized(_ word: Words.Word, shouted: Bool) -> String {
        let lowercased = word.isLowercase ? word.text : word.text.lowercased()
        if word.isLowercase || shouted, let acronym = acronyms[lowercased] { return acronym }
        if word.isCapitals, !shouted { return word.text }
        let text = shouted ? lowercased : word.text
        guard let first = text.unicodeScalars.first else { return text }
        return first.properties.titlecaseMapping + String(text.unicodeScalars.dropFirst())
    }

    private static let acronyms: [String: String] = {
        var result = ["ids": "IDs", "urls": "URLs", "uris": "URIs", "pdfs": "PDFs", "dvds": "DVDs"]
        for word in [
            "api", "cms", "css", "csv", "dvd", "ean", "faq", "gif", "gps", "html", "http", "https", "id",
            "ip",
            "isbn", "issn", "json", "jwt", "mp3", "mp4", "pdf", "png", "rss", "seo", "sku", "sms", "sql",
            "svg", "tv",
            "ui", "uri", "url", "utc", "uuid", "vat", "xml",
        ] {
            result[word] = word.uppercased()
        }
        return result
    }()
}
