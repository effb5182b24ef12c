#if SQLite
import Foundation
import QuireCore

extension JSONCursor {
    /// Reads a date in a wire format as milliseconds since 1970, rounded to the nearest.
    mutating func milliseconds(_ format: DateFormat) throws(ValueDecodingError) -> Int64 {
        switch format {
        case .epochMilliseconds: return try wholeNumber(per: 1)
        case .epochSeconds: return try wholeNumber(per: 1000)
        case .rfc3339, .dateOnly:
            let start = nextOffset
            guard peek() == UInt8(ascii: "\"") else { throw mismatch("a date") }
            let text = try string()
            guard let moment = format == .dateOnly ? Moment(dateOnly: text) : Moment(rfc3339: text) else {
                throw ValueDecodingError(
                    .invalidDate, at: start,
                    expected: format == .dateOnly ? "a date like 2024-05-01" : "an RFC 3339 date")
            }
            return moment.milliseconds
        }
    }

    private mutating func wholeNumber(per factor: Int64) throws(ValueDecodingError) -> Int64 {
        let start = nextOffset
        do throws(ValueDecodingError) {
            let (product, overflow) = try integer("a date, a number").multipliedReportingOverflow(by: factor)
            if !overflow { return product }
        } catch {
            guard error.reason == .wrongType else { throw error }
            offset = start
            let number = try number("a date, a number") * Double(factor)
            if let integer = Int64(exactly: number.rounded()) { return integer }
        }
        throw ValueDecodingError(.outOfRange, at: start, expected: "a date within 64 bits of milliseconds")
    }

    /// Reads a relation: its id, or the id of an included item.
    mutating func relatedID() throws(ValueDecodingError) -> String {
        if peek() == UInt8(ascii: "\"") { return try comparedString() }
        let start = offset
        guard consume(UInt8(ascii: "{")) else { throw mismatch("an id, or an item with its id") }
        try enter()
        var id: String?
        if !consume(UInt8(ascii: "}")) {
            repeat {
                if try key() == "id", id == nil, peek() == UInt8(ascii: "\"") {
                    id = try comparedString()
                } else {
                    try skipValue()
                }
            } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
        guard let id else {
            throw ValueDecodingError(.wrongType, at: start, expected: "an id, or an item with its id")
        }
        return id
    }

    /// Skips a value that is kept as JSON, after checking its kind.
    mutating func skip(_ kind: FieldKind) throws(ValueDecodingError) {
        let next = peek()
        switch kind {
        case .object where next != UInt8(ascii: "{"): throw mismatch("an object")
        case .localizedText where next != UInt8(ascii: "{") && next != UInt8(ascii: "\""):
            throw mismatch("a text, or an object of texts by locale")
        default: try skipValue()
        }
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    func isEqual(to bytes: [UInt8]) -> Bool {
        guard count == bytes.count else { return false }
        return bytes.withUnsafeBytes { other in
            guard let left = baseAddress, let right = other.baseAddress else { return true }
            return memcmp(left, right, count) == 0
        }
    }
}

extension ValueDecodingError {
    /// Whether the bytes are not valid JSON, so that parsing cannot continue.
    var isMalformed: Bool {
        switch reason {
        case .syntax, .unexpectedEnd, .invalidUTF8, .tooDeep: true
        default: false
        }
    }
}
#endif
