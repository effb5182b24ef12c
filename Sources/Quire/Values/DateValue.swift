import Foundation

/// A date in any of the wire's formats. Stores keep milliseconds; so does what is written.
extension Date: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(DecodingFailure) -> Date
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
                throw DecodingFailure(.invalidDate, at: start, expected: format.expectation)
            }
            return moment.date
        }
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(DecodingFailure) -> Date {
        Date(milliseconds: row.integer(column))
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) {
        switch format {
        case .epochMilliseconds: json.integer(milliseconds)
        case .epochSeconds:
            let milliseconds = milliseconds
            if milliseconds % 1000 == 0 {
                json.integer(milliseconds / 1000)
            } else {
                json.number(Double(milliseconds) / 1000)
            }
        case .rfc3339: json.string(Moment(self).rfc3339)
        case .dateOnly: json.string(Moment(self).dateOnly)
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

    public func write(to encoder: any Encoder, _ format: DateFormat) throws {
        var container = encoder.singleValueContainer()
        switch format {
        case .epochMilliseconds: try container.encode(milliseconds)
        case .epochSeconds:
            let milliseconds = milliseconds
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

extension Date {
    package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
