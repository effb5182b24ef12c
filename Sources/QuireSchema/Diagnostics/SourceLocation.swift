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
