import Foundation
import QuireCore
import QuireRemote

/// A page of records, parsed in one pass but not yet checked.
///
/// `{"items":[…],"page":1,"perPage":30,"totalItems":8,"totalPages":1}`
struct RecordPage {
    /// The records; `nil` if the response has no list of them. A record without an id is `nil`.
    private(set) var records: [Record?]?
    private(set) var page: Int?
    private(set) var perPage: Int?
    /// −1 if the server did not count.
    private(set) var totalItems: Int?
    /// One of the records, as the server sent it.
    private(set) var kept: JSONValue?

    private static let keys = FieldKeys(names: ["items", "page", "perPage", "totalItems", "totalPages"])

    /// - Parameter position: The position of the record that is needed beside its instance. If there are fewer records,
    ///   it is the last one.
    init(_ data: Data, form: RecordForm, keeping position: Int? = nil) throws(ValueDecodingError) {
        var reader = RecordReader(data, form: form)
        self = try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
            var page = RecordPage()
            try page.read(&json, with: &reader, keeping: position, of: data)
            try json.expectEnd()
            return page
        }
    }

    private init() {}

    private mutating func read(
        _ json: inout JSONCursor, with reader: inout RecordReader, keeping position: Int?, of data: Data
    ) throws(ValueDecodingError) {
        guard json.isAtObject() else { return try json.skipValue() }
        try json.eachFirstMember(of: Self.keys) { (key, json) throws(ValueDecodingError) in
            switch key {
            case 0 where json.isAtArray():
                var list: [Record?] = []
                var place = 0..<0
                try json.eachElement { (json) throws(ValueDecodingError) in
                    _ = json.peek()
                    let start = json.offset
                    if json.isAtObject() {
                        list.append(try reader.record(at: &json))
                    } else {
                        list.append(nil)
                        try json.skipValue()
                    }
                    if let position, list.count <= position + 1 { place = start..<json.offset }
                }
                records = list
                if !place.isEmpty { kept = try JSONValue(parsing: data.bytes(at: place)) }
            case 1: page = try json.integerIfAny().map(Int.init)
            case 2: perPage = try json.integerIfAny().map(Int.init)
            case 3: totalItems = try json.integerIfAny().map(Int.init)
            default: try json.skipValue()
            }
        }
    }
}

/// A record of a response. Its id and its date are read only on demand.
struct Record: Sendable {
    let instance: StoredSlice
    let response: Data
    /// Where the JSON of the id and of the date is.
    let idPlace: Range<Int>
    let updatedPlace: Range<Int>

    var id: String { text(at: idPlace) }

    /// When the server stored it last, as `2024-05-06 05:08:09.123Z`. Empty if the collection has no such field.
    var updated: String { text(at: updatedPlace) }

    private func text(at place: Range<Int>) -> String { response.json(at: place)?.string ?? "" }
}
