#if SQLite
import CSQLite
import QuireEngine
import QuireCore

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
#endif
