#if SQLite
import QuireCore

/// Reads parts of the JSON in a column.
enum StoredJSON {
    /// The texts in a JSON list of texts.
    static func ids(_ list: String) -> [String] {
        var list = list
        return list.withUTF8 { bytes in
            let ids = try? JSONCursor.withCursor(over: UnsafeRawBufferPointer(bytes)) {
                (json) throws(ValueDecodingError) in try [String].read(from: &json, .epochMilliseconds)
            }
            return ids ?? []
        }
    }

    /// The members of a JSON object, with their values as ranges of the bytes.
    static func members(_ bytes: UnsafeRawBufferPointer) -> [(key: String, value: Range<Int>)] {
        var members: [(String, Range<Int>)] = []
        // Stored JSON was parsed successfully before it was stored.
        try? JSONCursor.withCursor(over: bytes) { (json) throws(ValueDecodingError) in
            guard json.consume(UInt8(ascii: "{")), !json.consume(UInt8(ascii: "}")) else { return }
            repeat {
                let key = try json.storedKey()
                let start = json.nextOffset
                try json.skipStructure()
                members.append((key, start..<json.offset))
            } while json.consume(UInt8(ascii: ","))
        }
        return members
    }
}

extension JSONCursor {
    /// Reads a key without the checks of a response.
    fileprivate mutating func storedKey() throws(ValueDecodingError) -> String {
        _ = peek()
        let key = try string()
        try expect(UInt8(ascii: ":"), "a colon")
        return key
    }

    /// Where the next value starts.
    var nextOffset: Int {
        mutating get {
            _ = peek()
            return offset
        }
    }
}
#endif
