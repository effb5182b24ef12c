import QuireText
import QuireToolbox

/// What an item's id may be, on every engine and on the development server: ids are parts of paths, and keys of indexes.
///
/// ```swift
/// try await content.delete(ContentID<Books>(".."))
/// // WriteFailure: could not delete books ..: the id cannot be used; id: "." and ".." are steps of a path
/// ```
package enum ItemIDRules {
    /// The longest id, in bytes of UTF-8.
    package static let maximumLength = 512

    /// Calls of HALO's stand where an item's id does: `instance/search`.
    package static let reserved = ["search", "sync", "batch"]

    /// What is wrong with an id; `nil` where nothing is.
    package static func problem(of id: String) -> String? {
        if reserved.contains(where: { $0.isSpelled(as: id) }) {
            return "\"\(id)\" is reserved: it is a call of the content API"
        }
        return problem(inPath: id)
    }

    /// What is wrong with a text as a part of a path: the rules of ids but for the reserved words.
    package static func problem(inPath part: String) -> String? {
        if part.isEmpty { return "it is empty" }
        if part.utf8.count > maximumLength {
            return "it has \(part.utf8.count) bytes, and may have \(maximumLength)"
        }
        if part.isSpelled(as: ".") || part.isSpelled(as: "..") {
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

/// An id that a path cannot hold: thrown before anything is sent.
public struct InvalidIDError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the id is of: `module`, `device`.
    public var subject: String
    public var id: String
    /// What is wrong with it, as a sentence.
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
