import QuireText

/// Combines several texts into one identifier, and splits it again.
///
/// ```swift
/// let formatter = IdentifierFormatter(prefix: "mail")
/// let identifier = formatter.identifier(for: ["letters", "129", "Inbox/2024"])   // mail/letters/129/Inbox%2F2024
/// try formatter.parts(of: identifier)                                            // ["letters", "129", "Inbox/2024"]
/// ```
/// Any text is restored byte for byte, including separators, the empty text, any script, and NUL. Identifiers are plain
/// ASCII, so that no index normalizes, folds or truncates them.
public struct IdentifierFormatter: Sendable, Hashable {
    /// The prefix of all identifiers, which distinguishes them from foreign ones.
    public let prefix: String

    /// - Parameter prefix: A prefix that distinguishes the identifiers from others in the same index.
    public init(prefix: String = "quire") { self.prefix = prefix }

    /// The identifier of the parts.
    public func identifier(for parts: [String]) -> String {
        ([prefix] + parts).map(Self.escaped).joined(separator: "/")
    }

    /// Splits an identifier into its parts.
    ///
    /// - Throws: `IndexingError.foreignIdentifier` for a text that `identifier(for:)` with this prefix never returns.
    public func parts(of identifier: String) throws(IndexingError) -> [String] {
        var parts: [String] = []
        for escaped in identifier.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let part = Self.unescaped(escaped) else { throw .foreignIdentifier(identifier) }
            parts.append(part)
        }
        // Each identifier has exactly one spelling. Anything that could be escaped differently is foreign.
        guard parts.removeFirst().isByteEqual(to: prefix),
            self.identifier(for: parts).isByteEqual(to: identifier)
        else { throw .foreignIdentifier(identifier) }
        return parts
    }

    /// Whether `identifier(for:)` with this prefix could have returned the text.
    public func isIdentifier(_ text: String) -> Bool { (try? parts(of: text)) != nil }

    /// The identifier of an object.
    public func identifier(of id: String, type: String) -> String { identifier(for: [type, id]) }

    /// The type and id in an identifier.
    ///
    /// - Throws: `IndexingError.foreignIdentifier` if it does not consist of a type and an id.
    public func object(of identifier: String) throws(IndexingError) -> (type: String, id: String) {
        let parts = try parts(of: identifier)
        guard parts.count == 2 else { throw .foreignIdentifier(identifier) }
        return (parts[0], parts[1])
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func escaped(_ part: String) -> String {
        if part.utf8.allSatisfy(isPlain) { return part }
        var bytes: [UInt8] = []
        for byte in part.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unescaped(_ escaped: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = escaped
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digits.firstIndex(of:)),
                let low = rest.popFirst().flatMap(digits.firstIndex(of:))
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }
}
