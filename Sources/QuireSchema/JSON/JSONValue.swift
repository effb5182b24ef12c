/// A value of a document, as an index into its nodes.
package struct JSONValue: Sendable {
    let document: JSONDocument
    let index: Int

    private var node: JSONNode { document.nodes[index] }

    package var kind: JSONKind { node.kind }
    /// Whether a part of this container could not be read.
    var isDamaged: Bool { node.has(JSONNode.damaged) }
    var offset: Int { Int(node.start) }
    package var location: SourceLocation { document.location(Int(node.start)) }

    /// The characters of a string with escapes resolved, or `nil` for other values.
    package var string: String? {
        let node = self.node
        guard node.kind == .string else { return nil }
        return document.bytes.withUnsafeBufferPointer { JSONText.decode(node, in: $0) }
    }

    /// The source text of a string, with escapes unresolved.
    var sourceText: String? {
        let node = self.node
        guard node.kind == .string else { return nil }
        let (start, end) = JSONText.content(node)
        return String(decoding: document.bytes[start..<max(start, end)], as: UTF8.self)
    }

    package var boolean: Bool? {
        node.kind == .boolean ? document.bytes[Int(node.start)] == 0x74 : nil
    }

    /// The number, if it is a 64-bit integer. `1.0` and `1e2` are integers too.
    package var integer: Int64? {
        guard let text = numberText else { return nil }
        if let exact = Int64(text) { return exact }
        guard text.utf8.contains(where: { $0 == 0x2E || $0 == 0x65 || $0 == 0x45 }), let double = Double(text)
        else { return nil }
        return double.magnitude < 9_007_199_254_740_992 ? Int64(exactly: double) : nil
    }

    /// The nearest double-precision number.
    var number: Double? {
        guard let text = numberText else { return nil }
        return Double(text)
    }

    /// The source text of a number.
    package var numberText: String? {
        let node = self.node
        guard node.kind == .number else { return nil }
        return String(decoding: document.bytes[Int(node.start)..<Int(node.end)], as: UTF8.self)
    }

    /// The elements of an array. Empty for other values.
    package var elements: [JSONValue] {
        guard node.kind == .array else { return [] }
        var values: [JSONValue] = []
        var child = index + 1
        let end = Int(node.next)
        while child < end {
            values.append(JSONValue(document: document, index: child))
            child = Int(document.nodes[child].next)
        }
        return values
    }

    /// The keys and values of an object, in order. Empty for other values.
    package var members: [(key: String, value: JSONValue)] {
        keyIndexes.map { index in
            let key = document.bytes.withUnsafeBufferPointer {
                JSONText.decode(document.nodes[index], in: $0)
            }
            return (key, JSONValue(document: document, index: index + 1))
        }
    }

    /// The indexes of an object's keys, in order. The index after a key is that of its value.
    var keyIndexes: [Int] {
        guard node.kind == .object else { return [] }
        var indexes: [Int] = []
        var child = index + 1
        let end = Int(node.next)
        while child + 1 < end {
            indexes.append(child)
            child = Int(document.nodes[child + 1].next)
        }
        return indexes
    }

    /// Distinguishes the value from the others of its document.
    package var position: Int { index }

    /// The source text of the value.
    package var text: String {
        let node = self.node
        return String(
            decoding: document.bytes[Int(node.start)..<max(Int(node.start), Int(node.end))], as: UTF8.self)
    }

    /// The path of its document.
    package var path: String { document.path }

    /// The first value of a key.
    package func value(of key: String) -> JSONValue? {
        guard node.kind == .object else { return nil }
        let keyBytes = Array(key.utf8)
        var child = index + 1
        let end = Int(node.next)
        while child + 1 < end {
            if document.isKey(child, keyBytes) { return JSONValue(document: document, index: child + 1) }
            child = Int(document.nodes[child + 1].next)
        }
        return nil
    }
}
