import Foundation
import QuireCore

/// Ways to read a whole document, for tests.
package enum JSONReading {
    package static func value(_ data: Data) throws(ValueDecodingError) -> JSONValue {
        try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
            let value = try json.value()
            try json.expectEnd()
            return value
        }
    }

    package static func value(_ text: String) throws(ValueDecodingError) -> JSONValue {
        try value(Data(text.utf8))
    }

    package static func skip(_ data: Data) throws(ValueDecodingError) {
        try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
            try json.skipValue()
            try json.expectEnd()
        }
    }

    package static func read<Value: FieldValue>(
        _ type: Value.Type, _ text: String, _ format: DateFormat = .epochMilliseconds
    ) throws(ValueDecodingError) -> Value {
        try JSONCursor.withBytes(of: Data(text.utf8)) { (json) throws(ValueDecodingError) in
            let value = try Value.read(from: &json, format)
            try json.expectEnd()
            return value
        }
    }

    package static func written(_ value: some FieldValue, _ format: DateFormat = .epochMilliseconds) -> String
    {
        var writer = JSONWriter()
        value.write(to: &writer, format)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The failure of reading, or `nil`.
    package static func failure<Value: FieldValue>(
        _ type: Value.Type, _ text: String, _ format: DateFormat = .epochMilliseconds
    ) -> ValueDecodingError? {
        do throws(ValueDecodingError) {
            _ = try read(type, text, format)
            return nil
        } catch {
            return error
        }
    }

    /// The result of `JSONSerialization`, in the same form; objects sorted by name.
    package static func foundationValue(_ data: Data) throws -> JSONValue {
        value(of: try JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed]))
    }

    private static func value(of object: Any) -> JSONValue {
        switch object {
        case let array as [Any]: .array(array.map(value))
        case let dictionary as [String: Any]:
            .object(
                dictionary.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, value(of: $0.value)) })
        case let string as String: .string(string)
        case let number as NSNumber:
            if CFGetTypeIDIsBoolean(number) {
                .boolean(number.boolValue)
            } else {
                .number(number.doubleValue)
            }
        default: .null
        }
    }

    private static func CFGetTypeIDIsBoolean(_ number: NSNumber) -> Bool {
        #if canImport(Darwin)
        CFGetTypeID(number) == CFBooleanGetTypeID()
        #else
        String(cString: number.objCType) == "c"
        #endif
    }
}

extension JSONValue {
    /// Whether the values are equal except for the last bits of numbers, which `JSONSerialization` gets wrong on
    /// Linux.
    package func isNearly(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)):
            return left == right || abs(left - right) <= abs(left) * 1e-14
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.isNearly($1) }
        case (.object(let left), .object(let right)):
            return left.count == right.count
                && zip(left, right).allSatisfy { $0.name == $1.name && $0.value.isNearly($1.value) }
        default: return self == other
        }
    }

    /// With all numbers as doubles and members sorted by name, as in `JSONSerialization`.
    package var plain: JSONValue {
        switch self {
        case .integer(let integer): .number(Double(integer))
        case .array(let elements): .array(elements.map(\.plain))
        case .object(let members):
            .object(members.sorted { $0.name < $1.name }.map { Member($0.name, $0.value.plain) })
        default: self
        }
    }
}
