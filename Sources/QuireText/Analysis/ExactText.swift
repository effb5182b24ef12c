/// A text as a key that is equal if its bytes are, because composed and decomposed "é" are different ids and values.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: Self, right: Self) -> Bool { left.text.isByteEqual(to: right.text) }

    /// By the bytes: all texts that are canonically equal would have one hash, and a client could send thousands of them.
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether the UTF-8 bytes are equal. Unlike `==`, this distinguishes composed and decomposed forms of "é".
    package func isByteEqual(to other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        let isEqual = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                for position in 0..<count where left[position] != right[position] { return false }
                return true
            }
        }
        return (isEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

extension String {
    /// The smallest text, by the order of bytes, that is greater than every text with this beginning; `nil` if there is none.
    package var endOfPrefixRange: String? {
        var scalars = unicodeScalars
        while let last = scalars.popLast() {
            if let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) {
                scalars.append(next)
                return String(scalars)
            }
        }
        return nil
    }
}
