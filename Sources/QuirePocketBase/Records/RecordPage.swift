import Foundation
import QuireCore
import QuireRemote

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
    /// One of the records, as the server sent it.
    private(set) var kept: JSONValue?

    private static let keys = FieldKeys(names: ["items", "page", "perPage", "totalItems", "totalPages"])

    /// - Parameter position: The position of the record that is needed beside its instance. If there are fewer records,
    ///   it is the last one.
    init(
        _ data: Data, reading reader: inout RecordReader, keeping position: Int? = nil
    ) throws(ValueDecodingError) {
        var page = RecordPage()
        // `Data` rethrows errors without their type.
        let result = data.withUnsafeBytes { buffer -> Result<Void, ValueDecodingError> in
            do throws(ValueDecodingError) {
                try JSONCursor.withCursor(over: buffer) { (json) throws(ValueDecodingError) in
                    try page.read(&json, buffer, &reader, position)
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
        _ position: Int?
    ) throws(ValueDecodingError) {
        guard json.isAtObject() else { return try json.skipValue() }
        var seen = 0
        try json.eachMember(of: Self.keys) { (key, json) throws(ValueDecodingError) in
            // Of two equal keys, the first is used.
            guard seen & 1 << key == 0 else { return try json.skipValue() }
            seen |= 1 << key
            switch key {
            case 0: try readRecords(&json, buffer, &reader, position)
            case 1: page = try json.integerIfAny().map(Int.init)
            case 2: perPage = try json.integerIfAny().map(Int.init)
            case 3: totalItems = try json.integerIfAny().map(Int.init)
            default: try json.skipValue()
            }
        }
    }

    private mutating func readRecords(
        _ json: inout JSONCursor, _ buffer: UnsafeRawBufferPointer, _ reader: inout RecordReader,
        _ position: Int?
    ) throws(ValueDecodingError) {
        guard json.isAtArray() else { return try json.skipValue() }
        var found: [FoundRecord?] = []
        var place = 0..<0
        try json.eachElement { (json) throws(ValueDecodingError) in
            _ = json.peek()
            let start = json.offset
            if json.isAtObject() {
                found.append(try reader.record(at: &json, in: buffer))
            } else {
                found.append(nil)
                try json.skipValue()
            }
            if let position, found.count <= position + 1 { place = start..<json.offset }
        }
        records = found
        if !place.isEmpty { kept = try JSONValue(parsing: Data(buffer[place])) }
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
