/// Parses paths and queries of URLs.
enum Path {
    /// The decoded components between the slashes. A trailing slash is ignored.
    ///
    /// - Throws: `Refusal` if an escape sequence is invalid or stands for a character that is not allowed in a
    ///   component.
    static func parts(_ path: String) throws(Refusal) -> [String] {
        var parts: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            parts.append(try decoded(part, plusIsSpace: false))
        }
        if parts.last == "" { parts.removeLast() }
        return parts
    }

    /// The items of a query or a form. An item without `=` has an empty value.
    static func items(_ query: some StringProtocol) throws(Refusal) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? try decoded(parts[1], plusIsSpace: true) : ""
            items.append((try decoded(parts[0], plusIsSpace: true), value))
        }
        return items
    }

    private static func decoded(_ text: some StringProtocol, plusIsSpace: Bool) throws(Refusal) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(HexDigit.value),
                    let low = rest.popFirst().flatMap(HexDigit.value)
                else { throw Refusal(400, "The URL holds a % without two hexadecimal digits.") }
                bytes.append(UInt8(high << 4 | low))
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0), let text = String(validating: bytes) else {
            throw Refusal(400, "The URL holds an escape that is no text.")
        }
        return text
    }
}

extension String {
    /// The text of the bytes; `nil` if they are not valid UTF-8.
    init?(validating bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // If the decoder replaced invalid bytes, the text differs from what was sent.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
