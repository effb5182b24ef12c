/// A place in a schema document, in the Swift compiler's convention.
public struct SourceLocation: Hashable, Sendable {
    /// The path as it was given to the reader, or the name of an in-memory document.
    public var path: String
    /// The line, from 1; lines end with a line feed.
    public var line: Int
    /// The column, from 1, counted in UTF-8 bytes; a byte order mark is not counted.
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
