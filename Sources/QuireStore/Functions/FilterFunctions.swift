#if SQLite
import CSQLite
import QuireCore
import QuireEngine

extension Connection {
    /// Registers the functions that filters use beyond SQLite's own.
    func registerFilterFunctions() throws(StoreError) {
        try register("quire_like", arguments: 3) { context, _, arguments in
            guard let arguments else { return }
            TextFolding.like(context, arguments)
        }
        try register("quire_distance", arguments: 4) { context, _, arguments in
            guard let arguments else { return }
            for index in 0..<4 where sqlite3_value_type(arguments[index]) == SQLITE_NULL { return }
            sqlite3_result_double(
                context,
                GeoCircle.distance(
                    latitude: sqlite3_value_double(arguments[0]),
                    longitude: sqlite3_value_double(arguments[1]),
                    toLatitude: sqlite3_value_double(arguments[2]),
                    toLongitude: sqlite3_value_double(arguments[3])))
        }
        try register("quire_tagged", arguments: 3) { context, _, arguments in
            guard let arguments else { return }
            TagTest.isTagged(context, arguments)
        }
        try register("quire_double", arguments: 1) { context, _, arguments in
            guard let bits = arguments?[0] else { return }
            sqlite3_result_double(context, Double(bitPattern: UInt64(bitPattern: sqlite3_value_int64(bits))))
        }
        try register("quire_text", arguments: 1) { context, _, arguments in
            guard let digits = arguments?[0], let text = sqlite3_value_text(digits) else { return }
            let count = Int(sqlite3_value_bytes(digits)) / 2
            func digit(_ byte: UInt8) -> UInt8 { byte < 0x3A ? byte &- 0x30 : (byte | 0x20) &- 0x57 }
            let bytes = (0..<count).map { digit(text[$0 * 2]) << 4 | digit(text[$0 * 2 + 1]) }
            bytes.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_result_text(context, $0.baseAddress, Int32($0.count), SQLite.transient)
                }
            }
        }
    }
}

/// `quire_tagged(tags, name, value)`: whether an item's tags, as JSON, include the tag. Tags are compared by bytes.
enum TagTest {
    static func isTagged(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>) {
        guard let tags = bytes(arguments[0]), let name = text(arguments[1]) else { return }
        let tag = Tag(name: name, value: text(arguments[2]), tagType: nil)
        let json = try? JSONCursor.withCursor(over: tags) { (json) throws(ValueDecodingError) in
            try json.value()
        }
        guard case .array(let present)? = json else { return }
        sqlite3_result_int(context, present.contains(where: tag.isByteEqual) ? 1 : 0)
    }

    private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer? {
        guard sqlite3_value_type(value) != SQLITE_NULL, let text = sqlite3_value_text(value) else {
            return nil
        }
        return UnsafeRawBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    }

    private static func text(_ value: OpaquePointer?) -> String? {
        bytes(value).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Lower-casing for `like`: Swift's `lowercased()`, stored only for text that is not ASCII.
///
/// An ASCII text needs no stored copy, because lower-casing it during a scan costs no more than reading a copy.
enum TextFolding {
    /// The lower-cased text, if it must be stored because the text is not ASCII.
    static func stored(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        isASCII(bytes) ? nil : String(decoding: bytes, as: UTF8.self).lowercased()
    }

    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var bits: UInt64 = 0
        var index = 0
        let raw = UnsafeRawBufferPointer(bytes)
        while index &+ 8 <= raw.count {
            bits |= raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < raw.count {
            bits |= UInt64(raw[index])
            index &+= 1
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }

    /// `quire_like(text, folded, part)`: whether the lower-cased text contains the lower-cased part.
    static func like(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>) {
        guard let text = buffer(arguments[0]), let part = buffer(arguments[2]) else { return }
        let isFound: Bool
        if let folded = buffer(arguments[1]) {
            isFound = contains(folded, part)
        } else if isASCII(text) {
            isFound = containsFoldingASCII(text, part)
        } else {
            var folded = String(decoding: text, as: UTF8.self).lowercased()
            isFound = folded.withUTF8 { contains($0, part) }
        }
        sqlite3_result_int(context, isFound ? 1 : 0)
    }

    private static func buffer(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
        guard sqlite3_value_type(value) != SQLITE_NULL, let text = sqlite3_value_text(value) else {
            return nil
        }
        return UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
    }

    private static func contains(_ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        guard let first = part.baseAddress, part.count > 0 else { return true }
        guard let start = text.baseAddress else { return false }
        return quire_find(start, text.count, first, part.count) != nil
    }

    /// The part is already lower case, and the text is ASCII.
    private static func containsFoldingASCII(
        _ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard part.count > 0 else { return true }
        guard part.count <= text.count else { return false }
        let first = part[0]
        for start in 0...(text.count - part.count) where lower(text[start]) == first {
            var index = 1
            while index < part.count, lower(text[start &+ index]) == part[index] { index &+= 1 }
            if index == part.count { return true }
        }
        return false
    }

    @inline(__always)
    private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
#endif
