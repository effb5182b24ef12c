import QuireCore

/// The positions of an instance's values in its JSON.
struct InstanceScan {
    /// An instance's keys, in HALO's order.
    enum Key: Int, CaseIterable {
        case id, name, module, customerId, revision, externalId, values, tags, pushSchedule, createdAt,
            updatedAt,
            publishedAt, archivedAt, removedAt, deletedAt, createdBy, updatedBy, deletedBy

        static let byName: [String: Key] = Dictionary(
            uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
        static let names: [String] = allCases.map { "\($0)" }
    }

    /// The range of each key's value; empty if the key is missing.
    private(set) var ranges = [Range<Int>](repeating: 0..<0, count: Key.allCases.count)

    /// Reads the instance at the cursor.
    init(_ json: inout JSONCursor) throws(ValueDecodingError) {
        try json.members { (name, json) throws(ValueDecodingError) in
            _ = json.peek()
            let start = json.offset
            try json.skipValue()
            if let key = Key.byName[name], ranges[key.rawValue].isEmpty {
                ranges[key.rawValue] = start..<json.offset
            }
        }
    }

    subscript(key: Key) -> Range<Int>? { ranges[key.rawValue].isEmpty ? nil : ranges[key.rawValue] }

    /// The number of a key, such as a date's milliseconds.
    func integer(_ key: Key, in bytes: UnsafeRawBufferPointer) -> Int64? {
        self[key].flatMap { Int64(String(decoding: bytes[$0], as: UTF8.self)) }
    }

    /// The text of a key.
    func text(_ key: Key, in bytes: UnsafeRawBufferPointer) -> String? {
        guard let range = self[key] else { return nil }
        let value = JSONCursor.read(UnsafeRawBufferPointer(rebasing: bytes[range]))
        if case .string(let text)? = value { return text }
        return nil
    }
}

extension JSONCursor {
    /// Reads an object's members; the closure reads each value.
    mutating func members(
        _ body: (String, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        try expect(UInt8(ascii: "{"), "an object")
        try enter()
        if !consume(UInt8(ascii: "}")) {
            repeat {
                let name = try key()
                try body(name, &self)
            } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
    }

    /// Reads a list's elements; the closure reads each.
    mutating func elements(_ body: (inout JSONCursor) throws(ValueDecodingError) -> Void)
        throws(ValueDecodingError)
    {
        try expect(UInt8(ascii: "["), "a list")
        try enter()
        if !consume(UInt8(ascii: "]")) {
            repeat { try body(&self) } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "]"), "a comma or the end of the list")
        }
        leave()
    }

    /// The bytes as a JSON value; `nil` if they are not JSON.
    static func read(_ bytes: UnsafeRawBufferPointer) -> JSONValue? {
        do throws(ValueDecodingError) {
            return try withCursor(over: bytes) { (json) throws(ValueDecodingError) in
                let value = try json.value()
                try json.expectEnd()
                return value
            }
        } catch {
            return nil
        }
    }
}
