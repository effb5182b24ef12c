/// A failure at one position of a document. It is small, so that the fast path carries nothing.
///
/// The position is a byte offset. The owner of the document turns it into a `ContentDecodingError` with module, id,
/// path and the value found.
@frozen
public struct ValueDecodingError: Error, Hashable, CustomStringConvertible {
    @frozen
    public enum Reason: UInt8, Sendable {
        case syntax, unexpectedEnd, wrongType, missing, outOfRange, invalidUTF8, invalidDate, invalidValue,
            tooDeep
        /// Not an error: the keys come in a different order than assumed, and the document is read again.
        case outOfOrder
    }

    public var reason: Reason
    /// The byte offset in the document, or the column of a row.
    public var offset: Int
    /// What was expected there.
    public var expected: StaticString
    /// The continuation of the path after the value at the offset, for example `.title` for a missing key.
    public var path: String?

    @inlinable
    public init(_ reason: Reason, at offset: Int, expected: StaticString, path: String? = nil) {
        self.reason = reason
        self.offset = offset
        self.expected = expected
        self.path = path
    }

    public var description: String {
        "Could not decode: expected \(expected) at \(offset). Correct the document."
    }

    /// Whether the bytes are not complete JSON, so that nothing after the position can be trusted.
    var isMalformedDocument: Bool {
        switch reason {
        case .syntax, .unexpectedEnd: true
        default: false
        }
    }

    /// The problem of a whole response, for errors of engines.
    package var responseProblem: String {
        isMalformedDocument
            ? "the response is not JSON"
            : "the response cannot be read: expected \(expected) at byte \(offset)"
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.reason == right.reason && left.offset == right.offset && left.path == right.path
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(offset)
        hasher.combine(path)
    }
}
