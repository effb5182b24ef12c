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
