import QuireToolbox

/// An item or a page that could not be decoded: where, what was expected, what was found.
public struct ContentDecodingError: Error, Sendable, Hashable {
    public var module: String
    /// The id of the item, if it could be read.
    public var id: String?
    /// The path in the document, for example `items[3].values.year`. Empty for the document itself.
    public var path: String
    /// The byte offset in the document. `nil` for rows of a store.
    public var byteOffset: Int?
    public var expected: String
    /// The value that was found, shortened.
    public var found: String
    /// Whether the bytes are not complete JSON, so that nothing after this position can be read.
    package var isMalformedDocument = false
    /// Whether the document is a line of a file instead of a server's response.
    package var isLine = false

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
        return PlainText.error("\(item): expected \(expected) at \(place)\(byte), found \(found)", remedy)
    }

    private var remedy: String {
        if isLine { return "Correct the line, then load the file again." }
        if path == "module" { return "Read the item as one of the module that it belongs to." }
        if path.hasPrefix("pagination") {
            return "The server's paging has another form than HALO's: check the server's version."
        }
        if path.isEmpty || Self.parts.contains(path) {
            return
                "Check that the address is the content server's, and that no proxy or login page responds in its place."
        }
        if isMalformedDocument {
            return
                "The response is damaged or cut off: try again; if it continues, check the server and the proxy before it."
        }
        return "Correct the content or the schema; a lenient request keeps the other items."
    }

    /// The parts of a response outside its items.
    private static let parts: Set<String> = [
        "items", "created", "updated", "deleted", "syncTimestamp",
    ]
}
