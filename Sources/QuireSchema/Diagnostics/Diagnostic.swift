/// A message about a schema: what is wrong, where, and what to do.
public struct Diagnostic: Hashable, Sendable {
    /// Whether it prevents code generation.
    public enum Severity: String, Sendable {
        case error, warning
    }

    /// A second location that the message refers to.
    public struct Note: Hashable, Sendable {
        public var message: String
        public var location: SourceLocation

        public init(_ message: String, at location: SourceLocation) {
            self.message = message
            self.location = location
        }
    }

    public var severity: Severity
    /// A stable name, such as `unknown-key`. `DiagnosticCode` lists those of this module.
    public var code: String
    /// The message on one line. Text from the schema is already made printable.
    public var message: String
    /// `nil` if a diagnostic has no location, for example for a file that cannot be read.
    public var location: SourceLocation?
    public var notes: [Note]

    public init(
        _ severity: Severity, _ code: String, message: String, at location: SourceLocation?,
        notes: [Note] = []
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.location = location
        self.notes = notes
    }
}

/// A position in a schema document, in the Swift compiler's convention.
public struct SourceLocation: Hashable, Sendable {
    /// The path as given to the reader, or the name of an in-memory document.
    public var path: String
    /// The line, starting at 1. Lines end with a line feed.
    public var line: Int
    /// The column in UTF-8 bytes, starting at 1. A byte order mark is not counted.
    public var column: Int

    public init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }
}

extension SourceLocation: Comparable {
    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        if left.path != right.path { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
        if left.line != right.line { return left.line < right.line }
        return left.column < right.column
    }
}

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
