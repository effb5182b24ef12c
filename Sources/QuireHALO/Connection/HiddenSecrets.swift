import Foundation
import QuireCore

extension String {
    /// Removes secret texts in any of the forms in which they are sent, because servers repeat what they received.
    /// Texts of fewer than four characters are kept, because they occur in every sentence.
    func hiding(_ secrets: [String]) -> String {
        let forms = secrets.filter { $0.count >= 4 }.flatMap { secret in
            [
                secret, FormBody.encoded(secret),
                String(JSONValue.string(secret).description.dropFirst().dropLast()),
            ]
        }
        // Longest first, because one may be part of another.
        return forms.sorted { $0.count > $1.count }.reduce(self) { text, form in
            text.replacing(form, with: "…")
        }
    }
}

extension HALOError {
    /// The same without secret texts, because servers repeat what they were sent.
    func hiding(_ secrets: [String]) -> HALOError {
        var error = self
        error.message = message?.hiding(secrets)
        error.type = type?.hiding(secrets)
        return error
    }
}

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
