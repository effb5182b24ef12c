/// The keys of a field table as bytes, for finding fields in documents without creating strings.
@usableFromInline
package final class FieldKeys: Sendable {
    /// The keys by position. Valid as long as this object lives.
    @usableFromInline let list: KeyList
    /// The quoted keys, each with its colon.
    private let quoted: [[UInt8]]
    private let names: [String]
    /// The former names of the fields; `nil` if there are none.
    let former: FormerKeys?
    /// Open addressing by hash: positions of fields, or −1 for an empty bucket.
    private let buckets: [Int]

    init(_ fields: [FieldDescriptor]) {
        quoted = fields.map { field in
            var writer = JSONWriter()
            writer.string(field.name)
            return writer.bytes + [UInt8(ascii: ":")]
        }
        names = fields.map(\.name)
        former = FormerKeys(fields)
        list = KeyList(zip(fields, quoted).map { ($1.dropLast(), $0.kind.dateFormat, $0.isRequired) })
        var buckets = [Int](repeating: -1, count: 4)
        while buckets.count < fields.count * 2 { buckets += buckets }
        for position in fields.indices {
            var bucket = Int(truncatingIfNeeded: list[position].hash) & (buckets.count - 1)
            while buckets[bucket] >= 0 { bucket = (bucket + 1) & (buckets.count - 1) }
            buckets[bucket] = position
        }
        self.buckets = buckets
    }

    /// Creates keys that do not belong to fields, in the order in which they are expected.
    package convenience init(names: [String]) {
        self.init(names.map { FieldDescriptor(name: $0, kind: .text) })
    }

    deinit { list.deallocate() }

    /// The quoted key of a field with its colon, as it appears in a document.
    func quotedKey(_ index: Int) -> [UInt8] { quoted[index] }

    /// The position of the first field whose key (without escapes) lies between two offsets, or −1.
    func index(in bytes: JSONBytes, from start: Int, to end: Int) -> Int {
        let hash = KeyList.hash(bytes.slice(start, end))
        let mask = buckets.count - 1
        var bucket = Int(truncatingIfNeeded: hash) & mask
        while buckets[bucket] >= 0 {
            let index = buckets[bucket]
            if list[index].hash == hash, list[index].length == end - start + 2,
                list.matches(index, in: bytes, at: start - 1)
            {
                return index
            }
            bucket = (bucket + 1) & mask
        }
        return -1
    }

    /// The position of the first field with a name, compared byte by byte, or −1.
    func index(of name: String) -> Int {
        names.firstIndex { $0.utf8.elementsEqual(name.utf8) } ?? -1
    }
}

extension FieldKind {
    /// The wire format of dates inside the field. Meaningless if there are none.
    package var dateFormat: DateFormat {
        switch self {
        case .date(let format), .time(let format), .dateTime(let format): format
        case .list(let element): element.dateFormat
        default: .epochMilliseconds
        }
    }

    /// What decoding errors say was expected.
    package var expectation: StaticString {
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

/// Finding the fields of a table among the keys of a document.
extension JSONCursor {
    /// Calls the body with each requested member of the next object: the key's position, and the cursor at its value.
    /// Read or skip the value. Keys that come in the requested order, or in that of the objects before, are found without
    /// a lookup.
    @inline(__always)
    package mutating func eachMember(
        of keys: FieldKeys, _ body: (Int, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        guard consume(UInt8(ascii: "{")) else { throw mismatch("an object") }
        try enter()
        if !consume(UInt8(ascii: "}")) {
            let order = context.keyOrder.start(of: keys)
            var last = -1
            repeat {
                guard peek() == UInt8(ascii: "\"") else { throw malformed("a key") }
                let index = try fieldIndex(in: keys, after: &last, from: order)
                if index < 0 {
                    try skipValue()
                } else {
                    try body(index, &self)
                }
            } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
    }

    /// Reads the key at the cursor and its colon. Returns the position of its field, −1 for an unknown key, or less for a
    /// former name; see `FormerKeys.slot`.
    mutating func fieldIndex(in keys: FieldKeys) throws(ValueDecodingError) -> Int {
        let start = offset
        offset &+= 1
        let isASCII = try scanString()
        var index: Int
        if bytes[offset] == UInt8(ascii: "\\") {
            offset = start
            let name = try string()
            index = keys.index(of: name)
            if index < 0, let former = keys.former {
                let slot = former.keys.index(of: name)
                if slot >= 0 { index = FormerKeys.index(slot) }
            }
        } else {
            index = keys.index(in: bytes, from: start + 1, to: offset)
            if !isASCII, index < 0, validUTF8Prefix(bytes.slice(start, offset)) != offset - start {
                throw invalidUTF8(from: start)
            }
            if index < 0, let former = keys.former {
                let slot = former.keys.index(in: bytes, from: start + 1, to: offset)
                if slot >= 0 { index = FormerKeys.index(slot) }
            }
            offset &+= 1
        }
        if index < 0 { try checkMarks(ofKey: start..<offset) }
        try expect(UInt8(ascii: ":"), "a colon")
        return index
    }
}

extension KeyOrder {
    /// Returns where the successors of a table's keys start.
    @inline(__always)
    mutating func start(of keys: FieldKeys) -> Int {
        start(of: ObjectIdentifier(keys), count: keys.list.count)
    }
}

extension JSONCursor {
    /// Reads the key at the cursor and its colon like `fieldIndex(in:)`, and tries the key that came after the last one
    /// before.
    ///
    /// - Parameters:
    ///   - last: The position of the last known key of the object, or −1. Set to the key's.
    ///   - start: The start of the table in the document's key order.
    @inline(__always)
    mutating func fieldIndex(
        in keys: FieldKeys, after last: inout Int, from start: Int
    ) throws(ValueDecodingError) -> Int {
        let expected = context.keyOrder.key(after: last, from: start)
        if expected < keys.list.count {
            let end = keys.list.end(of: expected, in: bytes, at: offset)
            if end > 0 {
                offset = end
                last = expected
                return expected
            }
        }
        let index = try fieldIndex(in: keys)
        if index >= 0 {
            context.keyOrder.note(index, after: last, from: start)
            last = index
        }
        return index
    }
}
