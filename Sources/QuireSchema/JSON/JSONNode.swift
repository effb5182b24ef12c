/// What a node of a parsed document is.
enum JSONKind: UInt8, Sendable {
    case null, boolean, number, string, array, object
    /// Something that is no JSON value; it has been reported already.
    case invalid
}

/// One value or key in the flat list of a document's nodes, in document order.
///
/// The nodes of an object alternate between keys and values. Sixteen bytes, so that a big document stays cheap.
struct JSONNode: Sendable {
    struct Flags: OptionSet, Sendable {
        var rawValue: UInt8
        /// A string with escapes in it.
        static let escaped = Flags(rawValue: 1)
        /// A key without quotation marks, which has been reported.
        static let bare = Flags(rawValue: 2)
        /// A string without its closing mark, which has been reported.
        static let unterminated = Flags(rawValue: 4)
        /// A container in which something was wrong, so that what it lacks may have been meant.
        static let damaged = Flags(rawValue: 8)
    }

    var kind: JSONKind
    var flags: Flags
    /// The offset of the first byte.
    var start: UInt32
    /// The offset after the last byte.
    var end: UInt32
    /// The index of the first node that is not part of this value.
    var next: UInt32

    init(_ kind: JSONKind, start: Int, end: Int, index: Int, flags: Flags = []) {
        self.kind = kind
        self.flags = flags
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        self.next = UInt32(truncatingIfNeeded: index + 1)
    }
}
