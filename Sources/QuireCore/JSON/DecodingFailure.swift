/// What went wrong at one place of a document: small, so that the fast path carries nothing.
///
/// The place is a byte offset; whoever owns the document turns it into a `ContentDecodingError` with module, id,
/// path and what was found.
@frozen
public struct DecodingFailure: Error, Hashable, CustomStringConvertible {
    @frozen
    public enum Reason: UInt8, Sendable {
        case syntax, unexpectedEnd, wrongType, missing, outOfRange, invalidUTF8, invalidDate, invalidValue,
            tooDeep
        /// No mistake of the document: its keys come in another order than was assumed, and it is read again.
        case outOfOrder
    }

    public var reason: Reason
    /// The byte offset in the document; the column of a row.
    public var offset: Int
    /// What was expected there.
    public var expected: StaticString
    /// What the path goes on with behind the value at the offset, for example `.title` for a key that is missing.
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

    /// Whether the bytes are no complete JSON: what stands behind the place may be anything.
    var isMalformedDocument: Bool {
        switch reason {
        case .syntax, .unexpectedEnd: true
        default: false
        }
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
