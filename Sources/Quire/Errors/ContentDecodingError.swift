/// An item or a page that could not be decoded: where, what was expected, what was found.
public struct ContentDecodingError: Error, Sendable, Hashable {
    public var module: String
    /// The id of the item, where it could be read.
    public var id: String?
    /// The path in the document, for example `items[3].values.year`; empty for the document itself.
    public var path: String
    /// The byte offset in the document; `nil` for rows of a store.
    public var byteOffset: Int?
    public var expected: String
    /// What is there, shortened.
    public var found: String

    public init(
        module: String, id: String?, path: String, byteOffset: Int?, expected: String, found: String
    ) {
        self.module = module
        self.id = id
        self.path = path
        self.byteOffset = byteOffset
        self.expected = expected
        self.found = found
    }
}

extension ContentDecodingError: CustomStringConvertible {
    public var description: String {
        let item = id.map { "\(module) \($0)" } ?? module
        let place = path.isEmpty ? "the document" : path
        let byte = byteOffset.map { " (byte \($0))" } ?? ""
        return """
            \(item): expected \(expected) at \(place)\(byte), found \(found). Correct the content or the schema; \
            a lenient request keeps the other items.
            """
    }
}
