import Foundation

/// A date in any of the wire formats. Stores and written values have millisecond precision.
extension Date: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Date
    {
        switch format {
        case .epochMilliseconds:
            return Date(timeIntervalSince1970: try json.number(format.expectation) / 1000)
        case .epochSeconds:
            return Date(timeIntervalSince1970: try json.number(format.expectation))
        case .rfc3339, .dateOnly:
            guard json.peek() == UInt8(ascii: "\"") else { throw json.mismatch(format.expectation) }
            let start = json.offset
            let text = try json.string()
            guard let moment = format == .dateOnly ? Moment(dateOnly: text) : Moment(rfc3339: text) else {
                throw ValueDecodingError(.invalidDate, at: start, expected: format.expectation)
            }
            return moment.date
        }
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Date {
        Date(milliseconds: row.integer(column))
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) {
        guard let milliseconds = writable(as: format) else {
            return json.unwritable(
                "\(timeIntervalSince1970) s since 1970", expected: format.writableExpectation)
        }
        json.date(milliseconds: milliseconds, format)
    }

    /// The milliseconds since 1970, rounded, or `nil` if the format cannot represent the date.
    private func writable(as format: DateFormat) -> Int64? {
        guard let milliseconds = exactMilliseconds else { return nil }
        switch format {
        case .epochMilliseconds: return milliseconds
        // A fraction is a double.
        case .epochSeconds:
            return milliseconds % 1000 == 0 || milliseconds.magnitude < 1 << 53 ? milliseconds : nil
        case .rfc3339, .dateOnly: return Moment.writable.contains(milliseconds) ? milliseconds : nil
        }
    }

    public static func read(from decoder: any Decoder, _ format: DateFormat) throws -> Date {
        let container = try decoder.singleValueContainer()
        switch format {
        case .epochMilliseconds: return Date(timeIntervalSince1970: try container.decode(Double.self) / 1000)
        case .epochSeconds: return Date(timeIntervalSince1970: try container.decode(Double.self))
        case .rfc3339, .dateOnly:
            let text = try container.decode(String.self)
            guard let moment = format == .dateOnly ? Moment(dateOnly: text) : Moment(rfc3339: text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "Expected \(format.expectation), found \"\(text)\".")
            }
            return moment.date
        }
    }

    /// - Throws: `EncodingError` for a date that the format cannot represent.
    public func write(to encoder: any Encoder, _ format: DateFormat) throws {
        guard let milliseconds = writable(as: format) else {
            // Show the number, because Foundation traps when it prints such a date.
            throw EncodingError.invalidValue(
                timeIntervalSince1970,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription:
                        "Expected \(format.writableExpectation), found \(timeIntervalSince1970) s since 1970."
                ))
        }
        var container = encoder.singleValueContainer()
        switch format {
        case .epochMilliseconds: try container.encode(milliseconds)
        case .epochSeconds:
            if milliseconds % 1000 == 0 {
                try container.encode(milliseconds / 1000)
            } else {
                try container.encode(Double(milliseconds) / 1000)
            }
        case .rfc3339: try container.encode(Moment(self).rfc3339)
        case .dateOnly: try container.encode(Moment(self).dateOnly)
        }
    }
}

extension DateFormat {
    /// The dates that the format can represent.
    fileprivate var writableExpectation: String {
        switch self {
        case .epochMilliseconds, .epochSeconds: "a date within 64 bits of milliseconds"
        case .rfc3339, .dateOnly: "a date in the years 0000 to 9999"
        }
    }
}
