/// The kind of a node in a parsed document.
package enum JSONKind: Sendable {
    case null, boolean, number, string, array, object
    /// Invalid JSON, which has already been reported.
    case invalid
}

/// A value or key in the flat list of a document's nodes, in document order.
///
/// The nodes of an object alternate between keys and values. A node takes sixteen bytes, so that a big document stays
/// cheap.
struct JSONNode: Sendable {
    // Plain bits, because in unoptimized builds an option set costs a generic call per test.
    /// A string with escapes in it.
    static let escaped: UInt8 = 1
    /// A key without quotation marks, which has been reported.
    static let bare: UInt8 = 2
    /// A string without its closing mark, which has been reported.
    static let unterminated: UInt8 = 4
    /// A container with errors, so that missing members may have been lost.
    static let damaged: UInt8 = 8

    var kind: JSONKind
    var flags: UInt8
    /// The offset of the first byte.
    var start: UInt32
    /// The offset after the last byte.
    var end: UInt32
    /// The index of the first node that is not part of this value.
    var next: UInt32

    init(_ kind: JSONKind, start: Int, end: Int, index: Int, flags: UInt8 = 0) {
        self.kind = kind
        self.flags = flags
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        self.next = UInt32(truncatingIfNeeded: index + 1)
    }

    /// Whether a flag is set.
    func has(_ flag: UInt8) -> Bool { flags & flag != 0 }
}
