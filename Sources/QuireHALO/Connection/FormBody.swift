import Foundation

/// A body of type `application/x-www-form-urlencoded`, in the form of HALO's own clients: keys in order, every
/// character encoded except RFC 3986's unreserved ones and `?` and `/`, and a space as `%20`.
struct FormBody: Sendable {
    static let contentType = "application/x-www-form-urlencoded; charset=utf-8"

    let data: Data

    init(_ fields: [String: String]) {
        let pairs = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        data = Data(
            pairs.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }.joined(separator: "&").utf8)
    }

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~?/")
}
