#if SQLite
import CSQLite
import QuireCore
import QuireEngine

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
