/// A parsed document: its bytes, its values with their locations, and its problems.
///
/// A document is always complete, however broken the input is: unreadable parts are `invalid` nodes.
package final class JSONDocument: Sendable {
    package let path: String
    /// The text without a byte order mark, followed by a zero byte.
    let bytes: [UInt8]
    let nodes: [JSONNode]
    package let problems: [JSONProblem]
    /// The number of problems, including those that were not kept.
    package let problemCount: Int
    /// The offset at which parsing stopped, because brackets and quotation marks no longer match.
    let breakOffset: Int?
    /// The offset at which each line begins.
    private let lineStarts: [UInt32]

    /// Parses the bytes of a document. Never fails: see `problems`.
    package init(path: String, bytes input: [UInt8]) {
        self.path = path
        var text = input
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { text.removeFirst(3) }
        text.append(0)
        bytes = text
        let parser = text.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(bytes: buffer)
            parser.parseDocument()
            return parser
        }
        nodes = parser.nodes
        problems = parser.problems
        problemCount = parser.problemCount
        breakOffset = parser.breakOffset
        lineStarts = JSONDocument.findLines(text)
    }

    /// Whether a key equals a wanted one. Does not create a string, because an object may have any number of keys.
    func isKey(_ index: Int, _ key: [UInt8]) -> Bool {
        let node = nodes[index]
        if node.has(JSONNode.escaped) {
            let text = bytes.withUnsafeBufferPointer { JSONText.decode(node, in: $0) }
            return text.utf8.elementsEqual(key)
        }
        let (start, end) = JSONText.content(node)
        guard end - start == key.count else { return false }
        var offset = 0
        while offset < key.count {
            if bytes[start + offset] != key[offset] { return false }
            offset += 1
        }
        return true
    }

    /// The outermost value.
    package var root: JSONValue { JSONValue(document: self, index: 0) }

    /// The location of a byte.
    package func location(_ offset: Int) -> SourceLocation {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
        }
        return SourceLocation(path: path, line: low + 1, column: offset - Int(lineStarts[low]) + 1)
    }

    private static func findLines(_ text: [UInt8]) -> [UInt32] {
        var starts: [UInt32] = [0]
        text.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var offset = 0
            let end = buffer.count - 1
            while offset < end {
                if base[offset] == 0x0A { starts.append(UInt32(truncatingIfNeeded: offset + 1)) }
                offset += 1
            }
        }
        return starts
    }
}

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
