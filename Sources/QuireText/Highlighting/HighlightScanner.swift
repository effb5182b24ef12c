/// Reads highlight markup and returns the text without tags and the marked spans.
struct HighlightScanner {
    /// The opening tag, in lower case if case is ignored.
    let opening: [UInt8]
    let closing: [UInt8]
    private let isCaseSensitive: Bool

    init(_ markup: HighlightMarkup) {
        isCaseSensitive = markup.isCaseSensitive
        opening = markup.opening.utf8.map { markup.isCaseSensitive ? $0 : Self.lower($0) }
        closing = markup.closing.utf8.map { markup.isCaseSensitive ? $0 : Self.lower($0) }
    }

    /// A span is a maximal stretch inside at least one pair of tags. Each byte is compared with each tag once.
    func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> (text: [UInt8], spans: [Range<Int>]) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var spans: [Range<Int>] = []
        var depth = 0
        var start = 0
        var index = 0
        while index < bytes.count {
            if stands(opening, in: bytes, at: index) {
                if depth == 0 { start = text.count }
                depth += 1
                index += opening.count
            } else if stands(closing, in: bytes, at: index) {
                if depth == 1, start < text.count { spans.append(start..<text.count) }
                depth = max(0, depth - 1)
                index += closing.count
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        if depth > 0, start < text.count { spans.append(start..<text.count) }
        return (text, spans)
    }

    private func stands(_ tag: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard tag.count <= bytes.count - index else { return false }
        for offset in tag.indices {
            let byte = bytes[index + offset]
            if tag[offset] != (isCaseSensitive ? byte : Self.lower(byte)) { return false }
        }
        return true
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
