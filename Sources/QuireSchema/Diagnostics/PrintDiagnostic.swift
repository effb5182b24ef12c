extension Diagnostic: CustomStringConvertible {
    /// The diagnostic as compilers print it, without a line feed at the end.
    ///
    /// ```text
    /// Schema/books.json:4:18: error: unknown type 'txt'; did you mean 'text'? [unknown-type]
    /// ```
    /// Notes follow, one a line. Xcode and `swift build` make such lines clickable.
    public var description: String {
        var text =
            (location?.description ?? "quire") + ": " + severity.rawValue + ": " + message + " [" + code + "]"
        for note in notes {
            text += "\n" + note.location.description + ": note: " + note.message
        }
        return text
    }
}

extension SourceLocation: CustomStringConvertible {
    /// `path:line:column`.
    public var description: String { printable(path) + ":" + String(line) + ":" + String(column) }
}
