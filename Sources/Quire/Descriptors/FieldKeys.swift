/// The keys of a field table as bytes, for finding fields in documents without making strings.
@usableFromInline
final class FieldKeys: Sendable {
    /// What the reader of a value needs to know of its field.
    struct Slot: Sendable {
        /// Where the quoted key starts in `words`, in words.
        var start: Int
        /// The length of the quoted key in bytes.
        var length: Int
        var format: DateFormat
        var isRequired: Bool
        var hash: UInt64
    }

    let slots: [Slot]
    /// The quoted and escaped keys, each filled up with zeros to whole words.
    private let words: [UInt64]
    private let quoted: [ArraySlice<UInt8>]
    private let names: [String]
    /// Open addressing by hash: positions of fields, −1 where there is none.
    private let buckets: [Int]

    init(_ fields: [FieldDescriptor]) {
        var slots: [Slot] = []
        var words: [UInt64] = []
        var quoted: [ArraySlice<UInt8>] = []
        for field in fields {
            var writer = JSONWriter()
            writer.string(field.name)
            let key = writer.bytes
            slots.append(
                Slot(
                    start: words.count, length: key.count, format: field.kind.dateFormat,
                    isRequired: field.isRequired, hash: Self.hash(key.dropFirst().dropLast())))
            quoted.append(key[...])
            for start in stride(from: 0, to: key.count, by: 8) {
                words.append(Self.word(key[start..<min(start + 8, key.count)]))
            }
        }
        var buckets = [Int](repeating: -1, count: 4)
        while buckets.count < fields.count * 2 { buckets += buckets }
        for (position, slot) in slots.enumerated() {
            var bucket = Int(truncatingIfNeeded: slot.hash) & (buckets.count - 1)
            while buckets[bucket] >= 0 { bucket = (bucket + 1) & (buckets.count - 1) }
            buckets[bucket] = position
        }
        self.slots = slots
        self.words = words
        self.quoted = quoted
        self.buckets = buckets
        names = fields.map(\.name)
    }

    /// The quoted key of a field, as a document has it.
    func quotedKey(_ index: Int) -> ArraySlice<UInt8> { quoted[index] }

    /// Whether the quoted key of the field stands at the offset.
    @inline(__always)
    func matches(_ index: Int, in bytes: JSONBytes, at offset: Int) -> Bool {
        let slot = slots[index]
        var word = slot.start
        var position = offset
        var rest = slot.length
        while rest > 8 {
            guard bytes.hasWord(position), bytes.word(position) == words[word] else { return false }
            word &+= 1
            position &+= 8
            rest &-= 8
        }
        let mask = ~UInt64(0) &>> UInt64((8 &- rest) &* 8)
        guard bytes.hasWord(position) else { return matchesEnd(words[word], rest, in: bytes, at: position) }
        return bytes.word(position) & mask == words[word]
    }

    /// The last bytes of the document, one by one.
    private func matchesEnd(_ word: UInt64, _ rest: Int, in bytes: JSONBytes, at position: Int) -> Bool {
        for index in 0..<rest where bytes[position + index] != UInt8(truncatingIfNeeded: word >> UInt64(index * 8)) {
            return false
        }
        return true
    }

    /// The position of the first field of the key between two offsets, which has no escapes; −1 where there is none.
    func index(in bytes: JSONBytes, from start: Int, to end: Int) -> Int {
        let hash = Self.hash(bytes.slice(start, end))
        let mask = buckets.count - 1
        var bucket = Int(truncatingIfNeeded: hash) & mask
        while buckets[bucket] >= 0 {
            let index = buckets[bucket]
            if slots[index].hash == hash, slots[index].length == end - start + 2,
                matches(index, in: bytes, at: start - 1)
            {
                return index
            }
            bucket = (bucket + 1) & mask
        }
        return -1
    }

    /// The position of the first field of that name, compared byte by byte; −1 where there is none.
    func index(of name: String) -> Int {
        names.firstIndex { $0.utf8.elementsEqual(name.utf8) } ?? -1
    }

    private static func hash(_ key: some Collection<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash ^ hash >> 32
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        for (position, byte) in bytes.enumerated() { word |= UInt64(byte) << UInt64(position * 8) }
        return word
    }
}

extension FieldKind {
    /// How dates inside the field look on the wire; of no meaning where there are none.
    var dateFormat: DateFormat {
        switch self {
        case .date(let format), .time(let format), .dateTime(let format): format
        case .list(let element): element.dateFormat
        default: .epochMilliseconds
        }
    }

    /// What a decoding error says was expected.
    var expectation: StaticString {
        switch self {
        case .text, .longText, .html, .choice: "a string"
        case .url, .image, .video, .audio, .document: "a URL as a string"
        case .color: "a color like #987654"
        case .integer: "an integer"
        case .number: "a number"
        case .boolean: "true or false"
        case .date(let format), .time(let format), .dateTime(let format): format.expectation
        case .geopoint: "a point with latitude and longitude"
        case .json: "a JSON value"
        case .choices, .list, .relations: "an array"
        case .object: "an object"
        case .localizedText: "a string or an object of strings by locale"
        case .relation: "an id or an item"
        case .scalar(.text): "a string"
        case .scalar(.integer): "an integer"
        case .scalar(.number): "a number"
        case .scalar(.boolean): "true or false"
        }
    }
}

extension DateFormat {
    /// What a decoding error says was expected.
    var expectation: StaticString {
        switch self {
        case .epochMilliseconds: "a date as milliseconds since 1970"
        case .epochSeconds: "a date as seconds since 1970"
        case .rfc3339: "a date like 2024-05-01T12:00:00Z"
        case .dateOnly: "a date like 2024-05-01"
        }
    }
}
