/// The keys of a field table in flat memory, so that value readers can access them without reference counting.
///
/// Unchecked, because it is written once. It is freed with the `FieldKeys` that owns it, which every reader keeps alive.
@frozen
@usableFromInline
struct KeyList: @unchecked Sendable {
    /// The part of a field that value readers need.
    @usableFromInline
    struct Entry {
        /// The first eight bytes of the quoted key, padded with zeros.
        var firstWord: UInt64
        /// A mask for the bytes of the first word that belong to the key.
        var firstMask: UInt64
        /// The length of the quoted key in bytes.
        var length: Int
        /// The last eight bytes of a quoted key of more than eight bytes.
        var lastWord: UInt64
        /// The index of the first word of the quoted key in `words`.
        var start: Int
        var format: DateFormat
        var isRequired: Bool
        var hash: UInt64
    }

    private let fields: UnsafeMutablePointer<Entry>
    /// The quoted keys, each padded with zeros to whole words.
    private let words: UnsafeMutablePointer<UInt64>
    let count: Int

    init(_ keys: [(quoted: ArraySlice<UInt8>, format: DateFormat, isRequired: Bool)]) {
        var fields: [Entry] = []
        var words: [UInt64] = []
        for key in keys {
            let start = words.count
            for place in stride(from: key.quoted.startIndex, to: key.quoted.endIndex, by: 8) {
                let bytes = key.quoted[place..<min(place + 8, key.quoted.endIndex)]
                words.append(bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
            }
            let length = key.quoted.count
            let lastWord = length > 8 ? key.quoted.suffix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } : 0
            fields.append(
                Entry(
                    firstWord: words[start], firstMask: length >= 8 ? .max : (1 << UInt64(length * 8)) - 1,
                    length: length, lastWord: lastWord, start: start, format: key.format,
                    isRequired: key.isRequired,
                    hash: Array(key.quoted.dropFirst().dropLast()).withUnsafeBufferPointer(Self.hash)))
        }
        count = fields.count
        self.fields = .allocate(capacity: max(1, fields.count))
        self.fields.initialize(from: fields, count: fields.count)
        self.words = .allocate(capacity: max(1, words.count))
        self.words.initialize(from: words, count: words.count)
    }

    func deallocate() {
        fields.deallocate()
        words.deallocate()
    }

    @inline(__always)
    subscript(index: Int) -> Entry {
        precondition(index >= 0 && index < count, "No field has that position.")
        return fields[index]
    }

    /// Whether the document has the field's quoted key at the offset.
    @inline(__always)
    func matches(_ index: Int, in bytes: JSONBytes, at offset: Int) -> Bool {
        guard bytes.hasWord(offset) else { return matchesEnd(index, in: bytes, at: offset) }
        guard bytes.word(offset) & self[index].firstMask == self[index].firstWord else { return false }
        return self[index].length <= 8 || matchesRest(index, in: bytes, at: offset)
    }

    /// The offset after the field's quoted key and a colon, if the document has exactly these at the offset; otherwise 0.
    /// Space before the colon, or the end of the document after it, may also give 0.
    @inline(__always)
    func end(of index: Int, in bytes: JSONBytes, at offset: Int) -> Int {
        precondition(index >= 0 && index < count, "No field has that position.")
        let entry = fields + index
        let end = offset &+ entry.pointee.length
        guard bytes.hasWord(offset), bytes.word(offset) & entry.pointee.firstMask == entry.pointee.firstWord,
            bytes[end] == UInt8(ascii: ":")
        else { return 0 }
        // There is a byte after the key, so all of its words lie inside the document.
        if entry.pointee.length > 8 {
            guard bytes.word(end &- 8) == entry.pointee.lastWord else { return 0 }
            if entry.pointee.length > 16, !matchesRest(index, in: bytes, at: offset) { return 0 }
        }
        return end &+ 1
    }

    private func matchesRest(_ index: Int, in bytes: JSONBytes, at offset: Int) -> Bool {
        let length = self[index].length
        guard offset &+ length <= bytes.count else { return false }
        var word = self[index].start &+ 1
        var position = 8
        while position &+ 8 <= length {
            guard bytes.word(offset &+ position) == words[word] else { return false }
            word &+= 1
            position &+= 8
        }
        // The last eight bytes of the key, which may overlap bytes already compared. The key is longer than eight
        // bytes.
        guard position < length else { return true }
        let overlap = UInt64((position &+ 8 &- length) &* 8)
        return bytes.word(offset &+ length &- 8) &>> overlap == words[word]
    }

    /// Compares the last bytes of the document one by one.
    private func matchesEnd(_ index: Int, in bytes: JSONBytes, at offset: Int) -> Bool {
        let start = self[index].start
        for position in 0..<self[index].length {
            let word = words[start + position / 8]
            if bytes[offset + position] != UInt8(truncatingIfNeeded: word >> UInt64(position % 8 * 8)) {
                return false
            }
        }
        return true
    }

    /// A hash of the key's length and of its first, middle and last eight bytes, which tell almost all keys apart.
    @inline(__always)
    static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let raw = UnsafeRawBufferPointer(key)
        let count = raw.count
        var first: UInt64
        var last: UInt64 = 0
        var middle: UInt64 = 0
        if count >= 8 {
            first = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
            last = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
            if count > 16 {
                middle = UInt64(
                    littleEndian: raw.loadUnaligned(fromByteOffset: count / 2 - 4, as: UInt64.self))
            }
        } else {
            first = 0
            for byte in raw { first = first << 8 | UInt64(byte) }
        }
        let mixed =
            (first ^ (last &* 0x9E37_79B9_7F4A_7C15) ^ (middle &* 0xC2B2_AE3D_27D4_EB4F) ^ UInt64(count))
            &* 0xD6E8_FEB8_6659_FD93
        return mixed ^ mixed >> 32
    }
}
