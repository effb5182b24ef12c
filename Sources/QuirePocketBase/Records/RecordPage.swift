import Foundation
import QuireCluster
import QuireCore

/// A page of records, parsed in one pass but not yet checked.
///
/// `{"items":[…],"page":1,"perPage":30,"totalItems":8,"totalPages":1}`
struct RecordPage {
    /// The records; `nil` if the response has no list of them. A record without an id is `nil`.
    private(set) var records: [FoundRecord?]?
    private(set) var page: Int?
    private(set) var perPage: Int?
    /// −1 if the server did not count.
    private(set) var totalItems: Int?
    /// The last record, as the server sent it.
    private(set) var last: JSONValue?

    private static let keys = FieldKeys(names: ["items", "page", "perPage", "totalItems", "totalPages"])

    /// - Parameter keepsLast: Whether the last record is needed beside its instance.
    init(
        _ data: Data, reading reader: inout RecordReader, keepsLast: Bool = false
    ) throws(ValueDecodingError) {
        var page = RecordPage()
        // `Data` rethrows errors without their type.
        let result = data.withUnsafeBytes { buffer -> Result<Void, ValueDecodingError> in
            do throws(ValueDecodingError) {
                try JSONCursor.withCursor(over: buffer) { (json) throws(ValueDecodingError) in
                    try page.read(&json, buffer, &reader, keepsLast)
                    try json.expectEnd()
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        self = page
    }

    private init() {}

    private mutating func read(
        _ json: inout JSONCursor, _ buffer: UnsafeRawBufferPointer, _ reader: inout RecordReader,
        _ keepsLast: Bool
    ) throws(ValueDecodingError) {
        guard json.isAtObject() else { return try json.skipValue() }
        var seen = 0
        try json.eachMember(of: Self.keys) { (key, json) throws(ValueDecodingError) in
            // Of two equal keys, the first is used.
            guard seen & 1 << key == 0 else { return try json.skipValue() }
            seen |= 1 << key
            switch key {
            case 0: try readRecords(&json, buffer, &reader, keepsLast)
            case 1: page = try json.integerIfAny().map(Int.init)
            case 2: perPage = try json.integerIfAny().map(Int.init)
            case 3: totalItems = try json.integerIfAny().map(Int.init)
            default: try json.skipValue()
            }
        }
    }

    private mutating func readRecords(
        _ json: inout JSONCursor, _ buffer: UnsafeRawBufferPointer, _ reader: inout RecordReader,
        _ keepsLast: Bool
    ) throws(ValueDecodingError) {
        guard json.isAtArray() else { return try json.skipValue() }
        var found: [FoundRecord?] = []
        var last = 0..<0
        try json.eachElement { (json) throws(ValueDecodingError) in
            _ = json.peek()
            let start = json.offset
            if json.isAtObject() {
                found.append(try reader.record(at: &json, in: buffer))
            } else {
                found.append(nil)
                try json.skipValue()
            }
            last = start..<json.offset
        }
        records = found
        if keepsLast, !found.isEmpty {
            self.last = try JSONValue(parsing: Data(buffer[last]))
        }
    }
}

extension RecordReader {
    /// Reads a single record, such as a response to a write or the record of an event.
    ///
    /// - Returns: `nil` if it has no id.
    mutating func record(_ data: Data) throws(ValueDecodingError) -> FoundRecord? {
        var reader = self
        let result = data.withUnsafeBytes { buffer -> Result<FoundRecord?, ValueDecodingError> in
            do throws(ValueDecodingError) {
                return .success(
                    try JSONCursor.withCursor(over: buffer) { (json) throws(ValueDecodingError) in
                        guard json.isAtObject() else { throw json.mismatch("a record") }
                        let record = try reader.record(at: &json, in: buffer)
                        try json.expectEnd()
                        return record
                    })
            } catch {
                return .failure(error)
            }
        }
        self = reader
        return try result.get()
    }
}
