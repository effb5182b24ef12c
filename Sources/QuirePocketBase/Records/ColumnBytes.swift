import Foundation
import QuireCore
import QuireRemote

/// The JSON of a column in a response.
extension UnsafeBufferPointer<UInt8> {
    /// The text; `nil` if it is something else.
    var jsonText: String? {
        guard count >= 2, first == UInt8(ascii: "\"") else { return nil }
        if !contains(UInt8(ascii: "\\")) { return String(decoding: self[1..<count - 1], as: UTF8.self) }
        guard case .string(let text)? = jsonValue else { return nil }
        return text
    }

    var jsonValue: JSONValue? { try? JSONValue(parsing: Data(buffer: self)) }

    /// The milliseconds since 1970 of a date's text.
    var milliseconds: Int64? {
        count == 26
            ? RecordDate.milliseconds(of: UnsafeBufferPointer(rebasing: self[1..<25])) : nil
    }

    /// The integer of an order key's text.
    var orderedInteger: Int64? {
        count == 18 ? ValueKey.integer(ofOrder: String(decoding: self[1..<17], as: UTF8.self)) : nil
    }

    /// Whether the number is what the column of an integer beyond ±2^53 holds.
    func isColumn(of integer: Int64) -> Bool {
        Double(String(decoding: self, as: UTF8.self)) == ValueKey.column(of: integer)
    }

    /// Whether the column is empty, so that the field may have no value.
    func isEmptyColumn(_ storage: Storage) -> Bool {
        switch storage {
        case .text, .relation, .file, .date: count == 2
        case .number, .integer:
            count <= 2 && last == UInt8(ascii: "0") && (count == 1 || first == UInt8(ascii: "-"))
        case .boolean: first == UInt8(ascii: "f")
        case .place: recordPlace.map { $0 == (0, 0) } ?? false
        case .relations, .files, .choices, .list, .json: false
        }
    }

    /// The longitude and the latitude of `{"lon":4.89,"lat":52.37}`.
    fileprivate var recordPlace: (Double, Double)? {
        guard first == UInt8(ascii: "{") else { return nil }
        var longitude: Double?
        var latitude: Double?
        do throws(ValueDecodingError) {
            try JSONCursor.withCursor(over: UnsafeRawBufferPointer(self)) {
                (json) throws(ValueDecodingError) in
                try json.eachMember { (key, json) throws(ValueDecodingError) in
                    switch key {
                    case "lon" where longitude == nil: longitude = try json.number()
                    case "lat" where latitude == nil: latitude = try json.number()
                    default: try json.skipValue()
                    }
                }
            }
        } catch {
            return nil
        }
        guard let longitude, let latitude else { return nil }
        return (longitude, latitude)
    }
}

extension Storage {
    /// Whether an empty column of an existing collection means that there is no value.
    var isNothingWhenEmpty: Bool {
        switch self {
        case .text, .relation, .file, .date: true
        case .number, .integer, .boolean, .place, .relations, .files, .choices, .list, .json: false
        }
    }
}

extension JoinedBytes {
    /// Appends an integer's digits.
    mutating func append(_ integer: Int64) { integer.withDigits { append($0) } }

    /// Appends a record's date in a wire format.
    mutating func append(date value: UnsafeBufferPointer<UInt8>, _ format: DateFormat) {
        guard let milliseconds = value.milliseconds else { return append(value) }
        switch format {
        case .epochMilliseconds: append(milliseconds)
        case .dateOnly:
            append(UnsafeBufferPointer(rebasing: value[..<11]))
            append(UInt8(ascii: "\""))
        case .rfc3339:
            // The same text with a T in place of the space.
            append(UnsafeBufferPointer(rebasing: value[..<11]))
            append(UInt8(ascii: "T"))
            append(UnsafeBufferPointer(rebasing: value[12...]))
        case .epochSeconds: append(milliseconds: milliseconds, format)
        }
    }

    /// Appends a moment in a wire format.
    mutating func append(milliseconds: Int64, _ format: DateFormat) {
        var json = JSONWriter()
        json.date(milliseconds: milliseconds, format)
        append(json.bytes)
    }

    /// Appends a record's place in HALO's form.
    mutating func append(place value: UnsafeBufferPointer<UInt8>) {
        guard let place = value.recordPlace else { return append(value) }
        var json = JSONWriter()
        json.beginObject()
        json.key("latitude")
        json.number(place.1)
        json.key("longitude")
        json.number(place.0)
        json.endObject()
        append(json.bytes)
    }
}
