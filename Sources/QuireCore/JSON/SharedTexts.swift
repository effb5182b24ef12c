/// Texts that many items of a page share, found by their bytes.
struct SharedTexts {
    /// A text of 16 to 64 bytes is compared in words, the last of which overlaps the one before.
    static let lengths = 16...64
    private static let wordsInText = 8
    private static let slots = 32

    private var texts: [String] = []
    private var lengths: [Int] = []
    private var words: [UInt64] = []

    /// Returns the text of the bytes, which are UTF-8.
    ///
    /// - Parameters:
    ///   - start: The offset of the text.
    ///   - length: The number of its bytes, one of `lengths`.
    /// - Returns: `nil` if the text is not ASCII.
    mutating func text(in bytes: JSONBytes, at start: Int, length: Int) -> String? {
        let last = length &- 8
        let mixed =
            (bytes.word(start) &+ bytes.word(start &+ last) &* 31 &+ UInt64(length)) &* 0xD6E8_FEB8_6659_FD93
        let slot = Int(truncatingIfNeeded: mixed >> 59)
        if texts.isEmpty { allocate() }
        let first = slot &* Self.wordsInText
        let count = (length &+ 7) &>> 3
        if lengths[slot] == length, hasWords(bytes, at: start, last: last, count: count, from: first) {
            return texts[slot]
        }
        var seen: UInt64 = 0
        for word in 0..<count { seen |= bytes.word(start &+ min(word &* 8, last)) }
        guard seen & 0x8080_8080_8080_8080 == 0 else { return nil }
        for word in 0..<count { words[first &+ word] = bytes.word(start &+ min(word &* 8, last)) }
        let text = String(decoding: bytes.slice(start, start &+ length), as: UTF8.self)
        lengths[slot] = length
        texts[slot] = text
        return text
    }

    private func hasWords(_ bytes: JSONBytes, at start: Int, last: Int, count: Int, from first: Int)
        -> Bool
    {
        words.withUnsafeBufferPointer { words in
            for word in 0..<count where words[first &+ word] != bytes.word(start &+ min(word &* 8, last)) {
                return false
            }
            return true
        }
    }

    private mutating func allocate() {
        texts = Array(repeating: "", count: Self.slots)
        lengths = Array(repeating: 0, count: Self.slots)
        words = Array(repeating: 0, count: Self.slots * Self.wordsInText)
    }
}
