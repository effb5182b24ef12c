import Foundation

extension JSONValue {
    /// Reads back what was written. The value is null if the JSON is incomplete.
    package init(written json: JSONWriter) {
        let value = try? JSONCursor.withBytes(of: Data(json.bytes)) { (cursor) throws(ValueDecodingError) in
            try cursor.value()
        }
        self = value ?? .null
    }

    /// Reads the value of a JSON document. Integers of 64 bits stay exact, and names keep their order.
    ///
    /// - Throws: `ValueDecodingError` with the byte offset of the error.
    public init(parsing data: Data) throws(ValueDecodingError) {
        self = try JSONCursor.withBytes(of: data) { (cursor) throws(ValueDecodingError) in
            let value = try cursor.value()
            try cursor.expectEnd()
            return value
        }
    }

    /// The value as compact JSON.
    public var data: Data {
        var json = JSONWriter()
        json.value(self)
        return Data(json.bytes)
    }
}
