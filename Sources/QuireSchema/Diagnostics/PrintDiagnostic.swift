extension Diagnostic: CustomStringConvertible {
    /// The diagnostic in the format of compilers, without a trailing line feed.
    ///
    /// ```text
    /// Schema/books.json:4:18: error: unknown type 'txt'; did you mean 'text'? [unknown-type]
    /// ```
    /// Notes follow, one per line. Xcode and `swift build` make such lines clickable.
    public var description: String { lines.joined(separator: "\n") }

    /// The lines of the description: the diagnostic, then its notes.
    package var lines: [String] {
        let place = location?.description ?? "quire"
        return [place + ": " + severity.rawValue + ": " + message + " [" + code + "]"]
            + notes.map { $0.location.description + ": note: " + $0.message }
    }
}

extension SourceLocation: CustomStringConvertible {
    /// `path:line:column`.
    public var description: String { printable(path) + ":" + String(line) + ":" + String(column) }
}
