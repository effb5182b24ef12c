/// The bytes of a document, read by offset.
///
/// Every access is checked against `count`. A byte past the end reads as 0, which no JSON token contains, so the
/// parsers need no second check. The bytes belong to the caller of `JSONCursor.withBytes`, which keeps them alive
/// for the duration of its closure.
@frozen
@usableFromInline
package struct JSONBytes {
    @usableFromInline let base: UnsafePointer<UInt8>
    @usableFromInline let count: Int

    package init(_ buffer: UnsafeRawBufferPointer) {
        if let address = buffer.baseAddress {
            base = address.assumingMemoryBound(to: UInt8.self)
            count = buffer.count
        } else {
            base = Self.nothing
            count = 0
        }
    }

    init() {
        base = Self.nothing
        count = 0
    }

    /// One byte that lives as long as the process, for empty documents.
    private nonisolated(unsafe) static let nothing: UnsafePointer<UInt8> = {
        let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        byte.initialize(to: 0)
        return UnsafePointer(byte)
    }()

    /// The byte at a non-negative offset, or 0 past the end.
    @inline(__always)
    subscript(offset: Int) -> UInt8 { offset < count ? base[offset] : 0 }

    /// Whether eight bytes can be read at the offset.
    @inline(__always)
    func hasWord(_ offset: Int) -> Bool { offset &+ 8 <= count }

    /// Eight bytes, with the first one lowest. Requires `hasWord`.
    @inline(__always)
    func word(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
    }

    /// Whether the document has four bytes at the offset, given with the first one lowest.
    @inline(__always)
    func hasWord(_ four: UInt32, at offset: Int) -> Bool {
        offset &+ 4 <= count
            && UInt32(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt32.self)) == four
    }

    /// The text between two offsets inside the document, or `nil` if the bytes are not UTF-8.
    @inline(__always)
    func text(_ start: Int, _ end: Int, isASCII: Bool) -> String? {
        let slice = UnsafeBufferPointer(start: base + start, count: end &- start)
        // Decoding repairs invalid UTF-8, so it must only see valid bytes.
        if !isASCII, validUTF8Prefix(slice) != slice.count { return nil }
        return String(decoding: slice, as: UTF8.self)
    }

    /// The bytes between two offsets, clamped to the document.
    func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
        let last = max(0, min(end, count))
        let first = max(0, min(start, last))
        return UnsafeBufferPointer(start: base + first, count: last - first)
    }
}

/// The position of the first byte from `start` that a JSON string must escape, or the end if there is none.
func firstSpecialByte(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var position = start
    while position + 8 <= raw.count {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        let hits = specialBytes(in: word)
        if hits != 0 { return position + hits.trailingZeroBitCount >> 3 }
        position += 8
    }
    while position < raw.count {
        let byte = raw[position]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return position }
        position += 1
    }
    return position
}

/// The number of bytes at the start that are valid UTF-8.
func validUTF8Prefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var position = 0
    while position < bytes.count {
        while position + 8 <= bytes.count {
            let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0 else { break }
            position += 8
        }
        guard position < bytes.count else { break }
        let first = bytes[position]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0x00...0x7F: length = 1
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        case 0xF1...0xF3: length = 4
        default: return position
        }
        guard position + length <= bytes.count else { return position }
        for index in 1..<max(length, 1)
        where !(index == 1 ? second : 0x80...0xBF).contains(bytes[position + index]) {
            return position
        }
        position += length
    }
    return position
}
