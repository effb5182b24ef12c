import Foundation

// Placeholder so that the others compile: the decoding part brings the real conformances and deletes this file.

extension FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(DecodingFailure) -> Self
    {
        throw DecodingFailure(.missing, at: 0, expected: "a reader")
    }
    public static func read(from row: RowSource, column: Int) throws(DecodingFailure) -> Self {
        throw DecodingFailure(.missing, at: 0, expected: "a reader")
    }
    public func write(to json: inout JSONWriter, _ format: DateFormat) {}
    public static var absent: Self? { nil }
}

extension String: FieldValue {}
extension Int: FieldValue {}
extension Int64: FieldValue {}
extension Double: FieldValue {}
extension Bool: FieldValue {}
extension Date: FieldValue {}
extension ContentID: FieldValue {}
extension Optional: FieldValue where Wrapped: FieldValue {}
extension Array: FieldValue where Element: FieldValue {}
