import QuireText
import QuireToolbox

/// The rules for item ids on every engine and on the development server. Ids are parts of paths and keys of indexes.
///
/// ```swift
/// try await content.delete(ContentID<Books>(".."))
/// // WriteError: could not delete books ..: the id cannot be used; id: "." and ".." are steps of a path
/// ```
package enum ItemIDRules {
    /// The longest id, in bytes of UTF-8.
    package static let maximumLength = 512

    /// HALO endpoints that have the same path as an item with that id, such as `instance/search`.
    package static let reserved = ["search", "sync", "batch"]

    /// The id that means any item in HALO's `relatedTo`.
    package static let anyItem = "*"

    /// The problem of an id, or `nil`.
    package static func problem(of id: String) -> String? {
        if id == anyItem { return "\"*\" is reserved: in relatedTo, it means any item" }
        if reserved.contains(id) {
            return "\"\(id)\" is reserved: it is a call of the content API"
        }
        return problem(inPath: id)
    }

    /// The problem of a path component, or `nil`. The rules are those of ids, except for the reserved words.
    package static func problem(inPath part: String) -> String? {
        if part.isEmpty { return "it is empty" }
        if part.utf8.count > maximumLength {
            return "it has \(part.utf8.count) bytes, and may have \(maximumLength)"
        }
        if part == "." || part == ".." {
            return "\".\" and \"..\" are steps of a path"
        }
        if let control = part.unicodeScalars.first(where: { $0.properties.generalCategory == .control }) {
            let code = String(control.value, radix: 16, uppercase: true)
            return
                "it holds the control character U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)"
        }
        return nil
    }

    /// The id for a message: short, and with its invisible characters escaped.
    package static func printable(_ id: String) -> String { PlainText.oneLine(id.shortened(to: 40)) }
}

/// An id that cannot be part of a path. Thrown before anything is sent.
public struct InvalidIDError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of id: `module`, `device`.
    public var subject: String
    public var id: String
    /// The reason, as a sentence.
    public var reason: String

    package init(subject: String, id: String, reason: String) {
        self.subject = subject
        self.id = id
        self.reason = reason
    }

    public var description: String {
        """
        Could not send the id "\(ItemIDRules.printable(id))" of a \(subject): \(reason). Use the id that the server gave.
        """
    }
}
