import Foundation

/// Parses a plain-text path from an app and rejects paths that could leave the base URL.
enum PlainPath {
    struct Flaw: Error {
        /// The end of a sentence that starts with "the path".
        var reason: String
    }

    /// The components between the slashes, which are percent-encoded one by one. The last one is empty if the path ends
    /// with a slash.
    static func parts(of path: String) -> Result<[String], Flaw> {
        func flaw(_ reason: String) -> Result<[String], Flaw> { .failure(Flaw(reason: reason)) }
        if path.unicodeScalars.contains(where: isControl) { return flaw("holds a control character") }
        if path.contains("\\") { return flaw("holds a backslash") }
        if path.contains("?") { return flaw("holds a question mark; give parameters as query") }
        if path.contains("#") { return flaw("holds a fragment (#)") }
        if hasScheme(path) || path.hasPrefix("//") {
            return flaw("is the address of a server; give what follows the base URL")
        }
        // Encoded again, it would be another path. Unencoded, it could hide dots and slashes.
        if holdsPercentEncoding(path) { return flaw("is percent-encoded; give it as plain text") }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.first == "" { parts.removeFirst() }
        if parts.isEmpty || parts == [""] { return flaw("is empty") }
        if parts.dropLast().contains("") { return flaw("holds an empty part (//)") }
        if parts.contains(where: isDots) { return flaw("holds \".\" or \"..\"") }
        return .success(parts)
    }

    /// Whether it is C0, DEL, C1, or a line or paragraph separator.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    /// `https:`, `javascript:`. A colon in a later component is not a scheme.
    private static func hasScheme(_ path: String) -> Bool {
        guard let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = path.utf8[..<colon]
        return !scheme.contains(UInt8(ascii: "/"))
    }

    private static func holdsPercentEncoding(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        return bytes.indices.contains { index in
            bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count
                && bytes[index + 1...index + 2].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        }
    }

    /// Some servers remove parameters (`..;a`) before they resolve dots.
    private static func isDots(_ part: String) -> Bool {
        let name = part.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        return name == "." || name == ".."
    }
}
