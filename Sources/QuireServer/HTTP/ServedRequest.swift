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
