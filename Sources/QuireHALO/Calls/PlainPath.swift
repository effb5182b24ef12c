import Foundation

/// Reads a path that an app gives as plain text, and lets none through that could leave the base URL.
enum PlainPath {
    struct Flaw: Error {
        /// Follows "the path".
        var reason: String
    }

    /// The parts between the slashes, to be percent-encoded one by one. The last part is empty where the path ends in
    /// a slash.
    static func parts(of path: String) -> Result<[String], Flaw> {
        func flaw(_ reason: String) -> Result<[String], Flaw> { .failure(Flaw(reason: reason)) }
        if path.unicodeScalars.contains(where: isControl) { return flaw("holds a control character") }
        if path.contains("\\") { return flaw("holds a backslash") }
        if path.contains("?") { return flaw("holds a question mark; give parameters as query") }
        if path.contains("#") { return flaw("holds a fragment (#)") }
        if hasScheme(path) || path.hasPrefix("//") {
            return flaw("is the address of a server; give what follows the base URL")
        }
        // Encoded again, it would be another path; as it is, it could hide dots and slashes.
        if holdsPercentEncoding(path) { return flaw("is percent-encoded; give it as plain text") }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.first == "" { parts.removeFirst() }
        if parts.isEmpty || parts == [""] { return flaw("is empty") }
        if parts.dropLast().contains("") { return flaw("holds an empty part (//)") }
        if parts.contains(where: isDots) { return flaw("holds \".\" or \"..\"") }
        return .success(parts)
    }

    /// Of C0, DEL, C1, and the line and paragraph separators.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    /// `https:`, `javascript:`; a colon in a later part is no scheme.
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

    /// Some servers cut parameters (`..;a`) off before they resolve dots.
    private static func isDots(_ part: String) -> Bool {
        let name = part.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        return name == "." || name == ".."
    }
}
