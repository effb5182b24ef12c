import QuireToolbox

/// A complete request.
package struct ServedRequest: Sendable {
    package var method: String
    /// The path as it was sent, without the query: `/api/oauth/token`.
    package var path: String
    /// The query as it was sent, without its question mark.
    package var query: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8] = []
    /// Whether the client wants to keep the connection open.
    var keepsAlive: Bool
    var isVersion10: Bool

    /// The host and port that the request is for, as sent: from the target or else from the Host header.
    package var authority: String?

    /// The first value of a header. The case of its name does not matter.
    package subscript(header name: String) -> String? { values(ofHeader: name).first }

    /// The values of all headers of a name. Its case does not matter.
    package func values(ofHeader name: String) -> [String] {
        headers.filter { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name.lowercased() }
            .map(\.value)
    }
}

/// Reads hexadecimal digits in ASCII.
enum HexDigit {
    static func value(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x37
        case 0x61...0x66: Int(byte) - 0x57
        default: nil
        }
    }
}

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
