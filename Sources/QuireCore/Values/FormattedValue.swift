/// A value with its date format as a type parameter, which carries the format through `Codable`.
struct FormattedValue<Value: FieldValue, Format: StaticDateFormat>: Codable {
    var value: Value

    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try Value.read(from: decoder, Format.format) }
    func encode(to encoder: any Encoder) throws { try value.write(to: encoder, Format.format) }
}

protocol StaticDateFormat {
    static var format: DateFormat { get }
}

enum EpochMilliseconds: StaticDateFormat { static let format = DateFormat.epochMilliseconds }
enum EpochSeconds: StaticDateFormat { static let format = DateFormat.epochSeconds }
enum RFC3339: StaticDateFormat { static let format = DateFormat.rfc3339 }
enum DateOnly: StaticDateFormat { static let format = DateFormat.dateOnly }

extension KeyedDecodingContainer {
    func decode<Value: FieldValue>(_: Value.Type, forKey key: Key, as format: DateFormat) throws -> Value {
        switch format {
        case .epochMilliseconds: try decode(FormattedValue<Value, EpochMilliseconds>.self, forKey: key).value
        case .epochSeconds: try decode(FormattedValue<Value, EpochSeconds>.self, forKey: key).value
        case .rfc3339: try decode(FormattedValue<Value, RFC3339>.self, forKey: key).value
        case .dateOnly: try decode(FormattedValue<Value, DateOnly>.self, forKey: key).value
        }
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value: FieldValue>(_ value: Value, forKey key: Key, as format: DateFormat) throws {
        switch format {
        case .epochMilliseconds: try encode(FormattedValue<Value, EpochMilliseconds>(value), forKey: key)
        case .epochSeconds: try encode(FormattedValue<Value, EpochSeconds>(value), forKey: key)
        case .rfc3339: try encode(FormattedValue<Value, RFC3339>(value), forKey: key)
        case .dateOnly: try encode(FormattedValue<Value, DateOnly>(value), forKey: key)
        }
    }
}

extension UnkeyedDecodingContainer {
    mutating func decode<Value: FieldValue>(_: Value.Type, as format: DateFormat) throws -> Value {
        switch format {
        case .epochMilliseconds: try decode(FormattedValue<Value, EpochMilliseconds>.self).value
        case .epochSeconds: try decode(FormattedValue<Value, EpochSeconds>.self).value
        case .rfc3339: try decode(FormattedValue<Value, RFC3339>.self).value
        case .dateOnly: try decode(FormattedValue<Value, DateOnly>.self).value
        }
    }
}

extension UnkeyedEncodingContainer {
    mutating func encode<Value: FieldValue>(_ value: Value, as format: DateFormat) throws {
        switch format {
        case .epochMilliseconds: try encode(FormattedValue<Value, EpochMilliseconds>(value))
        case .epochSeconds: try encode(FormattedValue<Value, EpochSeconds>(value))
        case .rfc3339: try encode(FormattedValue<Value, RFC3339>(value))
        case .dateOnly: try encode(FormattedValue<Value, DateOnly>(value))
        }
    }
}
