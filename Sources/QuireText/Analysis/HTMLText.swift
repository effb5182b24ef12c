/// Extracts plain text from HTML for full-text search.
///
/// ```swift
/// HTMLText.plain("<p>Caf&eacute; <b>Z</b>oo</p><script>x</script>")     // "\nCafé Zoo\n"
/// ```
public enum HTMLText {
    /// Returns the text without tags, comments, scripts and styles, with entities decoded.
    ///
    /// Inline tags (`<b>`, `<a>`, `<span>`…) are removed. All other tags become a line feed, so that words of two
    /// paragraphs stay separate. Broken HTML is read as browsers read it.
    public static func plain(_ html: String) -> String {
        var html = html
        return html.withUTF8 { bytes in
            var reader = Reader(bytes: bytes)
            reader.read()
            return String(decoding: reader.text, as: UTF8.self)
        }
    }

    private static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
        "i",
        "ins", "kbd", "mark", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
        "time",
        "tt", "u", "var", "wbr",
    ]

    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var index = 0
        var text: [UInt8] = []

        mutating func read() {
            text.reserveCapacity(bytes.count)
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "<"): markup()
                case UInt8(ascii: "&"): entity()
                default:
                    text.append(bytes[index])
                    index += 1
                }
            }
        }

        private func byte(_ offset: Int) -> UInt8? {
            index + offset < bytes.count ? bytes[index + offset] : nil
        }

        private mutating func markup() {
            if starts("<!--") {
                index += 4
                // `<!-->` and `<!--->` are comments too.
                if starts(">") || starts("->") { return skip(past: ">") }
                return skip(past: "-->")
            }
            switch byte(1) {
            case UInt8(ascii: "!"), UInt8(ascii: "?"): return skip(past: ">")
            case UInt8(ascii: "/") where byte(2).map(Self.isLetter) == true: tag(closing: true)
            case UInt8(ascii: "/") where byte(2) != nil: skip(past: ">")
            case let next? where Self.isLetter(next): tag(closing: false)
            default:
                text.append(UInt8(ascii: "<"))
                index += 1
            }
        }

        private mutating func tag(closing: Bool) {
            index += closing ? 2 : 1
            let start = index
            while let byte = byte(0), byte > 0x20, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
                index += 1
            }
            let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
            attributes()
            if !HTMLText.inline.contains(name) { text.append(0x0A) }
            if !closing, name == "script" || name == "style" { skip(to: "</" + name) }
        }

        /// Skips past the end of the tag. A `>` inside a quoted value does not end it.
        private mutating func attributes() {
            var quote: UInt8?
            var isValue = false
            while let byte = byte(0) {
                index += 1
                if let open = quote {
                    if byte == open { quote = nil }
                    continue
                }
                if byte == UInt8(ascii: ">") { return }
                if isValue, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
                if byte > 0x20 { isValue = byte == UInt8(ascii: "=") }
            }
        }

        private mutating func entity() {
            guard let entity = HTMLEntities.entity(at: index, in: bytes) else {
                text.append(UInt8(ascii: "&"))
                index += 1
                return
            }
            text.append(contentsOf: entity.scalar.utf8)
            index = entity.end
        }

        private func starts(_ text: String) -> Bool {
            index + text.utf8.count <= bytes.count
                && zip(text.utf8, bytes[index...]).allSatisfy { Self.lower($1) == $0 }
        }

        private mutating func skip(to text: String) {
            while index < bytes.count, !starts(text) { index += 1 }
        }

        private mutating func skip(past text: String) {
            skip(to: text)
            index = min(bytes.count, index + text.utf8.count)
        }

        private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
        private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    }
}
