import QuireToolbox

/// Parses paths and queries of URLs.
enum Path {
    /// The parts between the slashes, decoded. A slash at the end is ignored.
    ///
    /// - Throws: `APIError` if an escape is malformed or is not text.
    static func parts(_ path: String) throws(APIError) -> [String] {
        var parts: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            parts.append(try decoded(part, plusIsSpace: false))
        }
        if parts.last == "" { parts.removeLast() }
        return parts
    }

    /// The items of a query or of a form. An item without `=` has an empty value.
    static func items(_ query: some StringProtocol) throws(APIError) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? try decoded(parts[1], plusIsSpace: true) : ""
            items.append((try decoded(parts[0], plusIsSpace: true), value))
        }
        return items
    }

    private static func decoded(_ text: some StringProtocol, plusIsSpace: Bool) throws(APIError) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(HexDigit.value),
                    let low = rest.popFirst().flatMap(HexDigit.value)
                else { throw APIError(400, "The URL holds a % without two hexadecimal digits.") }
                bytes.append(UInt8(high << 4 | low))
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0), let text = String(validating: bytes) else {
            throw APIError(400, "The URL holds an escape that is not text.")
        }
        guard !CombiningMarks.exceedLimit(in: text) else {
            throw APIError(400, CombiningMarks.problem("A part of the URL or the form"))
        }
        return text
    }
}

extension String {
    /// The text of the bytes; `nil` if they are not UTF-8.
    init?(validating bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // `String(decoding:)` repairs malformed text, so it would differ from what was sent.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}

extension ServedRequest {
    /// The value of the first query item of a name.
    func queryItem(_ name: String) throws(APIError) -> String? {
        try Path.items(query).first { $0.name == name }?.value
    }
}
