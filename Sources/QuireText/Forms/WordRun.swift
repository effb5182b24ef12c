/// Words that can also be written as one: joined by apostrophes and hyphens, or single letters with points.
struct WordRun {
    struct Part {
        var bytes: [UInt8]
        var start: Int
        var end: Int
    }

    /// The character that joins two words.
    enum Joint { case sign, point }

    /// The maximum number of words with a form, because longer runs are not written as one word.
    static let longest = 8

    private(set) var parts: [Part] = []
    private var joint: Joint?

    var isEmpty: Bool { parts.isEmpty }

    mutating func append(_ word: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) {
        parts.append(Part(bytes: Array(word), start: start, end: end))
    }

    mutating func removeAll() {
        parts.removeAll(keepingCapacity: true)
        joint = nil
    }

    /// The joined words; `nil` if there is only one word, or too many.
    var form: Part? {
        guard parts.count > 1, parts.count <= Self.longest, let first = parts.first, let last = parts.last
        else {
            return nil
        }
        let bytes = parts.flatMap(\.bytes)
        return bytes.count <= WordBuffer.capacity
            ? Part(bytes: bytes, start: first.start, end: last.end) : nil
    }

    /// Whether a run can begin with a word: the next character is an apostrophe or a hyphen, or a point after a
    /// single letter.
    static func mayBegin(_ word: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, at end: Int)
        -> Bool
    {
        guard end < text.count else { return false }
        let byte = text[end]
        if byte == UInt8(ascii: ".") { return isLetter(word) }
        return signLength(text, end) > 0
    }

    /// Whether the next word continues the run.
    mutating func takes(
        _ word: UnsafeBufferPointer<UInt8>, at start: Int, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        // A longer run has no form, and its words are emitted.
        guard let last = parts.last, parts.count <= Self.longest else { return false }
        guard let next = Self.joint(text, from: last.end, to: start) else { return false }
        if next == .point {
            guard Self.isLetter(word), last.bytes.withUnsafeBufferPointer(Self.isLetter) else { return false }
        }
        guard joint == nil || joint == next else { return false }
        joint = next
        return true
    }

    /// The joint between two words; `nil` if they are not joined.
    static func joint(_ text: UnsafeBufferPointer<UInt8>, from end: Int, to start: Int) -> Joint? {
        guard end < start else { return nil }
        if text[end] == UInt8(ascii: ".") {
            return start == end + 1 || (start == end + 2 && text[end + 1] == UInt8(ascii: " ")) ? .point : nil
        }
        let length = signLength(text, end)
        return length > 0 && end + length == start ? .sign : nil
    }

    /// The length in bytes of the apostrophe or hyphen at a position; 0 if there is none.
    static func signLength(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        switch text[index] {
        case UInt8(ascii: "'"), UInt8(ascii: "-"), UInt8(ascii: "`"): return 1
        // ´ (acute), ʼ (modifier), ʹ (prime).
        case 0xC2: return index + 1 < text.count && text[index + 1] == 0xB4 ? 2 : 0
        case 0xCA: return index + 1 < text.count && [0xB9, 0xBC].contains(text[index + 1]) ? 2 : 0
        case 0xE2:
            guard index + 2 < text.count, text[index + 1] == 0x80 else { return 0 }
            // ‐ ‑ ‘ ’ ′
            return [0x90, 0x91, 0x98, 0x99, 0xB2].contains(text[index + 2]) ? 3 : 0
        case 0xEF:
            guard index + 2 < text.count, text[index + 1] == 0xBC else { return 0 }
            // ＇ －
            return [0x87, 0x8D].contains(text[index + 2]) ? 3 : 0
        default: return 0
        }
    }

    /// Whether a word is one letter with its marks.
    static func isLetter(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        if word.count == 1 { return word[0] &- 0x61 < 26 }
        guard word.count <= 16, let (scalar, length) = UTF8Reading.scalar(in: word, at: 0),
            Unicode.Scalar(scalar)?.properties.isAlphabetic == true
        else { return false }
        var index = length
        while index < word.count, let (mark, length) = UTF8Reading.scalar(in: word, at: index) {
            guard Unicode.Scalar(mark)?.properties.generalCategory.isMark == true else { return false }
            index += length
        }
        return true
    }
}
